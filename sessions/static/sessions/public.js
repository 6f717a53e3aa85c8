// Keeps a running leaderboard quiet: nothing is exchanged while it is the same, changed rows flash once.

import { keepFocusOfSwaps } from "./focus.js";

keepFocusOfSwaps();
let before = new Map();

function isLeaderboard(event) {
  return event.detail.target?.id === "leaderboard";
}

function readRows(root) {
  return new Map([...root.querySelectorAll("[data-result]")].map((row) => [row.id, row.dataset.result]));
}

document.body.addEventListener("htmx:beforeRequest", (event) => {
  if (isLeaderboard(event) && document.hidden) event.preventDefault();
});

document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (!isLeaderboard(event)) return;
  const { xhr, target } = event.detail;
  if (xhr.status === 304 || xhr.getResponseHeader("ETag") === target.dataset.etag) event.detail.shouldSwap = false;
  else before = readRows(target);
});

document.body.addEventListener("htmx:afterSwap", () => {
  for (const row of document.querySelectorAll("#leaderboard [data-result]")) {
    if (before.has(row.id) && before.get(row.id) !== row.dataset.result) row.classList.add("moved");
  }
  before = new Map();
});

document.addEventListener("visibilitychange", () => {
  const board = document.getElementById("leaderboard");
  if (!document.hidden && board) board.dispatchEvent(new Event("look"));
});
