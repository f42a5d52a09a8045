// The operators' page: what is pinned, what is remembered, what is kept to be found again.

import * as api from "./api.js";
import { tell } from "./admin_words.js";
import { askKey, confirmRemoval } from "./dialog.js";
import { el } from "./dom.js";
import "./theme.js";
import { language, say, when } from "./words.js";

const STAGES = ["draft", "recall", "plan", "guard", "act", "weigh"];
const TEXT = ["draft", "recall"]; // their result is a text, and may be written as one
const at = (id) => document.getElementById(id);
const announce = (words) => (at("announcer").textContent = words);
const button = (kind, words, act, label) => el("button", { type: "button", class: kind, "aria-label": label, on: { click: act } }, words);
const field = (name, input, wide) => el("label", { class: wide && "wide" }, tell(name), input);
api.door.askKey = askKey;

const views = { overrides, memory, caches };
const tabs = Object.fromEntries(Object.keys(views).map((name) => [name, button("tab", tell(name), () => (location.hash = name))]));
const trouble = el("p", { class: "trouble", role: "alert", hidden: true });

function complain(words) {
  trouble.textContent = words ?? "";
  trouble.hidden = !words;
}

// Do something and show the view again; what the server says against it is shown instead.
async function attempt(deed, words) {
  complain(null);
  try {
    const gave = await deed();
    if (words) announce(words(gave));
    await show();
    return gave;
  } catch (error) {
    if (!(error instanceof api.Problem)) throw error;
    complain(error.message);
    return null;
  }
}

async function show() {
  const name = Object.hasOwn(views, location.hash.slice(1)) ? location.hash.slice(1) : "overrides";
  for (const [key, tab] of Object.entries(tabs)) tab.setAttribute("aria-pressed", String(key === name));
  document.title = tell(name);
  const parts = await views[name]();
  at("place").replaceChildren(trouble, el("p", { class: "fact" }, tell(`${name}_about`)), ...parts);
}

// ---- overrides

let changing = null; // the override whose new version is being written
let assistants = [];

// Begin a new version of an override, or go back to a new one, without waiting for anybody.
function write(one) {
  changing = one;
  const form = pinForm();
  document.querySelector("form").replaceWith(form);
  form.querySelector(one ? "textarea" : "select").focus();
}

async function overrides() {
  const [found, offered] = await Promise.all([api.admin("GET", "overrides"), api.assistants()]);
  assistants = offered;
  const cards = found.map(overrideCard);
  return [pinForm(), ...(cards.length ? cards : [el("p", { class: "empty" }, tell("nothing_pinned"))])];
}

function pinForm() {
  const stage = el("select", {}, STAGES.map((name) => el("option", { value: name }, tell(name))));
  const pattern = el("input", { required: true, maxlength: 1000 });
  const result = el("textarea", { required: true, rows: "3" });
  const who = el("select", {}, el("option", { value: "" }, tell("everyone")), assistants.map((one) => el("option", { value: one.name }, one.name)));
  const until = el("input", { type: "date" });
  const test = el("input", { maxlength: 4000 });
  const site = el("input", { type: "url" });
  if (changing) {
    stage.value = changing.stage;
    pattern.value = changing.pattern;
    result.value = shownResult(changing);
    who.value = changing.assistant;
    until.value = changing.expires_at?.slice(0, 10) ?? "";
    test.value = changing.test.question ?? "";
    site.value = changing.test.site?.[0] ?? "";
  }
  const said = () => ({
    stage: stage.value,
    pattern: pattern.value,
    result: readResult(stage.value, result.value),
    assistant: who.value || null,
    expires_at: until.value ? `${until.value}T23:59:59Z` : null,
    test: test.value,
    site: site.value ? [site.value] : [],
    user: changing?.test.user ?? "",
  });
  const form = el(
    "form",
    { on: { submit: (event) => (event.preventDefault(), save()) } },
    field("stage", stage), field("assistant", who), field("pattern", pattern, true), field("result", result, true),
    field("test", test), field("site", site), field("until", until),
    el("div", { class: "row wide" }, el("button", { type: "submit", class: "strong" }, tell(changing ? "change_pin" : "pin")), changing && button("plain", tell("cancel"), () => write(null))),
  );
  async function save() {
    const id = changing?.id;
    complain(null);
    const body = said();
    await attempt(async () => {
      const kept = await (id ? api.admin("PUT", `overrides/${id}`, body) : api.admin("POST", "overrides", body));
      changing = null;
      return kept;
    }, () => tell("pinned"));
  }
  return form;
}

function readResult(stage, words) {
  try {
    const read = JSON.parse(words);
    if (read && typeof read === "object" && !Array.isArray(read)) return read;
  } catch {
    // not JSON: a text, which the server refuses where the stage wants more
  }
  return TEXT.includes(stage) ? { text: words } : { [words.slice(0, 20)]: true };
}

const shownResult = (one) => (TEXT.includes(one.stage) ? one.result.text : JSON.stringify(one.result, null, 2));

function overrideCard(one) {
  const checked = el("p", { class: "fact", role: "status" });
  const past = el("ul", { hidden: true });
  const check = async () => {
    checked.textContent = "…";
    const found = await api.admin("POST", `overrides/${one.id}/check`).catch((error) => ({ state: "unknown", usual: error.message }));
    checked.textContent = found.state === "expired" ? tell("expired_check") : tell(found.state, { usual: found.usual });
  };
  const history = async () => {
    past.hidden = !past.hidden;
    const versions = await api.admin("GET", `overrides/${one.id}`);
    past.replaceChildren(...versions.map((old) => el("li", {}, el("span", {}, tell("version", { n: old.version })), el("span", { class: "fact" }, told(old)), el("pre", {}, shownResult(old)))));
  };
  const label = (name) => `${tell(name)}: ${one.pattern}`;
  return el(
    "article",
    { class: "card", "data-override": one.id },
    el("div", { class: "row" }, el("h2", {}, one.pattern), el("span", { class: "fact" }, `${one.stage} · ${one.assistant || tell("everyone")} · ${tell("version", { n: one.version })}`)),
    el("pre", {}, shownResult(one)),
    el("p", { class: "fact" }, told(one)),
    checked,
    past,
    el(
      "div",
      { class: "row" },
      button("plain", tell("check"), check, label("check")),
      button("plain", tell("change"), () => write(one), label("change")),
      button("plain", tell("history"), history, label("history")),
      button("plain", tell("remove"), () => confirmRemoval(one.pattern, () => attempt(() => api.admin("DELETE", `overrides/${one.id}`), () => tell("removed")), tell("remove_title"), tell("remove_text", { name: one.pattern })), label("remove")),
    ),
  );
}

function told(one) {
  const ends = one.expires_at && tell(one.state === "expired" ? "expired" : "ends", { when: when(one.expires_at) });
  return [tell("by", { author: one.author, when: when(one.created_at) }), ends].filter(Boolean).join(" · ");
}

// ---- memory

async function memory() {
  const kept = await api.admin("GET", "memory");
  const users = [...new Set(["", ...kept.map((one) => one.user)])].filter((user) => !user || kept.some((one) => one.user === user));
  const cards = users.map((user) => [user, kept.filter((one) => one.user === user)]).filter(([, found]) => found.length);
  return [stateForm(), ...(cards.length ? cards.map(userCard) : [el("p", { class: "empty" }, tell("nothing_remembered"))])];
}

function stateForm() {
  const name = el("input", { required: true, maxlength: 60 });
  const means = el("input", { required: true, maxlength: 120 });
  const save = () => attempt(() => api.admin("POST", "memory", { name: name.value, means: means.value }), () => tell("pinned"));
  return el("form", { on: { submit: (event) => (event.preventDefault(), save()) } }, field("name", name), field("means", means), el("div", { class: "row wide" }, el("button", { type: "submit", class: "strong" }, tell("state"))));
}

const forget = (user, name) => {
  const asked = new URLSearchParams({ user, ...(name === undefined ? {} : { name }) });
  return attempt(() => api.admin("DELETE", `memory?${asked}`), ({ gone }) => tell("forgotten", { n: gone }));
};

function userCard([user, kept]) {
  const who = user || tell("everybody");
  const line = (one) =>
    el("li", {}, el("span", {}, `${one.name} = ${one.means || one.records.join(", ")}`), el("span", { class: "fact" }, told({ ...one, expires_at: null })), button("plain", tell("forget"), () => forget(user, one.name), `${tell("forget")}: ${one.name}`));
  const all = button("plain", tell("forget_all"), () => confirmRemoval(who, () => forget(user), tell("forget_title"), tell("forget_text", { name: who })), `${tell("forget_all")}: ${who}`);
  return el("article", { class: "card", "data-user": user }, el("div", { class: "row" }, el("h2", {}, who), all), el("ul", {}, kept.map(line)));
}

// ---- caches

async function caches() {
  return (await api.admin("GET", "caches")).map(({ room, entries }) => {
    const gone = ({ gone: n }) => tell("emptied", { n });
    const line = (one) =>
      el("li", {}, el("span", {}, one.says), el("span", { class: "fact" }, `${tell("used", { n: one.uses })} · ${when(one.used_at)}`), one.key && button("plain", tell("forget"), () => attempt(() => api.admin("DELETE", `caches/${room}?${new URLSearchParams({ key: one.key })}`), gone), `${tell("forget")}: ${one.says}`));
    const empty = button("plain", tell("empty"), () => attempt(() => api.admin("DELETE", `caches/${room}`), gone), `${tell("empty")}: ${tell(room)}`);
    const listed = entries.length ? el("ul", {}, entries.map(line)) : el("p", { class: "empty" }, tell("nothing_kept"));
    return el("article", { class: "card", "data-room": room }, el("div", { class: "row" }, el("h2", {}, `${tell(room)} (${entries.length})`), empty), listed);
  });
}

document.documentElement.lang = language;
const back = el("a", { href: new URL("/", location.origin).href }, tell("back"));
back.removeAttribute("target");
at("bar").append(el("h1", {}, say("admin")), el("div", { class: "tabs", role: "group", "aria-label": say("admin") }, Object.values(tabs)), back);
window.addEventListener("hashchange", () => (complain(null), show()));
show().catch((error) => at("place").replaceChildren(el("p", { class: "trouble", role: "alert" }, error.message)));
