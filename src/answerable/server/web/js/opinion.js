// What the reader thinks of an answer: a thumb with a comment, and for research accept, reject or add.

import { el, glyph, iconButton } from "./dom.js";
import { say } from "./words.js";

export function opinionView(turn, acts, sure, copy) {
  const thumbs = ["up", "down"].map((thumb) => iconButton(thumb, say(thumb), () => rate(thumb), { class: "small", "aria-pressed": "false" }));
  const below = el("div", { class: "below" });
  const review = el("div");
  let shown = null; // how many reviews are shown; somebody may be typing one
  const row = el("div", { class: "foot-row" }, sure, el("span", { class: "push" }, thumbs, copy));

  function show() {
    const given = acts.opinion(turn)?.thumb;
    thumbs.forEach((button, place) => button.setAttribute("aria-pressed", String(given === ["up", "down"][place])));
    const offered = `${turn.reviews.length} ${acts.reviewed(turn)}`;
    if (offered === shown) return;
    shown = offered;
    review.replaceChildren(...reviewView(turn, acts));
  }

  async function rate(thumb) {
    if (!(await acts.opine(turn, thumb, ""))) return;
    show();
    const form = wordsForm(say("comment_label"), say("comment"), say("comment_send"), false, async (words) => {
      if (words && !(await acts.opine(turn, thumb, words))) return;
      below.replaceChildren(words ? el("p", { class: "soft", role: "status" }, say("comment_thanks")) : "");
    }, () => below.replaceChildren());
    below.replaceChildren(form);
    if (thumbs.includes(document.activeElement)) form.querySelector("input").focus(); // else the reader has moved on
  }

  show();
  const box = el("div", { class: "opinion" }, row, below, review);
  box.addEventListener("opinions", show);
  return box;
}

function reviewView(turn, acts) {
  const done = turn.reviews.at(-1);
  if (done) return [el("p", { class: "reviewed" }, el("span", { class: "glyph" }, glyph("check")), say(`${done.verdict}ed`, { words: done.words }))];
  if (!acts.reviewed(turn)) return [];
  const place = el("div");
  const ask = (verdict, label, needed) => {
    const form = wordsForm(label, label, say("go"), needed, (words) => acts.review(turn, verdict, words), () => place.replaceChildren());
    place.replaceChildren(form);
    form.querySelector("input").focus();
  };
  const button = (name, act) => el("button", { type: "button", class: "plain", on: { click: act } }, say(name));
  const box = el(
    "div",
    { class: "review", role: "group", "aria-label": say("review") },
    el("p", {}, say("review")),
    el(
      "div",
      { class: "row" },
      button("accept", () => acts.review(turn, "accept", "")),
      button("append", () => ask("append", say("append_label"), true)),
      button("reject", () => ask("reject", say("reject_label"), false)),
    ),
    place,
  );
  return [box];
}

// One line of words and a button; Escape takes it back.
function wordsForm(label, hint, go, needed, act, cancel) {
  const input = el("input", { type: "text", "aria-label": label, placeholder: hint, maxlength: "4000", required: needed });
  const form = el("form", { class: "words" }, input, el("button", { type: "submit", class: "plain" }, go), iconButton("cross", say("cancel"), cancel, { class: "small" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(input.value.trim());
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    cancel();
  });
  return form;
}
