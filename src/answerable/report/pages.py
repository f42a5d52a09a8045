"""The report as Markdown and as one HTML page without scripts or outside parts."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from html import escape
from importlib.resources import files
from typing import Any

from answerable.domain.outcome import Outcome, as_contract

WORDS: Mapping[str, Mapping[str, str]] = tomllib.loads(
    files(__package__).joinpath("wording.toml").read_text(encoding="utf-8")
)
_CSS = files(__package__).joinpath("report.css").read_text(encoding="utf-8").replace("\n", "")
# Addresses that a reader may click; anything else is shown as text.
_SAFE = re.compile(r"https?://")


def sections(question: str, outcome: Outcome, language: str) -> Iterator[tuple[str, list[str]]]:
    """The report's parts as heading and lines, each line plain text."""
    told, words = as_contract(outcome), WORDS.get(language, WORDS["en"])
    yield question, []
    yield words["answer"], [line for line in told["text"].split("\n") if line.strip()]
    yield words["certainty"], [f"{round(100 * told['confidence'])} %"]
    yield words["missing"], [f"{gap['asked']}: {gap['why']}" for gap in told["gaps"]]
    conflicts, between = [], f" {words['or']} "
    for one in told["conflicts"]:
        sides = (f"{value} [{n}]" for value, n in zip(one["values"], one["citations"], strict=True))
        conflicts.append(f"{one['about']}: {between.join(sides)}")
    yield words["conflicts"], conflicts
    yield words["journey"], [f"{step['did']} – {step['found']}" for step in told["journey"]]


def sources(outcome: Outcome) -> list[dict[str, Any]]:
    """The numbered sources with their quotes."""
    return list(as_contract(outcome)["citations"])


def write_markdown(question: str, outcome: Outcome, language: str = "en") -> str:
    """The report as Markdown; what pages say cannot become markup."""
    words = WORDS.get(language, WORDS["en"])
    lines: list[str] = []
    for place, (heading, body) in enumerate(sections(question, outcome, language)):
        if place and not body:
            continue
        lines += [f"{'##' if place else '#'} {_plain(heading)}", ""]
        listed = place > 2
        lines += [("- " if listed else "") + _plain(line) + ("" if listed else "\n") for line in body] + (
            [""] if listed else []
        )
    if cited := sources(outcome):
        lines += [f"## {words['sources']}", ""]
        for source in cited:
            seen = f"{words['seen']} {source['fetched_at'][:10]}"
            lines.append(f"{source['id']}. {_plain(source['title'])} <{source['url']}>, {seen}")
            lines += [f"   > {_plain(part)}" for part in dict.fromkeys(source["quote"].split(" … "))]
    return "\n".join(lines).rstrip() + "\n"


def write_html(question: str, outcome: Outcome, language: str = "en") -> str:
    """The report as one page; every word from outside is escaped."""
    words = WORDS.get(language, WORDS["en"])
    parts: list[str] = []
    for place, (heading, body) in enumerate(sections(question, outcome, language)):
        if place and not body:
            continue
        parts.append(f"<h{2 if place else 1}>{escape(heading)}</h{2 if place else 1}>")
        tag = "li" if place > 2 else "p"
        inner = "".join(f"<{tag}>{_linked(line)}</{tag}>" for line in body)
        parts.append(f"<ul>{inner}</ul>" if tag == "li" else inner)
    if cited := sources(outcome):
        parts.append(
            f"<h2>{words['sources']}</h2><ol>" + "".join(_source(source, words) for source in cited) + "</ol>"
        )
    head = f'<meta charset="utf-8"><title>{escape(question)}</title><style>{_CSS}</style>'
    return f'<!doctype html><html lang="{language}"><head>{head}</head><body>{"".join(parts)}</body></html>\n'


def _source(source: Mapping[str, Any], words: Mapping[str, str]) -> str:
    title, url = escape(source["title"]), escape(source["url"], quote=True)
    name = f'<a href="{url}" rel="noopener">{title}</a>' if _SAFE.match(source["url"]) else f"{title} ({url})"
    quotes = "".join(
        f"<blockquote>{escape(part)}</blockquote>" for part in dict.fromkeys(source["quote"].split(" … "))
    )
    return (
        f'<li id="s{source["id"]}">{name}, {words["seen"]} {escape(source["fetched_at"][:10])}{quotes}</li>'
    )


def _linked(line: str) -> str:
    return re.sub(r"\[(\d+)\]", r'<a href="#s\1">[\1]</a>', escape(line))


def _plain(text: str) -> str:
    """One line whose signs Markdown does not read; citation numbers stay readable."""
    line = re.sub(r"([\\`*_{}<>#|~]|!(?=\[)|\](?=\())", r"\\\1", " ".join(text.split()))
    return re.sub(
        r"^(\d+)([.)])(?=\s)|^([-+])(?=\s)", lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", line
    )
