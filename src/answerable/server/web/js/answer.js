// An outcome as the reader sees it: an answer with its citations, or a calm no with its reason.

import { chartView } from "./chart.js";
import { tasksOf } from "./conversation.js";
import { copyText, el, flash, iconButton, isOwn, shortAddress, webAddress } from "./dom.js";
import { taskNode } from "./graph.js";
import { opinionView } from "./opinion.js";
import { citeButton, linesOf, pendingCite, sourcesView } from "./quote.js";
import { sheetView } from "./sheet.js";
import { render } from "./text.js";
import { percent, reason, say } from "./words.js";

const BARS = 5;
const STEP_LINKS = 3; // of a step that read many pages, those that are named
const FORMATS = { pdf: "PDF", html: "HTML", md: "Markdown" };
const HELPED = new Set(["not_found", "off_topic", "ambiguous", "not_permitted"]);

// What has been released of an answer that is still being written.
export function releasedView(elements) {
  return el("div", { class: "text growing" }, elements.flatMap((element) => elementView(element, pendingCite)));
}

export function outcomeView(turn, acts) {
  const { outcome } = turn;
  const main = outcome.outcome === "answer" ? answerText(outcome) : notice(outcome);
  return el(
    "div",
    { class: "outcome", "data-outcome": outcome.outcome },
    main,
    conflicts(outcome, marksOf(outcome)),
    buttons(say("choices"), outcome.choices.map(({ label, value }) => [label, value]), (value) => acts.choose(turn, value), outcome.reason === "approval" && [say("plan_change"), () => acts.change(turn)]),
    footer(turn, acts),
    el("div", { class: "asides" }, gaps(outcome), journey(turn)),
    buttons(say("next"), nextOf(outcome, acts).map((words) => [words, words]), acts.ask),
  );
}

// After a no, what can surely be asked is more use than nothing.
function nextOf({ suggestions, choices, outcome, reason: code }, acts) {
  return suggestions.length || choices.length || outcome !== "refusal" || !HELPED.has(code) ? suggestions : acts.starters();
}

function answerText(outcome) {
  const parts = outcome.elements.flatMap((element) => elementView(element, marksOf(outcome)));
  return [el("div", { class: "text" }, parts), sourcesView(outcome.citations)];
}

// The button of a citation's number, or nothing where there is no such citation.
function marksOf(outcome) {
  const tables = new Set(outcome.elements.filter(({ type }) => type === "table").map(({ columns }) => columns.join(" | ")));
  const byNumber = new Map(outcome.citations.map((citation) => [citation.id, { ...citation, shown: tables.has(linesOf(citation.quote)[0]) }]));
  return (n) => byNumber.has(n) && citeButton(byNumber.get(n));
}

function elementView(element, mark) {
  if (element.type === "text") return render(element.text, mark);
  if (element.type === "table") return [sheetView(element.columns, element.rows)];
  if (element.type === "image") return [imageView(element)];
  if (element.type === "chart") return [chartView(element.spec)];
  return [];
}

// Pictures of other sites are not loaded, as that would tell them who reads; they are a link.
function imageView({ url, alt }) {
  const own = /^data:image\/(png|jpeg|gif|webp);/.test(url) || isOwn(url);
  const words = alt || say("picture");
  if (own) return el("figure", { class: "image" }, el("img", { src: url, alt: alt || "", loading: "lazy" }), alt && el("figcaption", {}, alt));
  return el("p", {}, webAddress(url) ? el("a", { class: "source", href: url }, el("span", {}, words), el("small", {}, webAddress(url).host)) : words);
}

function notice(outcome) {
  if (outcome.reason === "with_person") return el("p", { class: "presence" }, outcome.text); // nobody's words, only where they went
  const kind = { failure: "notice failure", clarification: "notice asks" }[outcome.outcome] ?? "notice";
  const label = outcome.outcome === "clarification" ? null : el("p", { class: "label" }, reason(outcome.reason));
  return el("div", { class: kind }, label, el("div", { class: "text" }, render(outcome.text, () => null)));
}

function conflicts(outcome, mark) {
  if (!outcome.conflicts.length) return null;
  const value = (said, number) => el("li", {}, `${said} `, number !== undefined && (mark(number) || `[${number}]`));
  const entry = ({ about, values, citations = [] }) => [el("p", {}, el("b", {}, about)), el("ul", {}, values.map((said, place) => value(said, citations[place])))];
  return el("section", { class: "conflicts" }, el("h3", {}, say("conflicts")), el("div", { class: "text" }, outcome.conflicts.flatMap(entry)));
}

function buttons(label, pairs, act, another) {
  if (!pairs.length) return null;
  const button = ([words, click]) => el("button", { type: "button", class: "chip", on: { click } }, words);
  const all = [...pairs.map(([words, value]) => [words, () => act(value)]), ...(another ? [another] : [])];
  return el("div", { class: "next", role: "group", "aria-label": label }, all.map(button));
}

// A gap that only says the outcome's reason again is none.
function gaps({ gaps: found, reason: code }) {
  const missing = found.filter(({ why }) => why !== code);
  const entry = ({ asked, why }) => el("li", {}, el("b", {}, shortAddress(asked)), ` — ${why}`);
  return missing.length ? el("details", { class: "aside" }, el("summary", {}, say("gaps", { n: missing.length })), el("ul", {}, missing.map(entry))) : null;
}

// One step says no more than the answer, and a question back has found nothing yet.
function journey(turn) {
  const { journey: told, outcome } = turn.outcome;
  const steps = tasksOf(turn).map(stepOf);
  const entries = steps.length ? steps : told.map(({ did, found }) => el("li", {}, el("b", {}, did), found && ` — ${found}`));
  return entries.length < 2 || outcome === "clarification" ? null : el("details", { class: "aside" }, el("summary", {}, say("journey")), el("ol", {}, entries));
}

// A step in the reader's language: what was looked for or which pages were read, and what came of it.
function stepOf(task) {
  const { title, under } = taskNode(task);
  const pages = task.targets.filter(webAddress);
  const link = (address) => [" ", el("a", { href: address, title: address }, shortAddress(address))];
  const more = pages.length > STEP_LINKS && ` ${say("more", { n: pages.length - STEP_LINKS })}`;
  return el("li", {}, el("b", {}, title), under && ` — ${under}`, pages.slice(0, STEP_LINKS).flatMap(link), more);
}

function footer(turn, acts) {
  const { outcome } = turn;
  if (outcome.outcome === "clarification" || outcome.outcome === "failure") return null;
  const answered = outcome.outcome === "answer";
  return opinionView(turn, acts, answered && confidence(outcome.confidence), answered && [...saveButton(turn, acts), copyButton(outcome)]);
}

function confidence(stated) {
  const share = Math.min(Math.max(stated, 0), 1);
  const bar = (_, place) => el("i", { class: place < Math.round(share * BARS) && "on" });
  const words = say("confidence", { n: percent(share) });
  return el("span", { class: "sure" }, el("span", { class: "bars", "aria-hidden": "true" }, Array.from({ length: BARS }, bar)), words);
}

// The whole answer as a document: the formats show when they are asked for.
function saveButton(turn, acts) {
  const format = ([kind, name]) => el("button", { type: "button", class: "link", on: { click: () => acts.save(turn, kind) } }, name);
  const formats = el("span", { class: "formats", role: "group", "aria-label": say("report"), hidden: true }, Object.entries(FORMATS).map(format));
  const toggle = () => button.setAttribute("aria-expanded", String(!(formats.hidden = !formats.hidden)));
  const button = iconButton("save", say("report"), toggle, { class: "small", "aria-expanded": "false" });
  return [formats, button];
}

function copyButton(outcome) {
  const button = iconButton("copy", say("copy"), async () => {
    await copyText(asPlainText(outcome));
    flash(button, "check", say("copied"));
  }, { class: "small" });
  return button;
}

function asPlainText(outcome) {
  const notes = outcome.citations.map((citation) => `[${citation.id}] ${[citation.title, citation.url || citation.locator].filter(Boolean).join(" ")}`);
  return [outcome.text, ...(notes.length ? ["", ...notes] : [])].join("\n");
}
