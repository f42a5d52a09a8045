// Charts of the part of Vega-Lite that answers use: bars, lines and points over inline values, drawn as SVG.
// Anything else is shown as a table of its values; nothing in a specification is ever run or fetched.

import { draw, el } from "./dom.js";
import { axisOf, bandOf, colourOf, ticksOf } from "./scale.js";
import { sheetView } from "./sheet.js";
import { number, readable, say } from "./words.js";

const WIDTH = { least: 260, usual: 640, most: 760 }; // drawn as wide as there is room, so that words keep their size
const MOST = 400; // marks; more are a table
const BAR = { height: 26, gap: 8 };

export function chartView(spec) {
  const chart = read(spec);
  if (!chart) return fallback(spec);
  const label = [chart.title, chart.y.title, chart.x.title].filter(Boolean).join(": ") || say("chart");
  const place = el("div", { role: "img", "aria-label": label });
  let drawn = 0;
  const show = (width) => {
    if (width === drawn) return;
    drawn = width;
    place.replaceChildren((chart.y.type === "quantitative" ? standing : lyingBars)(chart, width));
  };
  show(WIDTH.usual);
  new ResizeObserver(([{ contentRect }]) => contentRect.width && show(Math.min(Math.max(Math.round(contentRect.width), WIDTH.least), WIDTH.most))).observe(place);
  return el("figure", { class: "chart" }, chart.title && el("figcaption", {}, chart.title), place, legend(chart));
}

function fallback(spec) {
  const values = Array.isArray(spec?.data?.values) ? spec.data.values.filter((one) => one && typeof one === "object") : [];
  const columns = [...new Set(values.flatMap(Object.keys))];
  if (!columns.length) return el("p", { class: "soft" }, say("chart"));
  return el("div", {}, el("p", { class: "soft" }, say("chart_other")), sheetView(columns, values.map((one) => columns.map((name) => one[name]))));
}

// What a specification says, or null when it is none of ours.
function read(spec) {
  const mark = typeof spec?.mark === "string" ? { type: spec.mark } : spec?.mark;
  const { x, y, color } = spec?.encoding ?? {};
  const values = spec?.data?.values;
  if (!["bar", "line", "point", "circle", "area"].includes(mark?.type) || !x?.field || !y?.field) return null;
  if (!Array.isArray(values) || !values.length || values.length > MOST) return null;
  const measured = y.type === "quantitative" ? y : x;
  if (measured.type !== "quantitative" || (x.type === "quantitative" && y.type === "quantitative" && mark.type === "bar")) return null;
  if (mark.type !== "bar" && y.type !== "quantitative") return null;
  const rows = values.map((one) => ({ x: one[x.field], y: one[y.field], color: color?.field ? String(one[color.field]) : "" }));
  if (!rows.every((row) => Number.isFinite(measured === y ? row.y : row.x))) return null;
  const title = [spec.title?.text, spec.title, spec.description].find((said) => typeof said === "string") ?? "";
  const named = (channel) => ({ type: channel.type, title: readable(channel.title ?? channel.field), sort: channel.sort });
  return { mark, rows, title, x: named(x), y: named(y), colours: [...new Set(rows.map((row) => row.color))] };
}

const text = (words, props) => draw("text", props, String(words));
const clip = (words, length) => (String(words).length > length ? `${String(words).slice(0, length - 1)}…` : String(words));
const figure = (value) => number(value, 2);
const hint = (...parts) => draw("title", {}, parts.filter((part) => part !== "").join(" · "));

function legend({ colours }) {
  if (colours.length < 2) return null;
  const entry = (name, place) => el("li", {}, el("span", { class: "patch", place: { background: colourOf(place) } }), name);
  return el("ul", { class: "legend" }, colours.map(entry));
}

// Names to the left, bars to the right: room for long names.
function lyingBars(chart, width) {
  const rows = sorted(chart.rows, chart.y.sort, "x");
  const names = [...new Set(rows.map((row) => String(row.y)))];
  const letters = Math.floor((width * 0.38) / 6.9); // of a name, at 12 pixels
  const left = 14 + Math.max(...names.map((name) => Math.min(name.length, letters))) * 6.9;
  const scale = axisOf(rows.map((row) => row.x), left, width - 62);
  const step = BAR.height + BAR.gap;
  const height = names.length * step + 6;
  const picture = draw("svg", { viewBox: `0 0 ${width} ${height + 26}`, class: "picture", "aria-hidden": "true" });
  for (const tick of ticksOf(scale)) picture.append(draw("path", { class: "grid", d: `M${scale.at(tick)} 0V${height}` }));
  names.forEach((name, place) => {
    const own = rows.filter((row) => String(row.y) === name);
    const thick = BAR.height / own.length;
    const y = place * step + BAR.gap / 2;
    picture.append(text(clip(name, letters), { x: left - 10, y: y + BAR.height / 2, class: "name", "text-anchor": "end" }));
    own.forEach((row, part) => {
      const [from, to] = [scale.at(Math.min(0, row.x)), scale.at(Math.max(0, row.x))];
      const fill = colourOf(chart.colours.indexOf(row.color));
      const at = y + part * thick;
      picture.append(draw("rect", { x: from, y: at, width: Math.max(to - from, 1), height: Math.max(thick - 1, 1), rx: 3, fill }, hint(name, row.color, figure(row.x))));
      if (thick > 12) picture.append(text(figure(row.x), { x: to + 7, y: at + thick / 2, class: "value" }));
    });
  });
  picture.append(text(chart.x.title, { x: left, y: height + 18, class: "axis" }));
  return picture;
}

// Vega-Lite's "-x" and "-y" are by size, largest first; null is as given.
function sorted(rows, sort, measure) {
  if (sort === null || Array.isArray(sort)) return rows;
  const by = typeof sort === "string" && /^-?[xy]$/.test(sort) ? (one, other) => one[measure] - other[measure] : null;
  if (!by) return rows;
  return rows.toSorted((one, other) => by(one, other) * (sort.startsWith("-") ? -1 : 1));
}

// Bars, lines and points over an axis at the bottom.
function standing(chart, width) {
  const [left, right, top, bottom, height] = [58, width - 14, 28, 262, 318];
  const bars = chart.mark.type === "bar";
  const measured = axisOf(chart.rows.map((row) => row.y), bottom, top, { zero: bars || chart.mark.type === "area" });
  const along = chart.x.type === "quantitative" ? numbered(chart, left, right) : bandOf([...new Set(sorted(chart.rows, chart.x.sort, "y").map((row) => String(row.x)))], left, right);
  const picture = draw("svg", { viewBox: `0 0 ${width} ${height}`, class: "picture", "aria-hidden": "true" });
  for (const tick of ticksOf(measured)) {
    const y = measured.at(tick);
    picture.append(draw("path", { class: "grid", d: `M${left} ${y}H${right}` }), text(figure(tick), { x: left - 8, y, class: "tick", "text-anchor": "end" }));
  }
  bottomNames(picture, along, bottom, right - left);
  picture.append(text(chart.y.title, { x: 0, y: 4, class: "axis top" }), text(chart.x.title, { x: (left + right) / 2, y: height - 6, class: "axis", "text-anchor": "middle" }));
  chart.colours.forEach((name, place) => {
    const rows = chart.rows.filter((row) => row.color === name);
    const points = rows.map((row) => ({ row, x: along.at(row.x), y: measured.at(row.y) }));
    if (bars) picture.append(...points.map((point) => barOf(point, place, sideBySide(chart.rows, point.row), along.width, measured.at(0))));
    else picture.append(...linesOf(chart.mark, points, place, measured.at(measured.low)));
  });
  return picture;
}

function numbered(chart, left, right) {
  const scale = axisOf(chart.rows.map((row) => row.x), left, right, { zero: false });
  const names = ticksOf(scale).map((tick) => ({ x: scale.at(tick), name: figure(tick) }));
  return { at: scale.at, width: 10, names };
}

// As many names as have room; with longer ones, fewer.
function bottomNames(picture, along, bottom, width) {
  const room = Math.max(...along.names.map(({ name }) => Math.min(name.length, 12))) * 7 + 14;
  const step = Math.max(1, Math.ceil((along.names.length * room) / width));
  along.names.forEach(({ x, name }, place) => {
    if (place % step === 0) picture.append(text(clip(name, 12), { x, y: bottom + 20, class: "tick", "text-anchor": "middle" }));
  });
}

// The bars over one name share its room.
function sideBySide(rows, row) {
  const own = rows.filter(({ x }) => x === row.x);
  return { place: own.indexOf(row), of: own.length };
}

function barOf({ row, x, y }, place, beside, width, zero) {
  const thick = width / beside.of;
  const at = x - width / 2 + beside.place * thick;
  const [top, height] = [Math.min(y, zero), Math.max(Math.abs(zero - y), 1)];
  return draw("rect", { x: at, y: top, width: Math.max(thick - 1, 1), height, rx: 3, fill: colourOf(place) }, hint(row.x, row.color, figure(row.y)));
}

function linesOf(mark, points, place, floor) {
  const path = points.map(({ x, y }, number) => `${number ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const dots = points.map(({ row, x, y }) => draw("circle", { cx: x, cy: y, r: 3.5, fill: colourOf(place) }, hint(row.x, row.color, figure(row.y))));
  if (mark.type === "point" || mark.type === "circle") return dots;
  const line = draw("path", { class: "line", d: path, stroke: colourOf(place) });
  const under = mark.type === "area" ? [draw("path", { class: "area", d: `${path}L${points.at(-1).x} ${floor}L${points[0].x} ${floor}Z`, fill: colourOf(place) })] : [];
  return [...under, line, ...dots];
}
