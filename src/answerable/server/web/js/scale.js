// Where a value stands on a chart, and which round values its axis names.

// Readable on light and dark, and apart from each other also without colour vision.
const COLOURS = ["var(--chart-1)", "var(--chart-2)", "var(--chart-3)", "var(--chart-4)", "var(--chart-5)", "var(--chart-6)"];
export const colourOf = (place) => COLOURS[Math.max(place, 0) % COLOURS.length];

// The nearest step of 1, 2 or 5 times a power of ten that makes about so many.
function stepOf(span, about = 5) {
  const raw = span / about;
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= raw * 0.999);
}

// A straight scale from `start` to `end`, reaching out to round values; bars begin at zero, or they would lie.
export function axisOf(values, start, end, { zero = true } = {}) {
  let [low, high] = [Math.min(...values), Math.max(...values)];
  if (zero) [low, high] = [Math.min(low, 0), Math.max(high, 0)];
  if (low === high) [low, high] = low ? [low - Math.abs(low) / 2, high + Math.abs(high) / 2] : [0, 1];
  const step = stepOf(high - low);
  [low, high] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  return { low, high, step, at: (value) => start + ((value - low) / (high - low)) * (end - start) };
}

export function ticksOf({ low, high, step }) {
  const steps = Math.round((high - low) / step);
  return Array.from({ length: steps + 1 }, (_, place) => Number((low + place * step).toPrecision(12)));
}

// Equal room for each name, in the order given.
export function bandOf(names, start, end) {
  const room = (end - start) / names.length;
  const at = (name) => start + (names.indexOf(String(name)) + 0.5) * room;
  return { at, width: Math.min(room * 0.7, 72), names: names.map((name) => ({ x: at(name), name })) };
}
