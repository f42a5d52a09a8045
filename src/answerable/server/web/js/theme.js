// Light or dark: the system's choice until the reader makes one, which this browser then remembers.

const KEY = "answerable.theme";
const root = document.documentElement;

if (localStorage.getItem(KEY)) root.dataset.theme = localStorage.getItem(KEY);

export function toggleTheme() {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem(KEY, root.dataset.theme);
}
