// A list of names, one contestant a line, as the server reads it: who is on it, put on, taken off.

const PARTNERS = /\t|&|\/|\+|;|\s+and\s+|,/i;

export function nameKey(name) {
  return name.normalize("NFC").replace(/\s+/g, "").toLowerCase();
}

function partners(line) {
  return line.split(PARTNERS).map((part) => part.trim()).filter(Boolean);
}

function isOnLine(line, name) {
  const key = nameKey(name);
  return nameKey(line) === key || partners(line).some((part) => nameKey(part) === key);
}

function linesOf(text) {
  return text.split("\n").filter((line) => line.trim());
}

export function hasName(text, name) {
  return linesOf(text).some((line) => isOnLine(line, name));
}

export function addName(text, name, isPairs) {
  if (hasName(text, name)) return text;
  const lines = linesOf(text);
  const last = lines.length - 1;
  if (isPairs && last >= 0 && partners(lines[last]).length === 1) {
    lines[last] = `${partners(lines[last])[0]} & ${name}`;
  } else {
    lines.push(name);
  }
  return lines.join("\n") + "\n";
}

export function removeName(text, name) {
  const kept = linesOf(text).map((line) => {
    if (!isOnLine(line, name)) return line;
    if (nameKey(line) === nameKey(name)) return "";
    return partners(line).filter((part) => nameKey(part) !== nameKey(name)).join(" & ");
  });
  const lines = kept.filter(Boolean);
  return lines.length ? lines.join("\n") + "\n" : "";
}

export function countLines(text, isPairs) {
  const lines = linesOf(text);
  return { lines: lines.length, singles: isPairs ? lines.filter((line) => partners(line).length === 1).length : 0 };
}
