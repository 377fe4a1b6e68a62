// An engine for every game of Parlour, in one file: any move that is offered, chosen by its own luck.
//
//     parlour arena golf --bots "steady,exec:node examples/engine.mjs"
//     parlour engine LINK node examples/engine.mjs
//
// docs/engines.md describes the lines it reads and writes. To play better, change `weigh`.

import { createInterface } from "node:readline";

let luck = Number(process.env.PARLOUR_SEED ?? Date.now() % 2 ** 31);

/** A number from 0 to 1: the same ones for the same seed, so that the same deals give the same games. */
function random() {
  luck = (luck * 48271 + 1) % 2147483647;
  return luck / 2147483647;
}

const anyOf = (list) => list[Math.floor(random() * list.length)];

/** All values that a hole can take; for several cards, the examples. */
function values(hole, view) {
  const items = view.zones.find((zone) => zone.id === hole.from)?.items ?? [];
  switch (hole.hole) {
    case "card":
      return hole.only ?? items.map((item) => item.face ?? item).filter((face) => typeof face === "string");
    case "slot":
      return hole.only ?? items.map((_, place) => place);
    case "target":
      return hole.only;
    case "choice":
      return hole.of.map((choice) => choice.value);
    default:
      return hole.examples ?? [];
  }
}

/** The action of an ask with its holes filled, or null if nothing fits. */
function fill(ask, view) {
  const holes = Object.keys(ask.action).filter((key) => ask.action[key]?.hole);
  const row = ask.fits ? anyOf(ask.fits) : holes.map((key) => anyOf(values(ask.action[key], view)));
  if (row === undefined || row.includes(undefined)) return null;
  return { ...ask.action, ...Object.fromEntries(holes.map((key, place) => [key, row[place]])) };
}

/** What an action is worth to this player: the best one is played. This one does not care. */
function weigh(action, message) {
  return random();
}

function answer(message) {
  const { view, you } = message;
  const asks = (view.asks ?? []).filter((ask) => !ask.held);
  const actions = asks.map((ask) => fill(ask, view)).filter((action) => action);
  const mustMove = (view.waiting ?? []).includes(you.seat);
  if (!actions.length || (!mustMove && random() < 0.5)) return { type: "wait", id: message.id };
  const weighed = actions.map((action) => ({ action, worth: weigh(action, message) }));
  return { type: "act", id: message.id, action: weighed.reduce((a, b) => (b.worth > a.worth ? b : a)).action };
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "view" && message.id) console.log(JSON.stringify(answer(message)));
}
