// Builds the page that tests and benchmarks drive the engine from: TURNCOAT_PAGE=FOLDER npx vite build --config tests/engine/page/vite.config.ts
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  worker: { format: "es" },
  build: { outDir: process.env["TURNCOAT_PAGE"] ?? "dist", emptyOutDir: true, target: "es2022", modulePreload: { polyfill: false } },
});
