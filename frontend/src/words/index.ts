// All the page says by itself.  What games say comes from the server.
import { house } from "./house";
import { pages } from "./pages";
import { play } from "./play";
import { speak } from "./speak.svelte";

type Twice = Extract<keyof typeof house, keyof typeof pages | keyof typeof play> | Extract<keyof typeof pages, keyof typeof play>;
// A key that two catalogues have is a type error here, named.
true satisfies [Twice] extends [never] ? true : Twice;

export { say } from "./speak.svelte";
export const t = speak({ ...house, ...pages, ...play });
