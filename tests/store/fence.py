"""Two tenants with the same names and ids, who must not notice each other.

Every operation of every handle is done by one tenant alone, and then beside another one. What it is told must be the
same both times, and nothing of the other one may have changed: everything else is a hole in the fence.
"""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, field, is_dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import event

from answerable.store import Store, StoredPage, StoredPassage
from answerable.store.memory import StoredPreference
from answerable.store.message_ids import Begun
from answerable.store.overrides import StoredOverride
from answerable.store.permits import StoredCall
from answerable.store.runs import Ending, RunLost, StoredRun, StoredStep
from answerable.store.schema import metadata
from answerable.store.seal import Seal, new_key
from answerable.store.shelf import shelf_of
from answerable.store.traces import StoredJudgement
from answerable.store.usage import Quota

# The one who is there comes first, in the alphabet too: where a filter is missing, its rows are found first.
QUIET, BUSY = "acme", "globex"
# Ids that the tables number themselves, for all tenants together: nobody's business, and no two stores' the same.
NUMBERED = {"id", "page"}
MOMENTS = {"created_at", "updated_at", "at", "fetched_at", "used_at", "started_at", "ended_at"}
# Wide enough to reach into the other tenant's passages.
ANY_IDS = tuple(range(1, 60))
KEY = new_key()
# How many of the operations on what is remembered the quiet tenant has done: up to the first sweep of its reviews.
READY = 20


@dataclass
class Tenant:
    """One tenant's handles. Remembers which of their methods were used."""

    store: Store
    name: str
    used: set[tuple[str, str]] = field(default_factory=set)
    run: Any = None  # the one it walks

    @property
    def canary(self) -> str:
        """In everything this tenant says."""
        return f"canary{self.name}"

    def __getattr__(self, handle: str) -> Any:
        opened = {
            "cache": lambda: self.store.cache(self.name, "plans"),
            "links": lambda: self.store.links(self.name, Seal(Path(), KEY)),
        }.get(handle) or partial(getattr(self.store, handle), self.name)
        return Used(handle, opened(), self.used)


@dataclass
class Used:
    """A handle that notes what is asked of it."""

    name: str
    handle: Any
    used: set[tuple[str, str]]

    def __getattr__(self, method: str) -> Any:
        self.used.add((self.name, method))
        return getattr(self.handle, method)


Operation = Callable[[Tenant], Any]
Made = Callable[[Tenant], StoredCall]
Rewrite = Callable[[str], str]


def operations() -> list[Operation]:
    """Everything a tenant can do, in an order that makes sense; reads follow writes, deletes come last."""
    return [
        *_talking(),
        *_walking(),
        *_reading_pages(),
        *_calling(),
        *_remembering(),
        *_looking(),
        *_forgetting(),
    ]


def beforehand() -> list[Operation]:
    """What the quiet tenant has done by then: as much as possible, and little of it brought to an end."""
    return [
        lambda t: t.conversations.add_events("aa", "rc", [{"event": "PlanKept", "plan": "q"}]),
        *_talking(),
        partial(_talk, c="e"),
        *[*_walking()][:7],
        lambda t: t.store.tenants().change(t.name, quota=Quota()),
        lambda t: [t.usage.begin() for _ in range(9)],
        *[*_reading_pages()][:1],
        lambda t: t.pages.put([_page(t, "z", "new")]),
        lambda t: t.pages.set_vectors([(number, t.name.encode()) for number in ANY_IDS], b"table"),
        lambda t: t.permits.issue(_permit()(t), ("once", "other"), lambda _: None, 0.0),
        lambda t: t.permits.note(_permit("refused", id="p9", approval=None)(t)),
        lambda t: t.cache.empty(),
        *[*_remembering()][:READY],
        *(_pin, _pin),
        lambda t: t.traces.judge([StoredJudgement("rd", "d", "kind", 0.5, t.canary, "", "rule")]),
        lambda t: t.store.keys().new(t.name, scopes=("ask",), name=t.canary),
        lambda t: t.feedback.put("rc", "ann", conversation="c", thumb="down", words=t.canary),
        lambda t: t.feedback.put("rz", "ann", conversation="c", thumb="up", words=t.canary),
        lambda t: t.message_ids.claim("ann", "m2", Begun("c", "rc", t.canary)),
        lambda t: [t.cache.put(key, t.canary, t.canary) for key in ("p", "q")],
        lambda t: t.reviews.escalate("rc", "d", t.canary),
        lambda t: t.store.tenants().change(t.name, quota=Quota(runs_per_day=0)),
        _as_no_handle_could,
    ]


def _as_no_handle_could(tenant: Tenant) -> None:
    """Runs in every state under one conversation, and moments that lie ahead of everybody else's."""
    rest = "question, limits, owner, fence, tries, beats, stop, outcome, created_at, updated_at"
    wanted = [
        ("a0", "walk", "running"),
        ("w0", "walk", "waiting"),
        ("w2", "x", "running"),
        ("wd", "d", "error"),
    ]
    with tenant.store._engine.begin() as raw:
        for run in wanted:
            raw.exec_driver_sql(
                f"INSERT INTO runs (tenant, id, conversation, status, {rest})"
                f" SELECT tenant, ?, ?, ?, {rest} FROM runs WHERE id = 'w'", run,
            )  # fmt: skip
        raw.exec_driver_sql("UPDATE steps SET conversation = 'd'")
        raw.exec_driver_sql("UPDATE runs SET created_at = created_at + 1000000")
        raw.exec_driver_sql("UPDATE reviews SET created_at = created_at + 1000000")


def _talking() -> Iterator[Operation]:
    for c in ("c", "d"):
        yield partial(_talk, c=c)
    yield lambda t: t.conversations.rename("c", f"{t.canary} renamed")
    yield lambda t: t.conversations.add_events("c", "r2", [{"event": "RunStarted", "question": t.canary}])


def _talk(t: Tenant, c: str) -> Any:
    site = f"https://{t.name}.example"
    t.conversations.open(c, user="ann", assistant="website", starts=(site,), name=t.canary)
    told = [
        {"event": "RunStarted", "question": t.canary, "variant": "x/1"},
        {"event": "PlanKept", "plan": "p"},
        {"event": "QuestionRuled", "ruling": "refuse", "reason": "injection"},
        {"event": "OutcomeSettled", "outcome": _outcome(t)},
    ]
    stored = t.conversations.add_events(c, f"r{c}", told)
    t.conversations.add_turn(c, f"r{c}", t.canary, _outcome(t), [], {"w": t.canary})
    return stored


def _outcome(tenant: Tenant) -> dict[str, Any]:
    return {
        "outcome": "clarification", "reason": "ambiguous", "text": tenant.canary, "choices": [],
        "usage": {"seconds": 1.0, "tokens_in": 3, "tokens_out": 4, "cost_usd": 0.5},
    }  # fmt: skip


def _walking() -> Iterator[Operation]:
    yield lambda t: t.store.tenants().new(t.name, t.canary)
    yield lambda t: t.store.tenants().change(
        t.name, quota=Quota(at_once=1, runs_per_day=5), assistants=[t.name]
    )
    yield lambda t: t.store.tenants().get(t.name)
    yield lambda t: t.usage.begin()
    yield lambda t: t.usage.end(_outcome(t)["usage"])
    yield _begin
    yield _append
    yield lambda t: [t.runs.touch(run) for run in ("w", "w0")]
    yield lambda t: (t.runs.ask_to_stop("walk"), t.runs.ask_to_stop("x"))
    yield lambda t: [run.stop for run in t.runs.latest()]
    yield lambda t: (t.runs.get("w"), t.runs.latest(conversation="walk", status="running"))
    yield lambda t: (t.runs.steps("w"), t.runs.recorded(["w", "rc"]), t.runs.told_after("w", 0))
    yield _end
    yield _append_late
    yield lambda t: (t.runs.get("w"), t.usage.days())
    yield _begin_again
    yield lambda t: [run.status for run in t.runs.latest()]


def _question(tenant: Tenant) -> dict[str, Any]:
    return {"text": tenant.canary, "user": {"id": "ann"}, "assistant": "website", "starts": []}


def _write(tenant: Tenant, job: Callable[..., Any]) -> Any:
    # One worker for both tenants: what it holds of one must not open the other's.
    (gave,) = tenant.store.journal("worker").write([job])
    if isinstance(gave, Exception) and not isinstance(gave, RunLost):
        return type(gave).__name__
    return gave


def _begin(tenant: Tenant) -> Any:
    run = StoredRun(tenant=tenant.name, id="w", conversation="walk", question=_question(tenant))
    journal = tenant.store.journal("worker")
    tenant.run = _write(tenant, lambda pen: journal.begin(pen, run, tenant.canary))
    return tenant.run


def _append(tenant: Tenant) -> Any:
    step, journal = StoredStep(1, "plan", tenant.canary, {"seconds": 1.0}), tenant.store.journal("worker")
    return _write(tenant, lambda pen: journal.append(pen, tenant.run, [{"event": tenant.canary}], step))


def _end(tenant: Tenant) -> Any:
    ending, journal = Ending("waiting", _outcome(tenant)), tenant.store.journal("worker")
    return _write(tenant, lambda pen: journal.end(pen, tenant.run, [{"event": "end"}], ending))


def _append_late(tenant: Tenant) -> Any:
    journal = tenant.store.journal("worker")
    return type(_write(tenant, lambda pen: journal.append(pen, tenant.run, [{"event": "late"}]))).__name__


def _begin_again(tenant: Tenant) -> Any:
    assert tenant.run
    run, journal = replace(tenant.run, id="w2"), tenant.store.journal("worker")
    begun = _write(tenant, lambda pen: journal.begin(pen, run, ""))
    return begun, _write(tenant, lambda pen: journal.let_go(pen, begun))


def _reading_pages() -> Iterator[Operation]:
    yield lambda t: t.pages.put([_page(t, "a", "same"), _page(t, "b", "same"), _page(t, "c", "other")])
    yield lambda t: t.pages.put([_page(t, "a", "new")])
    yield lambda t: t.pages.touch(["/b"], 5.0)
    yield lambda t: t.pages.set_vectors([(number, t.name.encode()) for number in ANY_IDS], b"table")
    yield lambda t: [t.pages.known(key) for key in ("/a", "/z")]
    yield lambda t: (t.pages.known_of(["shop.example"]), t.pages.get("/b"))
    yield lambda t: [page.fetched_at for page in t.pages.of_hosts(["shop.example"])]
    yield lambda t: [page.title for page in t.pages.of_hosts(["shop.example"])]
    yield lambda t: (
        len(t.pages.passage_ids(ANY_IDS)),
        t.pages.count(ANY_IDS),
        t.pages.counts(["tea"], ANY_IDS),
    )
    yield lambda t: sorted(hit.text for hit in t.pages.passages(ANY_IDS))
    yield lambda t: len(t.pages.search(["tea"], ANY_IDS, limit=50))
    yield lambda t: sorted(hit.text for hit in t.pages.under([(number, ("Tea",)) for number in ANY_IDS]))
    yield lambda t: sorted(t.pages.vectors(ANY_IDS, b"table").values())
    yield lambda t: t.pages.forget(["/c"])
    yield lambda t: [page.key for page in t.pages.of_hosts(["shop.example"])]
    yield lambda t: t.pages.put([_page(t, "c", "other")])


def _page(tenant: Tenant, name: str, digest: str) -> tuple[StoredPage, list[StoredPassage]]:
    text = f"{tenant.canary} sells tea {name}"
    page = StoredPage(
        key=f"/{name}", url=f"https://shop.example/{name}", host="shop.example", title=tenant.canary,
        language="en", digest=digest, fetched_at=1.0,
    )  # fmt: skip
    return page, [StoredPassage(("Tea",), "", text, "Tea", text)]


def _permit(state: str = "issued", *, id: str = "p1", approval: str | None = "yes") -> Made:
    return lambda t: StoredCall(
        id=id, conversation="c", user="ann", run="rc", tool="book", effect="write",
        arguments={"a": t.canary}, digest="d", state=state, at=time.time(), approval=approval,
    )  # fmt: skip


def _calling() -> Iterator[Operation]:
    def issue(tenant: Tenant, call: StoredCall, once: tuple[str, ...]) -> Any:
        seen: list[Any] = []
        found = tenant.permits.issue(call, once, seen.extend, 0.0)
        return found, len(seen)

    yield lambda t: issue(t, _permit()(t), ("once",))
    yield lambda t: issue(t, _permit()(t), ("once",))  # the same again
    yield lambda t: issue(t, _permit(id="p2", approval=None)(t), ("once",))  # held by the first
    yield lambda t: issue(t, _permit(id="p3", approval="yes")(t), ())  # the yes was used
    yield lambda t: issue(t, _permit(id="p5", approval=None)(t), ("other",))
    yield lambda t: t.permits.of("c", "ann")
    yield lambda t: t.permits.end("p1", "used", gave={"b": t.canary})
    yield lambda t: t.traces.read("rc")
    yield lambda t: t.permits.end("p1", "refused", code="no")
    yield lambda t: issue(t, _permit(id="p4")(t), ("once",))  # the right was given back
    yield lambda t: t.permits.note(_permit("refused", id="p1", approval=None)(t))
    yield lambda t: t.permits.note(_permit("refused", id="p1", approval=None)(t))
    yield lambda t: t.permits.note(_permit("refused", id="p9", approval=None)(t))
    yield lambda t: [(call.id, call.state) for call in t.permits.of("c", "ann")]


def _remembering() -> Iterator[Operation]:
    yield lambda t: t.feedback.put("rc", "ann", conversation="c", thumb="up", words=t.canary)
    yield lambda t: t.feedback.put("rc", "ann", conversation="c", thumb="up", words=f"{t.canary} again")
    yield lambda t: t.feedback.latest(conversation="c", thumb="up")
    yield lambda t: t.memory.put(StoredPreference(user="ann", name="bill", means=t.canary))
    yield lambda t: (t.memory.get("ann", "bill"), t.memory.all("ann"), t.memory.all())
    yield lambda t: t.message_ids.claim("ann", "m1", Begun("c", "rc", t.canary))
    yield lambda t: t.message_ids.claim("ann", "m1", Begun("c", "r9", t.canary))
    yield lambda t: t.message_ids.get("ann", "m1")
    yield from (_pin, _pin)
    yield lambda t: (t.overrides.all(), t.overrides.versions("o"), t.overrides.valid("website"))
    yield lambda t: t.cache.put("p", t.canary, t.canary)
    yield lambda t: (t.cache.get("p"), t.cache.all(), t.cache.mark())
    yield lambda t: t.links.put("website", {"sites": [t.canary]})
    yield lambda t: t.links.put("website", {"sites": [t.canary]})
    yield lambda t: (t.links.get("website"), [link.kind for link in t.links.all()])
    yield lambda t: t.traces.judge([StoredJudgement("rc", "c", "kind", 0.5, t.canary, "", "rule")])
    yield lambda t: t.traces.judgements("rc")
    yield lambda t: t.reviews.sweep()
    yield lambda t: t.reviews.latest(state="open")
    yield lambda t: t.reviews.take("rc", "op")
    yield lambda t: t.reviews.close("rc", "op", t.canary)
    yield lambda t: t.reviews.escalate("rd", "d", t.canary)
    yield lambda t: t.reviews.escalate("rx", "d", t.canary)
    yield lambda t: t.reviews.escalations("d")
    yield lambda t: t.reviews.join("d", "op")
    yield lambda t: t.reviews.leave("d", "op", t.canary)
    yield lambda t: t.reviews.latest()


def _pin(t: Tenant) -> Any:
    result = {"text": t.canary}
    return t.overrides.put(
        StoredOverride(id="o", stage="draft", pattern=t.canary, result=result, author="op")
    )


def _looking() -> Iterator[Operation]:
    yield lambda t: (t.conversations.get("c"), t.conversations.latest(), t.conversations.latest(user="ann"))
    yield lambda t: (t.conversations.turns("c", last=5), t.conversations.told("c"))
    yield lambda t: (t.conversations.events("c"), t.conversations.last_event("c"))
    yield lambda t: (t.told.of(["c", "d"]), t.told.get("rc"))
    yield lambda t: (t.traces.in_variants("x"), t.traces.judgements())
    yield lambda t: t.conversations.reject("rc")
    yield lambda t: t.conversations.told("c")
    yield lambda t: t.store.tenants().sizes(t.name)
    yield lambda t: sorted(
        str(_plain(row | {"vector": "", "value": ""}, t)) for row in t.store.tenants().export(t.name)
    )


def _forgetting() -> Iterator[Operation]:
    yield lambda t: t.cache.put("q", t.canary, t.canary)
    yield lambda t: t.feedback.put(
        "rc", "ann", conversation="c", thumb="down", words=""
    )  # takes the plan along
    yield lambda t: t.cache.all()
    yield lambda t: t.cache.put("p", t.canary, t.canary)
    yield lambda t: t.cache.delete("p")
    yield lambda t: t.cache.put("q", t.canary, t.canary)
    yield lambda t: t.cache.empty()
    yield lambda t: t.cache.mark()
    yield lambda t: t.message_ids.release("ann", "m1")
    yield lambda t: t.message_ids.get("ann", "m1")
    yield lambda t: t.memory.delete("ann", "bill")
    yield lambda t: t.overrides.remove("o", "op")
    yield lambda t: t.links.remove("website")
    yield lambda t: t.feedback.delete("c")
    yield lambda t: t.feedback.latest()
    yield lambda t: t.conversations.delete("d")
    yield lambda t: (t.conversations.latest(), t.conversations.events("d"), t.told.of(["d"]))
    yield lambda t: t.store.tenants().delete(t.name)
    yield lambda t: sum(t.store.tenants().sizes(t.name).values())


def told(operation: Operation, tenant: Tenant) -> str:
    """What a tenant is told, without moments, numbers of rows, and its own name."""
    try:
        found = operation(tenant)
    except Exception as error:  # noqa: BLE001 - what breaks without a filter is noticed, too
        return f"{type(error).__name__}"
    return json.dumps(_plain(found, tenant), sort_keys=True, default=str)


def _plain(value: Any, tenant: Tenant) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return _plain(asdict(value), tenant)
    if isinstance(value, Mapping):
        shown = {
            name: held
            for name, held in value.items()
            if name not in MOMENTS and not (name in NUMBERED and isinstance(held, int))
            if not (name == "place" and "tool" in value)  # of calls, which are numbered for all tenants
        }
        return {str(name): _plain(held, tenant) for name, held in shown.items()}
    if isinstance(value, list | tuple | set):
        return [_plain(held, tenant) for held in value]
    if isinstance(value, bytes):
        return _plain(value.decode(errors="replace"), tenant)
    return value.replace(tenant.name, "T") if isinstance(value, str) else value


def _as_it_is(statement: str) -> str:
    return statement


@dataclass
class Moment:
    """How everything stood before an operation, so that a trial can begin there."""

    file: bytes
    run: StoredRun | None


class Fence:
    """A store with a quiet tenant, a busy one, and a way to change the statements that reach the database."""

    def __init__(self, folder: Path) -> None:
        self._path, self.store = folder / "answerable.db", Store.open(folder)
        self._rewrite: Rewrite = _as_it_is
        event.listen(self.store._engine, "before_cursor_execute", self._change, retval=True)
        self.operations = operations()
        alone = Tenant(self.store, BUSY)
        empty = self._file()
        self.expected = [told(operation, alone) for operation in self.operations]
        self.used = alone.used
        self._restore(empty)
        quiet = Tenant(self.store, QUIET)
        for operation in beforehand():
            operation(quiet)
        self._belongings = self._quiet_rows()
        self.filters: dict[
            tuple[str, int], int
        ] = {}  # each tenant filter, and the operation that first needs it
        self._moments: list[Moment] = []
        self.leak = self._first_trial()

    def _first_trial(self) -> str:
        busy = Tenant(self.store, BUSY)
        for number, operation in enumerate(self.operations):
            self._moments.append(Moment(self._file(), busy.run))
            self._rewrite = partial(self._note, number)
            if found := self._do(number, operation, busy):
                return found
        return ""

    def leak_without(self, statement: str, place: int) -> str:
        """What is noticed first when one filter of one statement is missing, or "" for nothing."""
        first = self.filters[statement, place]
        busy = Tenant(self.store, BUSY, run=self._moments[first].run)
        self._restore(self._moments[first].file)
        self._rewrite = without_filter(statement, place)
        try:
            found = (self._do(n, self.operations[n], busy) for n in range(first, len(self.operations)))
            return next(filter(None, found), "")
        finally:
            self._rewrite = _as_it_is

    def _do(self, number: int, operation: Operation, busy: Tenant) -> str:
        found, rewrite = told(operation, busy), self._rewrite
        self._rewrite = _as_it_is
        if found != self.expected[number]:
            return f"operation {number}: {found} instead of {self.expected[number]}"
        if self._quiet_rows() != self._belongings:
            return f"operation {number} changed what belongs to {QUIET}"
        self._rewrite = rewrite
        return ""

    def _quiet_rows(self) -> list[Any]:
        """Everything of the quiet tenant, read past all handles."""
        with closing(sqlite3.connect(self._path)) as raw:
            rows = [
                raw.execute(f"SELECT * FROM {table} WHERE tenant = ?", (QUIET,)).fetchall()
                for table in metadata.tables
            ]
            mine = "SELECT rowid, body FROM passage_index WHERE rowid IN (SELECT id FROM passages WHERE tenant = ?)"
            return [rows, raw.execute(mine, (QUIET,)).fetchall()]

    def _note(self, number: int, statement: str) -> str:
        for place in range(len(FILTER.findall(statement))):
            self.filters.setdefault((shape(statement), place), number)
        return statement

    def _file(self) -> bytes:
        with closing(sqlite3.connect(self._path)) as raw:
            return raw.serialize()

    def _restore(self, file: bytes) -> None:
        self.store._engine.dispose()
        shelf_of(self.store._engine)._kept.clear()
        for tail in ("-wal", "-shm"):
            self._path.with_name(self._path.name + tail).unlink(missing_ok=True)
        self._path.write_bytes(file)

    def _change(self, _connection: Any, _cursor: Any, statement: str, given: Any, *_: Any) -> tuple[str, Any]:
        return self._rewrite(statement).replace("synchronous=FULL", "synchronous=OFF"), given


# A tenant's own rows, in a statement; `tenant = ''` is the counter of all of them.
FILTER = re.compile(r"((?:\w+\.)?tenant) = \?")
_LIST = re.compile(r"\(\?(?:, \?)+\)")


def shape(statement: str) -> str:
    """A statement whichever the length of its lists."""
    return _LIST.sub("(?)", statement)


def without_filter(wanted: str, place: int) -> Rewrite:
    """A rewriting that opens one filter of one statement, and no other."""

    def rewrite(statement: str) -> str:
        if shape(statement) != wanted:
            return statement
        found = list(FILTER.finditer(statement))[place]
        return f"{statement[: found.start()]}({found[0]} OR 1){statement[found.end() :]}"

    return rewrite
