// An answer's text as elements: paragraphs, lists, code and tables, with [n] as buttons that open the quote.

import { el } from "./dom.js";
import { sheetView } from "./sheet.js";

const KINDS = [
  ["code", /^ {4}/],
  ["bullet", /^- /],
  ["item", /^\d+\. /],
  ["row", / \| /],
];

const kindOf = (line) => KINDS.find(([, shape]) => shape.test(line))?.[0] ?? "prose";

// Lines of one kind that stand together become one block.
function blocks(text) {
  const found = [];
  for (const line of text.split("\n").flatMap(afterTable)) {
    if (!line.trim()) {
      found.push({ kind: "gap", lines: [] });
      continue;
    }
    const kind = kindOf(line);
    const last = found.at(-1);
    if (last?.kind === kind && kind !== "prose" && !otherTable(last, line)) last.lines.push(line);
    else found.push({ kind, lines: [line] });
  }
  return found.filter((block) => block.kind !== "gap");
}

// Prose that follows the citation of a table's last row is no part of its last cell.
function afterTable(line) {
  const [, row, prose] = (line.includes(" | ") && line.match(/^(.* \| .*?(?:\[\d+\] ?)+) ([^|]+)$/)) || [];
  return prose ? [row, prose] : [line];
}

// A citation ends what one source says; rows of another width are another table.
function otherTable({ kind, lines }, line) {
  const before = lines.at(-1);
  return kind === "row" && (/\[\d+\]$/.test(before) || before.split(" | ").length !== line.split(" | ").length);
}

const MAKE = {
  prose: ([line], cited) => el("p", {}, cited(line)),
  code: (lines, cited) => el("pre", {}, el("code", {}, cited(lines.map((line) => line.slice(4)).join("\n")))),
  bullet: (lines, cited) => el("ul", {}, lines.map((line) => el("li", {}, cited(line.slice(2))))),
  item: (lines, cited) => el("ol", { start: parseInt(lines[0], 10) }, lines.map((line) => el("li", {}, cited(line.replace(/^\d+\. /, ""))))),
  row: (lines, cited) => {
    const rows = lines.map((line) => line.split(" | "));
    const named = namesColumns(rows);
    return sheetView(named ? rows[0] : null, named ? rows.slice(1) : rows, { cited, tools: named && rows.length > 3 });
  },
};

// A first row without any figure, above rows of the same width that have some, names the columns.
function namesColumns(rows) {
  const [first, ...rest] = rows;
  return rest.length > 0 && !/\d/.test(first.join("")) && rest.every((row) => row.length === first.length) && /\d/.test(rest.flat().join(""));
}

// `mark(n)` makes the button of a citation, or null when there is no citation of that number.
export function render(text, mark) {
  const marked = (part) => (/^\[\d+\]$/.test(part) && mark(Number(part.slice(1, -1)))) || part;
  // A number stays on the line of the word before it.
  const kept = (part) => {
    const [, word, space, number] = part.match(/^(\S+)( ?)(\[\d+\])$/) ?? [];
    return word ? el("span", { class: "kept" }, word, space, marked(number)) : marked(part);
  };
  const cited = (words) => words.split(/((?<![^\s])[^\s[]{1,24} ?\[\d+\]|\[\d+\])/).map(kept);
  return blocks(text).map(({ kind, lines }) => MAKE[kind](lines, cited));
}
