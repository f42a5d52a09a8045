// The list of conversations: open, rename in place, delete after asking.

import { assistantGlyph, el, glyph, iconButton } from "./dom.js";
import { THEMES, setTheme, theme } from "./theme.js";
import { NAMES, language, say, speak } from "./words.js";

export function sidebarView(node, { fresh, rename, remove }) {
  const listing = el("ul");
  const brand = el("div", { class: "brand" }, el("img", { src: "/web/icon.svg", alt: "" }), "Answerable");
  const places = el("div", { class: "places" });
  const begin = el("button", { type: "button", class: "fresh", on: { click: fresh } }, el("span", { class: "glyph" }, glyph("plus")), say("fresh"));
  node.replaceChildren(brand, begin, el("div", { class: "listing" }, el("h2", {}, say("conversations")), listing), places, settingsView());

  function show(conversations, open) {
    if (listing.querySelector("input")) return; // somebody is typing a name
    const entries = conversations.map((one) => entryView(one, one.id === open, { rename, remove }));
    listing.replaceChildren(...(entries.length ? entries : [el("li", { class: "nothing" }, say("none_yet"))]));
  }
  // Another page of this server, in the menu.
  const offer = (path, words) => places.append(el("a", { href: new URL(path, location.origin).href }, words));
  return { show, offer };
}

function settingsView() {
  const option = (chosen) => ([value, words]) => el("option", { value, selected: value === chosen }, words);
  const themes = THEMES.map((name) => [name, say(`theme_${name}`)]);
  const speech = el("select", { "aria-label": say("language"), on: { change: () => speak(speech.value) } }, Object.entries(NAMES).map(option(language)));
  const shade = el("select", { "aria-label": say("appearance"), on: { change: () => setTheme(shade.value) } }, themes.map(option(theme())));
  return el("div", { class: "settings" }, speech, shade);
}

function entryView(one, open, { rename, remove }) {
  const link = el("a", { href: `#${one.id}`, title: one.name, "aria-current": open && "page" }, one.name);
  const tools = el(
    "span",
    { class: "tools" },
    iconButton("pencil", `${say("rename")}: ${one.name}`, () => edit(), { class: "small" }),
    iconButton("bin", `${say("remove")}: ${one.name}`, () => remove(one), { class: "small" }),
  );
  const entry = el("li", { class: "entry", "data-open": String(open) }, el("span", { class: one.running ? "glyph live" : "glyph", title: one.assistant }, assistantGlyph(one.assistant)), link, tools);

  const parts = [...entry.children];

  function edit() {
    const input = el("input", { value: one.name, "aria-label": say("new_name"), maxlength: 200 });
    let ended = false; // taking the input away blurs it, which would end it once more
    const end = (kept) => {
      if (ended) return;
      ended = true;
      const name = input.value.trim();
      entry.replaceChildren(...parts);
      if (kept && name && name !== one.name) rename(one, name);
    };
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") end(true);
      if (event.key === "Escape") {
        event.stopPropagation();
        end(false);
      }
    });
    input.addEventListener("blur", () => end(true));
    entry.replaceChildren(input);
    input.select();
  }
  return entry;
}
