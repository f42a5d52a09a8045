// The inbox put together: who waits for a person, one of their conversations live, and the runs that were flagged.

import * as api from "./api.js";
import { askKey } from "./dialog.js";
import { el } from "./dom.js";
import { keep, kept } from "./kept.js";
import "./theme.js";
import { language, say, when, why } from "./words.js";

const PERSON = "answerable.person";
const at = (id) => document.getElementById(id);
const state = { waiting: [], flagged: [], tab: "talks", unfollow: () => {}, message: null };
api.door.askKey = askKey;

const person = el("input", { value: kept(PERSON) ?? "", maxlength: 200, autocomplete: "name", on: { change: () => keep(PERSON, person.value.trim()) } });
const tabs = { talks: tab("talks"), reviews: tab("reviews") };
const lost = el("span", { class: "lost", role: "status", hidden: true }, say("lost"));
at("bar").append(el("h1", {}, say("inbox")), el("div", { class: "tabs", role: "group", "aria-label": say("inbox") }, tabs.talks, tabs.reviews), lost, el("a", { href: new URL("/", location.origin).href, target: "_self" }, say("inbox_back")), el("label", {}, say("inbox_name"), person));

const lines = el("div", { class: "lines", role: "log", tabindex: "0", "aria-label": say("inbox_transcript") });
const title = el("h2");
const facts = el("span", { class: "fact" });
const take = act("take", "strong");
const back = act("give-back", "plain");
const close = act("close", "plain");
const words = el("textarea", { rows: "2", "aria-label": say("inbox_reply"), placeholder: say("inbox_reply"), maxlength: 4000 });
const trouble = el("p", { class: "trouble", role: "alert", hidden: true });
const writing = el("form", { class: "writing", novalidate: true }, trouble, words, el("button", { type: "submit", class: "strong" }, say("inbox_send")));

function tab(name) {
  return el("button", { type: "button", class: "tab", on: { click: () => show(name) } });
}

function act(name, kind) {
  return el("button", { type: "button", class: kind, on: { click: () => attend(name) } }, say(`inbox_${name.replace("-", "_")}`));
}

const opened = () => location.hash.slice(1);
const entry = () => state.waiting.find((one) => one.conversation === opened());
const mine = () => entry()?.state === "taken" && entry().person === person.value.trim();

function complain(text) {
  trouble.textContent = text ?? "";
  trouble.hidden = !text;
}

async function attempt(deed) {
  complain(null);
  try {
    return await deed();
  } catch (error) {
    if (!(error instanceof api.Problem)) throw error;
    complain(error.message);
    return null;
  }
}

async function attend(deed, more = {}) {
  if (!person.value.trim()) return (complain(say("inbox_nameless")), person.focus());
  keep(PERSON, person.value.trim());
  return attempt(() => api.attend(opened(), deed, { person: person.value.trim(), ...more }));
}

// Sent again after a lost connection, the same words are the same message: the user reads them once.
async function speak() {
  const text = words.value.trim();
  if (!text) return words.focus();
  if (state.message?.text !== text) state.message = { text, id: api.messageId() };
  if (await attend("reply", { text, clientMessageId: state.message.id })) {
    state.message = null;
    words.value = "";
  }
  words.focus();
}

function caller(one) {
  const held = one.state === "taken" ? say("inbox_with", { person: one.person }) : say("inbox_open");
  return el(
    "a",
    { class: "caller", href: `#${one.conversation}`, "aria-current": one.conversation === opened() && "page" },
    el("b", {}, one.last || one.name),
    el("small", {}, `${why(one.why)} · ${held}`),
    el("small", {}, `${one.assistant} · ${one.user} · ${when(one.since)}`),
  );
}

function show(name) {
  state.tab = name;
  document.querySelector("main").dataset.tab = name;
  for (const [key, button] of Object.entries(tabs)) button.setAttribute("aria-pressed", String(key === name));
  if (name === "reviews") showReviews();
  else openConversation();
}

function list() {
  tabs.talks.textContent = say("inbox_talks", { n: state.waiting.length });
  tabs.reviews.textContent = say("inbox_reviews", { n: state.reviews ?? 0 });
  document.title = state.waiting.length ? `(${state.waiting.length}) ${say("inbox")}` : say("inbox");
  at("listing").replaceChildren(...(state.waiting.length ? state.waiting.map(caller) : [el("p", { class: "empty" }, say("inbox_nobody"))]));
}

function describe() {
  const one = entry();
  title.textContent = one?.name ?? say("inbox_done");
  facts.textContent = one ? `${why(one.why)} · ${when(one.since)}` : "";
  take.hidden = one?.state !== "open";
  back.hidden = writing.hidden = !mine();
  close.hidden = !one || (one.state === "taken" && !mine());
}

function openConversation() {
  state.unfollow();
  state.unfollow = () => {};
  complain(null);
  lines.replaceChildren();
  if (!opened()) return at("desk").replaceChildren(el("p", { class: "empty" }, say("inbox_choose")));
  at("desk").replaceChildren(el("div", { class: "about" }, title, facts, take, back, close), lines, writing);
  describe();
  state.unfollow = api.follow(opened(), { hear, opened: () => (lost.hidden = true), lost: () => (lost.hidden = false), gone: () => (location.hash = "") }, api.attended(opened()));
}

const NOTES = { ConversationEscalated: "escalated", PersonJoined: "joined", PersonLeft: "left" };

function hear({ createdAt, record }) {
  if (record.event === "RunStarted") line("user", say("inbox_user"), record.question, createdAt);
  else if (record.event === "OutcomeSettled" && record.outcome.reason !== "with_person") line("assistant", say("inbox_assistant"), record.outcome.text, createdAt);
  else if (record.event === "PersonSpoke") line("person", record.person, record.text, createdAt);
  else if (NOTES[record.event]) line("note", "", say(`person_${NOTES[record.event]}`, { person: record.person ?? "" }), createdAt);
}

function line(who, by, text, moment) {
  const low = lines.scrollHeight - lines.scrollTop - lines.clientHeight < 60;
  lines.append(el("div", { class: "said", "data-who": who }, by && el("span", { class: "by" }, `${by} · ${when(moment)}`), el("p", {}, text)));
  if (low) lines.scrollTop = lines.scrollHeight;
  const live = Date.now() - new Date(moment).getTime() < 10_000;
  if (live && who === "user") at("announcer").textContent = `${by}: ${text}`;
}

async function showReviews() {
  state.unfollow();
  state.unfollow = () => {};
  const found = await attempt(() => api.reviews());
  if (state.tab !== "reviews" || !found) return;
  const none = el("p", { class: "empty" }, say("inbox_clean"));
  at("desk").replaceChildren(el("div", { class: "about" }, el("h2", {}, say("inbox_flagged"))), el("div", { class: "lines" }, found.length ? found.map(flagged) : none), trouble);
}

function flagged(one) {
  const look = (verdict) =>
    el("button", { type: "button", class: "plain", on: { click: () => judge(one, verdict) }, "aria-label": `${say(`inbox_${verdict}`)}: ${one.question}` }, say(`inbox_${verdict}`));
  return el(
    "article",
    { class: "flagged", "data-run": one.run },
    el("span", { class: "fact" }, [why(one.why), one.words, when(one.at)].filter(Boolean).join(" · ")),
    el("p", {}, el("b", {}, one.question)),
    el("p", {}, one.answer),
    el("div", { class: "row" }, look("approve"), look("dismiss")),
  );
}

async function judge(one, verdict) {
  await attempt(() => api.judge(one.run, { verdict, person: person.value.trim() }));
  await showReviews();
}

writing.addEventListener("submit", (event) => (event.preventDefault(), speak()));
words.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  speak();
});
person.addEventListener("input", describe);
window.addEventListener("hashchange", () => (show("talks"), list()));

async function begin() {
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-say]")) node.textContent = say(node.dataset.say);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", say(node.dataset.label));
  show("talks");
  state.waiting = await api.waiting();
  list();
  describe();
  const hearList = ({ waiting, reviews }) => {
    const more = waiting.length > state.waiting.length;
    Object.assign(state, { waiting, reviews });
    list();
    describe();
    if (more) at("announcer").textContent = say("inbox_talks", { n: waiting.length });
    if (state.tab === "reviews") showReviews();
  };
  api.follow("", { hear: hearList, opened: () => (lost.hidden = true), lost: () => (lost.hidden = false), gone: () => {} }, "/api/inbox/events");
}

begin().catch((error) => at("desk").replaceChildren(el("p", { class: "empty", role: "alert" }, error.message)));
