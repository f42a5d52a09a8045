"""Which conversation is asked for: with whom, whose, of which kind, about what. Word lists are data."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import Any, Protocol

from answerable.language.words import words

LISTS: dict[str, Any] = tomllib.loads(
    files(__package__).joinpath("of_people.toml").read_text(encoding="utf-8")
)
_WORDS = {name: frozenset(listed) for name, listed in LISTS["words"].items()}
_KINDS = {word: number for number, kind in enumerate(LISTS["kinds"]) for word in kind["words"]}
_KNOWN = frozenset().union(*(_WORDS[name] for name in _WORDS if name not in ("mine_pairs", "wrong", "other")))
_TOKEN = re.compile(r"[^\W_](?:[\w&@.+/-]*\w)?(?:'s\b)?|\w+", re.UNICODE)
# Words a name may have; a longer one is found by its first ones. Chosen, not measured.
LONGEST_NAME = 6
# A reply or a correction is short; what is longer is a question of its own. Chosen, not measured.
SHORT = 9


class Party(Protocol):
    """A person or a company, as a directory tells it."""

    @property
    def table(self) -> str: ...
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def email(self) -> str: ...
    @property
    def company(self) -> str: ...
    @property
    def account_id(self) -> str: ...
    @property
    def also(self) -> Sequence[tuple[str, str]]: ...


Who = Callable[[str], Sequence[Party]]


@dataclass(frozen=True)
class Talk:
    """One conversation as it was asked for."""

    name: str  # with whom, in the user's words
    language: str
    company: bool = False  # with the company of that person
    mine: bool = False  # held by the one who asks
    kind: int | None = None  # its place among the kinds
    topic: str = ""
    when: bool = False  # only when it was, not what was said

    def plain(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class _Name:
    start: int
    end: int
    text: str
    parties: tuple[Party, ...]


def record_of(party: Party) -> str:
    """What tells a party from every other, here and in the next conversation."""
    return f"{party.table}/{party.id}"


def read_talk(text: str, language: str, who: Who) -> tuple[Talk, list[Party]] | None:
    """The conversation a question asks for and whom it may be with; None where it asks for something else."""
    tokens = _tokens(text)
    said = [_bare(token) for token in tokens]
    kind = next((_KINDS[word] for word in said if word in _KINDS), None)
    if kind is None and not _has(said, "talk"):
        return None
    if not (_has(said, "last") or _has(said, "summary") or _has(said, "when")):
        return None
    names = list(_names(tokens, said, who))
    topic = _topic(said, names)
    parties = _both(names)
    if topic is None or not parties:
        return None
    line = f" {' '.join(said)} "
    mine = _has(said, "mine") or any(f" {pair} " in line for pair in _WORDS["mine_pairs"])
    talk = Talk(names[0].text, language, _has(said, "company"), mine, kind, topic, _has(said, "when"))
    return talk, parties


def read_onward(text: str, who: Who) -> tuple[str, list[Party], bool] | None:
    """ "And with X?": the next name to answer the same question for, and whether its company is meant."""
    tokens = _tokens(text)
    said = [_bare(token) for token in tokens]
    if not said or said[0] not in _WORDS["onward"] or len(said) > SHORT:
        return None
    names = list(_names(tokens, said, who))
    parties = _both(names)
    if not parties or _topic(said, names) != "":
        return None
    return names[0].text, parties, _has(said, "company")


def read_name(text: str, who: Who) -> tuple[str, list[Party]] | None:
    """Somebody named in a short reply."""
    tokens = _tokens(text)
    names = list(_names(tokens, [_bare(token) for token in tokens], who))
    return (names[0].text, _both(names)) if names else None


def corrects(text: str) -> bool:
    """Whether a short reply says that somebody else was meant."""
    said = [_bare(token) for token in _tokens(text)]
    return len(said) <= SHORT and (_has(said, "wrong") or _has(said, "other"))


def says_other(text: str) -> bool:
    return _has([_bare(token) for token in _tokens(text)], "other")


def placed(text: str, count: int) -> int | None:
    """The place in a list of `count` that a reply names: "2", "the second one", "the last"."""
    said = words(text)
    if len(said) > 4:
        return None
    places = [int(word) for word in said if word.isdecimal()] or [
        LISTS["places"][word] for word in said if word in LISTS["places"]
    ]
    place = places[0] if places else 0
    return (place - 1 if place > 0 else count - 1) if place and place <= count else None


def named_in(text: str, parties: Sequence[Party]) -> list[Party]:
    """Those of whom everything a reply says is true: name, company, address."""
    said = [_bare(token) for token in _tokens(text)]
    telling = {
        part
        for word in said
        if word not in _KNOWN and word not in _WORDS["wrong"] | _WORDS["other"]
        for part in words(word)
    }
    return [
        party
        for party in parties
        if telling and telling <= {*words(f"{party.name} {party.company}"), *words(party.email)}
    ]


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text.replace("’", "'").replace("´", "'"))


def _bare(token: str) -> str:
    return token.casefold().removesuffix("'s")


def _has(said: Sequence[str], name: str) -> bool:
    return not _WORDS[name].isdisjoint(said)


def _names(tokens: Sequence[str], said: Sequence[str], who: Who) -> Iterator[_Name]:
    """The names in a question, each as long as it can be; a name begins and ends with a word we do not know."""
    open_places = [n for n, word in enumerate(said) if not _plain(word)]
    taken = -1
    for start in open_places:
        if start <= taken:
            continue
        ends = [n for n in open_places if start <= n < start + LONGEST_NAME]
        for end in reversed(ends):
            text = re.sub(r"'s?$", "", " ".join(tokens[start : end + 1]))
            parties = who(text)
            if not parties and _has(said, "company") and text.endswith("s"):
                text = text[:-1]  # "Bills Firma"
                parties = who(text)
            if parties:
                yield _Name(start, end, text, tuple(parties))
                taken = end
                break


def _plain(word: str) -> bool:
    return word in _KNOWN or word in _KINDS or word in _WORDS["wrong"] or word in _WORDS["other"]


def _topic(said: Sequence[str], names: Sequence[_Name]) -> str | None:
    """What the conversation was to be about; empty where nothing is said of it, None where words are left over."""
    named = {place for name in names for place in range(name.start, name.end + 1)}
    left = [n for n, word in enumerate(said) if n not in named and not _plain(word)]
    if not left:
        return ""
    before = [word for word in said[: left[0]] if word not in _WORDS["filler"] or word in _WORDS["about"]]
    whole = left == list(range(left[0], left[-1] + 1))
    return (
        " ".join(said[left[0] : left[-1] + 1]) if whole and before and before[-1] in _WORDS["about"] else None
    )


def _both(names: Sequence[_Name]) -> list[Party]:
    """Those who are all that was named: "Bill from Acme" is a Bill whose company is Acme."""
    found = list(names[0].parties) if names else []
    for name in names[1:]:
        found = [
            one if one.email or not other.email else other
            for one in found
            for other in name.parties
            if one.id == other.id or (one.account_id and one.account_id == other.account_id)
        ]
    return found
