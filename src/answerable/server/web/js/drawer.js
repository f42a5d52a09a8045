// The drawer beside the talk, for whoever wants to look behind an answer: when what happened, what was read, what
// it stands on, and what it cost.

import { el, iconButton, pathOf, shortAddress, webAddress } from "./dom.js";
import { evidenceView } from "./quote.js";
import { timelineOf } from "./timeline.js";
import { count, number, say } from "./words.js";

const VIEWS = { timeline: timelineOf, reading: readingOf, evidence: evidenceOf, costs: costsOf };
const NAMES = Object.keys(VIEWS);

export function drawerView(node, { closed }) {
  let shown = NAMES[0];
  let turns = [];
  const tab = (name) => el("button", { type: "button", class: "tab", role: "tab", id: `tab-${name}`, "aria-controls": "panel", on: { click: () => show(name) } }, say(name));
  const tabs = NAMES.map(tab);
  const panel = el("div", { class: "panel", id: "panel", role: "tabpanel", tabindex: "0" });
  const bar = el("div", { role: "tablist", "aria-label": say("details") }, tabs);
  node.replaceChildren(el("div", { class: "head" }, bar, iconButton("cross", say("close"), () => close())), panel);

  bar.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    show(NAMES[(NAMES.indexOf(shown) + step + NAMES.length) % NAMES.length]);
    tabs.find((one) => one.tabIndex === 0).focus();
  });

  function show(name) {
    shown = name;
    draw();
    panel.scrollTop = 0;
  }

  function draw() {
    if (node.hidden) return;
    for (const one of tabs) {
      const chosen = one.id === `tab-${shown}`;
      one.setAttribute("aria-selected", String(chosen));
      one.tabIndex = chosen ? 0 : -1;
    }
    panel.setAttribute("aria-labelledby", `tab-${shown}`);
    const open = new Set([...panel.querySelectorAll("details[open]")].map((one) => one.dataset.place));
    const section = (turn) => el("section", {}, el("h3", {}, turn.question), VIEWS[shown](turn, open));
    panel.replaceChildren(...(turns.length ? turns.toReversed().map(section) : [el("p", { class: "sum" }, say("no_details"))]));
  }

  function toggle() {
    node.hidden = !node.hidden;
    draw();
    if (!node.hidden) tabs.find((one) => one.tabIndex === 0).focus();
    return !node.hidden;
  }

  function close() {
    if (node.hidden) return false;
    node.hidden = true;
    closed();
    return true;
  }

  return { toggle, close, update: (now) => ((turns = now), draw()) };
}

const sum = (words) => el("p", { class: "sum" }, words);

function readingOf(turn) {
  if (!turn.read.length) return [sum(say("nothing_read"))];
  const read = turn.read.filter((page) => page.fetched).length;
  const skipped = turn.read.length - read;
  const words = [count("pages_read", read), skipped && count("pages_skipped", skipped)].filter(Boolean).join(" · ");
  return [sum(words), ...turn.read.map((page) => pageLine(page, named(turn)))];
}

// Where all pages are of one host its name says nothing, so paths are shown.
function named(turn) {
  const hosts = new Set(turn.read.map(({ url }) => webAddress(url)?.host));
  return hosts.size > 1 ? shortAddress : pathOf;
}

function pageLine(page, name) {
  const figures = page.fetched ? [page.status, say("ms", { n: number(page.seconds * 1000, 0) }), count("passages", page.passages)].join(" · ") : "";
  return el(
    "div",
    { class: page.fetched ? "line" : "line skipped" },
    el("span", { class: "mark", "aria-hidden": "true" }, page.fetched ? "✓" : "–"),
    webAddress(page.url) ? el("a", { href: page.url, title: page.url }, name(page.url)) : el("span", {}, page.url),
    el("span", { class: "num" }, figures),
    page.why && el("span", { class: "why" }, page.why),
  );
}

function evidenceOf(turn) {
  const cited = turn.outcome?.citations ?? [];
  return cited.length ? cited.map(evidenceView) : [sum(say("no_evidence"))];
}

function costsOf(turn) {
  const usage = turn.outcome?.usage ?? {};
  const money = new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumFractionDigits: 4 }).format(usage.cost_usd ?? 0);
  const rows = [
    ["cost_time", say("seconds", { n: number(usage.seconds ?? 0, 2) })],
    ["cost_model", number(usage.model_calls ?? 0, 0)],
    ["cost_tokens", `${number(usage.tokens_in ?? 0, 0)} / ${number(usage.tokens_out ?? 0, 0)}`],
    ["cost_money", money],
    ["cost_pages", number(usage.pages ?? 0, 0)],
    ["cost_queries", number(usage.queries ?? 0, 0)],
  ];
  const calls = turn.events.map(({ record }) => record).filter(({ event }) => event === "ModelCalled" || event === "ModelFailed");
  const list = el("dl", { class: "costs" }, rows.map(([name, value]) => el("div", {}, el("dt", {}, say(name)), el("dd", {}, value))));
  return [list, ...(calls.length ? calls.map(callLine) : [sum(say("cost_none"))])];
}

// Every model call with the hash of its prompt, so that an answer can be traced to its words; those too, where kept.
function callLine(call) {
  const figures = call.event === "ModelCalled" ? `${number(call.tokens_in, 0)} / ${number(call.tokens_out, 0)} · ${say("seconds", { n: number(call.seconds, 2) })}` : "";
  return el(
    "div",
    { class: call.event === "ModelCalled" ? "line" : "line skipped" },
    el("span", { class: "mark", "aria-hidden": "true" }, call.event === "ModelCalled" ? "✓" : "–"),
    el("span", {}, `${call.purpose} · ${call.model}`),
    el("span", { class: "num" }, figures),
    el("span", { class: "why" }, call.why ?? say("cost_prompt", { hash: call.prompt_hash })),
    call.prompt ? wordsOf(say("words_asked"), call.prompt) : null,
    call.reply ? wordsOf(say("words_replied"), call.reply) : null,
  );
}

function wordsOf(title, words) {
  return el("details", { class: "words" }, el("summary", {}, title), el("pre", { tabindex: "0" }, words));
}
