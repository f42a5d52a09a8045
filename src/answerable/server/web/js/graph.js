// The plan as a small graph: waves of tasks, the check and the answer, each with its state.

import { draw, el, pathOf } from "./dom.js";
import { count, number, say, seconds } from "./words.js";

// In pixels: how wide a node may be, how high it is, and the way between two.
const NODE = { least: 132, most: 176, height: 62 };
const WAY = { along: 28, down: 24, across: 8 };

// Columns stand from left to right; where there is no more room they go on in the next line.
export function graphView() {
  const lines = draw("svg", { class: "ways", "aria-hidden": "true" });
  const list = el("ol", { class: "nodes" });
  const sheet = el("div", { class: "graph-sheet" }, lines, list);
  const box = el("div", { class: "graph", role: "group", "aria-label": say("plan"), tabindex: "0" }, sheet);
  let drawn = "";

  function update(turn, width) {
    const columns = columnsOf(turn);
    const said = JSON.stringify([columns, width]);
    if (said === drawn) return; // nothing to see has changed
    drawn = said;
    const placed = placesOf(columns, width > 0 ? width - 4 : 700);
    const all = placed.flat();
    const size = { width: Math.max(...all.map(({ x, wide }) => x + wide)), height: Math.max(...all.map(({ y }) => y)) + NODE.height };
    sheet.style.width = `${size.width}px`;
    sheet.style.height = `${size.height}px`;
    lines.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
    lines.replaceChildren(...waysOf(placed));
    list.replaceChildren(...all.map(nodeView));
  }
  return { node: box, update };
}

function placesOf(columns, width) {
  const most = Math.max(1, Math.floor((width + WAY.along) / (NODE.least + WAY.along)));
  const beside = Math.min(columns.length, most);
  const wide = Math.floor(Math.min(NODE.most, (width + WAY.along) / beside - WAY.along));
  let [top, below] = [0, 0];
  return columns.map((nodes, number) => {
    if (number && number % beside === 0) top = below + WAY.down;
    below = Math.max(below, top + nodes.length * (NODE.height + WAY.across) - WAY.across);
    return nodes.map((node, row) => ({ ...node, wide, top, x: (number % beside) * (wide + WAY.along), y: top + row * (NODE.height + WAY.across) }));
  });
}

function columnsOf(turn) {
  const waves = turn.waves.map((tasks) => tasks.map(taskNode));
  const check = turn.checks.length ? [[checkNode(turn.checks)]] : [];
  return [...waves, ...check, [answerNode(turn)]];
}

export function taskNode(task) {
  const title = task.targets.length ? targetTitle(task) : named(task);
  return { title, under: foundBy(task) || task.source, state: task.state, id: task.id, needs: task.needs };
}

const isAddress = (target) => /^https?:/.test(target);
// Pages are counted; what is searched for is said, without the quotes of a language that may not be the reader's.
const targetTitle = ({ targets }) => (targets.every(isAddress) ? count("follow_node", targets.length) : targets.map((one) => one.replace(/^“(.*)”$/, "$1")).join(", "));

// A task is called as its planner called it: `query_2` reads "Query 2"; a look at a source has the source's name.
function named({ id, source }) {
  if (source && id === source) return say("look_node");
  const words = id.replace(/[_-]+/g, " ").trim();
  return words ? words[0].toUpperCase() + words.slice(1) : id;
}

function foundBy(task) {
  if (task.state === "waiting") return "";
  if (task.rows !== null) return count("rows", task.rows);
  if (task.state !== "running") return count("found", task.evidence);
  if (task.pages) return count("pages_read", task.pages);
  return task.targets.filter(isAddress).slice(0, 2).map(pathOf).join(" ");
}

function checkNode(checks) {
  const { passed, objections } = checks.at(-1);
  if (passed === null) return { title: say("check_node"), under: "", state: "running" };
  const under = [count("held", passed), objections && say("objected", { n: number(objections, 0) })].filter(Boolean).join(", ");
  return { title: say("check_node"), under, state: "done" };
}

function answerNode({ outcome, released }) {
  const took = outcome?.usage?.seconds ? seconds(outcome.usage.seconds) : "";
  const state = outcome ? (outcome.outcome === "answer" ? "done" : "failed") : released.length ? "running" : "waiting";
  return { title: say("answer_node"), under: took, state };
}

function nodeView({ title, under, state, x, y, wide }) {
  const place = { left: `${x}px`, top: `${y}px`, width: `${wide}px`, height: `${NODE.height}px` };
  return el(
    "li",
    { class: "node", "data-state": state, place },
    el("span", { class: "dot", "aria-hidden": "true" }),
    el("span", { class: "what", title }, title),
    el("span", { class: "unseen" }, ` (${say(`state_${state}`)}) `),
    under && el("span", { class: "under", title: under }, under),
  );
}

const RADIUS = 8;

function waysOf(placed) {
  return placed.slice(1).flatMap((nodes, number) => {
    const before = placed[number];
    if (nodes.some(({ needs }) => needs?.length)) return nodes.flatMap((to) => neededBy(to, placed.slice(0, number + 1).flat()));
    if (before[0].top !== nodes[0].top) return nodes.map((to) => way(downTo(before.at(-1), to), to.state));
    const knot = before.length > 1 && nodes.length > 1 && knotOf(before, nodes);
    if (!knot) return before.flatMap((from) => nodes.map((to) => way(curve(endOf(from), startOf(to)), to.state)));
    return [...before.map((from) => way(curve(endOf(from), knot), cameHome(from))), ...nodes.map((to) => way(curve(knot, startOf(to)), to.state))];
  });
}

// A task that says what it waits for is tied to just that.
const neededBy = (to, before) =>
  before.filter(({ id }) => to.needs.includes(id)).map((from) => way(from.top === to.top ? curve(endOf(from), startOf(to)) : downTo(from, to), to.state));
const way = (d, state) => draw("path", { d, "data-state": state });
const endOf = ({ x, y, wide }) => ({ x: x + wide, y: y + NODE.height / 2 });
const startOf = ({ x, y }) => ({ x, y: y + NODE.height / 2 });
const cameHome = ({ state }) => (state === "done" || state === "failed" ? "done" : "waiting");
const curve = (from, to) => `M${from.x} ${from.y}C${(from.x + to.x) / 2} ${from.y} ${(from.x + to.x) / 2} ${to.y} ${to.x} ${to.y}`;

// Many to many meet in one place: what comes next rests on everything before it.
function knotOf(before, nodes) {
  const middle = (all) => (all[0].y + all.at(-1).y + NODE.height) / 2;
  return { x: (endOf(before[0]).x + nodes[0].x) / 2, y: (middle(before) + middle(nodes)) / 2 };
}

// To the next line from below, through the gap between the two.
function downTo(from, to) {
  const [x1, y1, x2, gap] = [from.x + from.wide / 2, from.y + NODE.height, to.x + to.wide / 2, to.top - WAY.down / 2];
  if (x1 === x2) return `M${x1} ${y1}V${to.y}`;
  return `M${x1} ${y1}V${gap - RADIUS}Q${x1} ${gap} ${x1 - RADIUS} ${gap}H${x2 + RADIUS}Q${x2} ${gap} ${x2} ${gap + RADIUS}V${to.y}`;
}
