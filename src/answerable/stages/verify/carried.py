"""Is every value of a claim's sentence in the evidence, and with the same subject?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from answerable.language.values import Forms, Value
from answerable.language.words import stem
from answerable.stages.verify.passage import Passage, Sentence
from answerable.stages.verify.window import Window

Everywhere = Callable[[], str]  # the folded text of all evidence of the conversation, built when first needed

_COUNTED = frozenset(("number", "amount", "date", "time"))
KIND = {"time": "date"}  # what an objection calls a value's kind
_LEADS = frozenset("in nach aus bei von ab bis für an durch über mit zu to from at by near via".split())


def uncarried(
    claim: Sentence, window: Window, passages: Sequence[Passage], everywhere: Everywhere, asked: str
) -> Iterator[Value]:
    """The values of a sentence that its evidence does not carry."""
    for value in claim.values:
        if value.kind in _COUNTED:
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


def swapped(claim: Sentence, window: Window) -> Iterator[Value]:
    """Values that the evidence gives to another subject than the claim does."""
    parts = [part for sentence in window.sentences for part in sentence.clauses if part.values]
    for clause in claim.clauses:
        subject = frozenset(clause.content)
        for value in clause.values:
            if value.weak or value.kind in ("quote", "name"):
                continue
            about = subject - frozenset(stem(word, claim.language) for word in value.text.casefold().split())
            own = [part for part in parts if Forms(part.values).carry(value)]
            rivals = [part for part in parts if part not in own and _rival(value, part)]
            if not own or not rivals:
                continue
            mine = max(len(about & part.stems) for part in own)
            theirs = max(rivals, key=lambda part: len(about & part.stems))
            # The rival clause must know everything that the value's own clause knows of the subject, and more.
            if len(about & theirs.stems) > mine and not any(about & p.stems > about & theirs.stems for p in own):
                yield value


def _rival(value: Value, part: Sentence) -> bool:
    """Whether a clause holds another value of the same kind and unit."""
    unit = value.canonical.partition(" ")[2]
    return any(
        other.kind == value.kind and not other.weak and other.canonical.partition(" ")[2] == unit for other in part.values
    )


def _counted(value: Value, window: Window) -> bool:
    forms = window.forms
    if forms.carry(value):
        return True
    if value.kind == "date":
        return _dated(value.canonical, forms)
    figure, _, unit = value.canonical.partition(" ")
    # A table names the unit once, in its header: the figure stands bare and the unit's writing elsewhere.
    written = re.sub(r"^[\d.,'\s-]+", "", value.text).strip()
    if unit and written:
        bare = re.sub(r"[^\d.,]", "", value.text).strip(".,") or figure
        rows = [s for s in window.sentences if any(v.canonical == v.text == bare for v in s.values)]
        return bool(rows) and any(written in sentence.text for sentence in window.sentences)
    return False


def _dated(canonical: str, forms: Forms) -> bool:
    """A date may be put together from a day in the sentence and its year in the heading."""
    if "/" in canonical:
        return all(_dated(part, forms) for part in canonical.split("/"))
    if canonical in forms:
        return True
    year, _, rest = canonical.partition("-")
    return len(year) == 4 and bool(rest) and year in forms and f"--{rest}" in forms


def _host_only(value: Value, passage: Passage) -> bool:
    """Naming just the site a page stands on is true of every page of it."""
    return value.kind == "url" and "/" not in value.canonical and f"//{value.canonical}/" in passage.url.replace("www.", "")


def _identifier(value: Value, passages: Sequence[Passage], everywhere: Everywhere) -> bool:
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


def _near_miss(form: str, passages: Sequence[Passage]) -> bool:
    """Whether the evidence has a hyphened word that shares one part with this one but not the other."""
    if any(form in p.folded or form.replace("-", " ") in p.folded or form.replace("-", "") in p.folded for p in passages):
        return False
    head, _, tail = form.partition("-")
    near = re.compile(rf"(?<![\w-]){re.escape(head)}-\w+|\w+-{re.escape(tail)}(?![\w-])")
    return any(near.search(passage.folded) for passage in passages)


def _quoted(value: Value, passages: Sequence[Passage], everywhere: Everywhere, asked: str) -> bool:
    phrase = value.canonical
    if any(phrase in " ".join(passage.folded.split()) for passage in passages):
        return True
    return phrase in " ".join(everywhere().split()) or phrase in " ".join(asked.casefold().split())


def _name(
    value: Value, claim: Sentence, window: Window, passages: Sequence[Passage], everywhere: Everywhere
) -> bool:
    parts = value.canonical.replace("-", " ").split()
    near = [part for part in parts if not any(_known(part, p.folded) for p in passages)]
    missing = [part for part in near if not _known(part, everywhere())] if near else []
    if value.weak:
        return not missing or not _slot_taken(value, claim, window)
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
    for left, right in zip(parts, parts[1:], strict=False):
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
    """Whether the evidence has another capitalised word after the same preposition ("nach Bern" for "nach Basel")."""
    lead = claim.text[: value.start].split()[-1:]
    if not lead or lead[0].lower() not in _LEADS:
        return False
    slot = re.compile(rf"(?<!\w){re.escape(lead[0])} ([A-ZÄÖÜ][\w-]+)")
    taken = {match for sentence in window.sentences for match in slot.findall(sentence.text)}
    return bool(taken) and not any(word in claim.tokens for word in taken)
