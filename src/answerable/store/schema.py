"""The tables, said once. Every table carries its tenant; handles add it to every statement."""

from __future__ import annotations

from sqlalchemy import Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData()

pages = Table(
    "pages",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("tenant", String, nullable=False),
    Column("key", String, nullable=False),  # identity of the page: /a, /a/ and /a#x share one
    Column("url", String, nullable=False),  # where it was really read, after redirects
    Column("host", String, nullable=False),
    Column("title", Text, nullable=False),
    Column("language", String, nullable=False),
    Column("digest", String, nullable=False),  # of the main text: equal digests are one page
    Column("etag", String, nullable=False),
    Column("last_modified", String, nullable=False),
    Column("fetched_at", Float, nullable=False),
    Column("depth", Integer, nullable=False),
    Column("links", Text, nullable=False),  # JSON: [[url, text], …]
    Column("twin_of", String, nullable=False),  # key of the page with the same digest, or ""
)
Index("pages_by_key", pages.c.tenant, pages.c.key, unique=True)
Index("pages_by_host", pages.c.tenant, pages.c.host)
Index("pages_by_digest", pages.c.tenant, pages.c.digest)

passages = Table(
    "passages",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("tenant", String, nullable=False),
    Column("page", Integer, nullable=False),
    Column("place", Integer, nullable=False),  # its order on the page
    Column("path", Text, nullable=False),  # JSON: heading path
    Column("anchor", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("vector", LargeBinary),  # filled in when first needed
)
Index("passages_by_page", passages.c.page)

# Tenant "": the highest id ever given out, by table. A tenant: "pages" changes whenever its pages do.
counters = Table(
    "counters",
    metadata,
    Column("tenant", String, primary_key=True),
    Column("name", String, primary_key=True),
    Column("value", Integer, nullable=False),
)

conversations = Table(
    "conversations",
    metadata,
    Column("tenant", String, primary_key=True),
    Column("id", String, primary_key=True),
    Column("user", String, nullable=False),
    Column("assistant", String, nullable=False),
    Column("name", String, nullable=False),
    Column("starts", Text, nullable=False),  # JSON
    Column("created_at", Float, nullable=False),
    Column("updated_at", Float, nullable=False),
)

turns = Table(
    "turns",
    metadata,
    Column("tenant", String, primary_key=True),
    Column("conversation", String, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("run", String, nullable=False),
    Column("question", Text, nullable=False),
    Column("outcome", Text, nullable=False),  # the contract's JSON
    Column("evidence", Text, nullable=False),  # JSON: what its answer stood on
    Column(
        "waits", Text, nullable=False, server_default="{}"
    ),  # JSON: what a question back left for the next turn
    Column("created_at", Float, nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("tenant", String, primary_key=True),
    Column("conversation", String, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("run", String, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("record", Text, nullable=False),  # JSON
)
Index("events_by_run", events.c.tenant, events.c.run)

tenants = Table(
    "tenants",
    metadata,
    Column("tenant", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("created_at", Float, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("digest", String, primary_key=True),  # sha256 of the secret; the secret itself is kept nowhere
    Column("id", String, nullable=False, unique=True),  # how people name the key
    Column("tenant", String, nullable=False),
    Column("user", String, nullable=False),  # the one user it speaks for, or "" for any of the tenant
    Column("name", String, nullable=False),
    Column("scopes", String, nullable=False),  # with spaces between
    Column("created_at", Float, nullable=False),
    Column("revoked_at", Float),
)

feedback = Table(
    "feedback",
    metadata,
    Column("tenant", String, primary_key=True),
    Column("run", String, primary_key=True),
    Column("user", String, primary_key=True),
    Column("conversation", String, nullable=False),
    Column("thumb", String, nullable=False),  # up · down
    Column("words", Text, nullable=False),
    Column("created_at", Float, nullable=False),
)

message_ids = Table(
    "message_ids",
    metadata,
    Column("tenant", String, primary_key=True),
    Column("user", String, primary_key=True),
    Column("id", String, primary_key=True),  # the client's own, so that a double click is one run
    Column("digest", String, nullable=False),  # of what was asked with it
    Column("conversation", String, nullable=False),
    Column("run", String, nullable=False),
    Column("created_at", Float, nullable=False),
)

calls = Table(
    "calls",
    metadata,
    Column("place", Integer, primary_key=True),
    Column("tenant", String, nullable=False),
    Column("id", String, nullable=False),  # of its permit: the idempotency key
    Column("conversation", String, nullable=False),
    Column("user", String, nullable=False),
    Column("run", String, nullable=False),
    Column("tool", String, nullable=False),
    Column("effect", String, nullable=False),
    Column("arguments", Text, nullable=False),  # JSON
    Column("digest", String, nullable=False),  # of tool and arguments
    Column("state", String, nullable=False),  # issued · used · in doubt · refused
    Column("approval", String),  # which question to the user was answered with yes
    Column("code", String, nullable=False),  # why it was refused
    Column("gave", Text, nullable=False),  # JSON
    Column("at", Float, nullable=False),
)
Index("calls_by_id", calls.c.tenant, calls.c.id, unique=True)
Index("calls_by_approval", calls.c.tenant, calls.c.approval, unique=True)  # a yes counts once
Index("calls_by_conversation", calls.c.tenant, calls.c.conversation)
Index("calls_by_user", calls.c.tenant, calls.c.user, calls.c.at)

once_keys = Table(
    "once_keys",
    metadata,
    Column("tenant", String, primary_key=True),
    Column("key", String, primary_key=True),  # the tool and what it may be done once for
    Column("call", String, nullable=False),
)

runs = Table(
    "runs",
    metadata,
    Column("tenant", String, primary_key=True),
    Column("id", String, primary_key=True),
    Column("conversation", String, nullable=False),
    Column("question", Text, nullable=False),  # JSON: the whole question, so that another process can go on
    Column("limits", Text, nullable=False),  # JSON: what it may spend
    Column("status", String, nullable=False),  # running · waiting · completed · stopped · error
    Column("owner", String, nullable=False),  # the worker that walks it, or "" when it waits for one
    Column(
        "fence", Integer, nullable=False
    ),  # counts owners: whoever holds an older number may write nothing
    Column("tries", Integer, nullable=False),  # owners since it last made progress
    Column("beats", Integer, nullable=False),  # grows while its owner lives
    Column("stop", Integer, nullable=False),  # 1 when somebody asked that it ends
    Column("outcome", Text),  # the contract's JSON
    Column("created_at", Float, nullable=False),
    Column("updated_at", Float, nullable=False),
)
Index("runs_by_conversation", runs.c.tenant, runs.c.conversation)
Index("runs_by_owner", runs.c.status, runs.c.owner)
Index("runs_by_time", runs.c.updated_at)

steps = Table(
    "steps",
    metadata,
    Column("tenant", String, primary_key=True),
    Column("run", String, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("conversation", String, nullable=False),
    Column("name", String, nullable=False),  # the stage
    Column("gave", Text, nullable=False),  # JSON: what the stage gave
    Column("spent", Text, nullable=False),  # JSON: the purse after it
    Column("event", Integer, nullable=False),  # the last event that was stored before it
    Column("created_at", Float, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("tenant", String, primary_key=True),
    Column("run", String, primary_key=True),
    Column("why", String, primary_key=True),  # injection · leak · thumb_down · handover
    Column("conversation", String, nullable=False),
    Column("words", Text, nullable=False),  # what the user said about it, or why a person is wanted
    Column("state", String, nullable=False),  # open · taken · closed
    Column("person", String, nullable=False),  # who took or closed it
    Column("note", Text, nullable=False),
    Column("created_at", Float, nullable=False),  # when it was flagged
    Column("updated_at", Float, nullable=False),
)

preferences = Table(
    "preferences",
    metadata,
    Column("tenant", String, primary_key=True),
    Column("user", String, primary_key=True),
    Column("name", String, primary_key=True),  # as the user says it, in lower case
    Column("records", Text, nullable=False),  # JSON: the records it stands for
    Column("conversation", String, nullable=False),  # where it was learned
    Column("run", String, nullable=False),
    Column("created_at", Float, nullable=False),
)

# SQLite's full-text index; rowid = passages.id. FTS5's own Porter stemmer runs in C while a page is written, so
# indexing costs no Python time per word. `detail=column` is enough for an OR of words with column weights.
SQLITE_INDEX = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS passage_index USING fts5("
    "heading, body, detail=column, tokenize='porter unicode61 remove_diacritics 2')"
)
