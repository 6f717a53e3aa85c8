// Leads through a result one decision at a time, and keeps it when the network fails.
// Every page works without this: it only shows, hides, and sends what the forms hold.

import { Outbox, makeKey } from "./outbox.js";

const TIMEOUT = 15000;
const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/* What a form holds ---------------------------------------------------------------------------- */

const valuesOf = (form) => new Map([...new FormData(form)].map(([name, value]) => [name, String(value)]));
const isAnswered = (fieldset) => Boolean($("input:checked, input[type=number]:valid:not([value=''])", fieldset));

/** Hide the fields that another one's value makes meaningless. */
function hideAbsent(form) {
  const values = valuesOf(form);
  for (const field of $$("[data-absent]", form)) {
    field.hidden = JSON.parse(field.dataset.absent).some(([name, absent]) => absent.includes(values.get(name) ?? ""));
    field.disabled = field.hidden;
  }
}

/** Print beside each number what it is against the chosen contract: =, +1, -2. */
function showPar(form) {
  const values = [...valuesOf(form).values()];
  for (const field of $$("[data-par]", form)) {
    const par = JSON.parse(field.dataset.par);
    const need = par[values.find((value) => value in par)];
    for (const mark of $$("[data-against-par]", field)) {
      const rest = Number($("input", mark.parentElement).value) - need;
      mark.textContent = need === undefined ? "" : rest === 0 ? "=" : rest > 0 ? `+${rest}` : `−${-rest}`;
    }
  }
}

/** Say in the folded line which seat is chosen. */
function namePresets(form) {
  for (const preset of $$("[data-preset]", form)) {
    const key = $("input:checked", preset)?.parentElement;
    if (!key) continue;
    $("[data-preset-name]", preset).textContent = $(".key-text", key).textContent;
    $("[data-preset-note]", preset).textContent = $(".key-note", key)?.textContent ?? "";
  }
}

function refresh(form) {
  hideAbsent(form);
  showPar(form);
  namePresets(form);
}

/* Drafts: a reload loses nothing ----------------------------------------------------------------- */

const draftKey = (form) => `draft ${form.getAttribute("action")} ${form.elements.expected.value}`;

function keepDraft(form) {
  if (!("draft" in form.dataset)) return;
  const kept = [...valuesOf(form)].filter(([name]) => !["csrfmiddlewaretoken", "key", "expected"].includes(name));
  try { sessionStorage.setItem(draftKey(form), JSON.stringify(kept)); } catch { /* then it is not kept */ }
}

function restoreDraft(form) {
  if (!("draft" in form.dataset)) return false;
  let kept = null;
  try { kept = JSON.parse(sessionStorage.getItem(draftKey(form))); } catch { /* then there is none */ }
  for (const [name, value] of kept ?? []) {
    for (const input of $$("input", form).filter((each) => each.name === name)) {
      if (["radio", "checkbox"].includes(input.type)) input.checked = input.value === value;
      else input.value = value;
    }
  }
  return Boolean(kept);
}

function dropDrafts() {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith("draft ")) sessionStorage.removeItem(key);
  } catch { /* nothing was kept */ }
}

/* One decision a screen -------------------------------------------------------------------------- */

class Steps {
  constructor(form) {
    this.form = form;
    this.steps = $$("[data-step]", form);
    this.aside = $$('[data-screen]');
    this.opener = $("[data-open-pad]");
    this.hint = $("[data-hint]", form);
    this.isPointer = false;
    form.classList.add("stepping");
    this.listen();
    const restored = restoreDraft(form);
    refresh(form);
    if (this.opener && !restored) this.leave();
    else this.show(this.firstOpen());
  }

  listen() {
    this.form.addEventListener("pointerdown", () => { this.isPointer = true; });
    this.form.addEventListener("keydown", () => { this.isPointer = false; });
    this.form.addEventListener("change", () => { refresh(this.form); keepDraft(this.form); this.label(); });
    this.form.addEventListener("click", (event) => this.onClick(event));
    this.opener?.addEventListener("click", (event) => { event.preventDefault(); this.show(0, true); });
    $("[data-back]", this.form).addEventListener("click", () => this.back());
    $("[data-next]", this.form).addEventListener("click", () => this.next());
  }

  /** A finger's tap on a key of the screen's question goes on by itself; the keyboard has its button. */
  onClick(event) {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || input.type !== "radio" || !this.isPointer || event.detail === 0) return;
    const preset = input.closest("[data-preset]");
    if (preset) preset.open = false;
    if (!input.closest("[data-main]")) return;
    refresh(this.form);
    keepDraft(this.form);
    const isLast = this.after(this.at) === -1;
    if (isLast && $("[data-more]", this.steps[this.at])?.open) return;
    setTimeout(() => this.next(), 120);
  }

  main(index) { return $("[data-main]", this.steps[index]); }
  isUsed(index) { return !this.main(index).hidden; }
  after(index) { return this.steps.findIndex((_, at) => at > index && this.isUsed(at)); }
  before(index) { return this.steps.reduce((found, _, at) => (at < index && this.isUsed(at) ? at : found), -1); }

  /** The first question with an error, else the first without an answer, else the last. */
  firstOpen() {
    const wrong = this.steps.findIndex((step) => $(".invalid", step));
    if (wrong !== -1) return wrong;
    const open = this.steps.findIndex((_, at) => this.isUsed(at) && !isAnswered(this.main(at)));
    return open === -1 ? this.before(this.steps.length) : open;
  }

  next() {
    if (!isAnswered(this.main(this.at))) {
      this.hint.textContent = this.hint.dataset.choose;
      $("legend", this.main(this.at)).focus();
      return;
    }
    const next = this.after(this.at);
    if (next === -1) send(this.form);
    else this.show(next, true);
  }

  back() {
    const before = this.before(this.at);
    if (before !== -1) this.show(before, true);
    else if (this.opener) this.leave(true);
  }

  /** Back to the board under play. */
  leave(isMoved = false) {
    this.form.hidden = true;
    for (const each of this.aside) each.hidden = false;
    document.body.classList.remove("focused");
    if (isMoved) land($("[data-screen=board]"));
  }

  show(index, isMoved = false) {
    this.at = index;
    this.form.hidden = false;
    for (const each of this.aside) each.hidden = true;
    document.body.classList.add("focused");
    this.steps.forEach((step, at) => { step.hidden = at !== index; });
    this.label();
    if (isMoved) land(this.steps[index], "[data-main] legend");
  }

  label() {
    if (this.form.hidden) return;
    this.hint.textContent = "";
    const isLast = this.after(this.at) === -1;
    $("[data-back]", this.form).hidden = this.before(this.at) === -1 && !this.opener;
    $("[data-next]", this.form).hidden = isLast;
    $("[data-preview]", this.form).hidden = !isLast;
    this.drawTrail();
  }

  /** What was chosen before this screen, each a way back to it. */
  drawTrail() {
    const trail = $("[data-trail]", this.form);
    trail.replaceChildren(...this.steps.slice(0, this.at).flatMap((_, at) => this.chip(at)));
    trail.hidden = !trail.children.length;
  }

  chip(index) {
    const key = this.isUsed(index) && $("input:checked", this.main(index))?.parentElement;
    if (!key) return [];
    const button = document.createElement("button");
    button.type = "button";
    button.append($(".key-text", key).cloneNode(true));
    button.addEventListener("click", () => this.show(index, true));
    const item = document.createElement("li");
    item.append(button);
    return [item];
  }
}

/** Bring a screen into view and let screen readers start at its heading. */
function land(root, selector = "[data-focus]") {
  scrollTo(0, 0);
  ($(selector, root) ?? $("#content")).focus({ preventScroll: true });
}

/* What this phone keeps ------------------------------------------------------------------------------ */

const NETWORK_BACK = 5000;
const PREVIEW_PATIENCE = 4000;
const AWAY = 10000;
const place = $("[data-outbox]")?.dataset;
const outbox = place && new Outbox({ table: place.table, address: place.lines, changed: drawOutbox, settled: onSettled });
let awayUntil = 0;
let isStale = false;
let catching = null;

const isAway = () => navigator.onLine === false || Date.now() < awayUntil;
const lineId = (item) => `${item.round}/${item.board}`;

/** A round and a board, from the address that a form posts to. */
function boardOf(form) {
  const [, round, board] = form.getAttribute("action").match(/rounds\/(\d+)\/boards\/(\d+)\//);
  return { round: Number(round), board: Number(board) };
}

/** A form's result as it is kept and sent. */
function itemOf(form) {
  const { csrfmiddlewaretoken: _token, key, expected, agreed, ...entry } = Object.fromEntries(valuesOf(form));
  return { key: key || makeKey(), expected: expected ?? "", agreed: agreed ?? "", entry, name: form.dataset.name, ...boardOf(form) };
}

/** Keep a confirmed result, send it if that is possible now, and go on. Nothing is told as saved before it is. */
async function confirm(form) {
  if (form.getAttribute("aria-busy") === "true") return;
  form.setAttribute("aria-busy", "true");
  const item = itemOf(form);
  try {
    await outbox.keep(item);
  } catch {
    form.removeAttribute("aria-busy");
    if (form.matches("[data-live]")) send(form);
    else tell($("[data-status]").dataset.offline);
    return;
  }
  if (form.dataset.drops) await outbox.drop(form.dataset.drops);
  dropDrafts();
  const sent = outbox.send();
  const isSent = await Promise.race([sent, wait(isAway() ? 0 : PREVIEW_PATIENCE)]);
  if (isSent && await goHome()) return;
  if (!isSent) awayUntil = Date.now() + AWAY;
  await goOn();
}

const wait = (milliseconds) => new Promise((done) => setTimeout(() => done(false), milliseconds));

const isBusy = () => document.body.classList.contains("focused") || $("[data-local-preview]") || $("[aria-busy=true]");

/** Show the server's own page of the table, unless somebody is entering meanwhile; whether that went well. */
async function goHome({ isPolite = false } = {}) {
  try {
    const [html] = await ask(place.home);
    if (isPolite && isBusy()) return false;
    show(html, { redirected: true, url: place.home });
    isStale = false;
    fetchPack();
    return true;
  } catch { return false; }
}

/** Show, without the network, the next board that has no result; or what follows the last one. */
async function goOn() {
  isStale = true;
  const pack = await outbox.readPack();
  const next = pack && nextBoard(pack, await outbox.items());
  if (next) showLocal(fragment(next.html));
  else if (pack?.round && pack.boards.length) showLocal(fragment(pack.after));
  else showLocal($("template[data-lost]").content.cloneNode(true));
}

function nextBoard(pack, items) {
  const done = new Set([...items.map(lineId), ...(pack.done ?? [])]);
  return pack.boards.find((board) => !done.has(`${pack.round}/${board.number}`));
}

const fragment = (html) => document.createRange().createContextualFragment(html);

function showLocal(content, isMoved = true) {
  $(".messages")?.remove();
  tell("");
  document.body.classList.remove("focused");
  const page = $("[data-page]");
  page.replaceChildren(content);
  enhance();
  if (isMoved && !$(".focused")) land(page);
  return page;
}

async function fetchPack() {
  try {
    const response = await fetch(place.pack);
    const pack = response.ok && await response.json();
    if (pack && !(await outbox.waiting()).length) await outbox.keepPack(pack);
  } catch { /* the one that is kept will do */ }
}

/** A result has been answered: remember it, so that an old page does not ask for the board again. */
async function onSettled(item) {
  awayUntil = 0;
  isStale = true;
  const pack = await outbox.readPack();
  if (pack) await outbox.keepPack({ ...pack, done: [...new Set([...(pack.done ?? []), lineId(item)])] });
}

async function drawOutbox() {
  const section = $("[data-outbox]");
  const items = await outbox.items();
  const waiting = items.filter((item) => !item.answer);
  $("[data-waiting]", section).hidden = !waiting.length;
  $("[data-count]", section).textContent = waiting.length;
  const why = $("[data-why]", section);
  why.dataset.usual ??= why.textContent;
  why.textContent = outbox.why || why.dataset.usual;
  $("[data-lines-waiting]", section).replaceChildren(...waiting.map((item) => {
    const line = document.createElement("li");
    line.textContent = item.name;
    return line;
  }));
  const answered = items.filter((item) => item.answer);
  $("[data-receipts]", section).replaceChildren(...answered.map((item) => fragment(item.answer.html ?? "")));
  section.hidden = !items.length;
}

/** Try to hand in what waits; when all is handed in, the server's page comes in the place of our own. */
function catchUp() {
  catching ??= handIn().finally(() => { catching = null; });
  return catching;
}

async function handIn() {
  const isSent = await outbox.send();
  if (isSent && isStale && !isBusy()) await goHome({ isPolite: true });
}

/** The result as it was tapped, shown once more without the server. */
function showOwnPreview(form) {
  const facts = $$("fieldset.entry", form).filter((field) => !field.disabled).flatMap(factOf);
  const content = $("template[data-local]").content.cloneNode(true);
  const text = facts.filter((fact) => fact.isMain).map((fact) => fact.value).join(" ");
  $("[data-title]", content).textContent = $("#pad-title", form).textContent;
  $("[data-text]", content).textContent = text;
  $("[data-facts]", content).append(...facts.map(({ label, value }) => row(label, value)));
  $("section", content).dataset.localPreview = "";
  const confirming = $("[data-outbox-form]", content);
  confirming.setAttribute("action", form.getAttribute("action"));
  confirming.dataset.name = `${$("#pad-title", form).textContent}: ${text}`;
  confirming.append(...ownValues(form).map(([name, value]) => hidden(name, value)));
  const before = [...$("[data-page]").childNodes];
  $("[data-change]", content).addEventListener("click", () => {
    $("[data-page]").replaceChildren(...before);
    for (const each of $$("[data-screen]")) each.hidden = true;
    document.body.classList.add("focused");
    land(form, "[data-step]:not([hidden]) [data-main] legend");
  });
  for (const each of $$("[data-screen]")) if (!$("[data-page]").contains(each)) each.hidden = false;
  tell("");
  document.body.classList.remove("focused");
  $("[data-page]").replaceChildren(content);
  land($("[data-page]"));
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
  const value = input.type === "number" ? input.value : seen($(".key-text, span", input.parentElement));
  return value ? [{ label, value: value.trim(), isMain }] : [];
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

/* How this phone shows its pages ------------------------------------------------------------------------ */

function offerLook() {
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

/* Sending ---------------------------------------------------------------------------------------- */

let waiting = null;

function tell(text) {
  const status = $("[data-status]");
  status.textContent = text;
  status.hidden = !text;
  if (text) scrollTo(0, 0);
}

/** Ask for a page, but not for ever. */
async function ask(address, options = {}, patience = TIMEOUT) {
  const control = new AbortController();
  const clock = setTimeout(() => control.abort(), patience);
  try {
    const response = await fetch(address, { ...options, signal: control.signal });
    if (response.status >= 500) throw new Error(response.statusText);
    return [await response.text(), response];
  } finally {
    clearTimeout(clock);
  }
}

async function send(form, submitter) {
  if (form.getAttribute("aria-busy") === "true") return;
  const canKeep = outbox && form.matches("[data-steps]");
  if (canKeep && isAway()) { showOwnPreview(form); return; }
  const body = new URLSearchParams(new FormData(form));
  if (submitter?.name) body.set(submitter.name, submitter.value);
  form.setAttribute("aria-busy", "true");
  try {
    const answer = await ask(form.getAttribute("action"), { method: "POST", body }, canKeep ? PREVIEW_PATIENCE : TIMEOUT);
    waiting = null;
    show(...answer);
    if (outbox && answer[1].redirected) fetchPack();
  } catch {
    form.removeAttribute("aria-busy");
    awayUntil = Date.now() + AWAY;
    if (canKeep) { showOwnPreview(form); return; }
    waiting = () => form.isConnected && send(form, submitter);
    tell($("[data-status]").dataset.offline);
  }
}

/** Put the page that the server answered in the place of this one. */
function show(html, response) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const content = $("#content", page);
  if (!content) { location.reload(); return; }
  if (response.redirected) dropDrafts();
  document.title = page.title;
  document.body.classList.remove("focused");
  $("#content").replaceWith(content);
  history[response.redirected ? "replaceState" : "pushState"]({ answer: !response.redirected }, "", response.redirected ? response.url : location.href);
  enhance();
  if (!$(".focused")) land(content);
}

addEventListener("submit", (event) => {
  const form = event.target;
  if (outbox && form.matches("[data-outbox-form]")) {
    event.preventDefault();
    confirm(form);
  } else if (form.matches("[data-live]")) {
    event.preventDefault();
    send(form, event.submitter);
  }
});
addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-drop]")?.dataset.drop;
  if (key) outbox.drop(key);
});
addEventListener("online", () => { awayUntil = 0; waiting?.(); if (outbox) catchUp(); });
addEventListener("popstate", () => location.reload());

// A phone that wakes up beside a table that has gone on shows what is current.
addEventListener("visibilitychange", async () => {
  if (!outbox || document.visibilityState !== "visible") return;
  await catchUp();
  if (isStale || !$("[data-watch]") || document.body.classList.contains("focused")) return;
  try {
    const [html] = await ask(location.href);
    const page = new DOMParser().parseFromString(html, "text/html");
    if (!$("#content", page) || document.body.classList.contains("focused")) return;
    $("#content").replaceWith($("#content", page));
    enhance();
  } catch { /* it stays as it was */ }
});

/* Begin ------------------------------------------------------------------------------------------ */

function enhance() {
  for (const form of $$("form[data-entry]")) {
    if ("steps" in form.dataset) new Steps(form);
    else { refresh(form); form.addEventListener("change", () => refresh(form)); }
  }
  offerLook();
  if (outbox && $("[data-outbox]")) drawOutbox();
}

/** A page from this phone's own store may be older than what was entered since: show what comes next. */
async function resume() {
  const pack = await outbox.readPack();
  const items = await outbox.waiting();
  const board = $("[data-watch] form[data-steps]");
  const isOld = board && pack && [...items.map(lineId), ...(pack.done ?? [])].includes(lineId(boardOf(board)));
  if (items.length && (isOld || !board) || isOld) await goOn();
  if (await outbox.send()) {
    await fetchPack();
    if (isStale) await goHome({ isPolite: true });
  }
}

async function keepPage() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(place.worker);
    const files = [...$$("script[src]").map((each) => each.src), ...$$("link[rel=stylesheet]").map((each) => each.href)];
    (await navigator.serviceWorker.ready).active.postMessage({ page: place.home, files });
  } catch { /* the page lives as long as it stays open */ }
}

enhance();
if (outbox) {
  resume();
  keepPage();
  navigator.storage?.persist?.();
  setInterval(catchUp, NETWORK_BACK);
}
