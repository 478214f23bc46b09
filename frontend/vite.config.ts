// Builds the page into the Python package, with every larger file compressed beside itself.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const OUT = process.env["TURNCOAT_PAGE"] ?? "../src/turncoat/web/page";
const SERVER = process.env["TURNCOAT_SERVER"] ?? "http://127.0.0.1:8000";

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((each) => {
    const path = join(folder, each.name);
    return each.isDirectory() ? files(path) : [path];
  });
}

/** Compresses once and as well as can be, so that the server never has to. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    writeBundle() {
      for (const path of files(OUT).filter((each) => /\.(js|css|html|svg|webmanifest)$/.test(each))) {
        if (statSync(path).size < 512) continue;
        const text = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}

/** Names the languages there are, so that the first paint is in the reader's. */
function languages(): Plugin {
  const known = readdirSync("src/words").flatMap((each) => (each.endsWith(".json") ? [each.replace(".json", "")] : []));
  return {
    name: "languages",
    transformIndexHtml: (html) => html.replace("<html ", `<html data-languages="${known.join(" ")}" `),
  };
}

export default defineConfig({
  plugins: [svelte(), languages(), compressed()],
  worker: { format: "es" },
  build: {
    outDir: OUT,
    // The board on other sites is a page of its own: what is framed there never holds the app.
    rolldownOptions: { input: ["index.html", "embed.html"], checks: { pluginTimings: false } },
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: { proxy: { "/api": { target: SERVER, ws: true }, "/engine": { target: SERVER } } },
});
