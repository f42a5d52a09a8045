// The drawer beside the talk: what was read and skipped, and the event log as it is stored.

import { el, iconButton, pathOf, shortAddress, webAddress } from "./dom.js";
import { count, number, say } from "./words.js";

export function drawerView(node, { closed }) {
  let shown = "crawl_log";
  let turns = [];
  const tabs = ["crawl_log", "events"].map((name) =>
    el("button", { type: "button", class: "tab", role: "tab", id: `tab-${name}`, "aria-controls": "panel", on: { click: () => show(name) } }, say(name)),
  );
  const panel = el("div", { class: "panel", id: "panel", role: "tabpanel", tabindex: "0" });
  const head = el("div", { class: "head" }, el("div", { role: "tablist", "aria-label": say("details") }, tabs), iconButton("cross", say("close"), () => close()));
  head.firstChild.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    show(shown === "events" ? "crawl_log" : "events");
    tabs.find((tab) => tab.tabIndex === 0).focus();
  });
  node.replaceChildren(head, panel);

  function show(name) {
    shown = name;
    draw();
  }

  function draw() {
    if (node.hidden) return;
    for (const tab of tabs) {
      const chosen = tab.id === `tab-${shown}`;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
    panel.setAttribute("aria-labelledby", `tab-${shown}`);
    const view = shown === "events" ? eventsOf : pagesOf;
    const open = new Set([...panel.querySelectorAll("details[open]")].map((one) => one.dataset.place));
    panel.replaceChildren(...(turns.length ? turns.toReversed().map((turn) => view(turn, open)) : [el("p", { class: "sum" }, say("no_details"))]));
  }

  function toggle() {
    node.hidden = !node.hidden;
    draw();
    if (!node.hidden) tabs.find((tab) => tab.tabIndex === 0).focus();
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

function pagesOf(turn) {
  const read = turn.read.filter((page) => page.fetched).length;
  const sum = turn.read.length ? [count("pages_read", read), count("pages_skipped", turn.read.length - read)].join(" · ") : say("nothing_read");
  return el("section", {}, el("h3", {}, turn.question), el("p", { class: "sum" }, sum), turn.read.map((page) => pageLine(page, named(turn))));
}

// Where all pages are of one host its name says nothing, so paths are shown.
function named(turn) {
  const hosts = new Set(turn.read.map(({ url }) => webAddress(url)?.host));
  return hosts.size > 1 ? shortAddress : pathOf;
}

function pageLine(page, name) {
  const figures = page.fetched ? `${page.status} · ${number(page.seconds * 1000, 0)} ms · ${count("passages", page.passages)}` : "";
  return el(
    "div",
    { class: page.fetched ? "line" : "line skipped" },
    el("span", { class: "mark", "aria-hidden": "true" }, page.fetched ? "✓" : "–"),
    el("a", { href: page.url, title: page.url }, name(page.url)),
    el("span", { class: "num" }, figures),
    page.why && el("span", { class: "why" }, page.why),
  );
}

function eventsOf(turn, open) {
  const began = new Date(turn.began).getTime();
  const line = ({ place, createdAt, record }) => {
    const { event, ...fields } = record;
    const later = new Date(createdAt).getTime() - began;
    return el(
      "details",
      { class: "event", "data-place": place, open: open.has(String(place)) },
      el("summary", {}, el("span", { class: "num" }, String(place)), event, el("span", { class: "at" }, `+${number(later, 0)} ms`)),
      el("pre", {}, JSON.stringify(fields, null, 2)),
    );
  };
  return el("section", {}, el("h3", {}, turn.question), turn.events.map(line));
}
