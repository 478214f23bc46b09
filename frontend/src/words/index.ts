// All the page says by itself.  What games say comes from the server.
export { FALLBACK, LANGUAGES, languageName, loadLanguage } from "./catalogues.svelte";
export { fill, langOf, say, t } from "./speak.svelte";
