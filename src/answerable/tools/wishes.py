"""What the user wants by now: goals made of this message, the question that is open and the calls so far; and what a
goal needs next."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from answerable.domain.calls import Call
from answerable.domain.question import Question
from answerable.language.likeness import parts_of
from answerable.language.words import words
from answerable.store.permits import USED, StoredCall
from answerable.tools.choosing import RowChoice
from answerable.tools.dialog import Dialog
from answerable.tools.hearing import Heard, best
from answerable.tools.tool import Tool

Told = tuple[str, list[int]]  # a receipt to tell of: its call's id and the places of its rows, [] for all
_SHORT = 2  # words that call something off at the end of a message. Chosen, not measured.


@dataclass
class Goal:
    """One thing the user wants, with what was said for it."""

    intent: str
    slots: dict[str, Any] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    # Several values were given: the user must choose.
    choices: dict[str, list[str]] = field(default_factory=dict)


@dataclass
class Errand:
    """What one goal needs next: a call, a question back, or nothing more."""

    call: Call | None = None
    asks: str = ""  # the sentence of a question back
    slot: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    confirm: Call | None = None
    told: list[Told] = field(default_factory=list)
    refuses: str = ""  # the code


@dataclass(frozen=True)
class Wishes:
    """The goals of one turn; the same however often they are asked for within it."""

    _dialog: Dialog
    _tools: Mapping[str, Tool]
    _heard: Heard
    _waits: Mapping[str, Any]
    _earlier: Sequence[StoredCall]
    _before: Sequence[str] = ()  # what the user said before
    _now: Sequence[StoredCall] = ()

    def goals(self) -> list[Goal]:
        """Wishes by the way first, then what the message asks for or, failing that, what is still open."""
        pending, heard = self.pending, self._heard
        asides = self.asides()
        wishes = [name for name in heard.intents if not self._dialog.intents[name].aside]
        held: list[Goal] = []
        if wishes:
            kept = {goal.intent: goal for goal in pending}
            goals = [kept.get(name) or Goal(name) for name in wishes]
            if self._waits.get("confirm") and not heard.moves & {"correction", "cancel"}:
                held = [goal for goal in pending if goal.intent not in wishes]  # what was asked stays asked
        elif pending and not (asides and self._waits.get("paused")):
            goals = pending
        else:
            last = [Goal(name) for name in [last_intent(self._dialog, self._earlier)] if name]
            about = heard.slots or heard.moves & {"other", "correction", "another"}
            named = [goal for goal in last if self._holds(Goal(goal.intent, self.carried(), [heard.text]))]
            goals = [] if asides else last if about else named
        for goal in goals:
            self._fill(goal)
        spread = [one for goal in goals for one in self._spread(goal)]
        return [*self.asides(), *spread, *held]

    @property
    def pending(self) -> list[Goal]:
        """The wishes that are open, the one that something was asked for first."""
        return [Goal(**copy.deepcopy(goal)) for goal in self._waits.get("goals", ())]

    def asides(self) -> list[Goal]:
        """What is asked by the way."""
        heard, intents = self._heard, self._dialog.intents
        return [Goal(name, said=[heard.topic or heard.text]) for name in heard.intents if intents[name].aside]

    def _fill(self, goal: Goal) -> None:
        """What was said now stands over what was said before; a question by the way says nothing for the goal."""
        if goal.intent in self._heard.intents or not self._heard.intents:
            goal.said.append(self._heard.text)
        said = self._heard.slots_of(goal.intent)
        open_choices = {name: values for name, values in goal.choices.items() if name not in said}
        known = {**self.carried(), **goal.slots}
        goal.slots = {name: value for name, value in known.items() if name not in open_choices}
        for name, values in said.items():
            goal.choices.pop(name, None)
            if len(values) == 1:
                goal.slots[name] = values[0]
            else:
                goal.slots.pop(name, None)
                goal.choices[name] = values
        if "other" in self._heard.moves:
            self._take_the_other(goal)
        elif not self._waits.get("goals"):  # several were spoken of and none was named now: the user chooses
            several = {name: known for name, known in self._mentioned().items() if len(known) > 1}
            goal.choices |= {name: known for name, known in several.items() if name not in self._heard.slots}
        for name in [name for name in goal.choices if name not in said]:
            count = len(goal.choices[name])
            places = [n for n in range(count) if f"number{n + 1}" in self._heard.moves]
            places += [count - 1] if "latest" in self._heard.moves else []
            goal.slots.pop(name, None)
            if places:
                goal.slots[name] = goal.choices.pop(name)[places[0]]

    def _take_the_other(self, goal: Goal) -> None:
        for name, known in self._mentioned().items():
            if name in self._heard.slots or name not in goal.slots:
                continue
            others = [value for value in known if value != goal.slots[name]]
            if len(others) == 1:
                goal.slots[name] = others[0]
            elif others:
                goal.slots.pop(name)
                goal.choices[name] = others

    def _mentioned(self) -> dict[str, list[str]]:
        """The subjects (such as orders) that were looked up in this conversation, oldest first."""
        subjects = {name for tool in self._tools.values() for rule in tool.requires for name in rule.same}
        found: dict[str, list[str]] = {}
        for call in (one for one in self._earlier if one.state == USED):
            for name in subjects & set(call.arguments):
                known = [value for value in found.get(name, ()) if value != call.arguments[name]]
                found[name] = [*known, call.arguments[name]]
        return found

    def carried(self) -> dict[str, Any]:
        """Slots of the question that is open, of the last calls that went well, or else named in passing before."""
        found: dict[str, Any] = {}
        for text in self._before:
            for name, slot in self._dialog.slots.items():
                if len(said := slot.read(text, asked=False)) == 1:
                    found[name] = said[0]
        for call in self._earlier:
            if call.state == USED:
                slots = {name for name, slot in self._dialog.slots.items() if not slot.source}
                found |= {name: value for name, value in call.arguments.items() if name in slots}
        found |= self._waits.get("slots", {})
        found |= {name: values[0] for name, values in self._heard.slots.items()}
        # Values that missed together are not tried together again, unless they once went well.
        well = [one.arguments for one in self._earlier if one.state == USED]
        missed = [one.arguments for one in self._earlier if one.state != USED and one.arguments not in well]
        out = {name for one in missed if one and one.items() <= found.items() for name in one}
        return {name: value for name, value in found.items() if name not in out}

    def _spread(self, goal: Goal) -> list[Goal]:
        """A wish for several subjects is one for each of them that holds what is named, or else for each named now.
        Where a part of the message names one of them and what it holds, each is read in its own part."""
        name = self._dialog.intents[goal.intent].many
        values = goal.choices.get(name, ())
        each = [replace(goal, slots={**goal.slots, name: value}, choices={}) for value in values]
        read = self._dialog.slots[name].read if each else None
        parts = [(one, read(one, asked=False)) for one in parts_of(self._heard.text) if read]
        own = {values[0]: part for part, values in parts if len(values) == 1}
        apart = [replace(one, said=[own.get(one.slots[name], "")]) for one in each]
        if len(own) == len(each) and any(map(self._holds, apart)):
            return apart
        holding = [one for one in each if self._holds(one)]
        return holding or (each if name in self._heard.slots else []) or [goal]

    def _holds(self, goal: Goal) -> bool:
        """Whether what the user said names a row of what was looked up for a goal."""
        steps = self._dialog.intents[goal.intent].steps
        listed = next((one for one in self._dialog.slots.values() if one.source in steps), None)
        looks = self._dialog.looks.steps if self._dialog.looks else ()
        mine = (call for call in reversed((*self._earlier, *self._now)) if call.tool in looks)
        done = next((one for one in mine if dict(one.arguments).items() <= goal.slots.items()), None)
        if listed is None or done is None or done.state != USED:
            return False
        return bool(RowChoice.of(self._dialog, listed, goal.said, done).meant)


def called_off(dialog: Dialog, text: str, pending: bool) -> bool:
    """Whether a message ends with calling it off, or begins so while something is open, whatever reason it gives."""
    first, *rest = parts_of(text) or [""]
    wishes = [one.phrases for one in dialog.intents.values() if not one.aside]
    if any(best(dialog, phrases, words(part)) > 1 for part in rest for phrases in wishes):
        return False
    ends = [*([first] if pending else []), *(one for one in rest[-1:] if len(words(one)) <= _SHORT)]
    return any(best(dialog, dialog.moves["cancel"], words(one)) for one in ends)


def last_intent(dialog: Dialog, calls: Sequence[StoredCall]) -> str:
    """What the last calls were for; questions by the way are not taken up again."""
    named = (dialog.intent_of(call.tool) for call in reversed(calls) if call.state == USED)
    return next((name for name in named if name and not dialog.intents[name].aside), "")


def open_question(question: Question) -> Mapping[str, Any]:
    """What the last turn left open; a refusal in between closes nothing."""
    for turn in reversed(question.turns):
        if turn.waits or turn.outcome != "refusal":
            return turn.waits
    return {}
