// Times the npm package bridge-scorer: node peer.js PACKAGE_FOLDER < event.json > times.json
"use strict";
const scorer = require(process.argv[2]);
const event = JSON.parse(require("fs").readFileSync(0, "utf8"));
const RUNS = 7;

function best(call, runs = RUNS) {
  const times = [];
  let result;
  for (let run = 0; run < runs; run += 1) {
    const start = process.hrtime.bigint();
    result = call();
    times.push(Number(process.hrtime.bigint() - start) / 1e9);
  }
  return { first: times[0], best: Math.min(...times), result };
}

function scoreAll(games) {
  for (const game of games) {
    game.score = scorer.contractMade(game.contract, game.vulnerable, game.made);
  }
  return games.length;
}

function rankEvent(boards) {
  const totals = new Map();
  for (const games of boards) {
    scoreAll(games);
    scorer.matchpoints(games);
    for (const game of games) {
      for (const [pair, points] of [[game.ns, game.matchpointsNS], [game.ew, game.matchpointsEW]]) {
        if (points.value !== -1) {
          totals.set(pair, (totals.get(pair) || 0) + points.value);
        }
      }
    }
  }
  return scorer.rank([...totals].map(([pair, score]) => ({ pair, score })));
}

const contracts = best(() => scoreAll(event.contracts));
const scores = event.contracts.map((game) => game.score);
const whole = best(() => rankEvent(event.boards));
const onlyScores = best(() => event.boards.reduce((sum, games) => sum + scoreAll(games), 0));
process.stdout.write(
  JSON.stringify({
    contract: { first: contracts.first, best: contracts.best, count: event.contracts.length, scores },
    scores: { first: onlyScores.first, best: onlyScores.best },
    event: {
      first: whole.first,
      best: whole.best,
      winner: whole.result[0].pair,
      totals: Object.fromEntries(whole.result.map((row) => [row.pair, row.score])),
    },
    bytes: process.memoryUsage().heapUsed,
  }),
);
