// While the next round is not drawn, asks now and then whether it is, and then shows the page anew.

const SECONDS = 8;

async function look() {
  const box = document.querySelector("[data-undrawn]");
  if (!box || document.visibilityState !== "visible") return;
  try {
    const answer = await fetch(box.dataset.undrawn);
    if (answer.status === 200) location.reload();
  } catch { /* the network is away: the next look may find it */ }
}

setInterval(look, SECONDS * 1000);
