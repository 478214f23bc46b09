// A board on another site: it is looked at, and nothing is kept.  Language and theme are the visitor's own, or as the address says.
import "../app/tokens.css";
import "../app/page.css";
import { mount } from "svelte";
import { settings, THEMES } from "../app/settings.svelte";
import { LANGUAGES, loadLanguage } from "../words";
import Embed from "./Embed.svelte";

const asked = new URLSearchParams(location.search);
const [language, theme] = [asked.get("language"), THEMES.find((each) => each === asked.get("theme"))];
if (language && LANGUAGES.includes(language)) settings.language = language;
if (theme) settings.theme = theme;
document.documentElement.lang = settings.language;
if (settings.theme !== "system") document.documentElement.dataset["theme"] = settings.theme;

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the board");
await loadLanguage(settings.language);
mount(Embed, { target, props: { name: location.pathname.split("/")[2] ?? "" } });
