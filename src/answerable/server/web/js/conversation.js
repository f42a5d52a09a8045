// A conversation is the fold of its events: the same log always gives the same turns, in every tab.

export const working = (turn) => !turn.outcome && !turn.cut;

export class Conversation {
  constructor(id) {
    this.id = id;
    this.place = 0;
    this.turns = [];
    this.opinions = new Map(); // what this reader thought of runs, by run
  }

  get running() {
    return this.turns.some(working);
  }

  // The server works on nothing: what has no outcome up to this place waits for a server to take it up.
  nothingRuns(place) {
    const cut = this.turns.filter((turn) => working(turn) && turn.events.at(-1).place <= place);
    for (const turn of cut) turn.cut = true;
    return cut;
  }

  // Take one numbered event; an event already heard changes nothing. Returns the turn it belongs to.
  hear({ place, run, createdAt, record }) {
    if (place <= this.place) return null;
    this.place = place;
    let turn = this.turns.find((known) => known.run === run);
    if (!turn) this.turns.push((turn = newTurn(run, createdAt)));
    turn.cut = false;
    turn.events.push({ place, createdAt, record });
    FOLDS[record.event]?.(turn, record);
    if (record.event === "RunStarted") turn.question = this.spoken(turn);
    return turn;
  }

  // A choice is answered with its value; people read its label.
  spoken(turn) {
    const before = this.turns[this.turns.indexOf(turn) - 1];
    return before?.outcome?.choices?.find(({ value }) => value === turn.question)?.label ?? turn.question;
  }
}

const newTurn = (run, began) => ({
  run,
  began,
  question: "",
  meant: "",
  waves: [], // of tasks: those that one plan asked for
  read: [],
  checks: [],
  events: [],
  released: [], // pieces of the answer, in order
  reviews: [],
  people: [], // a person was called, came, spoke, left
  resumed: false,
  outcome: null,
  cut: false,
});

// Tasks that wait for others stand behind them; `needs` are pairs of a task and one it waits for.
function wavesOf(tasks, needs) {
  const of = (id) => needs.filter(([task]) => task === id).map(([, need]) => need);
  const depth = (id, most) => (most ? Math.max(0, ...of(id).map((need) => 1 + depth(need, most - 1))) : 0);
  const waves = [];
  for (const id of tasks) (waves[depth(id, tasks.length)] ??= []).push({ ...newTask(id), needs: of(id) });
  return waves.filter(Boolean);
}

const FOLDS = {
  RunStarted: (turn, { question }) => {
    turn.question = question;
  },
  RunResumed: (turn) => {
    turn.resumed = true;
  },
  TurnsRecalled: (turn, { meant }) => {
    turn.meant = meant;
  },
  PlanMade: (turn, { tasks, needs = [] }) => {
    turn.waves.push(...wavesOf(tasks, needs));
  },
  TaskStarted: (turn, { task: id, source, targets }) => {
    Object.assign(find(turn, id), { state: "running", source, targets });
  },
  TaskEnded: (turn, { task, evidence, gaps }) => {
    Object.assign(find(turn, task), { state: evidence || !gaps ? "done" : "failed", evidence, gaps });
  },
  PageFetched: (turn, { url, status, seconds, passages, note }) => {
    turn.read.push({ fetched: true, url, status, seconds, passages, why: note });
    running(turn).pages += 1;
  },
  PageSkipped: (turn, { url, why }) => {
    turn.read.push({ fetched: false, url, why });
  },
  QueryRan: (turn, { name, rows }) => {
    const task = known(turn, name) ?? running(turn);
    task.rows = (task.rows ?? 0) + rows;
    task.queries += 1;
  },
  QueryFailed: (turn, { name }) => {
    (known(turn, name) ?? running(turn)).queries += 1;
  },
  DraftWritten: (turn, { claims }) => {
    turn.checks.push({ claims, passed: null, objections: 0 });
  },
  DraftVerified: (turn, { passed, objections }) => {
    Object.assign(turn.checks.at(-1) ?? {}, { passed, objections: objections.length });
  },
  AnswerReleased: (turn, { element }) => {
    const last = turn.released.at(-1);
    if (element.type === "text" && last?.type === "text") last.text += element.text;
    else turn.released.push({ ...element });
  },
  AnswerReviewed: (turn, { verdict, words }) => {
    turn.reviews.push({ verdict, words });
  },
  ConversationEscalated: (turn) => {
    turn.people.push({ did: "escalated" });
  },
  PersonJoined: (turn, { person }) => {
    turn.people.push({ did: "joined", person });
  },
  PersonSpoke: (turn, { person, text }) => {
    turn.people.push({ did: "said", person, text });
  },
  PersonLeft: (turn, { person }) => {
    turn.people.push({ did: "left", person });
  },
  OutcomeSettled: (turn, { outcome }) => {
    turn.outcome = outcome;
  },
};

const newTask = (id) => ({ id, state: "waiting", source: "", targets: [], evidence: 0, gaps: 0, pages: 0, queries: 0, rows: null });

export const tasksOf = (turn) => turn.waves.flat();
const known = (turn, id) => tasksOf(turn).findLast((task) => task.id === id);
const running = (turn) => tasksOf(turn).findLast((task) => task.state === "running") ?? newTask("");

function find(turn, id) {
  const task = known(turn, id);
  if (task) return task;
  turn.waves.push([newTask(id)]);
  return turn.waves.at(-1)[0];
}
