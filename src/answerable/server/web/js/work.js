// The work on a question: its plan as a graph while it is going on, folded away once it has ended.

import { tasksOf, working } from "./conversation.js";
import { el, shortAddress } from "./dom.js";
import { graphView } from "./graph.js";
import { count, say, seconds } from "./words.js";

export function workView() {
  const summary = el("summary");
  const graph = graphView();
  const meant = el("p", { class: "meant", hidden: true });
  const reading = el("p", { class: "reading" });
  const box = el("details", { class: "work", open: true }, summary, meant, graph.node, reading);
  let last = null;
  let ended = false;

  // A folded graph has no width; it is drawn when it is opened.
  const redraw = () => last && box.open && graph.update(last, box.clientWidth);
  box.addEventListener("toggle", redraw);
  new ResizeObserver(redraw).observe(box);

  function update(turn) {
    last = turn;
    const live = working(turn);
    box.dataset.live = String(live);
    box.hidden = !live && !turn.waves.length; // refused at the door: no work was done
    summary.replaceChildren(...(live ? liveLine(turn) : [endLine(turn)]));
    const other = turn.meant && turn.meant.trim() !== turn.question.trim();
    meant.textContent = [turn.resumed && say("resumed"), other && say("understood", { words: turn.meant })].filter(Boolean).join(" · ");
    meant.hidden = !meant.textContent;
    reading.textContent = live && turn.read.length ? shortAddress(turn.read.at(-1).url) : "";
    if (!live && !ended) box.open = false;
    ended = !live;
    redraw();
  }
  return { node: box, update };
}

function liveLine(turn) {
  const doing = turn.waves.length ? say("working") : say("starting");
  return [el("span", { class: "spinner", "aria-hidden": "true" }), el("span", {}, [doing, ...counts(turn)].join(" · "))];
}

function counts(turn) {
  const read = turn.read.filter((page) => page.fetched).length;
  const skipped = turn.read.length - read;
  const queries = tasksOf(turn).reduce((sum, task) => sum + task.queries, 0);
  return [read && count("pages_read", read), skipped && count("pages_skipped", skipped), queries && count("queries", queries)].filter(Boolean);
}

function endLine(turn) {
  const took = turn.outcome?.usage?.seconds ? [seconds(turn.outcome.usage.seconds)] : [];
  return el("span", {}, [count("steps", tasksOf(turn).length + turn.checks.length), ...counts(turn), ...took].join(" · "));
}
