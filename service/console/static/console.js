// What scripts add to the console: steps by keys and taps, selects that submit themselves, a slider. All of it works without.
(() => {
  "use strict";

  const KEYS = { ArrowRight: "j", ArrowLeft: "k" };

  const typing = (element) => element.matches("input, textarea, select, [contenteditable]");

  // ways that were pressed while a step was under way: each is taken once the page before it is there
  const waiting = [];
  let stepping = false;

  const press = (selector) => {
    const way = document.querySelector(selector);
    if (!way) return false;
    way.click();
    return true;
  };

  const step = (key) => {
    const selector = `a[data-key="${CSS.escape(key)}"]`;
    if (!stepping) return press(selector);
    waiting.push(selector);
    return true;
  };

  // a click on a way begins a step, or waits for the one that is under way
  const begin = (event) => {
    const way = event.target.closest("a[data-way]");
    if (!way || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (stepping) {
      event.preventDefault();
      event.stopImmediatePropagation();
      waiting.push(`a[data-way="${CSS.escape(way.dataset.way)}"]`);
    }
    stepping = true;
  };

  const arrived = () => {
    stepping = false;
    while (waiting.length && !stepping) press(waiting.shift());
  };

  const failed = () => {
    stepping = false;
    waiting.length = 0;
  };

  document.addEventListener("click", begin, true);

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && typing(document.activeElement)) {
      document.activeElement.blur();
      return;
    }
    if (typing(document.activeElement)) return;
    if (event.key === "/") {
      const search = document.querySelector("[data-search]");
      if (!search) return;
      event.preventDefault();
      search.focus();
      search.select();
    } else if (step(KEYS[event.key] || event.key)) {
      event.preventDefault();
    }
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-submits]")) event.target.form.requestSubmit();
    if (event.target.matches("[data-slides]")) event.target.form.requestSubmit();
  });

  document.addEventListener("input", (event) => {
    const range = event.target;
    if (range.matches("[data-slides]")) range.form.elements[range.dataset.slides].value = range.value;
  });

  const here = () => {
    for (const each of document.querySelectorAll("[data-slides][hidden]")) each.hidden = false;
    for (const each of document.querySelectorAll("[data-replaced]")) each.hidden = true;
    // the story is shown at the place where the reader stands
    const now = document.querySelector(".rounds .entry[aria-current]");
    const story = now && now.closest(".course");
    if (story && story.scrollHeight > story.clientHeight) {
      story.scrollTop = now.offsetTop - story.clientHeight / 2;
    }
  };

  document.addEventListener("DOMContentLoaded", here);
  document.addEventListener("htmx:after:swap", here);
  document.addEventListener("htmx:after:swap", () => setTimeout(arrived, 0));
  document.addEventListener("htmx:error", failed);
  // a page that the browser kept comes back as it was left: in the middle of a step
  window.addEventListener("pageshow", failed);
})();
