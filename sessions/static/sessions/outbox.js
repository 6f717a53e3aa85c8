// Keeps results on the phone until the server has acknowledged them, each under its own key.
// IndexedDB where the browser has it, written through to the disk; else the plain storage; else this page only.

const PATIENCE = 10000;
const DONE = ["stored", "same"];
const SETTLED = ["conflict", "kept", "refused"];

/* Where it is kept ------------------------------------------------------------------------------- */

const asked = (request) => new Promise((done, fail) => {
  request.onsuccess = () => done(request.result);
  request.onerror = request.onblocked = () => fail(request.error ?? new Error("blocked"));
});

class Database {
  static async open() {
    const request = indexedDB.open("overtrick-table", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("lines", { keyPath: "key" });
      request.result.createObjectStore("packs", { keyPath: "table" });
    };
    const base = await asked(request);
    base.onversionchange = () => base.close();
    return new Database(base);
  }

  constructor(base) { this.base = base; }

  all(store) { return asked(this.base.transaction(store).objectStore(store).getAll()); }

  write(store, change) {
    return new Promise((done, fail) => {
      const transaction = this.base.transaction(store, "readwrite", { durability: "strict" });
      change(transaction.objectStore(store));
      transaction.oncomplete = () => done();
      transaction.onerror = transaction.onabort = () => fail(transaction.error);
    });
  }

  put(store, value) { return this.write(store, (found) => found.put(value)); }
  remove(store, key) { return this.write(store, (found) => found.delete(key)); }
}

/** The same over `localStorage`, or over nothing but this page. */
class Plain {
  constructor(storage) { this.storage = storage; this.memory = {}; }

  read(store) {
    const text = this.storage ? this.storage.getItem(`table ${store}`) : this.memory[store];
    return JSON.parse(text ?? "{}");
  }

  write(store, found) {
    const text = JSON.stringify(found);
    if (this.storage) this.storage.setItem(`table ${store}`, text);
    else this.memory[store] = text;
  }

  async all(store) { return Object.values(this.read(store)); }
  async put(store, value) { this.write(store, { ...this.read(store), [value.key ?? value.table]: value }); }
  async remove(store, key) { const { [key]: _gone, ...rest } = this.read(store); this.write(store, rest); }
}

function plainStorage() {
  try {
    localStorage.setItem("table probe", "1");
    localStorage.removeItem("table probe");
    return localStorage;
  } catch { return null; }
}

const opening = Database.open().catch(() => new Plain(plainStorage()));

/* The results of one table ------------------------------------------------------------------------ */

export const makeKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const inOrder = (a, b) => a.at - b.at;

/** `changed()` is called whenever what is kept has changed, `settled(item, answer)` after each answer. */
export class Outbox {
  constructor({ table, address, changed, settled }) {
    Object.assign(this, { table, address, changed, settled, why: "", sending: null });
  }

  async items() {
    const store = await opening;
    return (await store.all("lines")).filter((item) => item.table === this.table).sort(inOrder);
  }

  async waiting() { return (await this.items()).filter((item) => !item.answer); }

  /** Resolves once it is on the disk. What follows another that waits is sent right after that one. */
  async keep(item) {
    const items = await this.items();
    const before = items.findIndex(({ key }) => key === item.follows);
    const last = items.at(-1)?.at ?? 0;
    const at = before === -1 ? Math.max(Date.now(), last + 1) : (items[before].at + (items[before + 1]?.at ?? last + 1)) / 2;
    await (await opening).put("lines", { ...item, table: this.table, at });
    await this.changed();
  }

  async drop(key) {
    await (await opening).remove("lines", key);
    await this.changed();
  }

  async readPack() {
    return (await (await opening).all("packs")).find((pack) => pack.table === this.table);
  }

  async keepPack(pack) {
    await (await opening).put("packs", { ...pack, table: this.table });
  }

  /** Send what waits, in order; resolves to whether nothing waits any more. One at a time. */
  send() {
    this.sending ??= this.sendAll().finally(() => { this.sending = null; });
    return this.sending;
  }

  async sendAll() {
    for (let item; (item = (await this.waiting())[0]);) {
      const answer = await this.post(item);
      this.why = answer?.message ?? "";
      const isDone = DONE.includes(answer?.state);
      if (!isDone && !SETTLED.includes(answer?.state)) { await this.changed(); return false; }
      await this.settled(item, answer);
      if (isDone) await this.drop(item.key);
      else await this.settle(item, answer);
    }
    return true;
  }

  /** The line that a correction replaces: as it was seen, or as the result that it follows was stored. */
  async expectedBy({ expected, follows }) {
    const line = follows && (await this.readPack())?.lines?.[follows];
    return line ? String(line) : expected;
  }

  async settle(item, answer) {
    await (await opening).put("lines", { ...item, answer });
    await this.changed();
  }

  /** The server's answer to one result; nothing where the network, or something on it, answers otherwise. */
  async post({ key, round, board, entry, agreed, ends, ...item }) {
    const control = new AbortController();
    const clock = setTimeout(() => control.abort(), PATIENCE);
    const expected = await this.expectedBy(item);
    const body = JSON.stringify({ key, round, board, expected, entry, agreed, ends });
    const headers = { "Content-Type": "application/json" };
    try {
      const response = await fetch(this.address, { method: "POST", headers, body, signal: control.signal });
      const answer = await response.json();
      return answer.key === key || answer.state === "wait" ? answer : null;
    } catch {
      return null;
    } finally {
      clearTimeout(clock);
    }
  }
}
