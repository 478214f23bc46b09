// All the page says by itself.  What games say comes from the server.
import { shell } from "./shell";
import { pages } from "./pages";
import { match } from "./match";
import { speak } from "./speak.svelte";

type Twice = Extract<keyof typeof shell, keyof typeof pages | keyof typeof match> | Extract<keyof typeof pages, keyof typeof match>;
// A key that two catalogues have is a type error here, named.
true satisfies [Twice] extends [never] ? true : Twice;

export { say } from "./speak.svelte";
export const t = speak({ ...shell, ...pages, ...match });
