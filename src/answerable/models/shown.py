"""What a model is shown of what was read: cut to size, every cut visible, never the whole crawl."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from answerable.domain.evidence import Evidence, Lead
from answerable.domain.question import Turn
from answerable.models.base import Prompt
from answerable.models.prompts import Quoted

if TYPE_CHECKING:
    from pydantic import BaseModel

# An estimate on the safe side of English prose (about 4). Bytes rather than characters: in scripts whose
# letters take three bytes, one letter is about one token.
BYTES_PER_TOKEN = 3.5
# Of one prompt, however much was read; the requirement's number.
MOST_TOKENS = 6_000
# Characters; chosen, not measured: longer words of a link, titles and headings rarely say more.
LINK_WORDS, LABEL = 90, 90
# Earlier turns only say what "it" is; chosen, not measured.
TURNS = 3
TURN_QUESTION, TURN_ANSWER = 60, 120  # tokens
# The longest question of ordinary settings (4,000 characters) fits.
QUESTION = 1_200  # tokens
INSTRUCTION = 500  # tokens
_DOTS = "..."
_BREAK = re.compile(r"(?<=[.!?])\s+|\n+")

Suits = Callable[[str], float]  # how well a stretch of text fits what is asked


@dataclass(frozen=True, kw_only=True)
class ShownLimits:
    """The operator's limits of what a model is shown, under the names of the settings."""

    content_max_chars: int = 10_000
    links_max_chars: int = 500
    url_truncation_buffer: int = 10
    max_links_per_page: int = 300


def tokens(text: str) -> int:
    """About how many tokens a text has; rather too many than too few."""
    return math.ceil(len(text.encode(errors="replace")) / BYTES_PER_TOKEN)


def prompt_tokens(prompt: Prompt, shape: type[BaseModel]) -> int:
    """What sending a prompt costs, with the description of the reply's shape that goes along."""
    schema = json.dumps(shape.model_json_schema(), separators=(",", ":"))
    return sum(map(tokens, (prompt.system, prompt.body, prompt.reminder, schema)))


def cut(text: str, most_tokens: int) -> str:
    """A text's beginning within so many tokens, with a mark where it was cut."""
    raw = text.encode(errors="replace")
    room = int(most_tokens * BYTES_PER_TOKEN)
    return text if len(raw) <= room else raw[:room].decode(errors="ignore").rstrip() + " […]"


def shorten_url(url: str, limits: ShownLimits) -> str:
    """A URL as it is shown; a long one loses its middle, because both ends tell where it leads."""
    if len(url) <= limits.links_max_chars:
        return url
    kept = max(0, limits.links_max_chars - max(limits.url_truncation_buffer, len(_DOTS)))
    tail = kept // 2
    return url[: kept - tail] + _DOTS + (url[-tail:] if tail else "")


def excerpt(text: str, room: int, suits: Suits) -> str:
    """The stretch of a text that fits best within so many characters; what is left out is marked."""
    if len(text) <= room:
        return text
    starts = [0, *(found.end() for found in _BREAK.finditer(text) if found.end() < len(text))]
    ends = [*starts[1:], len(text)]
    marks = [suits(text[start:end]) for start, end in zip(starts, ends, strict=True)]
    low = high = max(range(len(starts)), key=lambda place: (marks[place], -place))
    while (way := _wider(low, high, starts, ends, room)) is not None:
        low, high = way
    stretch = text[starts[low] : ends[high]].rstrip()[:room]
    before = "[…] " if starts[low] else ""
    return f"{before}{stretch} [… cut: {len(text) - len(stretch)} more characters]"


def _wider(
    low: int, high: int, starts: Sequence[int], ends: Sequence[int], room: int
) -> tuple[int, int] | None:
    """The next wider stretch that still fits: forwards first, since an answer follows what announces it."""
    if high + 1 < len(ends) and ends[high + 1] - starts[low] <= room:
        return low, high + 1
    if low > 0 and ends[high] - starts[low - 1] <= room:
        return low - 1, high
    return None


@dataclass(frozen=True)
class ShownPassage:
    """A piece of evidence and how the model sees it; its place in a list of these is its number, less one."""

    piece: Evidence
    quoted: Quoted


def show_passages(
    pieces: Sequence[Evidence], *, each: int, limits: ShownLimits, suits: Suits
) -> list[ShownPassage]:
    """Pieces numbered from 1, each and each page's sum within their characters."""
    shown: list[ShownPassage] = []
    left: dict[str, int] = {}
    for piece in pieces:
        page = piece.locator.url or piece.id
        room = min(each, left.setdefault(page, limits.content_max_chars))
        if room <= 0:
            continue  # the page's earlier passages already show as much of it as the operator allows
        left[page] -= min(room, len(piece.text))
        labels = {"number": str(len(shown) + 1), "page": piece.title[:LABEL]}
        if heading := " › ".join(piece.locator.path[-2:])[:LABEL]:
            labels["heading"] = heading
        shown.append(ShownPassage(piece, Quoted(excerpt(piece.text, room, suits), "passage", labels)))
    return shown


def show_links(leads: Sequence[Lead], limits: ShownLimits) -> list[str]:
    """One line per link, numbered from 1; no text of a page can start a line of its own."""
    lines = []
    for number, lead in enumerate(leads, 1):
        words = " ".join(lead.text.split())[:LINK_WORDS]
        url = shorten_url("".join(lead.url.split()), limits)
        lines.append(f"{number}. {words or 'without words'} ({url})")
    return lines


def show_turns(turns: Sequence[Turn]) -> list[Quoted]:
    """The last turns, short."""
    return [
        Quoted(
            f"Question: {cut(turn.question, TURN_QUESTION)}\nAnswer: {cut(turn.text, TURN_ANSWER)}",
            "turn",
            {"ended": turn.outcome},
        )
        for turn in turns[-TURNS:]
    ]
