"""Names in running text: where they stand, what kind of thing they name, and when two are the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from answerable.facts.relations import RELATIONS
from answerable.language.embed import StaticVectors, shared_vectors
from answerable.language.words import STOPWORDS, detect_language
from answerable.lists import read_list

KINDS = read_list(__package__, "kinds.toml")
# Word by word in patterns.toml; a line break there is none in the pattern.
PATTERNS = {
    name: re.compile(row.replace("\n", ""), re.I)
    for name, row in read_list(__package__, "patterns.toml").items()
}
TYPES: dict[str, frozenset[str]] = {name: frozenset(row.split()) for name, row in KINDS["types"].items()}
_NAMES = KINDS["names"]
LEGAL, ORG_WORDS, TITLES = (frozenset(_NAMES[row].split()) for row in ("legal", "org_words", "titles"))
HEADS = frozenset(_NAMES["heads"].split())
JOINS, MONTHS, FORMER, _OPENING, NOWHERE = (
    frozenset(_NAMES[row].split()) for row in ("joins", "months", "former", "opening", "nowhere")
)
KIN, PRONOUNS = frozenset(_NAMES["kin"].split()), frozenset(_NAMES["pronouns"].split())
LEAVING: tuple[str, ...] = tuple(part.strip() for part in _NAMES["leaving"].split(","))
AGENTS = ("person", "org", "agent")  # who may do something
_ORG_ENDS = tuple(word for word in ORG_WORDS if len(word) > 5)  # "Textilmuseum"
_FOR = frozenset(("für", "for"))  # "Institut für Keramik"
_TYPE_WORDS = frozenset().union(*TYPES.values())
_ROLE_WORDS = frozenset(
    word
    for relation in RELATIONS.values()
    for noun in relation.nouns
    if relation.wants in ("person", "agent")
    or " " not in noun  # "Old Tiberius" is no age, "Alma Berg" no school
    for word in noun.split()
)
_TOKEN = re.compile(r"[^\W_](?:[\w.'’&/-]*[\w])?\.?")
_JOINED = re.compile(r"[ \u00a0]{1,2}|\s?&\s?")
_SURNAME = re.compile(r"[ \u00a0](?=[^\W\d_][\w.'’-])[A-ZÀ-ÖØ-Þ]")
# What may hang on a name without being a part of it: "Lund-based", "Acme's".
_FORMS = "|".join(map(re.escape, sorted(LEGAL, key=len, reverse=True)))
_SUFFIX = re.compile(r"['’]s$|-(?:based|born|made|owned|led|founded|born|basierte[rsn]?)$")
_OPENS = re.compile(r"(?:^|[.!?:|–—\"“„»]|^[-•*])\s*$")
_PLACE_LEAD = PATTERNS["place_lead"]


@dataclass(frozen=True)
class Name:
    """A name as it stands in a text."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def words(self) -> tuple[str, ...]:
        return folded(self.text)


@lru_cache(maxsize=50_000)
def folded(text: str) -> tuple[str, ...]:
    """A name's words for comparing: no case, accents, titles, legal forms or genitive."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    plain = "".join(c for c in plain if not unicodedata.combining(c)).casefold().replace("’", "'")
    words = [word.removesuffix("'s").strip("'") for word in re.findall(r"[\w'&-]+", plain)]
    kept = [word for word in words if word not in TITLES and word not in LEGAL and word not in ("the", "&")]
    kept = [
        word for at, word in enumerate(kept) if len(word) > 1 or word.isdigit() or at in (0, len(kept) - 1)
    ]
    return tuple(kept or words)


def same_name(one: str, other: str) -> bool:
    """Whether two writings name the same: equal but for case, titles and legal forms, or a German genitive."""
    left, right = folded(one), folded(other)
    return left == right or (
        bool(left) and len(left) == len(right) and left[:-1] == right[:-1]
        and (left[-1] + "s" == right[-1] or right[-1] + "s" == left[-1])
    )  # fmt: skip


def mentions(name: str, text: str) -> list[tuple[int, int]]:
    """Where a text names it: its words in a row, as whole words; a legal form may be missing."""
    said = folded(name)  # nothing, where a page has no title
    return [match.span() for match in _pattern(said).finditer(_flat(text))] if said else []


def masked(text: str, spans: Iterable[tuple[int, int]], by: str = "_") -> str:
    """The text with some places made unreadable, so that no other name reaches into them ("… von Anna Berg")."""
    for start, end in spans:
        text = text[:start] + by * (end - start) + text[end:]
    return text


@lru_cache(maxsize=4_096)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    *first, last = words
    # A German adjective in a name is inflected: "zur Philosophischen Fakultät".
    loose = [re.sub(r"(?<=\w{5}e)[nrsm]?$", "[nrsm]?", re.escape(word)) for word in first]
    # "Lady of the Marsh", "Anna J. Keller", "Acme AG"
    inner = r"(?:'?s)?[\s.,&’'-]{1,3}(?:(?:the|[a-z]\.?)\s)?".join([*loose, re.escape(last)])
    return re.compile(rf"(?<!\w){inner}(?:\s(?:{_FORMS})\b|'?s)?(?!\w)")


@lru_cache(maxsize=8_192)
def _flat(text: str) -> str:
    """The text without case and accents, every character in its place."""
    plain = (unicodedata.normalize("NFKD", character)[0].casefold() for character in text)
    kept = (one if len(one) == 1 else character for one, character in zip(plain, text, strict=True))
    return "".join(kept).replace("’", "'")


@lru_cache(maxsize=8_192)
def names_in(text: str) -> tuple[Name, ...]:
    """Every run of capitalised words, trimmed of what is no part of a name."""
    found: list[Name] = []
    run: list[re.Match[str]] = []
    for token in _TOKEN.finditer(text):
        joined = bool(run) and _JOINED.fullmatch(text[run[-1].end() : token.start()])
        word = token.group()
        belongs = word[0].isupper() or (bool(run) and (word[0].isdigit() or word.lower() in JOINS))
        belongs = belongs or (len(run) == 1 and word in _FOR and run[0].group().lower() in HEADS)
        of = len(run) == 2 and run[1].group() in ("von", "of", "de")
        if of and word[0].isupper() and _SURNAME.match(text, token.end()):
            # "Feder von Ylva Ingold" is a thing of somebody; "Anna von Berg" is one name.
            found += _trimmed(text, run[:1])
            run = [token]
            continue
        if run and not (joined and belongs and not _ends(run[-1].group()) and not _closed(run, word)):
            found += _trimmed(text, run)
            run = []
        if word[0].isupper() or (run and belongs):
            run.append(token)
    return tuple(found + (_trimmed(text, run) if run else []))


def _closed(run: list[re.Match[str]], word: str) -> bool:
    """Whether a legal form ended the name before this word ("Acme AG zu …"); another one may follow."""
    last = run[-1].group().rstrip(".").lower()
    ended = len(run) > 1 and last in LEGAL and run[-1].group()[0].isupper()
    return ended and word.rstrip(".").lower() not in LEGAL


def _ends(word: str) -> bool:
    """A full stop ends a name unless it belongs to a title or an initial; a legal form with one ends it too."""
    return word.endswith(".") and len(word) > 2 and word[:-1].lower() not in TITLES | {"st", "mt", "ft"}


def _trimmed(text: str, run: list[re.Match[str]]) -> list[Name]:
    # "University of Carrick" is a name; "Mayor of Carrick" is not.
    first = run[0].group().lower()
    whole = len(run) > 2 and first in ORG_WORDS and run[1].group().lower() in JOINS | _FOR
    # "Hochschule Brunn"
    inside = run[0].start() > 0 or run[-1].end() == len(text)
    whole = whole or (len(run) == 2 and first in ORG_WORDS and (inside or detect_language(text) == "de"))
    while (
        run
        and not whole
        and _leads(
            run[0].group(),
            alone=len(run) == 1,
            opens=_OPENS.search(text[: run[0].start()]) is not None,
            english=detect_language(text) == "en",
        )
    ):
        run = run[1:]
    while run and _trails(run):
        run = run[:-1]
    if not run:
        return []
    surface = text[run[0].start() : run[-1].end()]
    return [Name(_SUFFIX.sub("", surface).rstrip(".,"), run[0].start())]


def _leads(word: str, *, alone: bool, opens: bool, english: bool) -> bool:
    low = _SUFFIX.sub("", word).rstrip(".").lower()  # "What's"
    if low in TITLES:
        return True
    if not opens and not alone and (word == "The" or (english and low in _TYPE_WORDS)):
        return False  # "Home is The Orchard", "the Model Elgar"
    small = low in STOPWORDS["en"] or low in STOPWORDS["de"] or low in MONTHS | JOINS | _OPENING
    known = not {low, low.removesuffix("s")}.isdisjoint(_TYPE_WORDS | _ROLE_WORDS)
    plain = opens and re.search(r"-[a-zäöü]+$", word) is not None  # "Day-to-day"
    return small or word[0].isdigit() or known or (plain and not _SUFFIX.search(word))


def _trails(run: list[re.Match[str]]) -> bool:
    low = run[-1].group().rstrip(".").lower()
    year = re.fullmatch(r"(?:1[5-9]|20)\d\d", low) is not None
    small = len(run) > 1 and low in ("and", "und", "the", "in", "for", "is", "der", "die", "das", "hause")
    return low in JOINS or low in MONTHS or small or (year and len(run) > 1)


@lru_cache(maxsize=8_192)
def ordinary(word: str) -> bool:
    """Whether a capitalised word is one of the language's common ones: the table of vectors has it whole."""
    table = shared_vectors()
    return isinstance(table, StaticVectors) and word.isalpha() and len(table.pieces(word)) == 1


def is_org(name: str) -> bool:
    """Whether the name says itself that it is a company or an institution."""
    words = [word.rstrip(".").lower() for word in name.split()]
    return any(word in LEGAL for word in words[1:]) or any(
        word in ORG_WORDS or word.endswith(_ORG_ENDS) for word in words
    )


def looks_like(name: Name, kind: str) -> bool:
    """Whether a name in this text may be a thing of this kind."""
    words = name.text.split()
    digits = any(c.isdigit() for c in name.text)
    if kind == "person":
        return 2 <= len(words) <= 5 and not is_org(name.text) and not digits
    if kind == "place":
        return len(words) <= 4 and not is_org(name.text) and not digits
    if kind == "agent":
        return looks_like(name, "person") or looks_like(name, "org")
    if kind == "org":
        return not name.text.isdigit()
    return True


def placed(name: Name, text: str) -> bool:
    """Whether a preposition of place leads to the name."""
    if name.text.lower() in NOWHERE:
        return False
    based = text[name.end :].startswith("-based")
    return based or bool(_PLACE_LEAD.search(text[max(0, name.start - 30) : name.start]))
