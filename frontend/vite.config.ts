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

const WORDS = "src/words";
const words = new Map(
  readdirSync(WORDS)
    .filter((each) => each.endsWith(".json"))
    .map((each) => [each.replace(".json", ""), JSON.parse(readFileSync(join(WORDS, each), "utf-8")) as Record<string, string>]),
);
const english = Object.keys(words.get("en") ?? {});
const catalogues = [...words].map(([language, own]) => {
  return [language, { name: own["language_name"] ?? language, whole: english.every((key) => key in own) }] as const;
});

/** Names the languages there are and their files, so that the first paint is in the reader's. */
function languages(): Plugin {
  return {
    name: "languages",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const files = Object.values(bundle ?? {});
        const named = [...words.keys()].map((language) => {
          const file = files.find((each) => "facadeModuleId" in each && each.facadeModuleId?.endsWith(`${WORDS}/${language}.json`));
          return file ? `/${file.fileName}` : "";
        });
        return html.replace("<html ", `<html data-languages="${[...words.keys()].join(" ")}" data-words="${named.join(" ").trim()}" `);
      },
    },
  };
}

export default defineConfig({
  define: { CATALOGUES: JSON.stringify(Object.fromEntries(catalogues)) },
  plugins: [svelte(), languages(), compressed()],
  worker: { format: "es" },
  build: {
    outDir: OUT,
    // The board on other sites is a page of its own: what is framed there never holds the app.
    rolldownOptions: {
      input: ["index.html", "embed.html"],
      checks: { pluginTimings: false },
      // A file of its own for every piece that two pages share would cost more in headers than it holds.
      output: {
        codeSplitting: {
          groups: [
            { name: "core", test: /node_modules|src\/(wire|board)\/|src\/words\/.*(ts|svelte)$|src\/app\/(settings|[^/]*\.css)/, minShareCount: 2, priority: 2 },
            { name: "shared", test: /src\/(?!analysis|review|engine|public|words)/, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: { proxy: { "/api": { target: SERVER, ws: true }, "/engine": { target: SERVER } } },
});
