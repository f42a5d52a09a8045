// The server's routes. A problem document becomes an error whose message is its own sentence.

import { say } from "./words.js";

export class Problem extends Error {}

async function send(method, path, body) {
  const options = { method, headers: body ? { "Content-Type": "application/json" } : {}, body: body && JSON.stringify(body) };
  let reply;
  try {
    reply = await fetch(path, options);
  } catch {
    throw new Problem(say("unreachable"));
  }
  if (reply.ok) return reply;
  const said = await reply.json().catch(() => ({}));
  throw new Problem(said.errors?.[0]?.detail ?? said.detail ?? `${reply.status} ${reply.statusText}`);
}

const json = async (method, path, body) => (await send(method, path, body)).json();
const at = (id) => `/api/conversations/${encodeURIComponent(id)}`;

export const assistants = () => json("GET", "/api/assistants");
export const conversations = () => json("GET", "/api/conversations");
export const rename = (id, name) => json("PATCH", at(id), { name });
export const remove = (id) => send("DELETE", at(id));
export const stop = (id) => json("POST", `${at(id)}/stop`);

// Start a walk and return its conversation. The first frame says which; what follows is heard from the event log,
// which survives a lost connection. The run goes on without this stream.
export async function start(question, site, conversation) {
  const body = { question, site: site.length ? site : null, workflowId: conversation || null };
  const reply = await send("POST", "/api/chatbot/start/stream", body);
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  while (!heard.includes("\n\n")) {
    const { value, done } = await reader.read();
    if (done) break;
    heard += value;
  }
  reader.cancel();
  const said = heard.split("\n").find((line) => line.startsWith("data: "));
  return JSON.parse(said.slice(6)).item.workflowId;
}

// Follow a conversation's events from the first one on. The browser reconnects by itself with Last-Event-ID.
export function follow(id, { hear, opened, lost }) {
  const source = new EventSource(`${at(id)}/events`);
  source.onmessage = (message) => hear(JSON.parse(message.data));
  source.onopen = opened;
  source.onerror = () => lost(source.readyState === EventSource.CLOSED);
  return () => source.close();
}
