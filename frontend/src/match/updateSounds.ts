// Which sound a change makes, if any.

import type { Stage } from "../board/animation";
import type { Side, View } from "../wire/types";
import type { Sound } from "./synth";

/** The sound of stones that move. */
export function stageSound(stage: Pick<Stage, "events">): Sound {
  const kinds = stage.events.map((event) => event.kind);
  if (kinds.includes("captured")) return "take";
  if (kinds.includes("moved")) return "slide";
  return kinds.includes("turned") ? "turn" : "place";
}

/** The sounds of a new view to somebody who plays these sides; `chat` says whether they want to hear of words. */
export function updateSounds(before: View | null, now: View, you: readonly Side[], chat: boolean): Sound[] {
  if (!before) return [];
  const found: Sound[] = [];
  const speaker = now.chat.at(-1)?.side;
  if (chat && now.chat.length > before.chat.length && !(speaker && you.includes(speaker))) found.push("word");
  if (now.result && !before.result) {
    const { winner } = now.result;
    found.push(!winner ? "drawn" : you.length === 1 && you[0] !== winner ? "lost" : "won");
  } else if (now.at !== before.at && before.side !== now.side && you.length === 1 && you.includes(now.side)) found.push("yours");
  return found;
}
