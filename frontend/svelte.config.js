import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

// Styles are always in files: the page's security policy allows no inline ones.
export default { preprocess: vitePreprocess(), compilerOptions: { css: "external", runes: true } };
