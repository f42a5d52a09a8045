// The middle of the page: a greeting before the first question, then one turn under the other.

import { outcomeView, releasedView } from "./answer.js";
import { assistantGlyph, el } from "./dom.js";
import { render } from "./text.js";
import { say, startersOf, worded } from "./words.js";
import { workView } from "./work.js";

const LONG = 300; // characters: fewer never fill the lines a question may have, even on a phone

export function talkView(node, acts) {
  let turns = new Map();
  let column = null;
  let pinned = null; // the turn whose question stays at the top, until the reader scrolls

  for (const gesture of ["wheel", "touchmove", "keydown", "pointerdown"]) node.addEventListener(gesture, () => (pinned = null), { passive: true });

  function greet(assistants, chosen) {
    turns = new Map();
    const { greeting } = worded(chosen);
    const starter = (text) => el("button", { type: "button", class: "starter", on: { click: () => acts.ask(text) } }, text);
    node.replaceChildren(
      el(
        "div",
        { class: "column welcome" },
        el("h1", {}, say("greeting")),
        pickerView(assistants, chosen, acts.pick),
        el("p", {}, greeting),
        el("div", { class: "starters", role: "group", "aria-label": say("starters_label") }, startersOf(chosen).map(starter)),
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
      view = turnView(turn, acts);
      turns.set(turn.run, view);
      column.append(view.node);
      pinned = view;
      tellOpinions(); // what could be reviewed may be the newest no more
    }
    view.update(turn);
    if (pinned === view) node.scrollTop = turns.size > 1 ? view.node.offsetTop : 0;
  }

  function tellOpinions() {
    for (const box of node.querySelectorAll(".opinion")) box.dispatchEvent(new Event("opinions"));
  }

  return { greet, begin, update, tellOpinions };
}

// One assistant needs no choosing.
function pickerView(assistants, chosen, pick) {
  if (assistants.length < 2) return null;
  const button = (assistant) =>
    el(
      "button",
      { type: "button", class: "pick", "aria-pressed": String(assistant.name === chosen.name), "data-assistant": assistant.name, on: { click: () => pick(assistant.name) } },
      el("span", { class: "glyph" }, assistantGlyph(assistant.name)),
      worded(assistant).title,
    );
  return el("div", { class: "picks", role: "group", "aria-label": say("assistants") }, assistants.map(button));
}

function turnView(turn, acts) {
  const work = workView();
  const question = el("h2", { class: "question" });
  const cut = el("p", { class: "notice failure", hidden: true }, say("cut"));
  const answer = el("div", { class: "answer" });
  const people = el("div", { class: "people" });
  const node = el("article", { class: "turn", "data-run": turn.run }, question, work.node, answer, cut, people);
  let shown = "";

  function update(turn) {
    question.textContent = turn.question;
    if (turn.question.length > LONG) question.tabIndex = 0; // it scrolls, also by keyboard
    work.update(turn);
    cut.hidden = !turn.cut;
    const now = turn.outcome ? "outcome" : JSON.stringify(turn.released);
    if (now !== shown && (turn.outcome || turn.released.length)) {
      shown = now;
      answer.replaceChildren(turn.outcome ? outcomeView(turn, acts) : releasedView(turn.released));
    }
    for (const one of turn.people.slice(people.childElementCount)) people.append(personView(one));
    answer.querySelector(".opinion")?.dispatchEvent(new Event("opinions"));
  }
  return { node, update };
}

// What a person did here: their words stand apart from the assistant's.
function personView({ did, person, text }) {
  if (did !== "said") return el("p", { class: "presence" }, say(`person_${did}`, { person }));
  return el("div", { class: "person" }, el("b", {}, person), el("div", { class: "text" }, render(text, () => null)));
}
