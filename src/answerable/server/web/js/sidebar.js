// The list of conversations: open, rename in place, delete after asking.

import { assistantGlyph, el, glyph, iconButton } from "./dom.js";
import { THEMES, setTheme, theme } from "./theme.js";
import { NAMES, language, list, say, speak } from "./words.js";

const MANY = 10; // conversations: from here on they can be searched

export function sidebarView(node, { fresh, rename, remove }) {
  const listing = el("ul");
  const search = el("input", { type: "search", class: "search", hidden: true, placeholder: say("search"), "aria-label": say("search"), on: { input: () => show(...shown) } });
  let shown = [[], ""];
  const brand = el("div", { class: "brand" }, el("img", { src: "/web/icon.svg", alt: "" }), "Answerable");
  const places = el("div", { class: "places" });
  const begin = el("button", { type: "button", class: "fresh", on: { click: fresh } }, el("span", { class: "glyph" }, glyph("plus")), say("fresh"));
  node.replaceChildren(brand, begin, el("div", { class: "listing" }, el("h2", {}, say("conversations")), search, listing), places, settingsView());

  function show(conversations, open) {
    shown = [conversations, open];
    if (listing.querySelector("input")) return; // somebody is typing a name
    search.hidden = conversations.length < MANY && !search.value;
    const wanted = search.value.trim().toLowerCase();
    const found = conversations.filter(({ name }) => name.toLowerCase().includes(wanted));
    const held = heldIn(listing);
    const entries = daysOf(found).flatMap(([day, those]) => [day && el("li", { class: "day" }, day), ...those.map((one) => entryView(one, one.id === open, { rename, remove }))]);
    listing.replaceChildren(...(entries.length ? entries.filter(Boolean) : [el("li", { class: "nothing" }, say(wanted ? "none_found" : "none_yet"))]));
    if (held) (listing.querySelector(`[data-id="${CSS.escape(held.id)}"]`)?.querySelectorAll("a, button")[held.place] ?? begin).focus();
  }
  // Another page of this server, in the menu.
  const offer = (path, picture, words) => places.append(el("a", { href: new URL(path, location.origin).href }, el("span", { class: "glyph" }, glyph(picture)), words));
  return { show, offer };
}

// Which of the list's controls has the keyboard: it is drawn anew whenever a question begins or ends, in any tab.
function heldIn(listing) {
  const entry = listing.contains(document.activeElement) && document.activeElement.closest(".entry");
  return entry ? { id: entry.dataset.id, place: [...entry.querySelectorAll("a, button")].indexOf(document.activeElement) } : null;
}

// Under today, yesterday and earlier; where all are of one day that says nothing.
function daysOf(conversations) {
  const midnight = new Date().setHours(0, 0, 0, 0);
  const day = ({ updated_at }) => (new Date(updated_at) >= midnight ? 0 : new Date(updated_at) >= midnight - 86_400_000 ? 1 : 2);
  const groups = list("days").map((name, place) => [name, conversations.filter((one) => day(one) === place)]).filter(([, those]) => those.length);
  return groups.length > 1 ? groups : groups.map(([, those]) => ["", those]);
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
  const entry = el("li", { class: "entry", "data-id": one.id, "data-open": String(open) }, el("span", { class: one.running ? "glyph live" : "glyph", title: one.assistant }, assistantGlyph(one.assistant)), link, tools);

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
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.stopPropagation();
      event.preventDefault(); // else the same key presses the button that has the keyboard next
      end(event.key === "Enter");
      entry.querySelector("button").focus();
    });
    input.addEventListener("blur", () => end(true));
    entry.replaceChildren(input);
    input.select();
  }
  return entry;
}
