// The unit tests of the page, which need no browser.
import { defineConfig, mergeConfig } from "vitest/config";
import build from "./vite.config.ts";

export default mergeConfig(
  build,
  defineConfig({
    test: { include: ["tests/**/*.test.ts", "src/**/*.test.ts"], environment: "node", setupFiles: ["tests/languages.ts"] },
    // Svelte's browser build, so that tests exercise what people run.
    resolve: { conditions: ["browser"] },
  }),
);
