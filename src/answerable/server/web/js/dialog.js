// The page's one dialog: to be sure before something is deleted, and to be given a key.

import { el } from "./dom.js";
import { say } from "./words.js";

const dialog = document.getElementById("asking");
let waiting = null; // whoever asks for a key meanwhile gets the same one

export const isOpen = () => dialog.open;

function show(title, ...rest) {
  dialog.replaceChildren(el("h2", { id: "asking-title" }, title), ...rest.filter(Boolean));
  dialog.showModal();
}

export function confirmRemoval(name, act, title = say("remove_title"), text = say("remove_text", { name })) {
  const keep = el("button", { type: "button", class: "plain", on: { click: () => dialog.close() } }, say("keep"));
  const go = el("button", { type: "button", class: "grave", on: { click: () => (dialog.close(), act()) } }, say("remove"));
  show(title, el("p", {}, text), el("div", { class: "row" }, keep, go));
  keep.focus();
}

// The key the reader gives, or null when they close the dialog.
export function askKey(wrong) {
  waiting ??= new Promise((given) => {
    const input = el("input", { type: "password", autocomplete: "off", "aria-label": say("key_label"), placeholder: "ak_…", required: true });
    const form = el("form", { class: "words" }, input, el("button", { type: "submit", class: "plain" }, say("key_use")));
    const end = (key) => ((waiting = null), given(key));
    dialog.addEventListener("close", () => end(null), { once: true });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      end(input.value.trim());
      dialog.close();
    });
    show(say("key_title"), el("p", {}, say("key_text")), wrong && el("p", { class: "trouble", role: "alert" }, say("key_wrong")), form);
    input.focus();
  });
  return waiting;
}
