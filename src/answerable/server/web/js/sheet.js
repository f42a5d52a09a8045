// A table: its columns sort, it downloads as CSV, and numbers are numbers in the reader's language.

import { download, el, glyph } from "./dom.js";
import { count, locale, readable, say } from "./words.js";

const SHORT = 12; // characters: the longest amounts and dates, such as 31.12.2026 or €12,345.00
const FIGURE = /^[-+]?\d[\d.,'’\u00a0]*( ?(%|[A-Z]{3}|[€$£]))?$/; // a number that came as words
const DAY = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|\+00:?00)?)?$/;
// The codes of a machine: a column of IN_PROGRESS and OPEN is read as "In progress" and "Open".
const CODE = /^[A-Z]+(?:_[A-Z]+)+$/;
const CAPITALS = /^[A-Z]+(?:_[A-Z]+)*$/;
const SHOWN = 15; // rows before the rest folds away

// By how many digits behind the point all numbers of a column have: 980.90 stands below 1,024.65.
const figures = [0, 1, 2].map((digits) => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: 6 }));
const order = new Intl.Collator(locale, { numeric: true, sensitivity: "base" });

// `cited` turns a text into nodes, with its citations as buttons; `tools` gives what a table of records has.
export function sheetView(columns, rows, { cited = (text) => [text], tools = true } = {}) {
  const numeric = (columns ?? []).map((_, place) => rows.some((row) => typeof row[place] === "number") || rows.every((row) => FIGURE.test(row[place])));
  const coded = (columns ?? []).map((_, place) => rows.some((row) => CODE.test(row[place])) && rows.every((row) => (row[place] ?? null) === null || CAPITALS.test(row[place])));
  const digits = (columns ?? []).map((_, place) => rows.reduce((most, row) => Math.max(most, digitsOf(row[place])), 0));
  const lines = rows.map((row) => ({ row, node: el("tr", {}, row.map((cell, place) => cellView(coded[place] && cell ? readable(cell.toLowerCase()) : cell, numeric[place] && (digits[place] ?? 0), cited))) }));
  const body = el("tbody", {}, lines.map(({ node }) => node));
  const sortable = tools && rows.length > 1;
  const head = columns && el("thead", {}, el("tr", {}, columns.map((name, place) => headView(tools ? readable(name) : String(name), numeric[place], sortable && (() => sort(place)), cited))));
  const sheet = el("div", { class: "sheet", tabindex: "0", role: "group", "aria-label": (columns ?? []).map(String).join(", ") || say("table") }, el("table", {}, head, body));
  if (!tools) return sheet;

  let [by, down, all] = [-1, false, rows.length <= SHOWN];
  const more = el("button", { type: "button", class: "link", on: { click: () => ((all = true), fold()) } }, count("all_rows", rows.length));

  function sort(place) {
    down = by === place ? !down : false;
    by = place;
    const sorted = lines.toSorted((one, other) => compare(one.row[place], other.row[place]) * (down ? -1 : 1));
    body.replaceChildren(...sorted.map(({ node }) => node));
    [...head.querySelectorAll("th")].forEach((cell, number) => {
      if (number === place) cell.setAttribute("aria-sort", down ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
    });
    fold();
  }

  function fold() {
    [...body.children].forEach((node, place) => (node.hidden = !all && place >= SHOWN));
    more.hidden = all;
  }

  fold();
  const save = el("button", { type: "button", class: "link", on: { click: () => download(asFile(asCsv(columns, rows)), "table.csv") } }, el("span", { class: "glyph" }, glyph("save")), say("csv"));
  return el("div", { class: "table" }, sheet, el("div", { class: "under-table" }, el("span", {}, count("table_rows", rows.length)), more, save));
}

function headView(name, numeric, act, cited) {
  if (!act) return el("th", { scope: "col", class: numeric && "num" }, cited(name));
  const button = el("button", { type: "button", class: "sorter", title: say("sort_by", { name }), on: { click: act } }, name || " ");
  return el("th", { scope: "col", class: numeric && "num" }, button);
}

// A short cell, such as an amount, is never broken into two lines.
function cellView(cell, digits, cited) {
  const text = cellText(cell, digits);
  return el("td", { class: [text.length <= SHORT && "tight", digits !== false && "num"].filter(Boolean).join(" ") || null }, cited(text));
}

const digitsOf = (cell) => (typeof cell === "number" ? Math.min(2, String(cell).split(".")[1]?.length ?? 0) : 0);

function cellText(cell, digits) {
  if (cell === null || cell === undefined) return "–";
  if (typeof cell === "number") return figures[digits || 0].format(cell);
  if (DAY.test(cell)) return dayText(cell);
  return typeof cell === "object" ? JSON.stringify(cell) : String(cell);
}

// A date as the reader's country writes it; noon and midnight are how machines write a day without an hour.
function dayText(cell) {
  const [day, hour = ""] = cell.split(/[T ]/);
  const timed = hour && !/^(00|12):00/.test(hour);
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC", ...(timed && { timeStyle: "short" }) }).format(new Date(`${day}T${timed ? hour.slice(0, 5) : "00:00"}Z`));
}

// Numbers by size, words as the language orders them, and what is absent always behind.
function compare(one, other) {
  if ((one ?? null) === null || (other ?? null) === null) return ((one ?? null) === null) - ((other ?? null) === null);
  if (typeof one === "number" && typeof other === "number") return one - other;
  return order.compare(String(one), String(other));
}

// As RFC 4180 has it. Text that a spreadsheet would run as a formula gets a quote in front;
// the numbers of citations stay behind.
export function asCsv(columns, rows) {
  const field = (cell) => {
    if (typeof cell === "number") return String(cell);
    const text = cell === null || cell === undefined ? "" : typeof cell === "object" ? JSON.stringify(cell) : String(cell).replace(/( ?\[\d+\])+$/, "");
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return [...(columns ? [columns] : []), ...rows].map((row) => row.map(field).join(",")).join("\r\n") + "\r\n";
}

// With its mark at the beginning, spreadsheets read the file as UTF-8.
const asFile = (text) => new Blob(["\ufeff", text], { type: "text/csv" });
