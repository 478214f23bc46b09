// Every language is loaded before the tests, as one is before the page is shown.
import { LANGUAGES, loadLanguage } from "../src/words";

await Promise.all(LANGUAGES.map(loadLanguage));
