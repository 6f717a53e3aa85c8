// The table's pages on a phone: every tap shows its effect at once, and is kept when the network fails.
// Every page works without this: it only shows, hides, and sends what the forms hold.

import { focusAgain, focusIn } from "./focus.js";
import { offerLook } from "./look-menu.js";
import { Outbox, makeKey } from "./outbox.js";
import { fillIn, fillInOwn, noteAway, ownPreview } from "./own-preview.js";
import { fetchTables, foresee } from "./own-scores.js";
import { $, $$, Steps, dropDrafts, fill, land, refresh, valuesOf } from "./pad.js";

const TIMEOUT = 15000;
const AT_ONCE = 60;
const PREVIEW_PATIENCE = 4000;
const AWAY = 10000;
const NETWORK_BACK = 5000;
const BEAT = 10000;
const HEARD_FOR = 8000;
const LONGEST_TAP = 1000;

const place = $("[data-outbox]")?.dataset;
const outbox = place && new Outbox({ table: place.table, address: place.lines, changed: drawOutbox, settled: onSettled });
let awayUntil = 0;
let isStale = false;
let catching = null;
let waiting = null;
let heard = null;
let turns = 0;
let lifted = Promise.resolve();

const isAway = () => navigator.onLine === false || Date.now() < awayUntil;
const goAway = () => { awayUntil = Date.now() + AWAY; };
const wait = (milliseconds) => new Promise((done) => setTimeout(() => done(false), milliseconds));
const isBusy = () => document.body.classList.contains("focused") || $("[data-local-preview]") || $("[aria-busy=true]");
const parse = (html) => new DOMParser().parseFromString(html, "text/html");
const fragment = (html) => document.createRange().createContextualFragment(html);

/* Asking the server ------------------------------------------------------------------------------ */

function tell(text) {
  const status = $("[data-status]");
  status.textContent = text;
  status.hidden = !text;
  if (text) scrollTo(0, 0);
}

const tellOffline = () => tell($("[data-status]").dataset.offline);

/** Ask for a page, but not for ever: its text and the response. */
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

/** Put the page that the server answered in the place of this one, whose `focus` it leaves where it was if it can. */
function show(html, response, { address = location.href, focus = null } = {}) {
  const page = parse(html);
  const content = $("#content", page);
  if (!content) { location.reload(); return; }
  const table = $("[data-outbox]", page)?.dataset.table;
  if (place && table && table !== place.table) { location.replace(response.url); return; }
  if (response.redirected) dropDrafts();
  document.title = page.title;
  document.body.classList.remove("focused");
  $("#content").replaceWith(content);
  history[response.redirected ? "replaceState" : "pushState"]({ answer: !response.redirected }, "", response.redirected ? response.url : address);
  enhance();
  if (!focusAgain(focus, content) && !$(".focused")) land(content);
}

/** Show the server's own page of the table, unless somebody is entering meanwhile; whether that went well. */
async function goHome() {
  try {
    const answer = await ask(place.home);
    await lifted;
    if (isBusy()) { hear(answer); return false; }
    arrive(answer);
    return true;
  } catch { return false; }
}

function arrive(answer) {
  const [html, { url }] = answer;
  hear(answer);
  show(html, { redirected: true, url }, { focus: focusMeanwhile() });
  isStale = false;
  sayAgain();
  fetchPack();
}

/** Where somebody has gone by keyboard since the last page came; nothing where that is the form that is being sent. */
const focusMeanwhile = () => (document.activeElement?.closest("[aria-busy=true]") ? null : focusIn($("#content")));

/** Remember what the server says with a page, such as "saved": it says so once, also with a page that is not shown. */
function hear([html]) {
  const said = $(".messages", parse(html));
  if (said) heard = { said, at: Date.now() };
}

/** Say what was heard a moment ago where the page that came after it does not. */
function sayAgain() {
  if (heard && Date.now() - heard.at < HEARD_FOR && !$("#content .messages")) $("#content").prepend(heard.said);
}

/** A new result begins: what was said of the one before must not seem to be said of this one. */
function unsay() {
  heard = null;
  for (const each of $$(".messages")) each.remove();
}

/* Sending a form --------------------------------------------------------------------------------- */

const dataOf = (form, submitter) => {
  const body = new URLSearchParams(new FormData(form));
  if (submitter?.name) body.set(submitter.name, submitter.value);
  return body;
};

async function send(form, submitter) {
  if (form.getAttribute("aria-busy") === "true") return;
  form.setAttribute("aria-busy", "true");
  try {
    const answer = await ask(form.getAttribute("action"), { method: "POST", body: dataOf(form, submitter) });
    waiting = null;
    show(...answer);
    if (outbox && answer[1].redirected) fetchPack();
  } catch {
    form.removeAttribute("aria-busy");
    goAway();
    waiting = () => form.isConnected && send(form, submitter);
    tellOffline();
  }
}

/** Show a result once more before it counts: as the server sees it, or as it was tapped until that comes. */
async function preview(form) {
  if (isAway() || form.dataset.corrects) { showOwnPreview(form, true); return; }
  const address = form.getAttribute("action");
  const asking = ask(address, { method: "POST", body: dataOf(form) }, PREVIEW_PATIENCE).catch(() => null);
  const quick = await Promise.race([asking, wait(AT_ONCE)]);
  if (quick) { show(...quick); return; }
  const shown = showOwnPreview(form, quick === null);
  const answer = await asking;
  await lifted;
  if (!answer) goAway();
  if (!shown.isConnected) return;
  if (!answer) noteAway(shown);
  else if (!fillIn(shown, parse(answer[0]))) show(...answer);
}

/** Show the score as this phone knows it by itself. */
async function addOwnScore(shown, form) {
  const [pack, items] = [await outbox.readPack(), await outbox.items()];
  await lifted;
  fillInOwn(shown, foresee(pack, items, placeOf(form.getAttribute("action")), valuesOf(form)));
}

function showOwnPreview(form, isWithoutNetwork) {
  const content = ownPreview(form);
  const shown = $("section", content);
  if (isWithoutNetwork) noteAway(shown);
  addOwnScore(shown, form);
  const before = [...$("[data-page]").childNodes];
  $("[data-change]", content).addEventListener("click", () => {
    $("[data-page]").replaceChildren(...before);
    for (const each of $$("[data-screen]")) each.hidden = true;
    document.body.classList.add("focused");
    land(form, "[data-step]:not([hidden]) [data-main] legend");
  });
  for (const each of $$("[data-screen]")) if (!$("[data-page]").contains(each)) each.hidden = false;
  tell("");
  unsay();
  document.body.classList.remove("focused");
  $("[data-page]").replaceChildren(content);
  land($("[data-page]"));
  return shown;
}

/* What this phone keeps -------------------------------------------------------------------------- */

const lineId = (item) => `${item.round}/${item.board}`;

/** The round and the board, if any, that an address names. */
function placeOf(address) {
  const found = address.match(/rounds\/(\d+)\/(?:boards\/(\d+)\/)?/);
  return found && { round: Number(found[1]), board: found[2] && Number(found[2]) };
}

/** A form's result, or its end of a round, as it is kept and sent. */
function itemOf(form) {
  const { csrfmiddlewaretoken: _token, key, expected, agreed, ...entry } = Object.fromEntries(valuesOf(form));
  const at = placeOf(form.getAttribute("action"));
  const follows = form.dataset.corrects;
  if ("ends" in form.dataset) return { key: makeKey(), ends: true, round: at.round, name: form.dataset.name };
  return {
    key: (!follows && key) || makeKey(), follows, expected: expected ?? "", agreed: agreed ?? "", entry,
    name: form.dataset.name, ...at,
  };
}

/** Keep what was confirmed, send it if that is possible now, and go on. Nothing is told as saved before it is. */
async function confirm(form) {
  if (form.getAttribute("aria-busy") === "true") return;
  form.setAttribute("aria-busy", "true");
  unsay();
  try {
    await outbox.keep(itemOf(form));
  } catch {
    form.removeAttribute("aria-busy");
    if (form.matches("[data-live]")) send(form);
    else tellOffline();
    return;
  }
  if (form.dataset.drops) await outbox.drop(form.dataset.drops);
  dropDrafts();
  await proceed();
}

/** Show what comes next: the server's page if it is there at once, else our own until it is. */
async function proceed() {
  const turn = ++turns;
  const home = outbox.send().then((isSent) => isSent && ask(place.home)).catch(() => null);
  const quick = await Promise.race([home, wait(isAway() ? 0 : AT_ONCE)]);
  if (quick) { arrive(quick); return; }
  await goOn();
  const answer = await home;
  await lifted;
  if (!answer) goAway();
  else if (isStale && turn === turns && !isBusy()) arrive(answer);
  else {
    hear(answer);
    if (!isBusy()) sayAgain();
  }
}

/** Show, without the network, the next board that has no result; or what follows the last one. */
async function goOn() {
  isStale = true;
  const [pack, items] = [await outbox.readPack(), await outbox.items()];
  const past = pastOf(pack, items);
  const stage = pack?.rounds?.find(({ round }) => !past.rounds.has(round));
  const next = stage?.boards.find(({ number }) => !past.boards.has(`${stage.round}/${number}`));
  if (next) showLocal(fragment(next.html));
  else if (stage) showLocal(fragment(stage.after));
  else showLocal($("template[data-lost]").content.cloneNode(true));
}

/** The rounds that have ended and the boards that are entered, as far as this phone knows. */
function pastOf(pack, items) {
  return {
    rounds: new Set([...items.filter(({ ends }) => ends).map(({ round }) => round), ...(pack?.ended ?? [])]),
    boards: new Set([...items.map(lineId), ...(pack?.done ?? [])]),
  };
}

function showLocal(content) {
  $(".messages")?.remove();
  tell("");
  document.body.classList.remove("focused");
  const page = $("[data-page]");
  page.replaceChildren(content);
  enhance();
  if (!$(".focused")) land(page);
}

/** The page of a board as it was fetched ahead; nothing where it was not. */
async function pageAhead({ round, board }) {
  const pack = await outbox.readPack();
  const found = pack?.rounds?.find((each) => each.round === round)?.boards.find(({ number }) => number === board);
  return found && fragment(found.html);
}

/** Open the pad once more for a result that waits to be sent. */
async function correct(key) {
  const item = (await outbox.waiting()).find((each) => each.key === key);
  const content = item && await pageAhead(item);
  if (!content) { tellOffline(); return; }
  const form = $("form", content);
  form.removeAttribute("data-draft");
  form.dataset.corrects = key;
  fill(form, item.entry);
  $("[data-screen=board]", content).replaceWith($("template[data-leave]").content.cloneNode(true));
  showLocal(content);
}

async function fetchPack() {
  try {
    const response = await fetch(place.pack);
    const pack = response.ok && await response.json();
    if (!pack || (await outbox.waiting()).length) return;
    const { lines, tables } = await outbox.readPack() ?? {};
    await outbox.keepPack({ ...pack, lines, tables });
    const fetched = await fetchTables(pack, place.home, tables);
    await outbox.keepPack({ ...await outbox.readPack(), tables: fetched });
  } catch { /* the one that is kept will do */ }
}

/** Something has been answered: remember it, so that an old page does not ask for it again. */
async function onSettled(item, answer) {
  awayUntil = 0;
  isStale = true;
  const pack = await outbox.readPack() ?? {};
  const known = item.ends ? { ended: [...(pack.ended ?? []), item.round] } : { done: [...(pack.done ?? []), lineId(item)] };
  await outbox.keepPack({ ...pack, ...known, lines: { ...pack.lines, [item.key]: answer.line } });
}

async function drawOutbox() {
  const items = await outbox.items();
  await lifted;
  const section = $("[data-outbox]");
  if (!section) return;
  const focus = focusIn(section);
  const replaced = new Set(items.map(({ follows }) => follows));
  const unsent = items.filter(({ answer, key }) => !answer && !replaced.has(key));
  $("[data-waiting]", section).hidden = !unsent.length;
  $("[data-count]", section).textContent = unsent.length;
  const why = $("[data-why]", section);
  why.dataset.usual ??= why.textContent;
  why.textContent = outbox.why || why.dataset.usual;
  $("[data-lines-waiting]", section).replaceChildren(...unsent.map(waitingLine));
  const answered = items.filter(({ answer }) => answer);
  $("[data-receipts]", section).replaceChildren(...answered.map((item) => fragment(item.answer.html ?? "")));
  section.hidden = !items.length;
  if (focus && !section.contains(document.activeElement)) focusAgain(focus, section);
}

function waitingLine({ key, name, ends }) {
  const line = $("template[data-waiting-line]").content.cloneNode(true);
  $("[data-name]", line).textContent = name;
  const button = $("[data-correct]", line);
  button.dataset.correct = key;
  button.setAttribute("aria-label", `${button.textContent} ${name}`);
  button.hidden = Boolean(ends);
  return line;
}

/** Try to hand in what waits; when all is handed in, the server's page comes in the place of our own. */
function catchUp() {
  catching ??= handIn().finally(() => { catching = null; });
  return catching;
}

async function handIn() {
  const isSent = await outbox.send();
  if (isSent && isStale && !isBusy()) await goHome();
}

/** Where phones share a table, or wait for one: look whether anything has happened there. */
async function listen() {
  const { heart, beat } = $("[data-outbox]")?.dataset ?? {};
  const isWaiting = $("[data-wait]");
  if (document.hidden || isBusy() || isAway() || !(heart || isWaiting)) return;
  try {
    const found = isWaiting ? {} : await (await fetch(heart)).json();
    if (found.pulse !== beat && !(await outbox.waiting()).length) await goHome();
  } catch { /* it stays as it was */ }
}

/* What is tapped --------------------------------------------------------------------------------- */

// A page is not exchanged under a thumb: what comes meanwhile waits until the tap has been taken.
addEventListener("pointerdown", () => {
  lifted = new Promise((done) => {
    setTimeout(done, LONGEST_TAP);
    const lift = () => setTimeout(done);
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, lift, { once: true });
  });
}, true);

/** Follow a link between the table's pages; without a network as far as this phone can by itself. */
async function visit(link) {
  if (!isAway()) {
    try { show(...await ask(link.href), { address: link.href }); return; } catch { goAway(); }
  }
  const at = placeOf(link.pathname);
  const content = at?.board && await pageAhead(at);
  if (content) showLocal(content);
  else if (link.pathname === place.home) await goOn();
  else tellOffline();
}

addEventListener("submit", (event) => {
  const form = event.target;
  if (outbox && form.matches("[data-outbox-form]")) {
    event.preventDefault();
    confirm(form);
  } else if (form.matches("[data-live]")) {
    event.preventDefault();
    if (outbox && form.matches("[data-steps]")) preview(form);
    else send(form, event.submitter);
  }
});
addEventListener("click", (event) => {
  const { drop, correct: key } = event.target.closest?.("[data-drop], [data-correct]")?.dataset ?? {};
  if (drop) outbox.drop(drop);
  if (key) correct(key);
  const link = event.target.closest?.("#content a[href^='/t/']");
  if (!outbox || !link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  visit(link);
});
addEventListener("online", () => { awayUntil = 0; waiting?.(); if (outbox) catchUp(); });
addEventListener("popstate", () => location.reload());

// A phone that wakes up beside a table that has gone on shows what is current.
addEventListener("visibilitychange", async () => {
  if (!outbox || document.visibilityState !== "visible") return;
  await catchUp();
  if (isStale || !$("[data-watch]") || isBusy()) return;
  try {
    const [html] = await ask(location.href);
    await lifted;
    const content = $("#content", parse(html));
    if (!content || isBusy()) return;
    const focus = focusIn($("#content"));
    $("#content").replaceWith(content);
    enhance();
    focusAgain(focus, content);
  } catch { /* it stays as it was */ }
});

/* Begin ------------------------------------------------------------------------------------------ */

function enhance() {
  for (const form of $$("form[data-entry]")) {
    if ("steps" in form.dataset) new Steps(form, preview);
    else { refresh(form); form.addEventListener("change", () => refresh(form)); }
  }
  offerLook();
  if (outbox && $("[data-outbox]")) drawOutbox();
}

/** A page from this phone's own store may be older than what was entered since: show what comes next. */
async function resume() {
  const [pack, items] = [await outbox.readPack(), await outbox.items()];
  const form = $("[data-watch] form[data-steps], [data-page] form[data-ends]");
  const at = form && placeOf(form.getAttribute("action"));
  const past = pastOf(pack, items);
  const isOld = at && (past.rounds.has(at.round) || past.boards.has(lineId(at)));
  if (isOld || (!at && items.some(({ answer }) => !answer))) await goOn();
  if (await outbox.send()) {
    await fetchPack();
    if (isStale && !isBusy()) await goHome();
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
  setInterval(listen, BEAT);
}
