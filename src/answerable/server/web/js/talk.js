// The middle of the page: a greeting before the first question, then one turn under the other.

import { outcomeView } from "./answer.js";
import { el } from "./dom.js";
import { list, say } from "./words.js";
import { workView } from "./work.js";

export function talkView(node, { ask, suggest }) {
  let turns = new Map();
  let column = null;
  let pinned = null; // the turn whose question stays at the top, until the reader scrolls

  for (const gesture of ["wheel", "touchmove", "keydown"]) node.addEventListener(gesture, () => (pinned = null), { passive: true });

  function greet(starters) {
    turns = new Map();
    const words = starters.length ? starters : list("starters");
    const starter = (text) => el("button", { type: "button", class: "starter", on: { click: () => suggest(text) } }, text);
    node.replaceChildren(
      el(
        "div",
        { class: "column welcome" },
        el("h1", {}, say("greeting")),
        el("p", {}, say("introduction")),
        el("div", { class: "starters", role: "group", "aria-label": say("starters_label") }, words.map(starter)),
      ),
    );
  }

  function begin() {
    turns = new Map();
    column = el("div", { class: "column" });
    node.replaceChildren(column);
  }

  function update(turn) {
    let view = turns.get(turn.run);
    if (!view) {
      view = turnView(turn, ask);
      turns.set(turn.run, view);
      column.append(view.node);
      pinned = view;
    }
    view.update(turn);
    if (pinned === view) node.scrollTop = turns.size > 1 ? view.node.offsetTop : 0;
  }

  return { greet, begin, update };
}

function turnView(turn, ask) {
  const work = workView();
  const question = el("h2", { class: "question" });
  const cut = el("p", { class: "notice failure", hidden: true }, say("cut"));
  const node = el("article", { class: "turn", "data-run": turn.run }, question, work.node, cut);
  let told = false;

  function update(turn) {
    question.textContent = turn.question;
    work.update(turn);
    cut.hidden = !turn.cut;
    if (turn.outcome && !told) {
      told = true;
      node.append(outcomeView(turn.outcome, ask));
    }
  }
  return { node, update };
}
