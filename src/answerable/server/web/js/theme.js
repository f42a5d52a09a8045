// Light or dark: the system's choice until the reader makes one, which this browser then keeps.

import { keep, kept } from "./kept.js";

const KEY = "answerable.theme";
const root = document.documentElement;
export const THEMES = ["auto", "light", "dark"];

export const theme = () => (THEMES.includes(kept(KEY)) ? kept(KEY) : "auto");

function show(name) {
  if (name === "auto") delete root.dataset.theme;
  else root.dataset.theme = name;
}

export function setTheme(name) {
  keep(KEY, name === "auto" ? null : name);
  show(name);
}

show(theme());
