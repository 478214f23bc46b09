// Messages with places and plurals: a part of ICU MessageFormat, the same as `src/turncoat/games/messages.py`,
// which says what is understood; `vectors/messages.json` holds the cases that both sides pass.

export type Places = Record<string, string | number>;

interface Plural {
  name: string;
  exact: Map<number, Part[]>;
  forms: Map<string, Part[]>;
}
/** Plain text, a place, the number of the plural around it, or a plural. */
type Part = string | { place: string } | "#"[] | Plural;

const HEAD = /\{\s*(\w+)\s*(?:(\})|,\s*plural\s*,)/y;
const FORM = /\s*(?:=(\d+)|([a-z]+))\s*\{/y;
const CLOSED = /\s*\}/y;
const QUOTED = /'((?:[^']|'')*)'?/y;

const known = new Map<string, Part[]>();
const rules = new Map<string, Intl.PluralRules>();

/** The message in words; a place that nothing is given for stays as it is. */
export function write(text: string, language: string, places: Places = {}): string {
  let parts = known.get(text);
  if (!parts) known.set(text, (parts = new Reader(text).whole()));
  return written(parts, language, places, 0);
}

function written(parts: Part[], language: string, places: Places, number: number): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      if (Array.isArray(part)) return String(number);
      if ("place" in part) return String(places[part.place] ?? `{${part.place}}`);
      const counted = Number(places[part.name]);
      const chosen = part.exact.get(counted) ?? part.forms.get(form(language, counted)) ?? part.forms.get("other") ?? [];
      return written(chosen, language, places, counted);
    })
    .join("");
}

function form(language: string, number: number): string {
  let rule = rules.get(language);
  if (!rule) rules.set(language, (rule = new Intl.PluralRules(language)));
  return rule.select(number);
}

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  whole(): Part[] {
    const parts = this.parts(false);
    if (this.at < this.text.length) throw new Error(`an unmatched } in ${this.text}`);
    return parts;
  }

  /** The parts from here to the end, or to the brace that closes them. */
  private parts(inside: boolean): Part[] {
    const parts: Part[] = [];
    let plain = "";
    for (let sign = this.text[this.at]; sign !== undefined && sign !== "}"; sign = this.text[this.at]) {
      if (sign === "{" || (inside && sign === "#")) {
        if (plain) parts.push(plain);
        plain = "";
        parts.push(sign === "#" ? this.number() : this.argument());
      } else {
        plain += sign === "'" ? this.apostrophe(inside) : this.text[this.at++];
      }
    }
    return plain ? [...parts, plain] : parts;
  }

  private number(): "#"[] {
    this.at += 1;
    return ["#"];
  }

  private apostrophe(inside: boolean): string {
    const following = this.text[this.at + 1];
    if (following === "'") this.at += 2;
    else if (following === undefined || !(inside ? "{}#" : "{}").includes(following)) this.at += 1;
    else return (this.match(QUOTED)?.[1] ?? "").replaceAll("''", "'");
    return "'";
  }

  private argument(): Part {
    const head = this.match(HEAD);
    if (!head?.[1]) throw new Error(`neither a place nor a plural in ${this.text}`);
    return head[2] ? { place: head[1] } : this.plural(head[1]);
  }

  private plural(name: string): Plural {
    const found: Plural = { name, exact: new Map(), forms: new Map() };
    for (let head = this.match(FORM); head; head = this.match(FORM)) {
      const message = this.parts(true);
      if (this.text[this.at] !== "}") throw new Error(`a brace is never closed in ${this.text}`);
      this.at += 1;
      if (head[1]) found.exact.set(Number(head[1]), message);
      else found.forms.set(head[2] ?? "", message);
    }
    if (!this.match(CLOSED) || !found.forms.has("other")) {
      throw new Error(`a plural needs other {…} and a closing brace: ${this.text}`);
    }
    return found;
  }

  /** The pattern right here, if it is here. */
  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at += found[0].length;
    return found;
  }
}
