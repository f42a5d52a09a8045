// Citations: a numbered button opens the quote in place, with where it stands, when it was read and what was asked.

import { copyText, el, flash, iconButton, shortAddress, webAddress } from "./dom.js";
import { sheetView } from "./sheet.js";
import { list, readable, say, when } from "./words.js";

// The button opens the quote below the block it stands in, and closes it again.
export function citeButton(citation) {
  const label = say("cite", { n: citation.id, title: placeOf(citation) });
  const button = el("button", { type: "button", class: "cite", "data-n": citation.id, "aria-expanded": "false", "aria-label": label, title: placeOf(citation) }, String(citation.id));
  let quote = null;
  button.addEventListener("click", () => {
    if (quote) {
      quote.remove();
      quote = null;
    } else {
      quote = quoteView(citation, () => (button.click(), button.focus()));
      blockOf(button).after(quote);
      quote.scrollIntoView({ block: "nearest" });
    }
    button.setAttribute("aria-expanded", String(quote !== null));
  });
  return button;
}

// Before the outcome has come, a number is only a number.
export const pendingCite = (n) => el("span", { class: "cite pending", role: "img", "aria-label": say("cite_pending", { n }) }, String(n));

function blockOf(button) {
  let block = button;
  while (!block.parentElement.classList.contains("text")) block = block.parentElement;
  return block;
}

function quoteView(citation, close) {
  const page = webAddress(citation.url);
  const shut = close && iconButton("cross", say("close_quote"), close, { class: "small" });
  return el(
    "figure",
    { class: "quote", "data-cite": citation.id },
    el("figcaption", { class: "path" }, el("b", {}, `${citation.id}`), el("span", {}, placeOf(citation)), shut),
    citation.shown ? el("p", {}, say("rows_shown")) : wording(citation), // the same table is not drawn twice
    queryView(citation.query, !close),
    el(
      "div",
      { class: "foot" },
      page && el("a", { href: citation.url }, say("open_page", { host: page.host })),
      el("span", {}, say("as_of", { when: when(citation.fetched_at) })),
      citation.modified_at && el("span", {}, say("changed", { when: when(citation.modified_at) })),
    ),
  );
}

// The title and the way to the words; a page's title mostly begins with its first heading, which is said once.
function placeOf({ title, locator, url, query }) {
  if (title === "computed") return titled(title);
  if (/^[a-z]+(_[a-z]+)+$/.test(title)) return wayTo(locator); // a tool's name
  const way = locator === url ? "" : query ? wayTo(locator) : locator;
  const first = way.split(" › ")[0];
  const again = first && title.startsWith(first) && /^\s*([|–—·:-]|$)/.test(title.slice(first.length));
  return [!again && title, way].filter(Boolean).join(" › ") || url;
}

// Records come as rows of cells, a page's words as they stand.
export const linesOf = (quote) => quote.split(/\n| … /);

function wording({ quote, query }) {
  const rows = linesOf(quote).map((line) => line.split(" | "));
  const even = rows.length > 1 && rows[0].length > 1 && rows.every((row) => row.length === rows[0].length);
  return even ? sheetView(rows[0], rows.slice(1), { tools: false }) : el("blockquote", {}, query ? quote.replace(/^[\w ]+(?=: )/, readable) : quote);
}

function queryView(query, open) {
  if (!query) return null;
  const copy = iconButton("copy", say("copy_query"), async () => (await copyText(query), flash(copy, "check", say("copied"))), { class: "small" });
  return el("details", { class: "query", open }, el("summary", {}, say("query_asked")), el("div", { class: "code" }, el("pre", { tabindex: "0" }, query), copy));
}

// Records are named by where they lie, as the answer has just said what they are; the rest by its title.
function sourceName({ title, url, source, locator, query }) {
  return (query ? wayTo(locator) : titled(title)) || shortAddress(url) || source;
}

// What was counted or compared stands on no page.
const titled = (title) => (title === "computed" ? say("computed") : title);

// The tables or the number that records lie under: `hris/employees` is "HR: Employees". Keys of machines say nothing.
function wayTo(locator) {
  const parts = locator.split(" › ");
  const tables = parts.filter((part) => /^[\p{L}_/ ]+$/u.test(part));
  const app = tables[0]?.includes("/") && tables[0].split("/")[0];
  const numbered = !app && parts.find((part) => /^[A-Z]{1,4}-?\d+$/.test(part));
  const named = numbered ? [numbered] : tables.map((table) => readable(table.replace(/^\w+\//, "")));
  return `${app ? (list("apps")[app] ?? readable(app)) : say("records")}: ${[...new Set(named)].join(", ")}`;
}

export function sourcesView(citations) {
  if (!citations.length) return null;
  const hosts = new Set(citations.map((citation) => webAddress(citation.url)?.host ?? citation.source));
  const from = (name) => hosts.size > 1 && el("small", {}, name); // of one place, its name says nothing
  // Sections of one page are told apart by their headings.
  const twice = ({ id, title, query }) => !query && citations.some((other) => other.id !== id && other.title === title);
  const entry = (citation) => {
    const host = webAddress(citation.url)?.host;
    const inside = [el("b", {}, String(citation.id)), el("span", {}, twice(citation) ? citation.locator.split(" › ").at(-1) : sourceName(citation)), from(host ?? citation.source)];
    if (host && citation.title !== "computed") return el("li", {}, el("a", { class: "source", href: citation.url, title: shortAddress(citation.url) }, inside));
    const open = ({ currentTarget }) => currentTarget.closest(".outcome").querySelector(`.cite[data-n="${citation.id}"]`)?.click();
    return el("li", {}, el("button", { type: "button", class: "source", title: placeOf(citation), on: { click: open } }, inside));
  };
  return el("ol", { class: "sources", "aria-label": say("sources") }, citations.map(entry));
}

// The same, all open, for whoever looks behind an answer.
export const evidenceView = (citation) => quoteView(citation, null);
