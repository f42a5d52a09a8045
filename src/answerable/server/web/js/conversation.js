// A conversation is the fold of its events: the same log always gives the same turns, in every tab.

export const working = (turn) => !turn.outcome && !turn.cut;

export class Conversation {
  constructor(id) {
    this.id = id;
    this.place = 0;
    this.turns = [];
    this.checked = false; // whether the server was asked if it still works on what has no outcome
  }

  get running() {
    return this.turns.some(working);
  }

  // The server works on nothing: what has no outcome up to this place was cut off, by a crash for instance.
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
    if (!turn) {
      turn = { run, question: "", began: createdAt, tasks: [], read: [], checks: [], events: [], outcome: null, cut: false };
      this.turns.push(turn);
    }
    turn.cut = false;
    turn.events.push({ place, createdAt, record });
    FOLDS[record.event]?.(turn, record);
    return turn;
  }
}

const FOLDS = {
  RunStarted: (turn, { question }) => {
    turn.question = question;
  },
  PlanMade: (turn, { tasks }) => {
    for (const id of tasks) turn.tasks.push({ id, state: "waiting", targets: [], evidence: 0, gaps: 0, enough: null });
  },
  TaskStarted: (turn, { task, targets }) => {
    Object.assign(find(turn, task), { state: "running", targets });
  },
  TaskEnded: (turn, { task, evidence, gaps }) => {
    Object.assign(find(turn, task), { state: "done", evidence, gaps });
  },
  PageFetched: (turn, { url, status, seconds, passages, note }) => {
    turn.read.push({ fetched: true, url, status, seconds, passages, why: note });
  },
  PageSkipped: (turn, { url, why }) => {
    turn.read.push({ fetched: false, url, why });
  },
  LedgerWeighed: (turn, { enough }) => {
    const last = turn.tasks.at(-1);
    if (last) last.enough = enough;
  },
  DraftWritten: (turn, { claims }) => {
    turn.checks.push({ claims, passed: null, objections: 0 });
  },
  DraftVerified: (turn, { passed, objections }) => {
    Object.assign(turn.checks.at(-1) ?? {}, { passed, objections: objections.length });
  },
  OutcomeSettled: (turn, { outcome }) => {
    turn.outcome = outcome;
  },
};

function find(turn, id) {
  let task = turn.tasks.findLast((known) => known.id === id);
  if (!task) turn.tasks.push((task = { id, state: "waiting", targets: [], evidence: 0, gaps: 0, enough: null }));
  return task;
}
