"""What a question asks: its parts, what each part wants to be told, and the words that matter."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from answerable.language.sentences import split_sentences
from answerable.language.words import content_words, stem

_WH = (
    r"who|whom|whose|what|whats|when|where|which|why|how|can|could|do|does|did|is|are|may|should|will|was|were|"
    r"wer|wem|wen|wessen|was|wann|wo|wohin|woher|welche[rsmn]?|warum|wieso|weshalb|wie|kann|darf|muss|ist|sind|"
    r"wieviel|wozu|womit|wofür"
)
_PREPOSITION = r"in|at|on|from|for|to|with|by|since|until|um|an|am|bis|seit|zu|mit|für|von|bei|ab"
# "…, and whose idea was that?": a second question inside one sentence starts with a question word
# (or a preposition and one) after a comma, "and"/"or", or a dash.
_JOINT = re.compile(
    rf"(?:\s*[,;–]\s*|\s+-\s+)(?:and\s+|or\s+|und\s+|oder\s+|so\s+|but\s+)?(?=(?:(?:{_PREPOSITION})\s+)?(?:{_WH})\b)"
    rf"|\s+(?:and|und)\s+(?=(?:(?:{_PREPOSITION})\s+)?(?:who|whose|what|when|where|which|why|how|wer|was|wann|wo|"
    rf"welche[rsmn]?|warum|wie)\b)",
    re.IGNORECASE,
)
_ASKS = re.compile(
    rf"^\W*(?:(?:and|so|but|ok|okay|und|also|aber)\W+)*(?:(?:{_PREPOSITION})\s+)?(?:{_WH})\b", re.I
)

_LOWER_START = re.compile(rf"(?<=[?!])\s+|(?<=\.)\s+(?=(?:{_WH})\b)", re.IGNORECASE)

# What a part wants, by how it is asked. The first kind whose words stand where a question word stands wins.
_LEAD = rf"(?:^|[,;:–?.]\s*|\b(?:and|und|or|oder|so|but|ok|then|tell me|know|{_PREPOSITION})\s+)"
_WANTS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.I))
    for name, pattern in (
        ("compare", r"\bdifference|\bdiffer\b|\bvs\.?\b|\bversus\b|\bunterschied"),
        (
            "price",
            r"\b(?:do|does|did|will|would)\b.{0,80}(?<!the )\bcost\b|\bkostet\b|\bwas kosten\b"
            r"|\b(?:what|which|welche[nr]?) (?:price|preis)\b|\bhow (?:expensive|much (?:is|are))\b|\bwie teuer\b",
        ),
        ("often", r"\bhow often\b|\bwie oft\b"),
        (
            "measure",
            r"\bhow (?:long|old|big|large|far|high|fast|tall|heavy|late|soon|early)\b"
            r"|\bwie (?:lange|alt|gro(?:ß|ss)|weit|hoch|schnell|schwer)\b|\bwhat size\b",
        ),
        (
            "number",
            r"\bhow (?:much|many)\b|\bwie ?(?:viel|viele|vielen)\b|\bwhat (?:number|percentage)\b"
            r"|\bcosts?\b|\bkosten\b",
        ),
        (
            "date",
            rf"{_LEAD}(?:when|wann)\b|\b(?:what|which) (?:year|date|day|time)\b"
            r"|\bwelche[msnr]? (?:jahr|datum|tag)\b",
        ),
        (
            "contact",
            rf"{_LEAD}(?:who|whom)\b.*\b(?:tell|mail|write|contact|ask|report|call|turn)\b"
            rf"|{_LEAD}an wen\b|{_LEAD}wem\b.*\b(?:sag|meld|schreib|bericht)",
        ),
        ("person", rf"{_LEAD}(?:who|whose|whom|whos|wer|wem|wen|wessen)\b"),
        ("place", rf"{_LEAD}(?:where|wheres|wo|wohin|woher)\b"),
        ("reason", rf"{_LEAD}(?:why|how come|warum|wieso|weshalb|wozu)\b"),
        (
            "steps",
            rf"\bhow (?:do|can|would|could|should|to|does|did)\b|\bhow\?|{_LEAD}wie\b"
            r"|\bwhat (?:can|should|must|do) (?:i|we) do\b",
        ),
        (
            "yesno",
            r"^\W*(?:and |so |ok |und )*(?:can|could|do|does|did|is|are|isn|aren|may|should|will|was|were|"
            r"has|have|am|kann|darf|muss|ist|sind|gibt|gibts|hat|habt|geht|brauche?)\b",
        ),
    )
)


@dataclass(frozen=True)
class Part:
    """One thing that is asked."""

    text: str
    # price · often · measure · number · date · contact · person · place · reason · steps · yesno · compare · thing
    wants: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Asked:
    """A question taken apart."""

    text: str
    setting: str  # earlier words (or the site's title) that say what "it" is about
    language: str
    words: tuple[str, ...]  # content words of question and setting, in order
    stems: tuple[str, ...]
    parts: tuple[Part, ...]


def understand(text: str, language: str = "en", *, setting: str = "") -> Asked:
    """Take a question apart; `setting` is what it leans on, which sets the topic but is not asked now."""
    found = tuple(content_words(f"{text} {setting}", language))
    parts = _parts(text, language)
    if setting:  # "And from abroad?" wants what "How long do I have?" wanted
        parts = tuple(
            replace(part, wants=wants(setting)) if part.wants == "thing" else part for part in parts
        )
    return Asked(text, setting, language, found, tuple(stem(word, language) for word in found), parts)


def _parts(text: str, language: str) -> tuple[Part, ...]:
    clauses = [
        clause
        for sentence in _sentences(text)
        if "?" in sentence or _ASKS.search(sentence)
        for clause in _clauses(sentence)
    ]
    asks = [clause for clause in clauses if _ASKS.search(clause)] or clauses or [text]
    return tuple(Part(ask, wants(ask), tuple(content_words(ask, language))) for ask in asks)


def _clauses(sentence: str) -> list[str]:
    """The questions inside one sentence; "when and where did he die" are two."""
    found: list[str] = []
    bare = ""
    for piece in (piece.strip(" ,;") for piece in _JOINT.split(sentence)):
        if len(piece.split()) > 1:
            found += [piece, f"{bare} {piece.split(None, 1)[1]}"] if bare else [piece]
            bare = ""
        elif _ASKS.search(piece):
            bare = piece
    return found


def _sentences(text: str) -> list[str]:
    # People do not always start a sentence with a capital: "… run. what can I do about it".
    return [piece for sentence in split_sentences(text) for piece in _LOWER_START.split(sentence) if piece]


def wants(text: str) -> str:
    """What kind of thing would answer this."""
    return next((name for name, pattern in _WANTS if pattern.search(text)), "thing")
