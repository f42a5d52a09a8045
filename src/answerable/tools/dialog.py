"""What a conversation about tools needs to know, as data: intents with their phrases and steps, slots, replies."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from answerable.errors import AssistantError
from answerable.language.likeness import Likeness
from answerable.language.subjects import subjects_of
from answerable.language.words import words
from answerable.lists import read_list
from answerable.store.permits import StoredCall
from answerable.tools.policy import Policy, elsewhere
from answerable.tools.spelling import alike
from answerable.tools.tool import Tool
from answerable.tools.wording import Sentences, fill

# Words whose meanings are kept; a stranger typing nonsense must not fill the memory.
MOST_WORDS = 20_000


@dataclass(frozen=True, kw_only=True)
class Slot:
    """Something a tool must be told: read from the user's words, or chosen among what another tool gave."""

    name: str
    patterns: tuple[re.Pattern[str], ...] = ()
    bare: re.Pattern[str] | None = None  # a writing that counts only as the answer to the question for it
    form: str = "{}"
    stands_for: str = ""  # the word that phrases know it by: "where is BK-1001" is "where is order"
    source: str = ""  # the tool whose rows are chosen from
    key: str = ""
    label: str = ""
    apart: str = ""  # the column that tells rows of one label apart
    called: tuple[tuple[str, ...], ...] = ()  # what else people call its values
    match: tuple[str, ...] = ()
    ranks: str = ""  # the column of "the cheaper one"
    where: Mapping[str, Any] = field(default_factory=dict)

    def read(self, text: str, *, asked: bool) -> list[str]:
        """Every value a text gives, in the writing tools use, each once."""
        patterns = (*self.patterns, self.bare) if asked and self.bare else self.patterns
        found = [self.form.format(hit[1]) for pattern in patterns for hit in pattern.finditer(text)]
        return list(dict.fromkeys(found))


@dataclass(frozen=True, kw_only=True)
class Phrase:
    """Groups of words that must all be said, in any order."""

    groups: tuple[frozenset[str], ...]
    never: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Intent:
    """Something a user may want, the tools that do it in order, and what is told of their receipts."""

    name: str
    steps: tuple[str, ...]
    phrases: tuple[Phrase, ...]
    says: Mapping[str, Sequence[str]] = field(default_factory=dict)  # which parts of which tool's sentences
    arguments: Mapping[str, str] = field(default_factory=dict)  # fixed ones; "$text" is the user's words
    aside: bool = False  # answered by the way, whatever else is going on
    asks: tuple[str, ...] = ()  # whole sentences in which people ask for it
    many: str = ""  # the slot of which several values are several wishes
    unless: tuple[Phrase, ...] = ()  # what is asked and not wished, whatever else is said


class Dialog:
    """One assistant's conversation."""

    def __init__(
        self, content: Mapping[str, Any], policy: Policy, replies: Mapping[str, Any], where: str
    ) -> None:
        self._where, self._content, self._policy = where, content, policy
        given = {name: said for name, said in replies.items() if said}
        self._replies = {**_talk()["replies"], **content.get("replies", {}), **given}
        self.lists = {**content.get("lists", {}), "policy": policy.single_words}
        self.slots = {name: _slot(name, entry) for name, entry in content.get("slots", {}).items()}
        self.intents = {entry["name"]: self._intent(entry) for entry in content.get("intent", ())}
        moves = {**_talk()["moves"], **content.get("moves", {})}
        self.moves = {name: self._phrases(rows) for name, rows in moves.items()}
        self.kept = {name: self._phrases(rows) for name, rows in _talk()["rows"].items()}
        self.sentences = Sentences.read(content, where)
        self.out_of_scope = frozenset(content.get("out_of_scope", {}).get("words", "").split())
        self.vocabulary = self._vocabulary()
        asks = {one.name: one.asks for one in self.intents.values() if one.asks}
        self.quotes = next(  # the intent that looks up the user's words
            (one.name for one in self.intents.values() if "$text" in one.arguments.values()), ""
        )
        plain = (one for one in self.intents.values() if len(one.steps) == 1 and not one.aside)
        self.looks = next(plain, None)  # the intent that only looks something up
        ways = {**asks, **policy.ways} if self.quotes else asks
        self._likeness = Likeness({**ways, "": elsewhere()} if ways else {}, alike)
        self._meanings: dict[str, frozenset[str]] = {}

    @classmethod
    def load(cls, path: Path, policy: Policy, replies: Mapping[str, Any] | None = None) -> Dialog:
        """Read a dialog file; `replies` are those that other files hold, such as the assistant's own."""
        return cls(tomllib.loads(path.read_text(encoding="utf-8")), policy, replies or {}, str(path))

    def check(self, tools: Mapping[str, Tool]) -> None:
        """Refuse a file that names tools or slots which do not exist."""
        for intent, step in ((one, step) for one in self.intents.values() for step in one.steps):
            if step not in tools:
                what = f"intent {intent.name!r} has the step {step!r}."
                raise AssistantError(self._where, what, hint=f"Tools: {sorted(tools)}")
            for parameter in tools[step].parameters:
                if parameter.needed and parameter.name not in {*self.slots, *intent.arguments}:
                    what = f"nothing fills {parameter.name!r} of {step!r}."
                    raise AssistantError(self._where, what, hint="Add a slot for it.")

    def say(self, name: str, language: str, facts: Mapping[str, Any] | None = None) -> str:
        """One of the replies, filled; empty where the file has none of this name."""
        said = self._replies.get(name, {})
        known = {**self._policy.values, **(facts or {})}
        return fill(said.get(language) or said.get("en", ""), known, language)

    def told_of(self, call: StoredCall, rows: Sequence[int], intent: str, language: str) -> list[str]:
        """The sentences an intent tells of one receipt; of its rows only those that are meant."""
        parts = self.intents[intent].says.get(call.tool) if intent in self.intents else None
        said = self.sentences.tell(call.tool, call.gave, language)
        mine = (one for one in said if parts is None or one.part in parts)
        return [one.text for one in mine if one.row < 0 or not rows or one.row in rows]

    def meanings(self, word: str) -> frozenset[str]:
        """The words of ours that a typed word may be; kept, because looking takes longer than everything else."""
        if word not in self._meanings:
            if len(self._meanings) > MOST_WORDS:
                self._meanings.clear()
            self._meanings[word] = frozenset(wanted for wanted in self.vocabulary if alike(word, wanted))
        return self._meanings[word]

    def likeness(self, text: str, *, named: bool = False) -> dict[str, float]:
        """How like the ways of asking for each intent and each clause a text is, and under "" what it must be liker
        than. Who names something that tools could judge means us, and with a clause they judge by the wish of most
        steps."""
        found = self._policy.bounded(text, self._likeness.of(text))
        if not named:
            return found
        judged = {name: found.pop(name) for name in self._policy.judged if name in found}
        if wishes := [name for name in found if name in self.intents]:
            longest = max(wishes, key=lambda name: len(self.intents[name].steps))
            for name, score in judged.items():
                wish = self._policy.wishes.get(name, longest)
                found[wish] = max(found[wish], score)
        return {name: score for name, score in found.items() if name not in ("", "unsaid")}

    def timed(self, text: str) -> bool:
        """Whether a text asks how long something may take that tools judge by its day."""
        like = self.likeness(text)
        when = not {"how_long", "until", "when"}.isdisjoint(subjects_of(tuple(words(text))))
        return when and max(like, key=lambda name: like[name], default="") in self._policy.timed

    def elsewhere(self, text: str) -> bool:
        """Whether a text is liker to what people ask elsewhere than to anything of ours."""
        like = self._likeness.of(text)
        return like.get("", 0.0) >= max(like.values(), default=1.0)

    def intent_for(self, name: str) -> str:
        """The intent of this name, or the one that looks up the clause of this name."""
        return name if name in self.intents else self.quotes

    def intent_of(self, tool: str) -> str:
        """The intent that ends with this tool, or else the first that uses it."""
        using = [intent for intent in self.intents.values() if tool in intent.steps]
        return next((one.name for one in (*(one for one in using if one.steps[-1] == tool), *using)), "")

    def plain(self, text: str) -> str:
        """A text with the values of slots replaced by the words they stand for, if any."""
        for slot in self.slots.values():
            for pattern in slot.patterns:
                text = pattern.sub(f" {slot.stands_for} ", text)
        return text

    def asks_again(self, code: str) -> str:
        """The slot that is asked for anew after a refusal of this code; empty where the refusal ends the matter."""
        return str(self._content.get("asks_again", {}).get(code, ""))

    def hear(self, text: str, *, asked: bool = True) -> list[str]:
        """Every slot value in a text: what the permit desk counts as said by the user."""
        return [value for slot in self.slots.values() for value in slot.read(text, asked=asked)]

    def _intent(self, entry: Mapping[str, Any]) -> Intent:
        keys = ("name", "arguments", "aside", "many", "says")
        plain = {key: entry[key] for key in keys if key in entry}
        phrases, unless = (self._phrases(entry.get(name, ())) for name in ("phrases", "unless"))
        asks, steps = tuple(entry.get("asks", "").strip().splitlines()), tuple(entry.get("steps", ()))
        return Intent(steps=steps, phrases=phrases, asks=asks, unless=unless, **plain)

    def _phrases(self, rows: Sequence[str]) -> tuple[Phrase, ...]:
        return tuple(self._phrase(row) for row in rows)

    def _phrase(self, row: str) -> Phrase:
        groups = [self._group(group) for group in row.split() if not group.startswith("!")]
        never = [word for group in row.split() if group.startswith("!") for word in self._group(group[1:])]
        return Phrase(groups=tuple(groups), never=frozenset(never))

    def _group(self, group: str) -> frozenset[str]:
        found: list[str] = []
        for word in group.split("|"):
            name = word.strip("{}")
            if word != name and name not in self.lists:
                hint = f"Lists: {sorted(self.lists)}"
                raise AssistantError(self._where, f"there is no list {word}.", hint=hint)
            found += self.lists[name].split() if word != name else [word]
        return frozenset(found)

    def _vocabulary(self) -> frozenset[str]:
        phrases = [phrase for intent in self.intents.values() for phrase in intent.phrases]
        phrases += [phrase for rows in (*self.moves.values(), *self.kept.values()) for phrase in rows]
        listed = {word for row in self.lists.values() for word in row.split()}
        return frozenset(listed | {word for phrase in phrases for group in phrase.groups for word in group})


@lru_cache(maxsize=1)
def _talk() -> dict[str, Any]:
    """What every conversation needs, whatever it is about."""
    return read_list(__package__, "talk.toml")


def _slot(name: str, entry: Mapping[str, Any]) -> Slot:
    keys = ("form", "stands_for", "source", "key", "label", "apart", "ranks", "where")
    plain = {key: entry[key] for key in keys if key in entry}
    patterns = tuple(re.compile(pattern, re.IGNORECASE) for pattern in entry.get("patterns", ()))
    bare = re.compile(entry["bare"], re.IGNORECASE) if "bare" in entry else None
    called = tuple(tuple(row.split("|")) for row in entry.get("called", ()))
    match = tuple(entry.get("match", ()))
    return Slot(name=name, patterns=patterns, bare=bare, match=match, called=called, **plain)
