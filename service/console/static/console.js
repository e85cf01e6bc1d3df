// What scripts add to the console: steps by keys, selects that submit themselves, a slider. All of it works without.
(() => {
  "use strict";

  const typing = (element) => element.matches("input, textarea, select, [contenteditable]");

  const press = (key) => {
    const way = document.querySelector(`a[data-key="${key}"]`);
    if (way) way.click();
    return Boolean(way);
  };

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
    } else if (press(event.key)) {
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
})();
