// A run as a waterfall: every stored event in order, with a bar from when it began to when it was told.

import { el } from "./dom.js";
import { number, say } from "./words.js";

// Events that tell how long they took, and pairs that say when something began and ended.
const BEGAN = { TaskEnded: ({ task }) => ["TaskStarted", "task", task], DraftVerified: () => ["DraftWritten"], OutcomeSettled: () => ["RunStarted"] };

export function timelineOf(turn, open) {
  const at = (event) => new Date(event.createdAt).getTime();
  const first = new Date(turn.began).getTime();
  const spans = turn.events.map((event) => spanOf(turn.events, event, at));
  const start = Math.min(first, ...spans.map(({ from }) => from));
  const whole = Math.max(...spans.map(({ to }) => to)) - start || 1;
  return turn.events.map((event, place) => lineView(event, spans[place], { start, whole, first, open }));
}

function spanOf(events, event, at) {
  const { record } = event;
  const to = at(event);
  if (Number.isFinite(record.seconds)) return { from: to - record.seconds * 1000, to };
  const [name, field, value] = BEGAN[record.event]?.(record) ?? [];
  const before = name && events.findLast((one) => one.place < event.place && one.record.event === name && (!field || one.record[field] === value));
  return { from: before ? at(before) : to, to };
}

function lineView({ place, createdAt, record }, { from, to }, { start, whole, first, open }) {
  const { event, ...fields } = record;
  const share = (time) => `${((time / whole) * 100).toFixed(2)}%`;
  const bar = el("i", { class: from === to ? "tick" : "span", place: { left: `min(${share(from - start)}, 100% - 3px)`, width: share(to - from) } });
  return el(
    "details",
    { class: "event", "data-place": place, open: open.has(String(place)) },
    el(
      "summary",
      {},
      el("span", { class: "num" }, String(place)),
      el("span", { class: "name", title: event }, event.replace(/(?<=[a-z])(?=[A-Z])/g, " ")),
      el("span", { class: "at" }, `+${say("ms", { n: number(new Date(createdAt).getTime() - first, 0) })}`),
      el("span", { class: "rail", "aria-hidden": "true" }, bar),
    ),
    el("pre", { tabindex: "0" }, JSON.stringify(fields, null, 2)),
  );
}
