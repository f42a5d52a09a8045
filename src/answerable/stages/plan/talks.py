"""Which conversation is asked for: with whom, whose, of which kind, about what. Word lists are data."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from answerable.language.words import words
from answerable.lists import read_list
from answerable.sources.apps.parties import Party

LISTS: dict[str, Any] = read_list(__package__, "of_people.toml")
_WORDS = {name: frozenset(listed) for name, listed in LISTS["words"].items()}
_KINDS = {word: number for number, kind in enumerate(LISTS["kinds"]) for word in kind["words"]}
_KNOWN = frozenset().union(*(_WORDS[name] for name in _WORDS if name not in ("mine_pairs", "wrong", "other")))
_TOKEN = re.compile(r"[^\W_](?:[\w&@.+/-]*\w)?(?:'s\b)?|\w+", re.UNICODE)
# Words a name may have; a longer one is found by its first ones. Chosen, not measured.
LONGEST_NAME = 6
# A reply or a correction is short; what is longer is a question of its own. Chosen, not measured.
SHORT = 9


Who = Callable[[str], Sequence[Party]]


@dataclass(frozen=True)
class AskedTalk:
    """One conversation as it was asked for."""

    name: str  # with whom, in the user's words; empty for anybody
    language: str
    company: bool = False  # with the company of that person
    mine: bool = False  # held by the one who asks
    kind: int | None = None  # its place among the kinds
    topic: str = ""
    brief: bool = False  # only when and with whom it was, not what was said

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


def read_talk(text: str, language: str, who: Who) -> tuple[AskedTalk, list[Party]] | None:
    """The conversation a question asks for and whom it may be with; None where it asks for something else."""
    said = _said(text)
    kind = next((_KINDS[word] for word in said if word in _KINDS), None)
    timed = _has(said, "last") or _has(said, "when")
    # "Who is our contact at Acme" asks for a person.
    touched = _has(said, "contact") and (_has(said, "last") or not _WORDS["moment"].isdisjoint(said))
    line = f" {' '.join(said)} "
    told = any(f" {pair} " in line for pair in _WORDS["talk_pairs"])
    talked = kind is not None or _has(said, "talk") or touched or told
    if not talked or not (timed or _has(said, "summary")):
        return None
    names, parties = _named(text, said, who)
    topic = _topic(said, names)
    mine = _has(said, "mine") or any(f" {pair} " in line for pair in _WORDS["mine_pairs"])
    if parties and topic is not None:
        name = names[0].text
    elif not names and _has(said, "summary") and (stranger := _stranger(_tokens(text), said)):
        name, topic = stranger, ""
    elif not names and topic is not None and _has(said, "summary") and _has(said, "last"):
        name = ""  # the last one, whoever it was with
    else:
        return None
    told = (
        told
        or not (_WORDS["summary"] - _WORDS["talk"] - _WORDS["about"]).isdisjoint(said)
        or said[-1] == "about"
    )
    brief = _has(said, "when") and not told
    return AskedTalk(name, language, _has(said, "company"), mine, kind, topic, brief), parties


def read_onward(text: str, who: Who) -> tuple[str, list[Party], bool] | None:
    """ "And with X?": the next name to answer the same question for, and whether its company is meant."""
    said = _said(text)
    onward = said[:1] and said[0] in _WORDS["onward"] and len(said) <= SHORT
    found = read_name(text, who) if onward else None
    return (*found, _has(said, "company")) if found else None


def read_name(text: str, who: Who) -> tuple[str, list[Party]] | None:
    """Somebody named in a short reply, and nothing else in it."""
    said = _said(text)
    names, parties = _named(text, said, who)
    return (names[0].text, parties) if parties and _topic(said, names) == "" else None


def corrects(text: str) -> bool:
    """Whether a short reply says that somebody else was meant."""
    said = _said(text)
    return len(said) <= SHORT and (_has(said, "wrong") or _has(said, "other"))


def names_nobody(text: str) -> bool:
    """Whether a reply is made of words that name nothing: "no, the other one"."""
    return all(map(_plain, _said(text)))


def says(text: str, name: str) -> bool:
    """Whether one of the listed words of this name is in a text."""
    return _has(_said(text), name)


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
    known = _KNOWN | _WORDS["wrong"] | _WORDS["other"]
    telling = {part for word in _said(text) if word not in known for part in words(word)}
    true = {party: {*words(f"{party.name} {party.company}"), *words(party.email)} for party in parties}
    fit = [party for party in parties if telling and telling <= true[party]]
    # "Acre Foods" is Acre Foods, not Acre Group Foods.
    exact = [one for one in fit if telling in (set(words(one.name)), set(words(one.company)))]
    return exact or fit


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text.replace("’", "'").replace("´", "'"))


def _said(text: str) -> list[str]:
    return [token.casefold().removesuffix("'s") for token in _tokens(text)]


def _named(text: str, said: Sequence[str], who: Who) -> tuple[list[_Name], list[Party]]:
    """The names in a text, and those who are all that was named."""
    names = list(_names(_tokens(text), said, who))
    return names, _both(names)


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
    before = left[0] - 1
    while before >= 0 and said[before] in _WORDS["articles"]:
        before -= 1
    whole = left == list(range(left[0], left[-1] + 1))
    return " ".join(said[n] for n in left) if whole and said[before] in _WORDS["about"] else None


def _stranger(tokens: Sequence[str], said: Sequence[str]) -> str:
    """The words behind "with" that name nobody we know."""
    places = [n for n, word in enumerate(said) if not _plain(word)]
    if not places or said[places[0] - 1] not in _WORDS["with"]:
        return ""
    return " ".join(tokens[places[0] : places[-1] + 1])


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
