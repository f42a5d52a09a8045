// Building elements. Content only ever becomes a text node; there is no way here to turn a string into HTML.

const SVG = "http://www.w3.org/2000/svg";

// el("p", {class: "x", on: {click}}, "text", node, …): strings become text, null and false are left out.
// `place` sets single CSS properties, which our policy allows where a style attribute is forbidden.
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, act] of Object.entries(value)) node.addEventListener(event, act);
    else if (name === "place") for (const [side, length] of Object.entries(value)) node.style.setProperty(side, length);
    else if (name === "href") setLink(node, value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

// Only addresses a reader may follow: web pages, and places on this page.
function setLink(node, address) {
  if (address.startsWith("#")) node.setAttribute("href", address);
  else if (webAddress(address)) {
    node.setAttribute("href", webAddress(address).href);
    node.setAttribute("target", "_blank");
    node.setAttribute("rel", "noopener noreferrer");
  }
}

export function webAddress(address) {
  try {
    const url = new URL(address);
    return url.protocol === "http:" || url.protocol === "https:" ? url : null;
  } catch {
    return null;
  }
}

// A path on this server; "//host" and "/\\host" lead elsewhere.
export const isOwn = (address) => address.startsWith("/") && URL.canParse(address, location.origin) && new URL(address, location.origin).origin === location.origin;

// An address as people read it: without scheme, and without a slash at the end.
export function shortAddress(address) {
  const url = webAddress(address);
  return url ? (url.host + url.pathname + url.search).replace(/\/$/, "") : address;
}

// The part behind the host.
export const pathOf = (address) => shortAddress(address).replace(/^[^/]+/, "") || "/";

const PATHS = {
  menu: ["M4 7h16", "M4 12h16", "M4 17h16"],
  plus: ["M12 5v14", "M5 12h14"],
  pencil: ["M4 20l1-4L16 5l3 3L8 19z"],
  bin: ["M5 7h14", "M10 7V5h4v2", "M7 7l1 12h8l1-12"],
  cross: ["M6 6l12 12", "M18 6L6 18"],
  send: ["M12 19V5", "M6 11l6-6 6 6"],
  stop: ["M7 7h10v10H7z"],
  copy: ["M9 9h10v10H9z", "M5 15V5h10"],
  check: ["M5 12.500l4.500 4.500L19 7.500"],
  list: ["M9 6h11", "M9 12h11", "M9 18h11", "M4.500 6h.01", "M4.500 12h.01", "M4.500 18h.01"],
  sliders: ["M4 7h9", "M17 7h3", "M4 17h3", "M11 17h9", "M15 4.500v5", "M9 14.500v5"],
  up: ["M7 11v9H4v-9z", "M7 11l4-7c1.500 0 2.500 1 2.500 2.500V10h5a1.500 1.500 0 0 1 1.500 1.800l-1.300 6.700A2 2 0 0 1 16.700 20H7"],
  down: ["M17 13V4h3v9z", "M17 13l-4 7c-1.500 0-2.500-1-2.500-2.500V14h-5A1.500 1.500 0 0 1 4 12.200l1.300-6.700A2 2 0 0 1 7.300 4H17"],
  save: ["M12 4v11", "M7 10.500l5 5 5-5", "M5 20h14"],
  jump: ["M12 5v14", "M6 13l6 6 6-6"],
  // Assistants, by their name; any other has the last one.
  website: ["M12 3.500a8.500 8.500 0 1 0 0 17a8.500 8.500 0 1 0 0-17z", "M3.500 12h17", "M12 3.500c5 5 5 12 0 17", "M12 3.500c-5 5-5 12 0 17"],
  workplace: ["M4 8h16v11H4z", "M9 8V5h6v3", "M4 13h16"],
  bookstore: ["M12 6.500C10 5 7 4.500 4 5v13c3-.5 6 0 8 1.500c2-1.500 5-2 8-1.500V5c-3-.5-6 0-8 1.500z", "M12 6.500v13"],
  warehouse: ["M5 6c0-3.300 14-3.300 14 0s-14 3.300-14 0z", "M5 6v6c0 3.300 14 3.300 14 0V6", "M5 12v6c0 3.300 14 3.300 14 0v-6"],
  research: ["M10.500 4a6.500 6.500 0 1 0 0 13a6.500 6.500 0 1 0 0-13z", "M15.500 15.500L20 20"],
  other: ["M4 5h16v11h-9l-4 4v-4H4z"],
};

// draw("rect", {x, y}, child, …): the same for pictures.
export function draw(tag, props = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) if (value !== null && value !== undefined) node.setAttribute(name, String(value));
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

export const glyph = (name) => draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, PATHS[name].map((d) => draw("path", { d })));
export const assistantGlyph = (name) => glyph(Object.hasOwn(PATHS, name) ? name : "other");

// Browsers give pages without https no clipboard; there the old way still works.
export async function copyText(words) {
  if (navigator.clipboard) return navigator.clipboard.writeText(words);
  const field = el("textarea", { class: "unseen", "aria-hidden": "true" });
  field.value = words;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

// A few seconds in which a button says that it was done.
export function flash(button, name, words) {
  const [before, label] = [[...button.childNodes], button.getAttribute("aria-label")];
  button.replaceChildren(glyph(name));
  button.setAttribute("aria-label", words);
  setTimeout(() => (button.replaceChildren(...before), button.setAttribute("aria-label", label)), 1500);
}

export function iconButton(name, label, act, props = {}) {
  const { class: more = "", ...rest } = props;
  const kind = `icon ${more}`.trim();
  return el("button", { type: "button", class: kind, "aria-label": label, title: label, on: { click: act }, ...rest }, glyph(name));
}

// Words as a file may be called on any system.
export const fileName = (words) => words.replace(/[^\p{L}\p{N}]+/gu, " ").trim().slice(0, 60).trim() || "answer";

// Hand the reader a file that was made here or fetched with their key.
export function download(blob, name) {
  const link = el("a", { download: name });
  link.href = URL.createObjectURL(blob);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
