// What a result earns, and what is doubtful in it, without a network: looked up in tables that the server made.

/** The tables that a pack names: those that are kept already, and the others fetched from below `home`. */
export async function fetchTables(pack, home, kept = {}) {
  const tables = {};
  for (const { round, scores } of pack.rounds) {
    for (const [board, name] of Object.entries(scores.tables ?? {})) {
      tables[name] ??= kept[name] ?? await fetchTable(`${home}rounds/${round}/boards/${board}/scores/`);
    }
  }
  return tables;
}

async function fetchTable(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}

/** What is known of a result with these values: the points by name of a side, or nothing, and the doubts. */
export function foresee(pack, items, { round, board }, values) {
  const scores = pack?.rounds?.find((each) => each.round === round)?.scores;
  const table = pack?.tables?.[scores?.tables?.[board]];
  const points = table && find(table.points, values);
  return {
    earned: points && scores.sides.map((side, at) => [side, points[at]]).filter(([, text]) => text !== null),
    doubts: [...(table && find(table.doubts, values) || []), ...repeated(scores, items, round, board, values)],
  };
}

/** Go through a diagram: from question to question, as the values answer, to what is found there. */
function find(diagram, values) {
  let at = diagram ? diagram.root : null;
  while (at >= 0 && at !== null) {
    const [ask, ...ways] = diagram.nodes[at];
    const [name, texts, usual] = diagram.asks[ask];
    const text = values.get(name) ?? "";
    const chosen = texts.includes(text) ? texts.indexOf(text) : text === "" ? usual : null;
    at = chosen === null ? null : ways[chosen];
  }
  return at === null ? null : diagram.findings[-1 - at];
}

/** The question whether the contract of the result before has been read once more. */
function repeated(scores, items, round, board, values) {
  const last = items.filter((item) => item.round === round && !item.ends).at(-1) ?? scores?.last;
  if (!last || last.board === board || !scores?.contract?.length) return [];
  const hasResult = scores.results.some((name) => values.get(name));
  const isSame = scores.contract.every((name) => (values.get(name) ?? "") === (last.entry[name] ?? ""));
  return hasResult && isSame && last.board in scores.repeated ? [scores.repeated[last.board]] : [];
}
