// Building elements. Content only ever becomes a text node; there is no way here to turn a string into HTML.

const SVG = "http://www.w3.org/2000/svg";

// el("p", {class: "x", on: {click}}, "text", node, …): strings become text, null and false are left out.
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, act] of Object.entries(value)) node.addEventListener(event, act);
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
  moon: ["M20 14.500A8 8 0 1 1 9.500 4a6.500 6.500 0 0 0 10.500 10.500z"],
};

export function glyph(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  for (const line of PATHS[name]) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", line);
    svg.append(path);
  }
  return svg;
}

export function iconButton(name, label, act, props = {}) {
  const { class: more = "", ...rest } = props;
  const kind = `icon ${more}`.trim();
  return el("button", { type: "button", class: kind, "aria-label": label, title: label, on: { click: act }, ...rest }, glyph(name));
}
