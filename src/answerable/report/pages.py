"""The report as Markdown and as one HTML page without scripts or outside parts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from typing import Any

from answerable.domain.evidence import Cell, written
from answerable.lists import read_list

Told = Mapping[str, Any]  # an outcome in the one JSON shape that every door speaks
WORDS: Mapping[str, Mapping[str, str]] = read_list(__package__, "wording.toml")
_CSS = files(__package__).joinpath("report.css").read_text(encoding="utf-8").replace("\n", "")
# Addresses that a reader may click; anything else is shown as text.
_SAFE = re.compile(r"https?://")


def sections(question: str, told: Told, language: str) -> list[tuple[str, str, list[str]]]:
    """The report's parts as heading, kind of line and lines: plain text, for a row of a table with tabs between."""
    words = WORDS.get(language, WORDS["en"])
    tables = [[one["columns"], *one["rows"]] for one in told["elements"] if one["type"] == "table"]
    between = f" {words['or']} "
    parts = [
        (words["answer"], "p", [line for line in told["text"].split("\n") if line.strip()]),
        *((words["table"], "tr", ["\t".join(map(_cell, row)) for row in table]) for table in tables),
        (words["certainty"], "p", [f"{round(100 * told['confidence'])} %"][: told["outcome"] == "answer"]),
        (words["missing"], "li", [f"{gap['asked']}: {gap['why']}" for gap in told["gaps"]]),
        (
            words["conflicts"],
            "li",
            [f"{one['about']}: {between.join(_sides(one))}" for one in told["conflicts"]],
        ),
        (words["journey"], "li", [f"{step['did']} – {step['found']}" for step in told["journey"]]),
    ]
    return [(question, "p", []), *(part for part in parts if part[2])]


def _sides(conflict: Told) -> list[str]:
    return [f"{said} [{n}]" for said, n in zip(conflict["values"], conflict["citations"], strict=True)]


def _cell(cell: Cell) -> str:
    return " ".join(written(cell).split())


def write_markdown(question: str, told: Told, language: str = "en") -> str:
    """The report as Markdown; what pages say cannot become markup."""
    words = WORDS.get(language, WORDS["en"])
    lines: list[str] = []
    for place, (heading, kind, body) in enumerate(sections(question, told, language)):
        lines += [f"{'##' if place else '#'} {_plain(heading)}", ""]
        if kind == "tr":
            rows = ["| " + " | ".join(map(_plain, line.split("\t"))) + " |" for line in body]
            lines += [rows[0], "|---" * (body[0].count("\t") + 1) + "|", *rows[1:], ""]
        elif kind == "li":
            lines += [*(f"- {_plain(line)}" for line in body), ""]
        else:
            lines += [f"{_plain(line)}\n" for line in body]
    if told["citations"]:
        lines += [f"## {words['sources']}", ""]
        for source in told["citations"]:
            where = f" <{source['url']}>" if source["url"] else ""
            lines.append(f"{source['id']}. {_plain(source['title'])}{where}, {seen_on(source, words)}")
            lines += [f"   > {_plain(part)}" for part in quotes_of(source)]
    return "\n".join(lines).rstrip() + "\n"


def write_html(question: str, told: Told, language: str = "en") -> str:
    """The report as one page; every word from outside is escaped."""
    words = WORDS.get(language, WORDS["en"])
    parts: list[str] = []
    for place, (heading, kind, body) in enumerate(sections(question, told, language)):
        parts.append(f"<h{2 if place else 1}>{escape(heading)}</h{2 if place else 1}>")
        inner = "".join(f"<{kind}>{_linked(line)}</{kind}>" for line in body)
        if kind == "tr":
            inner = inner.replace("<tr>", "<tr><td>").replace("\t", "<td>")
        parts.append({"li": f"<ul>{inner}</ul>", "tr": f"<table>{inner}</table>"}.get(kind, inner))
    if cited := told["citations"]:
        parts.append(
            f"<h2>{words['sources']}</h2><ol>" + "".join(_source(source, words) for source in cited) + "</ol>"
        )
    head = f'<meta charset="utf-8"><title>{escape(question)}</title><style>{_CSS}</style>'
    return f'<!doctype html><html lang="{language}"><head>{head}</head><body>{"".join(parts)}</body></html>\n'


def quotes_of(source: Told) -> list[str]:
    """The words it stands on; of records the query that gives them, as the report has shown the rows."""
    return [source["query"]] if "query" in source else list(dict.fromkeys(source["quote"].split(" … ")))


def seen_on(source: Told, words: Mapping[str, str]) -> str:
    return f"{words['seen']} {source['fetched_at'][:10]}"


def _source(source: Told, words: Mapping[str, str]) -> str:
    title, url = escape(source["title"]), escape(source["url"], quote=True)
    plain = f"{title} ({url})" if url else title
    name = f'<a href="{url}" rel="noopener">{title}</a>' if _SAFE.match(source["url"]) else plain
    quotes = "".join(f"<blockquote>{escape(part)}</blockquote>" for part in quotes_of(source))
    return f'<li id="s{source["id"]}">{name}, {escape(seen_on(source, words))}{quotes}</li>'


def _linked(line: str) -> str:
    return re.sub(r"\[(\d+)\]", r'<a href="#s\1">[\1]</a>', escape(line))


def _plain(text: str) -> str:
    """One line whose signs Markdown does not read; citation numbers stay readable."""
    line = re.sub(r"([\\`*_{}<>#|~]|!(?=\[)|\](?=\())", r"\\\1", " ".join(text.split()))
    return re.sub(
        r"^(\d+)([.)])(?=\s)|^([-+])(?=\s)", lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", line
    )
