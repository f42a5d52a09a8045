// The server's routes. A problem document becomes an error whose message is its own sentence.

import { keepHere, keptHere } from "./kept.js";
import { say } from "./words.js";

const KEY = "answerable.key";
// Milliseconds before a lost stream is opened again; doubled up to the longest while the server stays away.
const AGAIN = 500;
const LONGEST = 8000;
// The server says something at least every 15 seconds; a stream silent for twice that is dead (a closed laptop lid).
const SILENCE = 30_000;
// A browser opens six connections to a server at a time; a tab nobody looks at gives its own back after this long.
const HIDDEN = 60_000;

export class Problem extends Error {
  constructor(message, status = 0) {
    super(message);
    this.status = status;
  }
}

// Asks the reader for an API key; set by the page. Only servers beyond this machine want one.
export const door = { askKey: async () => null };

const shown = () => (keptHere(KEY) ? { Authorization: `Bearer ${keptHere(KEY)}` } : {});

async function reach(path, options = {}) {
  for (let wrong = false; ; wrong = true) {
    let reply;
    try {
      reply = await fetch(path, { ...options, headers: { ...shown(), ...options.headers } });
    } catch {
      throw new Problem(say("unreachable"));
    }
    if (reply.ok) return reply;
    const said = await reply.json().catch(() => ({}));
    const problem = new Problem(said.errors?.[0]?.detail ?? said.detail ?? `${reply.status} ${reply.statusText}`, reply.status);
    if (reply.status !== 401) throw problem;
    const key = await door.askKey(wrong || Boolean(keptHere(KEY)));
    if (!key) throw problem;
    keepHere(KEY, key);
  }
}

const send = (method, path, body) =>
  reach(path, { method, headers: body ? { "Content-Type": "application/json" } : {}, body: body && JSON.stringify(body) });
const json = async (method, path, body) => (await send(method, path, body)).json();
const at = (id) => `/api/conversations/${encodeURIComponent(id)}`;
const run = (id) => `/api/runs/${encodeURIComponent(id)}`;

export const assistants = () => json("GET", "/api/assistants");
export const conversations = () => json("GET", "/api/conversations");
export const rename = (id, name) => json("PATCH", at(id), { name });
export const remove = (id) => send("DELETE", at(id));
export const stop = (id) => json("POST", `${at(id)}/stop`);
export const opinions = (id) => json("GET", `/api/feedback?conversation=${encodeURIComponent(id)}`);
export const opine = (id, thumb, words) => json("PUT", `${run(id)}/feedback`, { thumb, words });
export const reply = (id, text) => json("POST", `${run(id)}/reply`, { text });
export const report = async (id, format) => (await send("GET", `${run(id)}/report?format=${format}`)).blob();
export const review = (id, verdict, words) => json("POST", `${run(id)}/${verdict}`, { words });

// What people do who attend to conversations.
export const waiting = () => json("GET", "/api/inbox");
export const attended = (id) => `/api/inbox/${encodeURIComponent(id)}/events`;
export const attend = (id, act, said) => json("POST", `/api/inbox/${encodeURIComponent(id)}/${act}`, said);
export const reviews = () => json("GET", "/api/inbox/reviews");
export const judge = (id, said) => send("POST", `/api/inbox/reviews/${encodeURIComponent(id)}`, said);

// What operators pin, state and empty.
export const admin = async (method, path, body) => {
  const reply = await send(method, `/api/admin/${path}`, body);
  return reply.status === 204 ? true : reply.json();
};

// Start a run and return {conversation, run}; the same message id again is the same run, so a retry asks nothing twice.
export const start = (question, { site, message, ...more }) =>
  json("POST", "/api/runs", { question, site: site.length ? site : null, clientMessageId: message, ...more });

export function messageId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Follow a conversation's events from the first one on, through lost connections and restarts of the server: each
// time from behind the last number heard. `fetch` and not EventSource, which can send no key.
export function follow(id, { hear, opened, lost, gone }, path = `${at(id)}/events`) {
  let [place, wait, ended, away, current, leaving] = [0, AGAIN, false, false, null, 0];
  let wake = () => {};

  const listen = async () => {
    current = new AbortController();
    const headers = { Accept: "text/event-stream", ...(place ? { "Last-Event-ID": String(place) } : {}) };
    const reply = await reach(path, { headers, signal: current.signal });
    opened();
    wait = AGAIN;
    for await (const event of frames(reply.body, current)) {
      place = event.place;
      if (!ended) hear(event);
    }
  };

  const goOn = async () => {
    while (!ended) {
      try {
        await listen();
      } catch (error) {
        if (error.status === 404 && !ended) return gone();
      }
      if (ended) return;
      if (!away) lost();
      await new Promise((soon) => ((wake = soon), away || setTimeout(soon, wait)));
      wait = Math.min(wait * 2, LONGEST);
    }
  };
  const back = () => wake();
  const look = () => {
    clearTimeout(leaving);
    if (document.hidden) leaving = setTimeout(() => ((away = true), current?.abort()), HIDDEN);
    else if (away) ((away = false), (wait = AGAIN), wake());
  };
  window.addEventListener("online", back);
  document.addEventListener("visibilitychange", look);
  goOn();

  return () => {
    ended = true;
    clearTimeout(leaving);
    window.removeEventListener("online", back);
    document.removeEventListener("visibilitychange", look);
    current?.abort();
    wake();
  };
}

// The events in a stream of server-sent events; a comment keeps it alive.
async function* frames(body, current) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  for (;;) {
    const late = setTimeout(() => current.abort(), SILENCE);
    const { value, done } = await reader.read().finally(() => clearTimeout(late));
    if (done) return;
    const whole = (heard + value).split("\n\n");
    heard = whole.pop();
    for (const frame of whole) {
      const line = frame.split("\n").find((one) => one.startsWith("data: "));
      if (line) yield JSON.parse(line.slice(6));
    }
  }
}
