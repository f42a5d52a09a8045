"""What to do next in a conversation about tools, from the words and the calls so far. Nothing is remembered here.

A wish (goal) is an intent with its slots. Its steps are called in order; a slot nobody has filled is asked for;
a call that needs the user's yes is asked about; what a step refuses is said as the data says.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import chain
from typing import Any

from answerable.domain.calls import DOUBTFUL, Call, Effect
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.language.words import words
from answerable.store.permits import USED, StoredCall
from answerable.tools.approval import answers_yes_or_no, ask_for, clear_no, clear_yes
from answerable.tools.choosing import RowChoice, known_names
from answerable.tools.dialog import Dialog, Intent, Slot
from answerable.tools.escalation import ASKED, ESCALATED
from answerable.tools.hearing import best, foreign, language_of, listen_on, strange
from answerable.tools.tool import Tool
from answerable.tools.wishes import Errand, Goal, Told, Wishes, called_off, last_intent, open_question
from answerable.tools.wording import columns, show

_SHORT = 2  # words that may have been meant for us, whatever they say. Chosen, not measured.
Choices = Sequence[tuple[str, str]]  # (label, value)


class Script:
    """The rules of a conversation for one assistant."""

    def __init__(self, dialog: Dialog, tools: Mapping[str, Tool], people: Collection[str] = ()) -> None:
        dialog.check(tools)
        self._dialog, self._tools, self._people = dialog, tools, people  # intents that are left to people

    def next(self, question: Question, made: Sequence[StoredCall]) -> Plan:
        """The plan for this moment of the turn."""
        talk = _Talk(self._dialog, self._tools, question, made)
        theirs = next((name for name in talk.heard.intents if name in self._people), "")
        if theirs or talk.accepted():
            return Plan(Decision.ASK, why=theirs or ASKED, reason=ESCALATED)
        return talk.doubted() or talk.confirmed() or talk.small_talk() or talk.pursue()

    def confirmed(self, question: Question, made: Sequence[StoredCall]) -> Plan | None:
        """What follows from the reply to a question for a yes; None where there was none, or it was no reply."""
        return _Talk(self._dialog, self._tools, question, made).confirmed()

    def ask_yes(self, question: Question, made: Sequence[StoredCall], call: Call) -> Plan:
        """Ask for the user's yes to a call, in words made here from its arguments, whoever wants to make it."""
        talk = _Talk(self._dialog, self._tools, question, made)
        return talk.asking(talk.ask_yes(call, ()), [], [])


class _Talk:
    """One moment of one turn."""

    def __init__(
        self, dialog: Dialog, tools: Mapping[str, Tool], question: Question, made: Sequence[StoredCall]
    ) -> None:
        self.dialog, self.tools, self.question = dialog, tools, question
        self.language = language_of(question)
        self.earlier = [call for call in made if call.run != question.run]
        self.now = [call for call in made if call.run == question.run]
        self.waits = open_question(question)
        before = [turn.question for turn in question.turns]
        self.lately = last_intent(dialog, self.earlier)
        pending = next((str(goal["intent"]) for goal in self.waits.get("goals", ())), "")
        about = [*before, self._say(f"wish_{pending}")]
        plain = known_names(dialog, question.text, made)
        heard = listen_on(dialog, plain, str(self.waits.get("asked", "")), about, self.lately, pending)
        topic = heard.topic or (plain if plain != question.text else "")
        # Who names a row and says "only" or "too" chooses, and asks for no clause.
        chooses = best(dialog, (*dialog.kept["only"], *dialog.kept["too"]), words(question.text)) > 0
        self.chooses = chooses and plain != question.text and not heard.asked
        intents = tuple(name for name in heard.intents if not (self.chooses and name == dialog.quotes))
        self.heard = replace(heard, text=question.text, topic=topic, intents=intents)
        # A question about the matter itself is answered before the matter goes on.
        asked = self.heard.asked and not clear_yes(question.text)
        self.curious = asked and dialog.quotes not in self.heard.intents
        self.wishes = Wishes(dialog, tools, self.heard, self.waits, self.earlier, before, self.now)

    def doubted(self) -> Plan | None:
        """A call of this turn that may have happened ends the turn: said so, after what surely was done."""
        call = next((one for one in self.now if one.code in DOUBTFUL), None)
        if call is None:
            return None
        changes = [one for one in self.now if one.state == USED and one.effect != Effect.READ]
        told = [self._sentences(one.id, [], self.dialog.intent_of(one.tool)) for one in changes]
        says = " ".join([*chain(*told), self._say(call.code, dict(call.arguments))])
        return Plan(Decision.REFUSE, why=f"{call.tool} is {call.code}", reason=call.code, says=says)

    # -- the reply to "Shall I …?" ------------------------------------------------------------------------------

    def confirmed(self) -> Plan | None:
        """A clear yes makes exactly the call that was asked about; a clear no ends the matter."""
        asked = self.question.turns[-1].waits.get("confirm") if self.question.turns else None
        if not asked:
            return None
        call = Call(asked["tool"], asked["arguments"])
        if clear_yes(self.question.text, asked["says"]):
            done = self._result(call)
            if done is None:
                return self._act([call])
            if done.state == USED:
                others = [*self.wishes.asides(), *self.wishes.pending[1:]]
                return self._take(others, [((done.id, []), self.dialog.intent_of(call.tool))])
            if not self._redone(done):  # else the steps are taken again, and the user is asked again
                return self._refuse(done.code, call)
        elif clear_no(self.question.text) and not (self.heard.slots or self._new_words()):
            return self._take(self.wishes.pending[1:], said=[self._say("declined")])
        return None

    def _redone(self, done: StoredCall) -> bool:
        """Whether a refusal only means that the steps before must be taken, and the user asked, again."""
        return done.code in {"not_confirmed", *(rule.code for rule in self.tools[done.tool].requires)}

    def _needs_yes(self, tool: Tool, done: StoredCall | None) -> bool:
        """A tool that declares it is asked about before it is called; any change, once the desk wants a yes for it."""
        if tool.confirm:
            return done is None or self._redone(done)
        doubted = done is not None and done.code in ("not_confirmed", "untrusted_argument")
        return doubted and tool.effect is not Effect.READ

    def _new_words(self) -> bool:
        """Whether a reply says more than yes or no: another thing, one of the rows, another wish."""
        pending = {goal["intent"] for goal in self.waits.get("goals", ())} or {self.lately}
        listed = [slot for slot in self.dialog.slots.values() if slot.source]
        said = (self.heard.text,)
        named = any(self._read(slot, said, self._newest(slot.source)).meant for slot in listed)
        moved = self.heard.moves & {"correction", "other", "number1", "number2", "number3", "all"}
        return bool(moved or set(self.heard.intents) - pending or named)

    # -- what needs no tool ---------------------------------------------------------------------------------------

    def small_talk(self) -> Plan | None:
        """Greetings, thanks, a change of mind, a question what this is for; and what is not for us."""
        heard, pending = self.heard, self.waits.get("goals")
        if not (heard.slots or self.chooses) and called_off(self.dialog, heard.text, bool(pending)):
            return self._ask(self._say("cancelled"), {})
        spoken = pending or self.earlier
        if "pause" in heard.moves and spoken and not heard.asked and not (heard.slots or self._new_words()):
            return self._ask(self._say("pause"), {**self._unconfirmed(), "paused": True})
        if heard.intents or heard.slots:
            return None
        if "cancel" in heard.moves and not self.chooses:
            return self._ask(self._say("cancelled" if pending else "welcome"), {})
        for move in ("greeting", "thanks", "abilities"):
            idle = not pending or self.waits.get("paused")
            if move in heard.moves and idle and not (move == "thanks" and heard.asked):
                return self._ask(self._say(move), self._unconfirmed() if pending else {}, reason="small_talk")
        if pending or (heard.moves & {"other", "correction", "another"} and self.earlier):
            return None
        replied = clear_yes(heard.text) or clear_no(heard.text)
        if self.waits.get("slots") and (replied or not foreign(self.dialog, heard.text)):
            return None  # what to do with it is still open
        if "anger" in heard.moves or replied:
            last = self.earlier[-1] if self.earlier and self.question.turns[-1].outcome == "answer" else None
            done = "done" if last and last.effect != Effect.READ and clear_yes(heard.text) else "welcome"
            return self._ask(self._say("sorry" if "anger" in heard.moves else done), {})
        odd = strange(self.dialog, heard.text)
        if len(words(heard.text)) <= _SHORT and not odd:
            return self._ask(self._say("welcome"), {})
        if self.earlier and not odd:
            return None  # a remark about what was looked up: what to do with it is asked
        refused = self._refuse("off_topic", None)
        return refused if odd else self._offering(refused)

    def _offering(self, plan: Plan) -> Plan:
        """What is said to a message that nobody understood; after the second in a row a person is offered."""
        last = self.question.turns[-1] if self.question.turns else None
        offer, wanted = self._say("offer"), self._say("person")
        if offer and last and (last.reason == "off_topic" or last.waits.get("unheard")):
            waits = {**self._unconfirmed(), "offered": True}
            return self._ask(f"{plan.says} {offer}", waits, ((wanted, wanted),))
        return replace(plan, waits={**plan.waits, "unheard": True}) if plan.decision is Decision.ASK else plan

    def accepted(self) -> bool:
        """Whether the user takes the offer of a person; any yes will do, as nothing happens but that."""
        said = self.question.text
        return bool(self.waits.get("offered")) and answers_yes_or_no(said) and not clear_no(said)

    def _unconfirmed(self) -> dict[str, Any]:
        """What is open, without the question for a yes: a yes counts for the question right before it alone."""
        return {name: value for name, value in self.waits.items() if name not in ("confirm", "offered")}

    # -- goals ------------------------------------------------------------------------------------------------------

    def pursue(self) -> Plan:
        """Take every goal as far as it goes; calls first, then the question back, then what can be told."""
        goals = self.wishes.goals()
        if not goals:
            waits = {"goals": [], "slots": self.wishes.carried(), "asked": "wish"}
            wishes = [self._say(f"wish_{name}") for name in self.dialog.intents]
            plan = self._ask(self._say("which_wish"), waits, [(wish, wish) for wish in wishes if wish])
            return plan if self.heard.slots else self._offering(plan)
        if self._unfit() and strange(self.dialog, self.heard.text):
            return self._refuse("off_topic", None)
        return self._take(goals)

    def _take(
        self, goals: Sequence[Goal], done: Sequence[tuple[Told, str]] = (), said: Sequence[str] = ()
    ) -> Plan:
        steps = [self._step(goal) for goal in goals]
        if calls := [step.call for step in steps if step.call]:
            return self._act(calls)
        told = [
            *done,
            *((one, goal.intent) for step, goal in zip(steps, goals, strict=True) for one in step.told),
        ]
        asking = next((step for step in steps if step.asks), None)
        if asking or said:
            said = [
                *said,
                *(text for (call, rows), name in told for text in self._sentences(call, rows, name)),
            ]
            said += [self._say(step.refuses) for step in steps if step.refuses and not step.asks]
            open_goals = [goal for step, goal in zip(steps, goals, strict=True) if step.asks]
            return self.asking(asking, said, open_goals) if asking else self._ask(" ".join(said), {})
        refused = next((step for step in steps if step.refuses), None)
        return self._refuse(refused.refuses, None) if refused and not told else self._enough(told)

    def asking(self, step: Errand, said: Sequence[str], goals: Sequence[Goal]) -> Plan:
        """A question back, after what can be told already; with all that the next turn needs to go on."""
        waits: dict[str, Any] = {"goals": [asdict(goal) for goal in goals], "asked": step.slot}
        if step.confirm:
            waits["confirm"] = ask_for(step.confirm, self.question, step.asks)
        if missed := [call for call in self.now if self.dialog.asks_again(call.code)]:
            waits["missed"] = [*self.waits.get("missed", ()), *(call.digest for call in missed)]
            waits["missed_code"] = missed[-1].code
        unfit = self._unfit()
        before = ["sorry_short"] * ("anger" in self.heard.moves) + ["unclear"] * unfit
        says = " ".join([*map(self._say, before), *said, step.asks])
        plan = self._ask(says, waits, step.choices, reason=step.refuses)
        return self._offering(plan) if unfit else plan

    def _unfit(self) -> bool:
        """Whether a message amid an open question says nothing that could answer it."""
        heard = self.heard
        if heard.intents or heard.slots or heard.moves - {"wish"} or not self.waits.get("goals"):
            return False
        replied = answers_yes_or_no(heard.text) or clear_yes(heard.text)
        return not replied and not self._new_words()

    # -- one goal's next step ---------------------------------------------------------------------------------------

    def _step(self, goal: Goal) -> Errand:
        intent = self.dialog.intents[goal.intent]
        told: list[Told] = []
        for name in intent.steps:
            call, missing = self._call(name, goal, intent)
            if call is None:
                slot = self.dialog.slots[missing]
                if slot.source:
                    return self._choose(slot, goal, told)
                return self._ask_slot(slot, goal)
            done = self._result(call)
            if done is None and call.digest in self.waits.get("missed", ()):
                return self._again(str(self.waits["missed_code"]))  # the same words again would miss again
            if self._needs_yes(self.tools[name], done):
                if self.curious and "pause" in self.heard.moves:
                    return Errand(told=told)  # who says "not yet" is told, and not asked
                return self.ask_yes(call, told)
            if done is None:
                return Errand(call=call)
            if done.state != USED:
                again = self.dialog.asks_again(done.code)
                return self._again(done.code) if again else Errand(refuses=done.code)
            if name in intent.says:
                told = [(done.id, self._places(goal, done))]
        return Errand(told=told)

    def _call(self, name: str, goal: Goal, intent: Intent) -> tuple[Call | None, str]:
        """The step's call, or the name of the slot it still needs."""
        arguments: dict[str, Any] = {}
        for parameter in self.tools[name].parameters:
            fixed = intent.arguments.get(parameter.name)
            slot = self.dialog.slots.get(parameter.name)
            if fixed is not None:
                arguments[parameter.name] = self.dialog.plain(goal.said[-1]) if fixed == "$text" else fixed
            elif slot and slot.source:
                chosen = self._choice(slot, goal).chosen
                if not chosen:
                    return None, parameter.name
                arguments[parameter.name] = chosen
            elif parameter.name in goal.slots:
                arguments[parameter.name] = goal.slots[parameter.name]
            elif parameter.needed:
                return None, parameter.name
        return Call(name, arguments), ""

    def _ask_slot(self, slot: Slot, goal: Goal) -> Errand:
        if values := goal.choices.get(slot.name):
            return self._offer(f"which_{slot.name}", slot, values)
        first = self.dialog.intents[goal.intent].steps[0]
        needed = [parameter.name for parameter in self.tools[first].parameters if parameter.needed]
        missing = "_and_".join(one for one in needed if one in self.dialog.slots and one not in goal.slots)
        return Errand(asks=self._say(f"ask_{missing}") or self._say(f"ask_{slot.name}"), slot=slot.name)

    def _again(self, code: str) -> Errand:
        """Something that was said does not fit: say so, and let the user say it better."""
        return Errand(asks=self._say(code), slot=self.dialog.asks_again(code), refuses=code)

    def ask_yes(self, call: Call, told: Sequence[Told]) -> Errand:
        """Ask for the user's yes, with everything the call will do; rows it leaves out are explained before."""
        facts: dict[str, Any] = dict(call.arguments)
        beside: list[Told] = []
        known, again = True, self.waits.get("confirm", {}).get("digest") == call.digest
        for slot in (self.dialog.slots[name] for name in call.arguments if name in self.dialog.slots):
            done = self._newest(slot.source, call.arguments) if slot.source else None
            known = known and (not slot.source or done is not None)
            if done:
                rows, keys = done.gave["rows"], call.arguments[slot.name]
                choice = self._read(slot, (), done)
                facts |= done.gave["facts"] | columns([row for row in rows if row[slot.key] in keys])
                facts["label"] = [label for key in keys for label in choice.label_of(key)]
                for one, places in told:
                    left = [n for n in places if self.curious or not (again or rows[n][slot.key] in keys)]
                    beside += [(one, left)] if left else []
        shown = ", ".join(f"{name} {show(value, self.language)}" for name, value in call.arguments.items())
        asks = self._say(f"confirm_{call.tool}", facts) if known else ""
        asks = asks or self._say("confirm", {"tool": call.tool, "shown": shown})
        yes_no = ((self._say("yes") or "Yes", "yes"), (self._say("no") or "No", "no"))
        return Errand(asks=asks, confirm=call, choices=yes_no, told=beside, refuses="not_confirmed")

    def _choose(self, slot: Slot, goal: Goal, told: list[Told]) -> Errand:
        """None of the rows will do, and that is told; or the user is asked which."""
        choice = self._choice(slot, goal)
        if not choice.good or (choice.meant and not choice.unclear):
            return Errand(told=told)
        everything = [self._say("all")] if len(choice.good) > 1 else []
        offer = self._offer(f"ask_{slot.name}", slot, choice.labels, everything)
        return replace(offer, told=told if self.curious and self.waits.get("goals") else [])

    def _offer(self, name: str, slot: Slot, values: Sequence[str], more: Sequence[str] = ()) -> Errand:
        choices = tuple((value, value) for value in (*values, *more))
        return Errand(asks=self._say(name, {"values": values}), slot=slot.name, choices=choices)

    def _choice(self, slot: Slot, goal: Goal) -> RowChoice:
        return self._read(slot, goal.said, self._newest(slot.source, goal.slots, self.now))

    def _read(self, slot: Slot, said: Sequence[str], done: StoredCall | None) -> RowChoice:
        return RowChoice.of(self.dialog, slot, said, done, self.language)

    def _places(self, goal: Goal, done: StoredCall) -> list[int]:
        """The rows of a receipt that a goal is about; none named means all."""
        slot = next((slot for slot in self.dialog.slots.values() if slot.source == done.tool), None)
        return self._read(slot, goal.said, done).places if slot else []

    # -- plans --------------------------------------------------------------------------------------------------------

    def _act(self, calls: Sequence[Call]) -> Plan:
        unique = {call.digest: call for call in calls}
        text, made = self.question.text, len(self.now)
        tasks = tuple(
            Task(f"{call.tool}-{made + n}", call.tool, "call", text, arguments=call.arguments)
            for n, call in enumerate(unique.values(), 1)
        )
        return Plan(Decision.ACT, tasks, why="the next step")

    def _ask(self, says: str, waits: Mapping[str, Any], choices: Choices = (), reason: str = "") -> Plan:
        return Plan(Decision.ASK, why="asks", says=says, choices=tuple(choices), waits=waits, reason=reason)

    def _enough(self, told: Sequence[tuple[Told, str]]) -> Plan:
        kept = self._unconfirmed() if self.waits.get("paused") else {}
        tell = [[*one, intent] for one, intent in told]
        return Plan(Decision.ENOUGH, why="done", waits={**kept, "tell": tell})

    def _refuse(self, code: str, call: Call | None) -> Plan:
        facts = dict(call.arguments) if call else {}
        says = self._say(code, facts) or self._say("refused", facts)
        return Plan(Decision.REFUSE, why=f"refused: {code}", reason=code, says=says)

    def _sentences(self, done: str, rows: list[int], intent: str) -> list[str]:
        call = next(one for one in self.now if one.id == done)
        return self.dialog.told_of(call, rows, intent, self.language)

    def _result(self, call: Call) -> StoredCall | None:
        return next((one for one in reversed(self.now) if one.digest == call.digest), None)

    def _newest(
        self, tool: str, about: Mapping[str, Any] | None = None, calls: Sequence[StoredCall] | None = None
    ) -> StoredCall | None:
        """The last good call of a tool, about a subject where one is given, among some calls or all of them."""
        every = [*self.earlier, *self.now] if calls is None else calls
        good = [one for one in every if one.tool == tool and one.state == USED]
        good = [one for one in good if about is None or one.arguments.items() <= about.items()]
        return good[-1] if good else None

    def _say(self, name: str, facts: Mapping[str, Any] | None = None) -> str:
        return self.dialog.say(name, self.language, facts)
