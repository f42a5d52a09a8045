"""The tables, said once. Every table carries its tenant; handles add it to every statement."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import (
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
)

metadata = MetaData()
Columns = list[Column[Any]]


def _table(name: str, *columns: Columns) -> Table:
    return Table(name, metadata, *(column for group in columns for column in group))


def _key(*names: str) -> Columns:
    return [Column(name, String, primary_key=True) for name in names]


def _number(name: str, *, primary: bool = False) -> Columns:
    return [Column(name, Integer, primary_key=primary, nullable=False)]


def _text(*names: str, default: str | None = None) -> Columns:
    """Words; or JSON, where a comment says so. A column that came later needs a default for older homes."""
    return [Column(name, Text, nullable=False, server_default=default) for name in names]


class _Json(TypeDecorator[Any]):
    """Plain data, kept as JSON; compared as the words that it is kept as."""

    impl, cache_ok = Text, True

    def process_bind_param(self, value: Any, _: Any) -> str | None:
        return None if value is None else json.dumps(value, ensure_ascii=False, default=str)

    def process_result_value(self, value: str | None, _: Any) -> Any:
        return None if value is None else json.loads(value)

    def coerce_compared_value(self, *_: Any) -> Text:
        return Text()


class _Tuple(_Json):
    """The same for a list, which comes back as a tuple."""

    cache_ok = True

    def process_result_value(self, value: str | None, _: Any) -> Any:
        return tuple(json.loads(value or "[]"))


def _json(name: str, default: str | None = None, kind: type[_Json] = _Json) -> Columns:
    return [Column(name, kind, nullable=False, server_default=default)]


def _real(*names: str) -> Columns:
    """Moments in seconds, scores and money."""
    return [Column(name, Float, nullable=False) for name in names]


pages = _table(
    "pages",
    _number("id", primary=True),
    _text("tenant"),
    _text("key"),  # identity of the page: /a, /a/ and /a#x share one
    _text("url"),  # where it was really read, after redirects
    _text("host", "title", "language"),
    _text("digest"),  # of the main text: equal digests are one page
    _text("etag", "last_modified"),
    _real("fetched_at"),
    _number("depth"),
    _text("links"),  # JSON: [[url, text], …]
    _text("twin_of"),  # key of the page with the same digest, or ""
)
Index("pages_by_key", pages.c.tenant, pages.c.key, unique=True)
Index("pages_by_host", pages.c.tenant, pages.c.host)
Index("pages_by_digest", pages.c.tenant, pages.c.digest)

passages = _table(
    "passages",
    _number("id", primary=True),
    _text("tenant"),
    _number("page"),
    _number("place"),  # its order on the page
    _text("path"),  # JSON: heading path
    _text("anchor", "text"),
    [Column("vector", LargeBinary)],  # filled in when first needed
)
Index("passages_by_page", passages.c.page)

# Tenant "": the highest id ever given out, by table. A tenant: "pages" changes whenever its pages do.
counters = _table("counters", _key("tenant", "name"), _number("value"))

conversations = _table(
    "conversations",
    _key("tenant", "id"),
    _text("user", "assistant", "name"),
    _json("starts", kind=_Tuple),
    _real("created_at", "updated_at"),
)

turns = _table(
    "turns",
    _key("tenant", "conversation"),
    _number("place", primary=True),
    _text("run", "question"),
    _json("outcome"),  # the contract's
    _json("evidence"),  # what its answer stood on
    _json("waits", default="{}"),  # what a question back left for the next turn
    _real("created_at"),
)

events = _table(
    "events",
    _key("tenant", "conversation"),
    _number("place", primary=True),
    _text("run"),
    _real("created_at"),
    _json("record"),
)
Index("events_by_run", events.c.tenant, events.c.run)

tenants = _table(
    "tenants",
    _key("tenant"),
    _text("name"),
    _real("created_at"),
    _json("quota", default="{}"),  # the most it may use
    _json("assistants", default="[]", kind=_Tuple),  # those it may ask; none: all
)

# Where one tenant's answers come from.
links = _table(
    "links",
    _key("tenant"),
    _key("kind"),  # merge · database · website
    _text("sealed"),  # the key's name, and what the link holds under that key
    _real("created_at"),
)

usage = _table(
    "usage",
    _key("tenant"),
    _key("day"),  # UTC
    _number("runs"),
    _number("tokens"),
    _real("cost_usd"),
)

keys = _table(
    "keys",
    _key("digest"),  # sha256 of the secret; the secret itself is kept nowhere
    [Column("id", String, nullable=False, unique=True)],  # how people name the key
    _text("tenant"),
    _text("user"),  # the one user it speaks for, or "" for any of the tenant
    _text("name"),
    _text("scopes"),  # with spaces between
    _real("created_at"),
    [Column("revoked_at", Float)],
)

feedback = _table(
    "feedback",
    _key("tenant", "run", "user"),
    _text("conversation"),
    _text("thumb"),  # up · down
    _text("words"),
    _real("created_at"),
)

message_ids = _table(
    "message_ids",
    _key("tenant", "user"),
    _key("id"),  # the client's own, so that a double click is one run
    _text("digest"),  # of what was asked with it
    _text("conversation", "run"),
    _real("created_at"),
)

calls = _table(
    "calls",
    _number("place", primary=True),
    _text("tenant"),
    _text("id"),  # of its permit: the idempotency key
    _text("conversation", "user", "run", "tool", "effect"),
    _json("arguments"),
    _text("digest"),  # of tool and arguments
    _text("state"),  # issued · used · in doubt · refused
    [Column("approval", String)],  # which question to the user was answered with yes
    _text("code"),  # why it was refused
    _json("gave"),
    _real("at"),
)
Index("calls_by_id", calls.c.tenant, calls.c.id, unique=True)
Index("calls_by_approval", calls.c.tenant, calls.c.approval, unique=True)  # a yes counts once
Index("calls_by_conversation", calls.c.tenant, calls.c.conversation)
Index("calls_by_user", calls.c.tenant, calls.c.user, calls.c.at)

once_keys = _table(
    "once_keys",
    _key("tenant"),
    _key("key"),  # the tool and what it may be done once for
    _text("call"),
)

runs = _table(
    "runs",
    _key("tenant", "id"),
    _text("conversation"),
    _text("question"),  # JSON: the whole question, so that another process can go on
    _text("limits"),  # JSON: what it may spend
    _text("status"),  # running · waiting · completed · stopped · error
    _text("owner"),  # the worker that walks it, or "" when it waits for one
    _number("fence"),  # counts owners: whoever holds an older number may write nothing
    _number("tries"),  # owners since it last made progress
    _number("beats"),  # grows while its owner lives
    _number("stop"),  # 1 when somebody asked that it ends
    [Column("outcome", Text)],  # the contract's JSON
    _real("created_at", "updated_at"),
)
Index("runs_by_conversation", runs.c.tenant, runs.c.conversation)
Index("runs_by_owner", runs.c.status, runs.c.owner)
Index("runs_by_time", runs.c.updated_at)

steps = _table(
    "steps",
    _key("tenant", "run"),
    _number("place", primary=True),
    _text("conversation"),
    _text("name"),  # the stage
    _json("gave"),  # what the stage gave
    _json("spent"),  # the purse after it
    _number("event"),  # the last event that was stored before it
    _real("created_at"),
)

reviews = _table(
    "reviews",
    _key("tenant", "run"),
    _key("why"),  # injection · leak · flagged · thumb_down · escalation
    _text("conversation"),
    _text("words"),  # what the user said about it, or why a person is wanted
    _text("state"),  # open · taken · closed
    _text("person"),  # who took or closed it
    _text("note"),
    _real("created_at"),  # when it was flagged
    _real("updated_at"),
)

preferences = _table(
    "preferences",
    _key("tenant", "user"),
    _key("name"),  # as the user says it, in lower case
    _json("records", kind=_Tuple),  # the records it stands for
    _text("means", default=""),  # the words it stands for
    _text("author", default=""),  # who said so
    _text("conversation", "run"),  # where it was learned
    _real("created_at"),
)

# Versions are never changed: a new word about an override is a new row, and the last one counts.
overrides = _table(
    "overrides",
    _key("tenant", "id"),
    _number("version", primary=True),
    _text("stage"),
    _text("pattern"),  # the question, with open places
    _text("assistant"),  # "" for all
    _json("result"),  # what the stage gives
    _json("test"),  # a question that shows whether it is still needed
    _text("author"),
    _real("created_at"),
    [Column("expires_at", Float)],
    _text("state"),  # active · removed
)

# What may be forgotten at any time: found by its exact key, and only while it is fresh.
cached = _table(
    "cached",
    _key("tenant"),
    _key("room"),  # plans · replies
    _key("key"),
    _json("value"),
    _text("says"),  # what it is, for a person
    _number("uses"),
    _real("created_at", "used_at"),
)

# What the judge made of a run, after it ended.
judgements = _table(
    "judgements",
    _key("tenant", "run", "criterion"),
    _text("conversation"),
    _real("score"),
    _text("reason", "quote"),
    _text("by"),  # rule, or the model
    _real("created_at"),
)

# SQLite's full-text index; rowid = passages.id. FTS5's own Porter stemmer runs in C while a page is written, so
# indexing costs no Python time per word. `detail=column` is enough for an OR of words with column weights.
SQLITE_INDEX = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS passage_index USING fts5("
    "heading, body, detail=column, tokenize='porter unicode61 remove_diacritics 2')"
)
