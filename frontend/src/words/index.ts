// All the page says by itself.  What games say comes from the server.
import { house } from "./house";
import { pages } from "./pages";
import { play } from "./play";
import { speak } from "./speak.svelte";

export { say } from "./speak.svelte";
export const t = speak({ ...house, ...pages, ...play });
