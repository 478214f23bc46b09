// What the play page says.
import { words } from "./speak.svelte";

export const play = words({
  resign: { en: "Resign", ja: "投了" },
});
