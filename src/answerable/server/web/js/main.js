// The page put together: one conversation is open, its events are followed, every view is told what changed.

import * as api from "./api.js";
import { composerView } from "./composer.js";
import { Conversation } from "./conversation.js";
import { askKey, confirmRemoval, isOpen } from "./dialog.js";
import { assistantGlyph, download, el, fileName, iconButton, webAddress } from "./dom.js";
import { drawerView } from "./drawer.js";
import { keep, kept } from "./kept.js";
import { sidebarView } from "./sidebar.js";
import { talkView } from "./talk.js";
import { language, say, startersOf, worded } from "./words.js";

const CHOSEN = "answerable.assistant";

const at = (id) => document.getElementById(id);
const given = new URLSearchParams(location.search);
const state = { assistants: [], chosen: "", conversations: [], open: null, message: null, asking: null, unfollow: () => {}, changed: new Set() };
const tabs = new BroadcastChannel("answerable"); // other tabs, which list the same conversations
api.door.askKey = askKey;

const acts = { ask: (words) => composer.submit(words), pick, choose, save, starters: () => startersOf(assistant()), opinion: (turn) => state.open?.opinions.get(turn.run), opine, reviewed, review, change };
const talk = talkView(at("talk"), acts);
const composer = composerView(at("composer"), { ask, stop });
const sidebar = sidebarView(at("sidebar"), { fresh: startFresh, rename, remove: (one) => confirmRemoval(one.name, () => removeNow(one)) });
const details = iconButton("list", say("details"), toggleDrawer, { "aria-expanded": "false", "aria-controls": "drawer" });
details.append(el("span", { class: "named" }, say("details")));
const drawer = drawerView(at("drawer"), { closed: () => (details.setAttribute("aria-expanded", "false"), details.focus()) });
const menu = iconButton("menu", say("menu"), () => showSidebar(true), { class: "menu", "aria-controls": "sidebar" });
const fresh = iconButton("plus", say("fresh"), startFresh, { class: "fresh-small" });
const badge = el("span", { class: "badge", hidden: true });
const title = el("h1", { class: "title" });
const lost = el("span", { class: "lost", role: "status", hidden: true }, say("lost"));
at("bar").append(menu, badge, title, lost, fresh, details);

const known = (id) => state.conversations.find((one) => one.id === id);
// The assistant of the open conversation, or the one chosen for the next.
function assistant() {
  const name = known(state.open?.id)?.assistant ?? state.chosen;
  return state.assistants.find((one) => one.name === name) ?? { name, needs_site: false, researches: false, starts: [], starters: [] };
}

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
  const named = known(state.open?.id);
  title.textContent = named?.name ?? "";
  badge.hidden = title.hidden = fresh.hidden = !named;
  badge.replaceChildren(el("span", { class: "glyph" }, assistantGlyph(assistant().name)), worded(assistant()).title);
  document.title = named ? `${named.name} · Answerable` : "Answerable";
}

async function refresh() {
  const [open, place] = [state.open, state.open?.place];
  state.conversations = await api.conversations();
  listConversations();
  if (open && open === state.open && known(open.id)?.running === false) open.nothingRuns(place).forEach(changed);
}

// Many events may come at once; the page is drawn once per frame, or soon where a hidden tab has no frames.
function changed(turn) {
  if (!state.changed.size) document.hidden ? setTimeout(draw, 50) : requestAnimationFrame(draw);
  state.changed.add(turn);
}

function draw() {
  for (const turn of state.changed) talk.update(turn);
  state.changed.clear();
  // Of a conversation that was just opened the list knows whether it is being worked on.
  composer.setRunning((state.open?.place ? state.open.running : known(state.open?.id)?.running) ?? false);
  drawer.update(state.open?.turns ?? []);
  if (state.open?.running && !state.open.checked) {
    state.open.checked = true; // asked once for each connection whether the server still works on it
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
  if (name.startsWith("Person") && live) announce(say({ PersonJoined: "person_joined", PersonLeft: "person_left" }[name] ?? "person_said", event.record));
  if (live && (name === "RunStarted" || name === "OutcomeSettled")) refresh().catch(trouble);
}

function openConversation(id) {
  state.unfollow();
  state.changed.clear();
  lost.hidden = true;
  state.open = id ? new Conversation(id) : null;
  state.unfollow = id ? followOpen(state.open) : () => {};
  if (id) talk.begin();
  else talk.greet(state.assistants, assistant());
  composer.setUp(assistant(), known(id)?.starts.length ? known(id).starts : assistant().starts, Boolean(id));
  composer.complain(null);
  showSidebar(false);
  listConversations();
  draw();
}

function followOpen(conversation) {
  const { id } = conversation;
  api.opinions(id).then((found) => {
    for (const one of found) conversation.opinions.set(one.run, one);
    talk.tellOpinions();
  }, () => {}); // a server without this route, or a key that may not read it: thumbs start empty
  return api.follow(id, {
    hear: (event) => hear(conversation, event),
    opened: () => ((lost.hidden = true), (conversation.checked = false), draw()),
    lost: () => (lost.hidden = false),
    gone: leaveGone,
  });
}

// A link to a conversation that was deleted, or that this reader may not see.
function leaveGone() {
  history.replaceState(null, "", location.pathname + location.search);
  openConversation("");
  composer.complain(say("gone"));
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

function pick(name) {
  state.chosen = name;
  keep(CHOSEN, name);
  openConversation("");
  document.querySelector(".pick[aria-pressed='true']")?.focus();
}

async function ask(words, more) {
  const from = document.activeElement;
  composer.complain(null);
  composer.setRunning(true);
  await ready; // whoever is quicker than the page still asks the assistant of its address
  // Asked again after a lost connection, the same words are the same message: the server starts them once.
  const about = JSON.stringify([words, more, state.open?.id]);
  if (state.message?.about !== about) state.message = { about, id: api.messageId() };
  state.asking = "go";
  const started = await attempt(() => api.start(words, { ...more, language, conversation: state.open?.id ?? null, assistant: assistant().name, message: state.message.id }));
  if (started) {
    state.message = null;
    composer.clear();
    await goOn(started);
    if (state.asking === "stop") await attempt(() => api.stop(started.conversation));
  } else composer.setRunning(state.open?.running ?? false);
  state.asking = null;
  // Who has gone on to Stop in the meantime stays there.
  if ([from, document.body].includes(document.activeElement)) composer.focus();
}

async function goOn({ conversation }) {
  tabs.postMessage("changed");
  if (conversation === state.open?.id) return;
  await refresh().catch(trouble);
  gotoConversation(conversation);
}

// The reply to a question back; on a server that takes none it is asked as any other words.
async function choose(turn, value) {
  const begun = await attempt(() => api.reply(turn.run, value), [404, 405]);
  if (begun === undefined) composer.submit(value);
}

// Instead of a yes or no to a plan: the question is written anew.
function change(turn) {
  composer.write(turn.question);
  composer.focus();
}

async function opine(turn, thumb, words) {
  const kept = await attempt(() => api.opine(turn.run, thumb, words));
  if (kept) state.open?.opinions.set(turn.run, kept);
  return Boolean(kept);
}

async function save(turn, format) {
  const found = await attempt(() => api.report(turn.run, format));
  if (found) download(found, `${fileName(turn.question)}.${format}`);
}

// Research is handed in for review; other answers only get a thumb. Only the newest can still be sent back.
function reviewed(turn) {
  return assistant().researches && turn.outcome?.outcome === "answer" && state.open?.turns.at(-1) === turn;
}

function review(turn, verdict, words) {
  return attempt(() => api.review(turn.run, verdict, words));
}

// What comes of it, null when it went wrong and the reader was told, undefined when the server has no such thing.
async function attempt(act, absent = []) {
  try {
    return await act();
  } catch (error) {
    if (absent.includes(error.status)) return undefined;
    trouble(error);
    return null;
  }
}

// A question that is still on its way is stopped as soon as it has arrived.
async function stop() {
  if (state.asking) return void (state.asking = "stop");
  const id = state.open?.id ?? location.hash.slice(1); // one that was just begun is opened a moment later
  if (id) await attempt(() => api.stop(id));
  await refresh().catch(trouble);
}

async function rename(one, name) {
  await attempt(() => api.rename(one.id, name));
  await refresh().catch(trouble);
  tabs.postMessage("changed");
}

async function removeNow(one) {
  if (state.open?.id === one.id) gotoConversation("");
  await attempt(() => api.remove(one.id));
  await refresh().catch(trouble);
  tabs.postMessage("changed");
}

function trouble(error) {
  if (!(error instanceof api.Problem)) throw error;
  composer.complain(error.message);
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || isOpen()) return;
  const quotes = document.querySelectorAll('.cite[aria-expanded="true"]');
  if (at("sidebar").dataset.shown === "true") (showSidebar(false), menu.focus());
  else if (quotes.length) (quotes[quotes.length - 1].click(), quotes[quotes.length - 1].focus());
  else drawer.close();
});
at("veil").addEventListener("click", () => showSidebar(false));
window.addEventListener("hashchange", () => openConversation(location.hash.slice(1)));
tabs.addEventListener("message", () => refresh().catch(() => {}));
document.addEventListener("visibilitychange", () => document.hidden || refresh().catch(() => {}));

function chooseFirst() {
  const names = state.assistants.map(({ name }) => name);
  state.chosen = [given.get("assistant"), kept(CHOSEN), names[0]].find((name) => names.includes(name)) ?? "";
}

// Other pages of this server, only to whoever may see them.
async function offerPlaces() {
  const [attends, operates] = await Promise.allSettled([api.waiting(), api.admin("GET", "caches")]);
  if (attends.status === "fulfilled") sidebar.offer("/inbox", "other", say("inbox"));
  if (operates.status === "fulfilled") sidebar.offer("/admin", "sliders", say("admin"));
}

// Where a link was followed from: a page to be read where pages are, else what "it" means.
function comeFrom(context) {
  if (assistant().needs_site && webAddress(context)) composer.setSites([context]);
  else if (context) composer.setContext(context.slice(0, 500));
}

async function begin() {
  document.documentElement.lang = language;
  document.documentElement.dataset.embedded = String(given.has("embed"));
  for (const node of document.querySelectorAll("[data-say]")) node.textContent = say(node.dataset.say);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", say(node.dataset.label));
  state.assistants = await api.assistants();
  chooseFirst();
  await refresh();
  openConversation(location.hash.slice(1));
  offerPlaces();
  // A link may bring sites and words along; nothing is asked until the reader does.
  if (given.has("site")) composer.setSites(given.getAll("site").filter(webAddress));
  comeFrom(given.get("context") ?? "");
  if (given.has("q")) composer.write(given.get("q"));
  if (given.has("debug")) toggleDrawer();
  else composer.focus();
}

const ready = begin().catch(trouble);
