// The play page on a screen that nobody has to look at: opened, read and pressed as a person would.

import { flushSync, mount, unmount, type Component } from "svelte";
import { vi } from "vitest";
import { settings } from "../../src/app/settings.svelte";
import MatchPage from "../../src/match/MatchPage.svelte";
import { t } from "../../src/words";
import { FakeServer } from "./fakeServer";

const CELL = 100;

export class Screen {
  #page: Record<string, unknown> | null = null;

  constructor(readonly server: FakeServer, private readonly component: Component<{ id: string }> = MatchPage) {}

  async open(address = "/m/m"): Promise<this> {
    history.replaceState(null, "", address);
    this.#page = mount(this.component, { target: document.body, props: { id: "m" } });
    await this.pass(0);
    return this;
  }

  async close(): Promise<void> {
    if (this.#page) await unmount(this.#page);
    this.#page = null;
    document.body.replaceChildren();
  }

  /** Lets time go by, and everything happen that was due. */
  async pass(ms = 0): Promise<void> {
    for (let round = 0; round < 6; round += 1) {
      flushSync();
      await vi.advanceTimersByTimeAsync(0);
    }
    if (ms) await vi.advanceTimersByTimeAsync(ms);
    flushSync();
  }

  /** What lies on the board, as a screen reader is told: `x` Dark, `o` Light. */
  get board(): string {
    return [...document.querySelectorAll("[data-cell]")]
      .map((cell) => (/ Dark/.test(cell.ariaLabel ?? cell.getAttribute("aria-label") ?? "") ? "x" : / Light/.test(cell.getAttribute("aria-label") ?? "") ? "o" : "."))
      .join("");
  }

  cell(name: string): HTMLElement {
    return document.querySelector<HTMLElement>(`[data-cell="${name}"]`)!;
  }

  /** The cells that may be chosen now. */
  get choices(): string {
    return [...document.querySelectorAll<HTMLElement>("[data-choice]")].map((cell) => cell.dataset["cell"]).join(" ");
  }

  get text(): string {
    return document.body.textContent.replace(/\s+/g, " ");
  }

  /** What is said in the place that says what to do. */
  get prompt(): string {
    return document.querySelector(".say .sentence")?.textContent ?? "";
  }

  /** The small line under it: hints, remarks, who watches. */
  get note(): string {
    return document.querySelector(".say .note")?.textContent ?? "";
  }

  /** Everything said aloud since the page was opened. */
  get log(): string[] {
    return [...document.querySelectorAll("[role=log] p")].map((line) => line.textContent);
  }

  /** The card of a side: name, what it is doing, its clock. */
  card(side: "Dark" | "Light"): HTMLElement {
    return document.querySelector<HTMLElement>(`section[aria-label="${side}"]`)!;
  }

  clock(side: "Dark" | "Light"): string {
    return this.card(side).querySelector("[role=timer]")?.textContent.trim() ?? "";
  }

  buttons(name: string): HTMLButtonElement[] {
    return [...document.querySelectorAll("button")].filter((each) => (each.getAttribute("aria-label") ?? each.textContent).trim() === name);
  }

  /** A button by what is written on it, or by its label. */
  button(name: string): HTMLButtonElement | null {
    return this.buttons(name)[0] ?? null;
  }

  async press(name: string): Promise<void> {
    const found = this.button(name);
    if (!found) throw new Error(`no button ${name} among ${[...document.querySelectorAll("button")].map((each) => each.textContent.trim()).join(", ")}`);
    found.click();
    await this.pass();
  }

  async click(cell: string): Promise<void> {
    this.cell(cell).click();
    await this.pass();
  }

  async type(label: string, text: string): Promise<void> {
    const field = [...document.querySelectorAll("input")].find((each) => each.getAttribute("aria-label") === label);
    if (!field) throw new Error(`no field ${label}`);
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    field.form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    await this.pass();
  }

  async key(key: string, target: EventTarget = document.body): Promise<void> {
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    await this.pass();
  }

  /** The moves of the list. */
  get moves(): string[] {
    return [...document.querySelectorAll(`ol[aria-label="${t.moves}"] .turn`)].map((turn) => [...turn.querySelectorAll(".step")].map((step) => step.textContent.trim()).join(" ")).filter(Boolean);
  }

  /** A mouse or a finger on the board, in cells from its top left corner: (0.5, 0.5) is the middle of a1. */
  async point(kind: "down" | "move" | "up" | "cancel", [x, y]: readonly [number, number], more: PointerEventInit & { timeStamp?: number } = {}): Promise<void> {
    const grid = document.querySelector<HTMLElement>("[role=grid]")!;
    grid.setPointerCapture = () => undefined;
    grid.getBoundingClientRect = () => new DOMRect(0, 0, CELL * 4, CELL * 2);
    const inside = x >= 0 && y >= 0 && x < 4 && y < 2;
    const target = kind === "down" && inside ? this.cell(`${"abcd"[Math.floor(x)]}${Math.floor(y) + 1}`) : grid;
    const event = new PointerEvent(`pointer${kind}`, {
      bubbles: true, pointerId: 1, pointerType: "mouse", button: 0, clientX: x * CELL, clientY: y * CELL, ...more,
    });
    Object.defineProperty(event, "timeStamp", { value: more.timeStamp ?? Date.now() });
    target.dispatchEvent(event);
    await this.pass();
  }

  /** The stone in the hand: whose, and where, in cells; null where there is none. */
  get dragged(): { at: [number, number]; back: boolean } | null {
    const found = document.querySelector<SVGElement>("g.dragged");
    const place = /translate\(([-\d.]+)px, ([-\d.]+)px\)/.exec(found?.getAttribute("style") ?? "");
    return found && place ? { at: [Number(place[1]) / 64, Number(place[2]) / 64], back: found.classList.contains("back") } : null;
  }

  /** The cells that are chosen. */
  get chosen(): string {
    return [...document.querySelectorAll<HTMLElement>("[aria-selected=true]")].map((cell) => cell.dataset["cell"]).join(" ");
  }

  /** What a bubble at the board explains. */
  get bubble(): string {
    return document.querySelector("[role=status] .bubble")?.textContent.trim() ?? "";
  }

  /** Cells that the hint marks, drawn on the board. */
  get hinted(): number {
    return document.querySelectorAll("circle.hint").length;
  }
}

const open: Screen[] = [];

/** A page at a match; closed by `closeAll`. */
export async function sitDown(server: FakeServer, address?: string, component?: Component<{ id: string }>): Promise<Screen> {
  const screen = new Screen(server, component);
  open.push(screen);
  return screen.open(address);
}

export function prepare(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  Object.assign(settings, { language: "en", motion: "none", auto_step: false, sound: false, chat: true, theme: "light", coordinates: true, hints: true });
  localStorage.clear();
  sessionStorage.clear();
}

export async function closeAll(): Promise<void> {
  for (const screen of open.splice(0)) await screen.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
}
