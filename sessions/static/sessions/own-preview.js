// A result as it was tapped, shown once more without waiting for the server.

import { $, $$, valuesOf } from "./pad.js";

/** The page that asks whether the result of a form is right; each of its forms carries all of it. */
export function ownPreview(form) {
  const facts = $$("fieldset.entry", form).filter((field) => !field.disabled).flatMap(factOf);
  const content = $("template[data-local]").content.cloneNode(true);
  const title = $("#pad-title", form).textContent;
  const text = facts.filter(({ isMain }) => isMain).map(({ short }) => short).join(" ");
  $("[data-title]", content).textContent = title;
  $("[data-text]", content).textContent = text;
  $("[data-facts]", content).append(...facts.map(({ label, value }) => row(label, value)));
  $("section", content).dataset.localPreview = "";
  for (const confirming of $$("[data-outbox-form]", content)) {
    confirming.setAttribute("action", form.getAttribute("action"));
    confirming.dataset.name = `${title}: ${text}`;
    if (form.dataset.corrects) confirming.dataset.corrects = form.dataset.corrects;
    confirming.append(...ownValues(form).map(([name, value]) => hidden(name, value)));
  }
  return content;
}

/** Put the score and the doubts of the server's answer where they are awaited; whether it had any. */
export function fillIn(preview, page) {
  const score = $(".score-card", page);
  if (!score) return false;
  $("[data-score]", preview).replaceChildren(...$$(".doubt", page), score);
  $("[data-text]", preview).replaceChildren(...$("#preview-title .board-role", page).childNodes);
  sayWhatIsMissing(preview);
  return true;
}

/** Put there what this phone knows of the score and the doubts by itself, unless the server was quicker. */
export function fillInOwn(preview, { earned, doubts }) {
  if (!$(".score-card", preview)) {
    $("[data-score]", preview).replaceChildren(...doubts.map(doubtOf), ...(earned ? [scoreCard(earned)] : []));
  }
  sayWhatIsMissing(preview);
}

/** Say that there is no network, and what follows from that. */
export function noteAway(preview) {
  preview.dataset.away = "";
  sayWhatIsMissing(preview);
}

function sayWhatIsMissing(preview) {
  const isAway = "away" in preview.dataset;
  const isKnown = Boolean($(".score-card", preview));
  $("[data-on-its-way]", preview).hidden = isKnown || isAway;
  $("[data-no-score]", preview).hidden = isKnown || !isAway;
  $("[data-only-kept]", preview).hidden = !isKnown || !isAway;
}

function doubtOf(words) {
  const doubt = $("template[data-doubt]").content.cloneNode(true);
  $("[data-words]", doubt).textContent = words;
  return doubt;
}

function scoreCard(earned) {
  const card = $("template[data-earned]").content.cloneNode(true);
  const list = $("ul", card);
  const line = $("li", list);
  list.replaceChildren(...earned.map(([side, points]) => {
    const made = line.cloneNode(true);
    $("bdi", made).textContent = side;
    $("strong", made).textContent = points;
    return made;
  }));
  return card;
}

const ownValues = (form) => [...valuesOf(form)].filter(([name, value]) => value !== "" && name !== "csrfmiddlewaretoken");

/** What stands there for the eye: a suit's symbol without its name for the ear. */
function seen(element) {
  const copy = element.cloneNode(true);
  for (const spoken of $$(".visually-hidden", copy)) spoken.remove();
  return copy.textContent;
}

function factOf(field) {
  const label = $("legend", field).firstChild.textContent.trim();
  const isMain = "main" in field.dataset;
  const input = $("input:checked, input[type=number]", field);
  if (!input || (!isMain && !field.closest("[data-preset]") && input.defaultChecked)) return [];
  const key = input.parentElement;
  const value = input.type === "number" ? input.value : seen($(".key-text, span", key)).trim();
  const note = $(".key-note", key)?.textContent;
  return value ? [{ label, value: note ? `${value} (${note})` : value, short: key.dataset.letter ?? value, isMain }] : [];
}

function row(label, value) {
  const made = document.createElement("div");
  const [term, fact] = ["dt", "dd"].map((name) => document.createElement(name));
  [term.textContent, fact.textContent] = [label, value];
  made.append(term, fact);
  return made;
}

function hidden(name, value) {
  const input = document.createElement("input");
  Object.assign(input, { type: "hidden", name, value });
  return input;
}
