// The page put together: one conversation is open, its events are followed, every view is told what changed.

import * as api from "./api.js";
import { composerView } from "./composer.js";
import { Conversation } from "./conversation.js";
import { el, iconButton, webAddress } from "./dom.js";
import { drawerView } from "./drawer.js";
import { sidebarView } from "./sidebar.js";
import { talkView } from "./talk.js";
import { toggleTheme } from "./theme.js";
import { language, say } from "./words.js";

const at = (id) => document.getElementById(id);
const state = { assistant: { starts: [], starters: [] }, conversations: [], open: null, unfollow: () => {}, changed: new Set() };

const talk = talkView(at("talk"), { ask: (words) => composer.submit(words), suggest: (words) => composer.submit(words) });
const composer = composerView(at("composer"), { ask, stop });
const sidebar = sidebarView(at("sidebar"), { fresh: startFresh, rename, remove });
const details = iconButton("list", say("details"), toggleDrawer, { "aria-expanded": "false", "aria-controls": "drawer" });
const drawer = drawerView(at("drawer"), { closed: () => (details.setAttribute("aria-expanded", "false"), details.focus()) });
const menu = iconButton("menu", say("menu"), () => showSidebar(true), { class: "menu", "aria-controls": "sidebar" });
const title = el("p", { class: "title" });
const lost = el("span", { class: "lost", role: "status", hidden: true }, say("lost"));
const picker = el("select", { class: "picker", "aria-label": say("assistant") });
at("bar").append(menu, title, lost, picker, iconButton("moon", say("theme"), toggleTheme), details);

function announce(words) {
  at("announcer").textContent = words;
}

function showSidebar(shown) {
  at("sidebar").dataset.shown = String(shown);
  at("veil").hidden = !shown;
  if (shown) at("sidebar").querySelector("button").focus();
}

function toggleDrawer() {
  details.setAttribute("aria-expanded", String(drawer.toggle()));
}

function listConversations() {
  sidebar.show(state.conversations, state.open?.id);
  const named = state.conversations.find((one) => one.id === state.open?.id);
  title.textContent = named?.name ?? "";
  document.title = named ? `${named.name} · Answerable` : "Answerable";
}

async function refresh() {
  const [open, place] = [state.open, state.open?.place];
  state.conversations = await api.conversations();
  listConversations();
  const known = state.conversations.find((one) => one.id === open?.id);
  if (open && open === state.open && known && !known.running) open.nothingRuns(place).forEach(changed);
}

// Many events may come at once; the page is drawn once per frame.
function changed(turn) {
  if (!state.changed.size) requestAnimationFrame(draw);
  state.changed.add(turn);
}

function draw() {
  for (const turn of state.changed) talk.update(turn);
  state.changed.clear();
  composer.setRunning(state.open?.running ?? false);
  drawer.update(state.open?.turns ?? []);
  if (state.open?.running && !state.open.checked) {
    state.open.checked = true;
    refresh().catch(trouble);
  }
}

function hear(conversation, event) {
  const turn = conversation.hear(event);
  if (!turn || conversation !== state.open) return;
  changed(turn);
  const { event: name, outcome } = event.record;
  const live = Date.now() - new Date(event.createdAt).getTime() < 10_000;
  if (name === "RunStarted" && live) announce(say("working"));
  if (name === "OutcomeSettled" && live) announce(say("answered", { text: outcome.text }));
  if (live && (name === "RunStarted" || name === "OutcomeSettled")) refresh().catch(trouble);
}

function openConversation(id) {
  state.unfollow();
  state.changed.clear();
  lost.hidden = true;
  state.open = id ? new Conversation(id) : null;
  if (!id) {
    talk.greet(state.assistant.starters);
    composer.setSites(state.assistant.starts);
    state.unfollow = () => {};
  } else {
    const conversation = state.open;
    talk.begin();
    const known = state.conversations.find((one) => one.id === id);
    if (known) composer.setSites(known.starts);
    state.unfollow = api.follow(id, {
      hear: (event) => hear(conversation, event),
      opened: () => (lost.hidden = true),
      lost: (gone) => (gone ? gotoConversation("") : (lost.hidden = false)),
    });
  }
  composer.complain(null);
  showSidebar(false);
  listConversations();
  draw();
}

// The address says which conversation is open, so that back, reload and a second tab work.
function gotoConversation(id) {
  if (location.hash.slice(1) === id) openConversation(id);
  else location.hash = id;
}

function startFresh() {
  gotoConversation("");
  composer.focus();
}

async function ask(words, sites) {
  composer.complain(null);
  composer.setRunning(true);
  try {
    const id = await api.start(words, sites, state.open?.id);
    composer.clear();
    if (id !== state.open?.id) {
      await refresh();
      gotoConversation(id);
    }
  } catch (error) {
    composer.setRunning(false);
    trouble(error);
  }
  composer.focus();
}

async function stop() {
  if (state.open) await api.stop(state.open.id).catch(trouble);
}

async function rename(one, name) {
  await api.rename(one.id, name).catch(trouble);
  await refresh().catch(trouble);
}

function remove(one) {
  const dialog = at("asking");
  const keep = el("button", { type: "button", class: "plain", on: { click: () => dialog.close() } }, say("keep"));
  const go = el("button", { type: "button", class: "grave", on: { click: () => (dialog.close(), removeNow(one)) } }, say("remove"));
  dialog.replaceChildren(el("h2", { id: "asking-title" }, say("remove_title")), el("p", {}, say("remove_text", { name: one.name })), el("div", { class: "row" }, keep, go));
  dialog.showModal();
  keep.focus();
}

async function removeNow(one) {
  if (state.open?.id === one.id) gotoConversation("");
  await api.remove(one.id).catch(trouble);
  await refresh().catch(trouble);
}

function trouble(error) {
  if (!(error instanceof api.Problem)) throw error;
  composer.complain(error.message);
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || at("asking").open) return;
  const quotes = document.querySelectorAll('.cite[aria-expanded="true"]');
  if (at("sidebar").dataset.shown === "true") (showSidebar(false), menu.focus());
  else if (quotes.length) (quotes[quotes.length - 1].click(), quotes[quotes.length - 1].focus());
  else drawer.close();
});
at("veil").addEventListener("click", () => showSidebar(false));
window.addEventListener("hashchange", () => openConversation(location.hash.slice(1)));

async function begin() {
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-say]")) node.textContent = say(node.dataset.say);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", say(node.dataset.label));
  const offered = await api.assistants();
  state.assistant = offered[0];
  picker.replaceChildren(...offered.map(({ name }) => el("option", { value: name }, say(`assistant_${name}`))));
  await refresh();
  openConversation(location.hash.slice(1));
  // A link may bring sites and words along; nothing is asked until the reader does.
  const given = new URLSearchParams(location.search);
  if (given.has("site")) composer.setSites(given.getAll("site").filter(webAddress));
  if (given.has("q")) composer.write(given.get("q"));
  composer.focus();
}

begin().catch(trouble);
