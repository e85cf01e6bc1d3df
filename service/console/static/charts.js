// Draws the charts of a page from the specifications that it has. Each chart has a table beside it: where one cannot be
// drawn, nothing is missing.
(() => {
  "use strict";

  // no code is made of texts (`ast`), no style is put into the page, nothing is loaded but what a mark leads to
  const OPTIONS = {
    ast: true,
    renderer: "svg",
    actions: false,
    defaultStyle: false,
    tooltip: false,
    loader: { target: "_self" },
  };

  const draw = async (place) => {
    const spec = JSON.parse(place.parentElement.querySelector("[data-spec]").textContent);
    place.hidden = false;
    try {
      await vegaEmbed(place, spec, OPTIONS);
      place.dataset.drawn = "yes";
    } catch (error) {
      place.hidden = true;
      console.error(error);
    }
  };

  document.addEventListener("DOMContentLoaded", () => {
    for (const place of document.querySelectorAll("[data-chart]")) draw(place);
  });
})();
