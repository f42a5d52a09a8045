// An outcome as the reader sees it: an answer with its citations, or a calm no with its reason.

import { el, iconButton, shortAddress, webAddress, glyph } from "./dom.js";
import { render, table } from "./text.js";
import { count, percent, reason, say, when } from "./words.js";

const BARS = 5;

export function outcomeView(outcome, ask) {
  const main = outcome.outcome === "answer" ? answerText(outcome) : notice(outcome);
  return el("div", { class: "outcome" }, main, conflicts(outcome), choices(outcome, ask), footer(outcome), gaps(outcome), next(outcome, ask));
}

function answerText(outcome) {
  const byNumber = new Map(outcome.citations.map((citation) => [citation.id, citation]));
  const mark = (n) => byNumber.has(n) && citeButton(byNumber.get(n));
  const parts = outcome.elements.flatMap((element) => elementView(element, mark));
  return [el("div", { class: "text" }, parts), sources(outcome.citations)];
}

function elementView(element, mark) {
  if (element.type === "text") return render(element.text, mark);
  if (element.type === "table") return [table(element.columns, element.rows)];
  if (element.type === "image") return [el("a", { href: element.url }, element.alt || element.url)];
  return [el("p", {}, say("chart"))];
}

// The button opens the quote below the block it stands in, and closes it again.
function citeButton(citation) {
  const button = el("button", { type: "button", class: "cite", "aria-expanded": "false" }, String(citation.id));
  button.setAttribute("aria-label", say("citation", { n: citation.id, title: citation.title }));
  let quote = null;
  button.addEventListener("click", () => {
    if (quote) {
      quote.remove();
      quote = null;
    } else {
      quote = quoteView(citation);
      blockOf(button).after(quote);
      quote.scrollIntoView({ block: "nearest" });
    }
    button.setAttribute("aria-expanded", String(quote !== null));
  });
  return button;
}

function blockOf(button) {
  let block = button;
  while (!block.parentElement.classList.contains("text")) block = block.parentElement;
  return block;
}

function quoteView(citation) {
  const host = webAddress(citation.url)?.host ?? "";
  return el(
    "figure",
    { class: "quote", "data-cite": citation.id },
    el("figcaption", { class: "path" }, citation.locator || citation.title),
    el("blockquote", {}, citation.quote),
    el("div", { class: "foot" }, el("a", { href: citation.url }, say("open_page", { host })), el("span", {}, say("fetched", { when: when(citation.fetched_at) }))),
  );
}

function sources(citations) {
  if (!citations.length) return null;
  const entry = (citation) =>
    el("li", {}, el("a", { class: "source", href: citation.url, title: shortAddress(citation.url) }, el("b", {}, String(citation.id)), el("span", {}, citation.title || shortAddress(citation.url))));
  return el("ol", { class: "sources", "aria-label": say("sources") }, citations.map(entry));
}

function notice(outcome) {
  const kind = outcome.outcome === "failure" ? "notice failure" : "notice";
  const label = outcome.outcome === "clarification" ? null : el("p", { class: "label" }, reason(outcome.reason));
  return el("div", { class: kind }, label, el("p", {}, outcome.text));
}

function conflicts(outcome) {
  if (!outcome.conflicts.length) return null;
  const entry = ({ about, values }) => el("li", {}, el("b", {}, about), ` ${values.join(" · ")}`);
  return el("details", { class: "aside", open: true }, el("summary", {}, say("conflicts")), el("ul", {}, outcome.conflicts.map(entry)));
}

function choices(outcome, ask) {
  return buttons(say("choices"), outcome.choices.map(({ label, value }) => [label, value]), ask);
}

function next(outcome, ask) {
  return buttons(say("next"), outcome.suggestions.map((words) => [words, words]), ask);
}

function buttons(label, pairs, ask) {
  if (!pairs.length) return null;
  const button = ([words, value]) => el("button", { type: "button", class: "chip", on: { click: () => ask(value) } }, words);
  return el("div", { class: "next", role: "group", "aria-label": label }, pairs.map(button));
}

function gaps(outcome) {
  if (!outcome.gaps.length) return null;
  const entry = ({ asked, why }) => el("li", {}, el("b", {}, shortAddress(asked)), ` — ${why}`);
  return el("details", { class: "aside" }, el("summary", {}, count("gaps", outcome.gaps.length)), el("ul", {}, outcome.gaps.map(entry)));
}

function footer(outcome) {
  if (outcome.outcome !== "answer") return null;
  return el(
    "div",
    { class: "foot-row" },
    confidence(outcome.confidence),
    el("span", { class: "push" }, copyButton(outcome)),
  );
}

function confidence(stated) {
  const share = Math.min(Math.max(stated, 0), 1);
  const bar = (_, place) => el("i", { class: place < Math.round(share * BARS) && "on" });
  const words = say("confidence", { n: percent(share) });
  return el("span", { class: "sure" }, el("span", { class: "bars", "aria-hidden": "true" }, Array.from({ length: BARS }, bar)), words);
}

function copyButton(outcome) {
  const button = iconButton("copy", say("copy"), async () => {
    await navigator.clipboard.writeText(asPlainText(outcome));
    button.replaceChildren(glyph("check"));
    button.setAttribute("aria-label", say("copied"));
    setTimeout(() => {
      button.replaceChildren(glyph("copy"));
      button.setAttribute("aria-label", say("copy"));
    }, 1500);
  }, { class: "small" });
  return button;
}

function asPlainText(outcome) {
  const notes = outcome.citations.map((citation) => `[${citation.id}] ${citation.title} ${citation.url}`);
  return [outcome.text, ...(notes.length ? ["", ...notes] : [])].join("\n");
}
