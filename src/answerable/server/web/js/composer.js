// Where one asks: which sites, which words, ask or stop.

import { el, glyph, iconButton, shortAddress, webAddress } from "./dom.js";
import { keep, keepHere, kept, keptHere } from "./kept.js";
import { say } from "./words.js";

const DRAFT = "answerable.draft"; // what was typed, for a reload
const APPROVE = "answerable.approve"; // whether plans are shown before they are followed

export function composerView(form, { ask, stop }) {
  let sites = [];
  let running = false;
  let needsSite = false;
  let context = ""; // the record or page the reader came from
  const chips = el("span", { class: "chips" });
  const site = el("input", { id: "site", type: "url", inputmode: "url", autocomplete: "off", spellcheck: "false", placeholder: say("sites_add") });
  const question = el("textarea", { id: "question", rows: "1", "aria-label": say("question"), placeholder: say("question_hint") });
  question.value = keptHere(DRAFT) ?? "";
  const button = el("button", { type: "submit", class: "send" });
  const trouble = el("p", { class: "trouble", role: "alert", hidden: true });

  const about = el("div", { class: "sites", hidden: true });
  const approve = el("input", { type: "checkbox", on: { change: () => keep(APPROVE, approve.checked ? "yes" : "") } });
  approve.checked = kept(APPROVE) === "yes";
  const approveRow = el("label", { class: "approve", hidden: true }, approve, say("approve"));
  const siteRow = el("div", { class: "sites", hidden: true }, el("label", { for: "site" }, say("sites")), chips, site);

  form.replaceChildren(
    el(
      "div",
      { class: "column" },
      trouble,
      el("div", { class: "well" }, about, siteRow, el("div", { class: "ask" }, question, button)),
      el("div", { class: "under" }, approveRow, el("p", { class: "fine" }, say("fine"))),
    ),
  );

  function complain(words) {
    trouble.textContent = words ?? "";
    trouble.hidden = !words;
  }

  const chip = (words, remove) =>
    el("span", { class: "site" }, webAddress(words) ? el("a", { href: words }, shortAddress(words)) : el("span", { title: words }, words), iconButton("cross", say("site_remove", { site: shortAddress(words) }), remove));

  function setContext(words) {
    context = words;
    about.hidden = !words;
    about.replaceChildren(el("span", { class: "lead" }, say("about")), chip(words, () => setContext("")));
  }

  function setSites(addresses) {
    sites = addresses;
    chips.replaceChildren(...sites.map((address) => chip(address, () => setSites(sites.filter((kept) => kept !== address)))));
    site.placeholder = sites.length ? say("sites_more") : say("sites_add");
  }

  // What was typed becomes a chip; false when it is no address.
  function takeSite() {
    for (const typed of site.value.split(/[\s,]+/).filter(Boolean)) {
      const address = typed.includes("://") ? typed : `https://${typed}`;
      if (!webAddress(address)) {
        complain(say("site_wrong", { site: typed }));
        return false;
      }
      if (!sites.includes(address)) setSites([...sites, address]);
    }
    site.value = "";
    complain(null);
    return true;
  }

  function submit(words = question.value.trim()) {
    if (running || (needsSite && !takeSite())) return;
    if (needsSite && !sites.length) {
      complain(say("site_missing"));
      site.focus();
    } else if (words) {
      ask(words, { site: needsSite ? sites : [], context, approve: !approveRow.hidden && approve.checked });
    } else question.focus();
  }

  function setRunning(now) {
    running = now;
    const name = now ? "stop" : "send";
    button.className = now ? "send stop" : "send";
    button.type = now ? "button" : "submit";
    button.setAttribute("aria-label", say(name));
    button.title = say(name);
    button.replaceChildren(glyph(name));
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  button.addEventListener("click", () => running && stop());
  question.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  });
  site.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === "," || (event.key === " " && site.value)) {
      event.preventDefault();
      if (takeSite() && event.key === "Enter" && sites.length) question.focus();
    } else if (event.key === "Backspace" && !site.value) setSites(sites.slice(0, -1));
  });
  site.addEventListener("blur", takeSite);
  question.addEventListener("input", () => keepHere(DRAFT, question.value));
  setRunning(false);

  function write(words) {
    question.value = words;
    keepHere(DRAFT, words);
  }

  // Only some assistants are asked about places; a conversation keeps its own.
  function setUp(assistant, addresses, again) {
    needsSite = Boolean(assistant.needs_site);
    siteRow.hidden = !needsSite;
    approveRow.hidden = !assistant.researches;
    setSites(addresses);
    question.placeholder = say(again ? "follow_up_hint" : "question_hint");
  }

  return {
    setUp,
    setSites,
    setContext,
    setRunning,
    complain,
    submit,
    clear: () => write(""),
    write,
    focus: () => question.focus({ preventScroll: true }),
  };
}
