// The director's pages: ticks write names on the list, and the grid redraws only when something has changed.

import { keepFocusOfSwaps } from "./focus.js";
import { addName, countLines, hasName, nameKey, removeName } from "./name-list.js";

keepFocusOfSwaps();

const form = document.querySelector("[data-setup]");
if (form) setUp(form);

const grid = document.querySelector("#grid");
if (grid) keepFresh(grid);

function setUp(form) {
  const list = form.querySelector("#id_names");
  const members = form.querySelector(".members");
  const size = Number(form.dataset.size);

  // From here on the list alone counts; without script the ticked names are added when the form is sent.
  members?.addEventListener("change", ({ target: box }) => {
    list.value = box.checked ? addName(list.value, box.value, size) : removeName(list.value, box.value, size);
    list.dispatchEvent(new Event("input", { bubbles: true }));
    list.scrollTop = list.scrollHeight;
  });

  function show() {
    for (const box of boxesOf(form)) {
      box.removeAttribute("name");
      box.checked = hasName(list.value, box.value, size);
    }
    showCount(form, list.value, size);
  }

  list.addEventListener("input", show);
  members?.addEventListener("htmx:afterSwap", show);
  show();
  // What the browser put back after a reload, or was typed before this script came, is news to the server.
  if (list.value !== list.defaultValue) {
    document.addEventListener("DOMContentLoaded", () => list.dispatchEvent(new Event("input", { bubbles: true })));
  }
  filterMembers(form);
}

function boxesOf(form) {
  return [...form.querySelectorAll(".members input")];
}

function showCount(form, text, size) {
  const words = document.querySelector("[data-words]");
  const { lines, short } = countLines(text, size);
  const kind = new Intl.PluralRules(document.documentElement.lang).select(lines).replace("other", "many");
  const named = words.getAttribute(`data-of-${size}-${kind}`) ?? words.getAttribute(`data-of-${size}`);
  const parts = [`${lines} ${named}`];
  if (short) parts.push(`${short} ${words.getAttribute(`data-short-${size}`)}`);
  const output = form.querySelector("[data-count]");
  output.hidden = false;
  output.textContent = parts.join(", ");
}

// The boxes of a large club come from the server, which looks for the name itself.
function filterMembers(form) {
  const search = form.querySelector("input[data-filter]");
  if (!search) return;
  for (const part of form.querySelectorAll("[data-filter]")) part.hidden = false;
  search.addEventListener("input", () => {
    const wanted = search.hasAttribute("hx-get") ? "" : nameKey(search.value);
    for (const box of boxesOf(form)) box.closest("li").hidden = !nameKey(box.value).includes(wanted);
  });
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const shown = boxesOf(form).filter((box) => !box.closest("li").hidden);
    if (shown.length === 1) {
      shown[0].click();
      search.value = "";
      search.dispatchEvent(new Event("input"));
    }
  });
}

// The browser answers an unchanged grid from its cache; what is on the page already is left alone, focus and all.
function keepFresh(grid) {
  let seen = grid.dataset.revision;
  grid.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.xhr.status === 304) event.detail.shouldSwap = false;
    const revision = (event.detail.xhr.getResponseHeader("ETag") || "").split(".")[1];
    if (revision && revision === seen) event.detail.shouldSwap = false;
    seen = revision || seen;
  });
}
