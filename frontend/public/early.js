// Before the first paint: theme and language, so that nothing flashes.  The rest is in src/app/settings.svelte.ts.
(function () {
  var root = document.documentElement;
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("turncoat.settings") || "{}");
  } catch (_) {
    // Without storage the system's own wishes hold.
  }
  if (kept.theme && kept.theme !== "system") root.dataset.theme = kept.theme;
  var known = (root.dataset.languages || "en").split(" ");
  var wanted = [kept.language].concat(navigator.languages || []).map(function (each) {
    return String(each).toLowerCase().split("-")[0];
  });
  root.lang = wanted.filter(function (each) {
    return known.indexOf(each) >= 0;
  })[0] || "en";
  // The words come beside the code, not after it.
  var file = (root.dataset.words || "").split(" ")[known.indexOf(root.lang)];
  if (!file) return;
  var link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = file;
  document.head.appendChild(link);
})();
