import "../app/tokens.css";
import "../app/page.css";
import { mount } from "svelte";
import { loadLanguage } from "../words";
import App from "./App.svelte";
import { settings } from "./settings.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the app");
await loadLanguage(settings.language);
mount(App, { target });
