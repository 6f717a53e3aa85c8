// Lets a phone choose how it shows the tables' pages, and keeps that on it.

import { $, $$ } from "./pad.js";

export function offerLook() {
  const look = $("[data-look]");
  if (!look) return;
  look.hidden = false;
  const root = document.documentElement.dataset;
  for (const input of $$("input", look)) {
    const name = input.name.slice(5);
    input.checked = input.value === (root[name] ?? "");
    input.addEventListener("change", () => {
      root[name] = input.checked ? input.value : "";
      const { size, tricks, contrast, hand } = root;
      try { localStorage.setItem("look", JSON.stringify({ size, tricks, contrast, hand })); } catch { /* for this page only */ }
    });
  }
}
