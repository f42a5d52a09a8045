"""Is every value of a claim's sentence in the evidence, and with the same subject?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from answerable.language.values import COUNTED, Value
from answerable.lists import listed
from answerable.stages.verify.ground import Ground, Sentence
from answerable.stages.verify.window import Window

Everywhere = Callable[[], str]  # the folded text of all evidence of the conversation, built when first needed

KIND = {"time": "date"}  # what an objection calls a value's kind
# What may follow a subject: a verb's usual forms, a second subject, a number or a bracket.
_VERB = re.compile(r"is|are|was|has|had|and|und|ist|sind|war|hat|[a-z]+[st]|\(.*|\d.*")
_LEADS = listed("in nach aus bei von ab bis für an durch über mit zu to from at by near via")


def uncarried(
    claim: Sentence, window: Window, passages: Sequence[Ground], everywhere: Everywhere, asked: str
) -> Iterator[Value]:
    """The values of a sentence that its evidence does not carry."""
    for value in claim.values:
        if value.kind in COUNTED:
            if not value.weak and not _counted(value, window):
                yield value
        elif value.kind in ("url", "email"):
            if not any(passage.addresses.carry(value) or _host_only(value, passage) for passage in passages):
                yield value
        elif value.kind == "identifier":
            if not _identifier(value, passages, everywhere):
                yield value
        elif value.kind == "quote":
            if not _quoted(value, passages, everywhere, asked):
                yield value
        elif not _name(value, claim, window, passages, lambda: f"{everywhere()} \n {asked}"):
            yield value


def _counted(value: Value, window: Window) -> bool:
    forms = window.forms
    if forms.carry(value):
        return True
    figure, _, unit = value.canonical.partition(" ")
    # A table names the unit once, in its header: the figure stands bare and the unit's writing elsewhere.
    written = re.sub(r"^[\d.,'\s-]+", "", value.text).strip()
    if unit and written:
        bare = re.sub(r"[^\d.,]", "", value.text).strip(".,") or figure
        rows = [s for s in window.sentences if any(v.canonical == v.text == bare for v in s.values)]
        named = re.compile(rf"(?<!\w){re.escape(written)}(?!\w)")
        return bool(rows) and any(named.search(sentence.text) for sentence in window.sentences)
    return False


def _host_only(value: Value, passage: Ground) -> bool:
    """Naming just the site a page stands on is true of every page of it."""
    return (
        value.kind == "url"
        and "/" not in value.canonical
        and f"//{value.canonical}/" in passage.url.replace("www.", "")
    )


def _identifier(value: Value, passages: Sequence[Ground], everywhere: Everywhere) -> bool:
    if value.canonical.startswith("tel "):
        digits = value.canonical[4:]
        return any(digits in re.sub(r"\D", "", passage.text) for passage in passages)
    if value.weak:
        return not _near_miss(value.canonical, passages)
    pattern = bounded(value.canonical)
    return any(pattern.search(passage.folded) for passage in passages) or bool(pattern.search(everywhere()))


def bounded(form: str) -> re.Pattern[str]:
    """A pattern for one exact string that is not a part of a longer one."""
    lead = r"(?<![\w/])(?<!\w[-.])" if form[0].isalnum() or form[0] in "/." else r"(?<![\w-])"
    return re.compile(lead + r"v?" * form[0].isdigit() + re.escape(form.casefold()) + r"(?!\w|[-.:@]\w)")


def _near_miss(form: str, passages: Sequence[Ground]) -> bool:
    """Whether the evidence has a hyphened word that shares one part with this one but not the other."""
    if any(
        form in p.folded or form.replace("-", " ") in p.folded or form.replace("-", "") in p.folded
        for p in passages
    ):
        return False
    head, _, tail = form.partition("-")
    near = re.compile(rf"(?<![\w-]){re.escape(head)}-\w+|\w+-{re.escape(tail)}(?![\w-])")
    return any(near.search(passage.folded) for passage in passages)


def _quoted(value: Value, passages: Sequence[Ground], everywhere: Everywhere, asked: str) -> bool:
    phrase = value.canonical
    if any(phrase in " ".join(passage.folded.split()) for passage in passages):
        return True
    return phrase in " ".join(everywhere().split()) or phrase in " ".join(asked.casefold().split())


def _name(
    value: Value, claim: Sentence, window: Window, passages: Sequence[Ground], everywhere: Everywhere
) -> bool:
    parts = value.canonical.replace("-", " ").split()
    near = [part for part in parts if not any(_known(part, p.folded) for p in passages)]
    missing = [part for part in near if not _known(part, everywhere())] if near else []
    if value.weak:
        return not missing or not (
            _slot_taken(value, claim, window)
            or _displaces(value, claim, window)
            or _relabels(value, claim, window)
        )
    if missing and len(parts) > 1 and missing == parts[:1] and _opens(value, claim):
        return not _differs(parts, window)  # "Founder Anna Keller …": the first word need not be a name
    return not missing and not (len(parts) > 1 and _differs(parts, window))


def _known(part: str, folded: str) -> bool:
    """Whether a word of a name stands in a text, with or without a genitive."""
    bare = part.removesuffix("'s").removesuffix("’s")
    if re.search(rf"(?<!\w){re.escape(bare)}(?!\w)", folded):
        return True
    short = bare[:-1] if bare.endswith("s") and len(bare) > 3 else bare
    return bool(re.search(rf"(?<!\w){re.escape(short)}(?:'s|’s|s|es|n|en|e|er|in|ern)?(?!\w)", folded))


def _opens(value: Value, claim: Sentence) -> bool:
    return value.start == 0 or claim.text[: value.start].rstrip()[-1:] in ".:!?"


def _differs(parts: Sequence[str], window: Window) -> bool:
    """Whether the evidence joins one of the name's words to another capitalised word in the same place."""
    text = " \n ".join(sentence.text for sentence in window.sentences)
    low = text.casefold()
    for left, right in pairwise(parts):
        if re.search(rf"(?<!\w){re.escape(left)}\W{{1,2}}{re.escape(right)}", low) or re.search(
            rf"(?<!\w){re.escape(right)},?\s{re.escape(left)}", low
        ):
            continue
        other = re.search(rf"(?<!\w)([A-ZÄÖÜ][\w-]+) (?i:{re.escape(right)})(?!\w)", text)
        following = re.search(rf"(?<!\w)(?i:{re.escape(left)}) ([A-ZÄÖÜ][\w-]+)", text)
        if (other and other[1].casefold() != left) or (following and following[1].casefold() != right):
            return True
    return False


def _slot_taken(value: Value, claim: Sentence, window: Window) -> bool:
    """Whether the evidence has another name after the same preposition ("nach Bern", "nach Basel")."""
    lead = claim.text[: value.start].split()[-1:]
    if not lead or lead[0].lower() not in _LEADS:
        return False
    slot = re.compile(rf"(?<!\w){re.escape(lead[0])} ([A-ZÄÖÜ][\w-]+)")
    taken = {match for sentence in window.sentences for match in slot.findall(sentence.text)}
    return bool(taken) and not any(word in claim.tokens for word in taken)


def _displaces(value: Value, claim: Sentence, window: Window) -> bool:
    """Whether an unknown word opens the claim as its subject while a name of its source is gone from it."""
    after = claim.text[value.end :].split()[:1]
    if (
        value.start > 0
        or not after
        or not _VERB.fullmatch(after[0])
        or value.canonical.endswith(("s", "ing", "ung", "en"))
    ):
        return False
    wanted = frozenset(claim.content)
    sources = [s for s in window.sentences if len(wanted & s.stems) >= max(1, window.shared)]
    said = {token.casefold() for token in claim.tokens}
    names = [
        known for source in sources for known in source.values if known.kind == "name" and not known.weak
    ]
    return any(said.isdisjoint(known.canonical.split()) for known in names)


def _relabels(value: Value, claim: Sentence, window: Window) -> bool:
    """Whether the number after the word follows another capitalised word in the evidence ("Office 317")."""
    figure = re.match(r"\s+(\d[\w.,]*\w|\d)", claim.text[value.end :])
    if not figure:
        return False
    label = re.compile(rf"([A-ZÄÖÜ][\w-]+)\s+{re.escape(figure[1])}(?!\w)")
    return any(label.search(sentence.text) for sentence in window.sentences)
