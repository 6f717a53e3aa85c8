// Counts the round clock down between two looks at the server, and fetches what has changed.
// The server's clock counts: `data-ends` is told in its time, and every answer says what time it is there.

import { focusAgain, focusIn } from "./focus.js";

const WARNING = 120;
const HALF_A_SECOND = 500;
let offset = 0;
let heard = "";

/* The time --------------------------------------------------------------------------------------- */

function setOffset(milliseconds) {
  if (Number.isFinite(milliseconds)) offset = milliseconds + HALF_A_SECOND - Date.now();
}

function stateOf(left) {
  if (left === 0) return "over";
  return left <= WARNING ? "warning" : "running";
}

function count(clock) {
  const ends = Number(clock.dataset.ends);
  if (!ends) return;
  const left = Math.max(0, Math.ceil((ends - Date.now() - offset) / 1000));
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  const figure = clock.querySelector("[data-clock-left]");
  if (figure.textContent !== text) figure.textContent = text;
  const state = stateOf(left);
  if (clock.classList.contains(state)) return;
  clock.classList.remove("running", "warning", "over");
  clock.classList.add(state);
  clock.querySelector("[data-clock-word]").textContent = clock.dataset[state];
  ring(clock, state);
}

function tick() {
  for (const clock of document.querySelectorAll("[data-clock]")) count(clock);
}

/** Two notes at the warning, four at the end, where the director wants it and the page is a loud one. */
function ring(clock, state) {
  const once = `${clock.dataset.ends} ${state}`;
  if (state === "running" || heard === once || !("sound" in clock.dataset) || !clock.closest("[data-loud]")) return;
  heard = once;
  const audio = new AudioContext();
  for (let note = 0; note < (state === "over" ? 4 : 2); note += 1) {
    const tone = audio.createOscillator();
    tone.frequency.value = 660;
    tone.connect(audio.destination);
    tone.start(audio.currentTime + note * 0.4);
    tone.stop(audio.currentTime + note * 0.4 + 0.2);
  }
}

/* The news --------------------------------------------------------------------------------------- */

async function look(place) {
  if (document.hidden || place.contains(document.activeElement?.closest("input, select, textarea"))) return;
  const headers = place.dataset.etag ? { "If-None-Match": place.dataset.etag } : {};
  const answer = await fetch(place.dataset.poll, { headers, cache: "no-store", redirect: "error" });
  setOffset(Date.parse(answer.headers.get("Date")));
  if (answer.status === 200) await show(place, answer);
}

async function show(place, answer) {
  const html = await answer.text();
  place.dataset.etag = answer.headers.get("ETag") ?? "";
  if (place.dataset.shown === html) return;
  const focus = focusIn(place);
  place.innerHTML = html;
  focusAgain(focus, place);
  place.dispatchEvent(new Event("news", { bubbles: true }));
  tick();
}

const quietly = (place) => look(place).catch(() => { /* it stays as it was until the network is back */ });

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("[data-read]");
  if (!form) return;
  event.preventDefault();
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
    if (!answer.ok) throw new Error(answer.status);
    form.remove();
  } catch { form.submit(); }
});

/* Begin ------------------------------------------------------------------------------------------ */

const next = new WeakMap();

/** A place on the page may come and go: each is looked at when its time has come. */
function lookAround() {
  for (const place of document.querySelectorAll("[data-poll]")) {
    if ((next.get(place) ?? 0) > Date.now()) continue;
    next.set(place, Date.now() + Number(place.dataset.every) * 1000);
    quietly(place);
  }
  tick();
}

setOffset(Number(document.querySelector("[data-now]")?.dataset.now) * 1000);
lookAround();
setInterval(lookAround, 250);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) document.querySelectorAll("[data-poll]").forEach(quietly);
});
