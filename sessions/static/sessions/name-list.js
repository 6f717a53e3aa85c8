// A list of names, one contestant a line, as the server reads it: who is on it, put on, taken off.
// `size` is how many players complete a line: 1, 2 for pairs, 4 for teams, whose names stand before a colon.

const PARTNERS = /\t|&|\/|\+|;|\s+and\s+|,/i;
const CALLED = /^[^:\t]+:/;

export function nameKey(name) {
  return name.normalize("NFC").replace(/\s+/g, "").toLowerCase();
}

function calledOf(line, size) {
  return size === 4 ? (line.match(CALLED) || [""])[0] : "";
}

function partners(line, size) {
  return line.slice(calledOf(line, size).length).split(PARTNERS).map((part) => part.trim()).filter(Boolean);
}

function written(line, names, size) {
  const pairs = names.map((name, at) => (at === 0 ? "" : at % 2 ? " & " : ", ") + name).join("");
  return `${calledOf(line, size)} ${pairs}`.trim();
}

function isOnLine(line, name, size) {
  const key = nameKey(name);
  return nameKey(line) === key || partners(line, size).some((part) => nameKey(part) === key);
}

function linesOf(text) {
  return text.split("\n").filter((line) => line.trim());
}

export function hasName(text, name, size) {
  return linesOf(text).some((line) => isOnLine(line, name, size));
}

export function addName(text, name, size) {
  if (hasName(text, name, size)) return text;
  const lines = linesOf(text);
  const last = lines.length - 1;
  if (size > 1 && last >= 0 && partners(lines[last], size).length < size) {
    lines[last] = written(lines[last], [...partners(lines[last], size), name], size);
  } else {
    lines.push(name);
  }
  return lines.join("\n") + "\n";
}

export function removeName(text, name, size) {
  const kept = linesOf(text).map((line) => {
    if (!isOnLine(line, name, size)) return line;
    if (nameKey(line) === nameKey(name)) return "";
    return written(line, partners(line, size).filter((part) => nameKey(part) !== nameKey(name)), size);
  });
  const lines = kept.filter(Boolean);
  return lines.length ? lines.join("\n") + "\n" : "";
}

export function countLines(text, size) {
  const lines = linesOf(text);
  return { lines: lines.length, short: lines.filter((line) => partners(line, size).length < size).length };
}
