"""One question, from words to outcome: the library door in five lines, and the one the CLI goes through."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Sequence
from contextlib import aclosing
from dataclasses import asdict, replace
from datetime import UTC, datetime

from answerable.build import House
from answerable.domain.events import Event, OutcomeSettled, Tell, silence
from answerable.domain.outcome import Outcome, as_contract
from answerable.domain.question import Question, User
from answerable.errors import BadQuestion
from answerable.language.titles import title
from answerable.language.words import detect_language
from answerable.runs import EventLog
from answerable.runs.durable import Tape
from answerable.runs.runs import ending_of, run_of, unreached
from answerable.runs.shift import worker_name
from answerable.store.runs import StoredStep
from answerable.tools.escalation import ESCALATED, WITH_PERSON, with_spoken


def ask(
    question: str,
    *,
    site: str | Sequence[str] = (),
    assistant: str = "",
    conversation: str = "",
    house: House | None = None,
    tell: Tell = silence,
) -> Outcome:
    """Answer one question and return how it ended; for scripts and notebooks without an event loop."""
    starts = (site,) if isinstance(site, str) else tuple(site)
    opened = house or House.open()
    try:
        asked = answer(
            opened, question, starts=starts, assistant=assistant, conversation=conversation, tell=tell
        )
        return asyncio.run(and_rest(opened, asked))
    finally:
        if house is None:
            opened.store.close()


async def and_rest(house: House, asked: Awaitable[Outcome]) -> Outcome:
    """Wait for an outcome, then let go of what the house holds in this event loop, which ends with the question."""
    try:
        return await asked
    finally:
        await house.rest()


async def answer(
    house: House,
    text: str,
    *,
    starts: Sequence[str] = (),
    assistant: str = "",
    conversation: str = "",
    user: User | None = None,
    tell: Tell = silence,
) -> Outcome:
    """Walk one question and keep what happened: its events, the turn, and what the answer stood on."""
    asker = user or User()
    question = take(house, text, starts=starts, assistant=assistant, conversation=conversation, user=asker)
    return await pursue(house, question, tell=tell)


async def pursue(house: House, question: Question, *, tell: Tell = silence) -> Outcome:
    """Walk a question already taken."""
    tenant, began = question.user.tenant.id, time.time()
    conversations, usage = house.store.conversations(tenant), house.store.usage(tenant)
    usage.begin()
    steps: list[StoredStep] = []
    owner = {"user": question.user.id, "assistant": question.assistant, "name": title(question.text)}
    conversations.open(question.conversation, **owner, starts=question.starts)
    async with aclosing(EventLog(conversations, question.conversation, question.run)) as log:

        def hear(event: Event) -> None:
            log.hear(event)
            tell(event)

        async with house.engine(question) as engine:
            limits = house.of(question.variant).budget(question.assistant, tenant).limits
            try:
                outcome = await Tape((), limits, steps.append, hear).walk(engine, question)
            except BaseException as error:  # else it would be listed as running for ever
                reason = "stopped" if isinstance(error, asyncio.CancelledError) else "failure"
                log.hear(OutcomeSettled(as_contract(unreached(question, reason))))
                raise
        usage.end(asdict(outcome.usage))
        ending = ending_of(outcome)
        told = (question.text, dict(ending.outcome), ending.evidence, ending.waits)
        conversations.add_turn(question.conversation, question.run, *told)
    run = replace(run_of(question, limits), created_at=began)
    # Last: whoever watches the conversation looks when this is written.
    house.store.journal(worker_name()).keep(run, steps, ending)
    return outcome


def new_id() -> str:
    """A name nobody can guess, for a conversation or a run."""
    return secrets.token_hex(6)


def take(
    house: House,
    text: str,
    *,
    starts: Sequence[str] = (),
    assistant: str = "",
    conversation: str = "",
    user: User,
    now: datetime | None = None,
) -> Question:
    """Make a question of the user's words, with the turns and start pages of its conversation."""
    text = text.strip()
    longest = house.settings.question_max_chars
    if not text:
        raise BadQuestion("The question is empty. Write what you want to know.")
    if len(text) > longest:
        raise BadQuestion(f"The question has {len(text)} characters; at most {longest} are taken.")
    conversations = house.store.conversations(user.tenant.id)
    known = conversations.get(conversation) if conversation else None
    question = Question(
        text=text,
        conversation=conversation or new_id(),
        run=new_id(),
        now=now or datetime.now(UTC),
        user=user,
        assistant=assistant or (known.assistant if known else "website"),
        starts=tuple(starts) or (known.starts if known else ()),
        language=detect_language(text),
    )
    question = replace(question, variant=house.variant_for(question))
    asked = house.assistant(question.assistant, user.tenant.id)
    if asked.reads_sites and not question.starts:
        question = replace(question, starts=house.sites(user.tenant.id))
        if asked.needs_site and not question.starts:
            raise BadQuestion(
                "No site was named. Add --site https://… or continue a conversation that has one."
            )
    if known:
        window = house.of(question.variant).settings.window
        turns = conversations.turns(conversation, last=window)
        # What people wrote in the conversation was said there too.
        if any(turn.reason in (ESCALATED, WITH_PERSON) for turn in turns):
            turns = with_spoken(turns, [event.record for event in conversations.events(conversation)])
        question = speaking(replace(question, turns=turns), "en")
    return question


def speaking(question: Question, reader: str) -> Question:
    """The question in the language of its words; where they tell none of the words before, then of its reader."""
    before = detect_language(" ".join(turn.question for turn in question.turns), reader)
    return replace(question, language=detect_language(question.text, before))
