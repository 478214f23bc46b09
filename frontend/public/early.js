// Before the first paint: theme and language, so that nothing flashes.  The rest is in src/look/settings.svelte.ts.
(function () {
  var root = document.documentElement;
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("turncoat.settings") || "{}");
  } catch (_) {
    // Without storage the system's own wishes hold.
  }
  if (kept.theme && kept.theme !== "system") root.dataset.theme = kept.theme;
  root.lang = kept.language || (/^ja\b/i.test(navigator.language) ? "ja" : "en");
})();
