// The pages of games that are looked at.
export { default as PublicPage } from "./PublicPage.svelte";
export { default as StudyPage } from "./StudyPage.svelte";
