// What is exchanged by itself, because something has happened, leaves the focus on the control where it was.

const CONTROLS = "a, button, input, select, textarea, summary";
const PASSING = ["csrfmiddlewaretoken", "key"];

/** What a control is to its reader, on whatever page: what it says, where it leads, what it sends. */
function meaning(control) {
  const hidden = [...control.form?.elements ?? []].filter(({ type, name }) => type === "hidden" && !PASSING.includes(name));
  return JSON.stringify([
    control.localName, control.textContent.trim(),
    ...["href", "name", "value", "aria-label"].map((name) => control.getAttribute(name)),
    { ...control.dataset }, control.form?.getAttribute("action"), ...hidden.map(({ name, value }) => [name, value]),
  ]);
}

/** Where in `place` the focus is, to be taken up again; nothing where it is on no control of it. */
export function focusIn(place) {
  const control = document.activeElement;
  if (!place?.contains(control) || !control.matches(CONTROLS)) return null;
  return { id: control.id, tag: control.localName, meaning: meaning(control) };
}

/** Focus the same control in what has come instead, by its id or else by its meaning; whether there is one. */
export function focusAgain(focus, place) {
  const isSame = (control) => (focus.id ? control.id === focus.id : meaning(control) === focus.meaning);
  const same = focus && [...place.querySelectorAll(focus.tag)].find(isSame);
  same?.focus({ preventScroll: true });
  return Boolean(same);
}

/** Have whatever htmx exchanges on this page leave the focus where it was. */
export function keepFocusOfSwaps() {
  let focus = null;
  document.body.addEventListener("htmx:beforeSwap", ({ detail }) => { focus = focusIn(detail.target); });
  document.body.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (document.activeElement === document.body) focusAgain(focus, detail.target.isConnected ? detail.target : document.body);
  });
}
