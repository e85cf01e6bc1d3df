// What scripts add to the console: steps by keys and taps, selects that submit themselves, a slider. All of it works without.
(() => {
  "use strict";

  const KEYS = { ArrowRight: "j", ArrowLeft: "k" };

  const typing = (element) => element.matches("input, textarea, select, [contenteditable]");

  // the click of the step that is under way, and the ways that were pressed meanwhile: each is taken once the page
  // before it is there. At first it is the page itself: until htmx has gone through it, a click would load another one,
  // and what is pressed in between would be lost with this one.
  const waiting = [];
  let underway = "page";

  const press = (selector) => {
    const way = document.querySelector(selector);
    if (!way) return false;
    way.click();
    return true;
  };

  const step = (key) => {
    const selector = `a[data-key="${CSS.escape(key)}"]`;
    if (!underway) return press(selector);
    waiting.push(selector);
    return true;
  };

  // a click on a way begins a step, or waits for the one that is under way
  const begin = (event) => {
    const way = event.target.closest("a[data-way]");
    if (!way || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (!underway) {
      underway = event;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    waiting.push(`a[data-way="${CSS.escape(way.dataset.way)}"]`);
  };

  const arrived = () => {
    underway = null;
    while (waiting.length && !underway) press(waiting.shift());
  };

  const failed = () => {
    underway = null;
    waiting.length = 0;
  };

  // however a request ends - swapped, refused, aborted - this is said of it, after everything else; other requests
  // than the step's own end nothing
  const ended = (event) => {
    const { sourceEvent, status } = event.detail.ctx;
    if (underway && sourceEvent === underway) setTimeout(status === "swapped" ? arrived : failed, 0);
  };

  // a step stays where the reader is; only without scripts a page is gone to at an anchor
  const stay = (event) => {
    const { ctx } = event.detail;
    if (ctx.target?.id === "match-page") ctx.request.anchor = undefined;
  };

  // what a page that followed the match asked for is too late where the reader has gone elsewhere meanwhile
  const late = (event) => {
    const { sourceElement } = event.detail.ctx;
    if (sourceElement.matches(".pulse") && !sourceElement.isConnected) event.preventDefault();
  };

  // an answer without #match-page - a refusal, the form that asks for a key - is a page of its own, and is gone to. What
  // follows the match looks again at where the reader is; where the server only was too busy it asks again anyway.
  const elsewhere = (event) => {
    const { ctx } = event.detail;
    const { status, raw } = ctx.response;
    // the line of news on the page of a case comes in alone; where it does not come, it is asked for again
    if (ctx.target?.id === "news" && !ctx.text.includes('id="news"')) event.preventDefault();
    if (ctx.target?.id !== "match-page" || status === 204 || ctx.text.includes('<div id="match-page"')) return;
    event.preventDefault();
    if (!ctx.sourceElement.matches(".pulse")) window.location.assign(raw.url);
    else if (ctx.sourceElement.isConnected && status < 500 && status !== 429) window.location.reload();
  };

  // htmx, whose script comes before this one, goes through the page in a timeout of its own, which is over by then
  setTimeout(arrived, 0);
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
    if (event.target.matches("[data-time]")) tellTime(event.target);
    const range = event.target;
    if (range.matches("[data-slides]")) range.form.elements[range.dataset.slides].value = range.value;
  });

  // A judge leaves the page of a case with half a ruling in it, or that of a table with half a penalty: another form is
  // sent, a link is followed, the session ends, the ruling is refused. What was typed is kept in this tab, by page and
  // asker, until it is sent with success, and given back to the same asker alone.
  const KEPT = "kept ";
  const TYPED = "textarea, select, input:not([type=hidden], [type=file])";
  let sent = null;

  const change = (field) => {
    if (field.matches("[type=checkbox]")) return field.checked === field.defaultChecked ? null : field.checked;
    const chosen = field.options && [...field.options].findIndex((each) => each.defaultSelected);
    const first = field.options ? field.options[Math.max(chosen, 0)]?.value : field.defaultValue;
    return field.value === first ? null : field.value;
  };

  // a form without an address of its own is the same one wherever it was opened from
  const actionOf = (form) => form.action.split("?")[0];

  // Of a form that was sent, or has come back refused with what was typed as its values, all counts that is not empty.
  // That it was refused stands in the page: it holds for whoever goes back to it too.
  const isWhole = (form) => form === sent || form.matches("[data-refused]");
  const content = (field) => (field.matches("[type=checkbox]") ? field.checked || null : field.value || null);

  // what is shown of a field whose form has gone: of a list the words that were chosen, unless that is the first, which
  // stands for nothing; a box says nothing without its form
  const words = (field) => {
    if (field.matches("[type=checkbox]")) return "";
    return field.options ? (field.selectedIndex > 0 ? field.selectedOptions[0].text : "") : field.value;
  };

  const keep = () => {
    const section = document.querySelector("[data-keeps]");
    if (!section) return;
    const kept = { typed: [], sent: [] };
    // a draft that its address says is kept as that; to send it is to post it
    const { draft } = section.dataset;
    if (draft) kept.draft = { address: draft, sent: sent?.method === "post" };
    for (const form of draft === undefined ? section.querySelectorAll("form") : []) {
      const whole = isWhole(form);
      for (const field of form.querySelectorAll(TYPED)) {
        const value = whole ? content(field) : change(field);
        if (value === null) continue;
        const label = field.labels?.[0]?.innerText.trim() || field.name;
        kept[form === sent ? "sent" : "typed"].push({ action: actionOf(form), name: field.name, value, label, words: words(field) });
      }
    }
    const name = KEPT + section.dataset.keeps;
    if (kept.typed.length || kept.sent.length || kept.draft) sessionStorage.setItem(name, JSON.stringify(kept));
    else sessionStorage.removeItem(name);
  };

  const keptNames = () => Object.keys(sessionStorage).filter((name) => name.startsWith(KEPT));

  // what went through is told by its field and a number made of its words, none of which stay in the tab
  const DONE = "done", MARKS = 100;
  const mark = ({ action, name, value }) =>
    `${action} ${name} ${[...String(value)].reduce((sum, each) => (31 * sum + each.codePointAt(0)) | 0, 7)}`;
  const marks = () => JSON.parse(sessionStorage.getItem(DONE) ?? "[]");

  // what was sent has gone through, unless this page says that it was not done
  const settle = () => {
    const failed = document.querySelector("[data-not-done]");
    for (const name of keptNames()) {
      const kept = JSON.parse(sessionStorage.getItem(name));
      const typed = failed ? [...kept.typed, ...kept.sent] : kept.typed;
      if (!failed && kept.sent.length) {
        sessionStorage.setItem(DONE, JSON.stringify([...marks(), ...kept.sent.map(mark)].slice(-MARKS)));
      }
      const draft = kept.draft && (failed || !kept.draft.sent) ? { address: kept.draft.address, sent: false } : undefined;
      if (typed.length || draft) sessionStorage.setItem(name, JSON.stringify({ typed, sent: [], draft }));
      else sessionStorage.removeItem(name);
    }
  };

  const putBack = (section, { action, name, value }) => {
    const form = [...section.querySelectorAll("form")].find((each) => actionOf(each) === action);
    const field = form?.elements[name];
    if (!field?.matches) return false;
    if (change(field) !== null) return true;
    if (field.type === "checkbox") field.checked = value;
    else if (!field.options || [...field.options].some((each) => each.value === value)) field.value = value;
    const folded = form.closest("details");
    if (folded) folded.open = true;
    return true;
  };

  // a form may have gone meanwhile, since somebody else took the case: its text is shown, to be copied
  const show = (section, left) => {
    const box = document.querySelector("template[data-left]").content.cloneNode(true);
    for (const { label, words: said } of left) {
      const line = box.querySelector("template").content.cloneNode(true);
      line.querySelector("dt").textContent = label;
      line.querySelector("dd").textContent = said;
      box.querySelector("dl").append(line);
    }
    section.prepend(box);
  };

  const giveBack = () => {
    settle();
    // where nobody is logged in, that something is kept is said, and not what
    for (const each of document.querySelectorAll("[data-kept]")) each.hidden = !keptNames().length;
    const section = document.querySelector("[data-keeps]");
    if (!section) return;
    // nobody else's words stay in the tab of whoever reads this page
    const askerOf = (keeps) => keeps.replace(/^\S+/, "");
    for (const name of keptNames())
      if (askerOf(name.slice(KEPT.length)) !== askerOf(section.dataset.keeps)) sessionStorage.removeItem(name);
    const name = KEPT + section.dataset.keeps;
    const kept = JSON.parse(sessionStorage.getItem(name));
    if (!kept) return;
    sessionStorage.removeItem(name);
    // who opens the page anew goes on where the draft was left
    const draft = kept.draft && new URL(kept.draft.address, window.location.href);
    if (section.dataset.draft === "" && !window.location.search && draft?.pathname === window.location.pathname) {
      window.location.replace(draft);
      return;
    }
    const left = kept.typed.filter((each) => !putBack(section, each) && each.words);
    if (left.length) show(section, left);
  };

  // Who goes back to a page finds what was typed there as it was left, by the browser: what has gone through since is no
  // draft, and is taken out.
  const takeOut = () => {
    sent = null;
    const done = marks();
    const isDone = (field) => done.includes(mark({ action: actionOf(field.form), name: field.name, value: content(field) }));
    for (const form of document.querySelectorAll("[data-keeps] form")) {
      // what a refused form came with is what was typed; once its words have gone through, the rest of it is nothing
      const whole = isWhole(form);
      const over = whole && [...form.querySelectorAll("textarea")].some((each) => each.value && isDone(each));
      for (const field of form.querySelectorAll(TYPED)) {
        if (!over && ((!whole && change(field) === null) || content(field) === null || !isDone(field))) continue;
        if (field.options) [...field.options].forEach((each, n) => (each.selected = whole ? !n : each.defaultSelected));
        else if (field.matches("[type=checkbox]")) field.checked = !whole && field.defaultChecked;
        else field.value = whole ? "" : field.defaultValue;
      }
    }
  };
  const isGoneBackTo = (event) =>
    event.persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward";

  // the words of `time_left` in words.py
  const lasting = (minutes) => (minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`);
  const timeLeft = (until) => {
    const seconds = (Date.parse(until) - Date.now()) / 1000;
    const minutes = Math.floor(Math.abs(seconds) / 60);
    if (seconds < 0) return minutes ? `over for ${lasting(minutes)}` : "over";
    return minutes ? `${lasting(minutes)} left` : "less than a minute left";
  };
  const tellClocks = () => {
    for (const each of document.querySelectorAll("[data-until]")) each.textContent = timeLeft(each.dataset.until);
  };

  // beside a time in UTC stands that of the reader's own clock, where it is another one
  const tellLocalTimes = () => {
    for (const each of document.querySelectorAll("time[data-local]")) {
      const at = new Date(each.dateTime);
      if (Number.isNaN(at.valueOf()) || !at.getTimezoneOffset()) continue;
      const local = `${String(at.getHours()).padStart(2, "0")}:${String(at.getMinutes()).padStart(2, "0")}`;
      each.textContent += ` (${local} here)`;
      each.removeAttribute("data-local");
    }
  };

  // what a length of time will be read as, in the words of `read_seconds` in fields.py
  const TIME = /^\s*(?:(\d{1,6}):([0-5]\d)|(\d{1,9})\s*(s|sec|seconds?|m|min|minutes?)?)\s*$/i;
  const tellTime = (field) => {
    const found = TIME.exec(field.value);
    const said = document.getElementById(field.dataset.time);
    const of = found && (found[1] ? 60 * found[1] + +found[2] : found[3] * (/^m/i.test(found[4] ?? "") ? 60 : 1));
    const parts = found && [[Math.floor(of / 60), "min"], [of % 60, "s"]].filter(([n]) => n);
    said.textContent = found ? `= ${parts.map((each) => each.join(" ")).join(" ") || "0 s"}` : "";
    said.hidden = !found;
  };

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

  document.addEventListener("submit", (event) => (sent = event.target));
  window.addEventListener("pagehide", keep);
  document.addEventListener("DOMContentLoaded", giveBack);
  document.addEventListener("DOMContentLoaded", here);
  document.addEventListener("DOMContentLoaded", () => {
    tellClocks();
    tellLocalTimes();
    for (const each of document.querySelectorAll("[data-time]")) tellTime(each);
    setInterval(tellClocks, 10000);
  });
  document.addEventListener("htmx:after:swap", here);
  document.addEventListener("htmx:config:request", stay);
  document.addEventListener("htmx:after:request", elsewhere);
  document.addEventListener("htmx:before:swap", late);
  document.addEventListener("htmx:finally:request", ended);
  // an error without a request is of a click that came to none
  document.addEventListener("htmx:error", (event) => event.detail.ctx || failed());
  // a page that the browser kept comes back as it was left: in the middle of a step. A page that is new is shown after
  // its load, by when the first keys may have been pressed.
  window.addEventListener("pageshow", (event) => event.persisted && failed());
  window.addEventListener("pageshow", (event) => isGoneBackTo(event) && takeOut());
})();
