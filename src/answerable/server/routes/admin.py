"""For operators: what is pinned, what is remembered, what is cached; all of one tenant, with a key that may admin."""

from __future__ import annotations

import time
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query

from answerable.build.needed import check_need
from answerable.build.overrides import MOST, check_override
from answerable.domain.question import Question
from answerable.errors import SettingsError
from answerable.language.words import words
from answerable.server.desk import Desk, ToOperate
from answerable.server.problems import Refused, documented
from answerable.server.replies import (
    CacheReply,
    CheckReply,
    EntryReply,
    GoneReply,
    MemoryReply,
    OverrideReply,
    moment,
)
from answerable.server.shapes import Asking, Id, Pinned, StatedName
from answerable.store.cache import ROOMS
from answerable.store.memory import EVERYBODY, StoredPreference
from answerable.store.overrides import ACTIVE, StoredOverride, TenantOverrides

router = APIRouter(prefix="/api/admin", tags=["admin"])

_WRITES = documented(400, 404, 409, 413, 415, 422)
Room = Literal["plans", "replies", "records"]
Whose = Annotated[str, Query(max_length=200, description="A user; empty for what is everybody's.")]


@router.get("/overrides", responses=documented(422))
def overrides(desk: ToOperate) -> list[OverrideReply]:
    """What is pinned now, oldest first."""
    return [_override(one) for one in _pinned(desk).all()]


@router.post("/overrides", status_code=201, responses=_WRITES)
def pin(said: Pinned, desk: ToOperate) -> OverrideReply:
    """Pin something; it counts at once, in every process."""
    if len(_pinned(desk).all()) >= MOST:
        raise Refused(409, f"There are {MOST} overrides already. Remove some that are not needed any more.")
    return _override(_pinned(desk).put(_wanted(desk, said)))


@router.get("/overrides/{id}", responses=documented(404, 422))
def versions(id: str, desk: ToOperate) -> list[OverrideReply]:
    """Every version of one override, oldest first."""
    return [_override(one) for one in _known(desk, id)]


@router.put("/overrides/{id}", responses=_WRITES)
def change(id: str, said: Pinned, desk: ToOperate) -> OverrideReply:
    """Make a new version; the old ones stay readable."""
    _known(desk, id)
    return _override(_pinned(desk).put(_wanted(desk, said, id)))


@router.delete("/overrides/{id}", status_code=204, responses=documented(404, 422))
def remove(id: str, desk: ToOperate) -> None:
    """End an override; its versions stay readable."""
    if _pinned(desk).remove(id, _author(desk)) is None:
        raise _missing(id)


@router.post("/overrides/{id}/check", responses=documented(404, 422))
async def check(
    id: str,
    desk: ToOperate,
    assistant: Annotated[Id | None, Query(description="Who is asked where it is for all.")] = None,
) -> CheckReply:
    """Ask the test question without the override and say whether that comes to the same."""
    found = _known(desk, id)[-1]
    test, who = found.test, found.assistant or assistant

    def take(text: str) -> Question:
        return desk.take(Asking(text, test.get("site") or None, None, test.get("user") or None, who))

    checked = await check_need(desk.house, found, take)
    return CheckReply(state=checked.state, usual=checked.usual)


@router.get("/memory", responses=documented(422))
def memory(
    desk: ToOperate, user: Annotated[str | None, Query(description="Only what this user said.")] = None
) -> list[MemoryReply]:
    """What names mean, and who said so."""
    kept = desk.house.store.memory(desk.tenant)
    return [_memory(one) for one in (kept.all() if user is None else kept.all(user))]


@router.post("/memory", status_code=201, responses=_WRITES)
def state(said: StatedName, desk: ToOperate) -> MemoryReply:
    """State for everybody of the tenant what a name means."""
    name = " ".join(words(said.name))
    edge = StoredPreference(user=EVERYBODY, name=name, means=said.means, author=_author(desk))
    return _memory(desk.house.store.memory(desk.tenant).put(edge))


@router.delete("/memory", responses=documented(422))
def forget(
    desk: ToOperate,
    user: Whose = EVERYBODY,
    name: Annotated[
        str | None, Query(description="Only this name; everything of the user if not said.")
    ] = None,
) -> GoneReply:
    """Forget what a user meant by a name, or everything they said."""
    return GoneReply(gone=desk.house.store.memory(desk.tenant).delete(user, name))


@router.get("/caches", responses=documented(422))
def caches(desk: ToOperate) -> list[CacheReply]:
    """What is kept to be found again: plans, replies of models, records of apps (of this process)."""
    return [_cache(desk, room) for room in ROOMS]


@router.delete("/caches/{room}", responses=documented(404, 422))
def empty(
    room: Room,
    desk: ToOperate,
    key: Annotated[str | None, Query(description="Only this entry; the whole room if not said.")] = None,
) -> GoneReply:
    """Empty a room, at once and in every process."""
    kept = desk.house.store.cache(desk.tenant, room)
    if key is not None:
        return GoneReply(gone=int(kept.delete(key)))
    held = len(desk.house.held(desk.tenant)) if room == "records" else 0
    return GoneReply(gone=kept.empty() + held)


def _pinned(desk: Desk) -> TenantOverrides:
    return desk.house.store.overrides(desk.tenant)


def _author(desk: Desk) -> str:
    return desk.holder.user or desk.holder.name or desk.holder.id


def _known(desk: Desk, id: str) -> list[StoredOverride]:
    found = _pinned(desk).versions(id)
    if not found:
        raise _missing(id)
    return found


def _missing(id: str) -> Refused:
    return Refused(404, f"There is no override {id!r}.")


def _wanted(desk: Desk, said: Pinned, id: str = "") -> StoredOverride:
    if said.expires_at is not None and said.expires_at.tzinfo is None:
        raise SettingsError("expires_at", "has no time zone.", hint="Write it like 2030-01-31T00:00:00Z.")
    wanted = StoredOverride(
        stage=said.stage,
        pattern=said.pattern,
        result=said.result,
        author=_author(desk),
        assistant=said.assistant or "",
        test={"question": said.test, "site": said.site, "user": said.user},
        expires_at=None if said.expires_at is None else said.expires_at.timestamp(),
        id=id,
    )
    return check_override(wanted, desk.assistants)


def _override(one: StoredOverride) -> OverrideReply:
    expired = one.state == ACTIVE and not one.valid(time.time())
    return OverrideReply.of(one, {"state": "expired"} if expired else {})


def _memory(one: StoredPreference) -> MemoryReply:
    return MemoryReply.of(one, {"author": one.author or one.user})


def _cache(desk: Desk, room: str) -> CacheReply:
    if room == "records":
        return CacheReply(room=room, entries=[_held(one) for one in desk.house.held(desk.tenant)])
    kept = desk.house.store.cache(desk.tenant, room).all()
    return CacheReply(room=room, entries=[EntryReply.of(one) for one in kept])


def _held(one: Any) -> EntryReply:
    """A list of records: which one, how many, as of when; nothing of what they say."""
    at = moment(one.asked_at.timestamp())
    narrowed = ", ".join(f"{name} {value}" for name, value in one.filters.items())
    says = f"{one.place} {narrowed}".strip() + f" · {one.records}"
    return EntryReply(key="", says=says, uses=0, created_at=at, used_at=at)
