// Turns the slides over by itself; the arrows turn by hand, space holds the page, F fills the screen.

const SECONDS = 12;
const place = document.querySelector("[data-slides]");
const slides = () => [...place.querySelectorAll("[data-slide]")];
let shown = "";
let at = 0;
let isHeld = false;
let turned = Date.now();

/** Show the slide; after news the same one again, or the one at its place where it is gone. */
function show(index) {
  const all = slides();
  at = ((index % all.length) + all.length) % all.length;
  shown = all[at].dataset.slide;
  for (const [number, slide] of all.entries()) slide.hidden = number !== at;
  document.querySelector("[data-page]").textContent = all.length > 1 ? `${at + 1} / ${all.length}` : "";
}

function turn(step) {
  turned = Date.now();
  show(at + step);
}

function hold() {
  isHeld = !isHeld;
  document.querySelector("[data-held]").hidden = !isHeld;
}

function fill() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.();
}

const KEYS = {
  ArrowRight: () => turn(1), PageDown: () => turn(1), ArrowDown: () => turn(1),
  ArrowLeft: () => turn(-1), PageUp: () => turn(-1), ArrowUp: () => turn(-1),
  " ": hold, f: fill, F: fill,
};

document.addEventListener("keydown", (event) => {
  if (!(event.key in KEYS) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " " && event.target.closest("a, button")) return;
  event.preventDefault();
  KEYS[event.key]();
});

place.addEventListener("news", () => {
  const same = slides().findIndex((slide) => slide.dataset.slide === shown);
  show(same === -1 ? at : same);
});

const button = document.querySelector("[data-full]");
button.hidden = !document.fullscreenEnabled;
button.addEventListener("click", fill);

document.body.classList.add("turning");
show(0);
setInterval(() => { if (!isHeld && Date.now() - turned >= SECONDS * 1000) turn(1); }, 500);
