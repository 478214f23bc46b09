// Pins the newest allowed versions in package-lock.json and leaves out what is no pin: addresses for donations.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

if (process.argv.includes("--update")) {
  execFileSync("npm", ["update", "--package-lock-only", "--no-audit", "--no-fund"], { stdio: "inherit" });
}
const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
for (const each of Object.values(lock.packages)) {
  delete each.funding;
  delete each.resolved;
}
writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
