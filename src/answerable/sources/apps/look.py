"""A look at a list for whoever plans: how many rows, which columns, the first few rows; nothing of it can be told."""

from __future__ import annotations

import hashlib
from datetime import UTC

from sqlglot import exp

from answerable.domain.catalog import Kind
from answerable.domain.evidence import Evidence, Locator
from answerable.errors import FetchRefused
from answerable.sources.apps.functions import without
from answerable.sources.apps.handle import AppsHandle, AppsResult
from answerable.sources.apps.ruling import understand
from answerable.sources.apps.shapes import SHAPES
from answerable.sources.apps.values import cell

# Rows a planner sees of a list, three as asked for; and characters of each value: chosen, not measured.
SAMPLES, SAMPLE = 3, 24
# What a planner sees of a list that is not this person's to see as a whole; a narrower query of it may be.
CLOSED = "not shown: as a whole it is not the asker's to see"
PROFILE = "profile"


async def looked(handle: AppsHandle, sql: str, name: str, says: str) -> Evidence:
    """The profile of a call's list, within what the asker may see."""
    tree = understand(sql)
    if not isinstance(tree, exp.Select):
        raise FetchRefused(name, "Only one function's list can be looked at.")
    table = tree.args["from_"].this.name
    rule = handle.view.fence.rules.tables.get(table)
    text, at = CLOSED, handle.view.now.replace(tzinfo=UTC)
    for narrow in (frozenset[str](), frozenset(rule.columns or ()) if rule else frozenset[str]()):
        shown = without(tree, narrow)
        if (await handle.ruling(shown.sql(dialect="duckdb"))).allowed:
            listed = exp.select(exp.alias_(exp.Count(this=exp.Star()), "rows")).from_(
                shown.subquery("listed")
            )
            count = await handle.query(listed)
            text, at = f"{count.rows[0][0]} rows", count.fetched_at
            first = await handle.query(shown.limit(SAMPLES))
            text += _sampled(first, table) if first.rows else ""
            break
    mark = hashlib.sha256(f"{sql}\n{text}".encode()).hexdigest()[:8]
    place = Locator(SHAPES[table].category, path=(SHAPES[table].place,))
    return Evidence(f"{name}-{mark}", text, says, place, at, score=-1.0, kind=PROFILE, query=sql)


def _sampled(result: AppsResult, table: str) -> str:
    """Each column with its kind and first values; ids and links say nothing, nor does a column that is empty."""
    kinds = {column.name: column.kind for column in SHAPES[table].columns if column.name != "url"}
    lines = []
    for name, values in zip(result.columns, zip(*result.rows, strict=True), strict=True):
        if kinds.get(name, Kind.OTHER) is not Kind.OTHER and any(value is not None for value in values):
            told = (" ".join(str(cell(value)).split())[:SAMPLE] for value in values)
            lines.append(f"\n{name} {kinds[name]}: {' | '.join(told)}")
    return "".join(lines)
