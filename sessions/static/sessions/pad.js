// The pad of a result: one decision a screen, what it hides and says meanwhile, and drafts that a reload keeps.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/* What a form holds ---------------------------------------------------------------------------- */

export const valuesOf = (form) => new Map([...new FormData(form)].map(([name, value]) => [name, String(value)]));
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

export function refresh(form) {
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
  fill(form, Object.fromEntries(kept ?? []));
  return Boolean(kept);
}

/** Put values by name into the fields of a form. */
export function fill(form, values) {
  for (const input of $$("input", form).filter(({ name }) => name in values)) {
    if (["radio", "checkbox"].includes(input.type)) input.checked = input.value === values[input.name];
    else input.value = values[input.name];
  }
}

export function dropDrafts() {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith("draft ")) sessionStorage.removeItem(key);
  } catch { /* nothing was kept */ }
}

/* One decision a screen -------------------------------------------------------------------------- */

/** `done(form)` is called when the last question is answered. */
export class Steps {
  constructor(form, done) {
    Object.assign(this, { form, done });
    this.steps = $$("[data-step]", form);
    this.aside = $$('[data-screen]');
    this.opener = $("[data-open-pad]");
    this.hint = $("[data-hint]", form);
    this.isPointer = false;
    form.classList.add("stepping");
    this.listen();
    const isBegun = restoreDraft(form) || this.isBegun();
    refresh(form);
    if (this.opener && !isBegun) this.leave();
    else this.show(this.firstOpen());
  }

  /** Whether somebody was quicker than this script: has followed the link to the pad, or tapped there. */
  isBegun() {
    const isOpen = location.hash === `#${this.form.id}`;
    if (isOpen) history.replaceState(history.state, "", location.pathname + location.search);
    return isOpen || this.steps.some((_, at) => isAnswered(this.main(at)));
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
    if (next === -1) this.done(this.form);
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
export function land(root, selector = "[data-focus]") {
  scrollTo(0, 0);
  ($(selector, root) ?? $("#content")).focus({ preventScroll: true });
}
