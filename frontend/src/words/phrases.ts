// Where a Japanese sentence may break: after a particle or a sign, before the next word. For browsers that do not know it themselves.

/** The sentence in pieces that stay whole. */
export function phrases(text: string): string[] {
  return text.split(/(?<=[ぁ-んー、。：）」])(?<![おご])(?=[おご]?[一-龠々ァ-ヴ「（A-Za-z0-9])/u);
}

export const knowsPhrases = typeof CSS !== "undefined" && CSS.supports("word-break", "auto-phrase");
