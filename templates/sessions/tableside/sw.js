// Opens the tables' pages without a network: the newest copy of each, kept when it was last reached.

const KEPT = {{ kept|safe }};
const CACHE = `table-${KEPT.version}`;
const PATIENCE = 4000;
const home = (path) => path.match(/^\/t\/[^/]+\//)?.[0];
const isOurs = (request, url) => request.method === "GET" && url.origin === location.origin;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT.assets)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(moveIn());
});

/** Take over with the new copies of the files; the pages kept by an older worker come along. */
async function moveIn() {
  const cache = await caches.open(CACHE);
  for (const name of (await caches.keys()).filter((each) => each.startsWith("table-") && each !== CACHE)) {
    const old = await caches.open(name);
    for (const request of await old.keys()) {
      if (home(new URL(request.url).pathname)) await cache.put(request, await old.match(request));
    }
    await caches.delete(name);
  }
  await clients.claim();
}

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (!isOurs(event.request, url)) return;
  const isPage = event.request.mode === "navigate" || url.pathname === home(url.pathname);
  if (isPage && home(url.pathname)) event.respondWith(page(event.request, url));
  else if (url.pathname.startsWith(KEPT.static)) event.respondWith(asset(event.request));
});

addEventListener("message", (event) => {
  event.waitUntil(keep(event.data).catch(() => {}));
});

/** Keep a page that was loaded before this worker was there, with the files that it uses. */
async function keep({ page: address, files }) {
  const cache = await caches.open(CACHE);
  const missing = [];
  for (const file of files) if (!(await cache.match(file))) missing.push(file);
  await Promise.all([page(new Request(address), new URL(address, location.href)), cache.addAll(missing)]);
}

/** The page from the network; where that does not answer, the table's page as it was last seen. */
async function page(request, url) {
  const cache = await caches.open(CACHE);
  const address = home(url.pathname);
  const kept = await cache.match(address);
  try {
    const response = await within(kept ? PATIENCE : 60000, fetch(request));
    if (response.status >= 500 && kept && request.mode === "navigate") return kept;
    // Only our own answers carry this: a hotspot's sign-in page is not to be kept as the table's.
    if (url.pathname === address && !response.redirected && response.headers.has("X-Robots-Tag")) {
      if (response.ok) await cache.put(address, response.clone());
      else if ([403, 404, 410].includes(response.status)) await cache.delete(address);
    }
    return response;
  } catch (error) {
    if (kept && request.mode === "navigate") return kept;
    throw error;
  }
}

async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  try {
    const response = await within(kept ? PATIENCE : 60000, fetch(request));
    if (response.status === 200) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

function within(milliseconds, promise) {
  return Promise.race([promise, new Promise((_, give) => setTimeout(() => give(new Error("late")), milliseconds))]);
}
