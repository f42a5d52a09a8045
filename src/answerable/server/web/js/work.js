// The work on a question: the plan's tasks with their states while it is going on, folded away once it has ended.

import { working } from "./conversation.js";
import { el, pathOf, shortAddress } from "./dom.js";
import { count, number, say } from "./words.js";

// Longer lists of links are cut; the crawl log has them all.
const SHOWN_TARGETS = 3;

export function workView() {
  const summary = el("summary");
  const steps = el("ol", { class: "steps" });
  const reading = el("span", { class: "reading" });
  const box = el("details", { class: "work", open: true }, summary, steps, reading);
  let ended = false;

  function update(turn) {
    const live = working(turn);
    box.dataset.live = String(live);
    box.hidden = !live && !turn.tasks.length; // refused at the door: no work was done
    summary.replaceChildren(...(live ? liveLine(turn) : [endLine(turn)]));
    steps.replaceChildren(...turn.tasks.map(taskStep), ...checkSteps(turn));
    reading.textContent = live && turn.read.length ? shortAddress(turn.read.at(-1).url) : "";
    if (!live && !ended) box.open = false;
    ended = !live;
  }
  return { node: box, update };
}

function liveLine(turn) {
  const doing = turn.tasks.length ? say("working") : say("starting");
  return [el("span", { class: "spinner", "aria-hidden": "true" }), el("span", {}, [doing, ...pageCounts(turn)].join(" · "))];
}

function pageCounts(turn) {
  const read = turn.read.filter((page) => page.fetched).length;
  const skipped = turn.read.length - read;
  return [read && count("pages_read", read), skipped && count("pages_skipped", skipped)].filter(Boolean);
}

function endLine(turn) {
  const took = turn.outcome?.usage.seconds ? [say("seconds", { n: number(turn.outcome.usage.seconds, 1) })] : [];
  const steps = turn.tasks.length + turn.checks.length;
  return el("span", {}, [count("steps", steps), ...pageCounts(turn), ...took].join(" · "));
}

function taskStep(task) {
  const what = task.targets.length ? count("following", task.targets.length) : say("looking");
  const found = task.state === "done" ? [count("passages", task.evidence)] : [];
  if (task.enough !== null) found.push(say(task.enough ? "enough" : "not_enough"));
  const more = task.targets.length > SHOWN_TARGETS ? " …" : "";
  const where = task.targets.slice(0, SHOWN_TARGETS).map(pathOf).join("  ");
  return el(
    "li",
    { class: "step", "data-state": task.state },
    el("span", { class: "what" }, what),
    found.length ? ` — ${found.join(", ")}` : null,
    where && el("span", { class: "where" }, where + more),
  );
}

function checkSteps(turn) {
  return turn.checks.map(({ passed, objections }) => {
    if (passed === null) return el("li", { class: "step", "data-state": "running" }, el("span", { class: "what" }, say("writing")));
    const held = [count("checked", passed), objections && say("objected", { n: objections })].filter(Boolean).join(", ");
    return el("li", { class: "step", "data-state": "done" }, el("span", { class: "what" }, say("checking")), ` — ${held}`);
  });
}
