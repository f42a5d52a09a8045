// What the page says: the reader's language is the browser's until they choose another, which this browser then keeps.

import { kept, keep } from "./kept.js";
import DE from "./words_de.js";
import EN from "./words_en.js";

const KEY = "answerable.language";
const LANGUAGES = { en: EN, de: DE };
export const NAMES = { en: "English", de: "Deutsch" };

const browser = (navigator.languages?.[0] ?? navigator.language ?? "en").toLowerCase().startsWith("de") ? "de" : "en";
const given = new URLSearchParams(location.search).get("lang");
export const language = [kept(KEY), given, browser].find((name) => Object.hasOwn(LANGUAGES, name ?? ""));
const SAID = LANGUAGES[language];
// Dates and figures as the reader's country writes them, where it speaks that language.
export const locale = navigator.languages?.find((name) => name.toLowerCase().startsWith(language)) ?? language;

// Every view is built in one language, so another one is another page; what was typed is kept by the composer.
export function speak(name) {
  keep(KEY, name);
  location.reload();
}

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

export const say = (name, values = {}) => fill(SAID[name], values);
export const list = (name) => SAID[name];
export const count = (name, n) => fill(n === 1 ? SAID[name].one : SAID[name].other, { n: number(n, 0) });
export const reason = (code) => SAID.reasons[code] ?? SAID.reasons.other;
export const why = (code) => SAID.whys[code] ?? code;
export const seconds = (n) => say("seconds", { n: n < 0.05 ? `< ${number(0.1, 1)}` : number(n, 1) });
export const percent = (share) => new Intl.NumberFormat(locale, { style: "percent" }).format(share);
export const number = (value, digits) => new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value);

export function when(iso) {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return String(iso ?? "");
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(time);
}

// An assistant's own words in the reader's language, or in the one it has.
export const worded = ({ name, wording = {}, starters = [] }) => ({ title: name, greeting: "", starters, ...(wording[language] ?? wording.en) });

// Questions it can surely take: its own, or what any site is asked.
export function startersOf(assistant) {
  const { starters } = worded(assistant);
  return starters.length || !assistant.needs_site ? starters : SAID.starters;
}

// A name out of a machine as people read it: `due_date` is "Due date", `avg price` what the reader calls an average.
export function readable(name) {
  const words = String(name).replaceAll("_", " ").replaceAll("/", " › ").replace(/^\S+/, (first) => SAID.measures[first] ?? first);
  return words && words[0].toUpperCase() + words.slice(1);
}
