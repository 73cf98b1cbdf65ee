// Whether this browser can do it: in the JavaScript of old ones, so that they show their sentence and not a blank page.
(function () {
  var able = typeof WebAssembly === "object" && typeof DecompressionStream === "function" && typeof Worker === "function";
  able = able && typeof WebAssembly.Exception === "function" && "replaceChildren" in document.documentElement;
  if (able) document.documentElement.className = "able";
})();
