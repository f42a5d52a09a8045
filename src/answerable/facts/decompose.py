"""Take a question apart into hops: from a name it gives, relation by relation, to what it asks for.

Grammar by rule, English and German: of-chains and possessives, genitives, relative clauses, question openings
that name a relation ("how old is …"), comparisons. What it cannot read it returns as one hop with the question's
own words, so that a search can still be tried.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

from answerable.facts.fact import Attribute, Chain, Hop, Inquiry
from answerable.facts.names import TYPES, folded, names_in
from answerable.facts.relations import RELATIONS, named, openings, unknown

_THE = r"(?:the|a|an|der|die|das|den|dem|des|ein|eine|einer|eines|einem|einen)"
_FRAME = re.compile(
    r"^(?:(?:please|bitte|can you|could you|kannst du|können sie|do you know|weisst du|weißt du|i want to know|"
    r"i would like to know|tell me|find out|find|sag mir|finde heraus|und|and)[,\s]+)*"
    r"(?:(?:what|which|who|whats|what's|who's|was|wer|welches|welcher|welche|wie|how much|how many|wie viel|wie hoch)"
    r"\s+(?:is|are|was|were|does|do|ist|sind|war|waren|lautet|heisst|heißt|heissen|heißen)\s+|(?:nenne|name|give)\s+(?:me\s+|mir\s+)?)?",
    re.I,
)
_RELATIVE = re.compile(
    r"^(?P<head>.+?)(?P<comma>,)?\s+(?P<lead>(?:in|at|for|from|by|of|bei|von|aus|für|mit|an)\s+(?:which|whom|der|dem|den|deren|welcher|welchem)"
    r"|who|that|which|whose|where|wo|woher|deren|dessen|(?<=,\s)(?:der|die|das|den|welche[rsn]?))\s+(?P<clause>.+)$",
    re.I,
)
_OF = re.compile(
    rf"\s+(?:of|for|at|in|by|von|vom|des|der|dieses|dieser|bei|für|from|with|mit)\s+(?:{_THE}\s+)?", re.I
)
_POSSESSIVE = re.compile(r"(?:['’]s|(?<=s)['’])\s+")
_COMPARED = re.compile(
    r"^(?:which|who|what|welche[rsn]?|wer|was)\b(?P<what>.*?)[,:]\s*(?P<one>.+?)\s+(?:or|oder)\s+(?P<two>.+)$",
    re.I,
)
_SAME = re.compile(
    r"^(?:do|does|did|are|were|is|was|sind|haben|wurden|liegen|wohnen|kommen|stammen|hat|ist)\s+(?P<one>.+?)\s+"
    r"(?:and|und)\s+(?P<two>(?:(?:the|der|die|das)\s+)?(?-i:[A-ZÄÖÜ]\S*(?:\s+[A-ZÄÖÜ0-9]\S*)*))\s+(?P<what>.*\b(?:same|gleichen?|selben|derselben|demselben)\b.*)$",
    re.I,
)
# An adjective or adverb in a comparison, the relation it measures, and whether more of it wins.
_COMPARISONS = tomllib.loads(files(__package__).joinpath("comparisons.toml").read_text(encoding="utf-8"))
_LATE = re.compile(
    r"^(?P<before>.+?)(?P<late>,\s+(?:in |bei |von |aus )?(?:der|die|das|dem|den|deren|dessen|wo)\s+.+)$",
    re.I,
)
_TYPED = re.compile(
    r"^(?:(?:in |bei )?(?:which|what|welche[rsnm]?))\s+(?P<type>[\w-]+)\s+(?P<rest>.+)$", re.I
)
_COUNTED = re.compile(
    r"^(?:how (?:many|much)|wie viele?|wieviele?)\s+(?P<noun>[\w-]+)\s+"
    r"(?:does|do|did|has|have|are|is|hat|haben|gibt es in|arbeiten bei|leben in|live in|work (?:at|for))\s+"
    r"(?P<rest>.+?)(?:\s+(?:have|has|employ|haben))?$",
    re.I,
)
_WHO = re.compile(r"^(?:who|whom|wer|wen|wem)\b", re.I)
_WHEN = re.compile(
    r"^(?:when|wann|in (?:which|what|welchem) (?:year|jahr)|(?:what|which) year|seit wann|since when)\b", re.I
)
_WHERE = re.compile(
    r"^(?:where|wo|woher|in (?:which|what|welcher|welchem) (?:town|city|place|village|stadt|ort|gemeinde|dorf))\b",
    re.I,
)
_HOW_MANY = re.compile(
    r"^(?:how (?:many|much|old|big|large|high|long|heavy)|wie (?:viele?|alt|gross|groß|hoch|lang|schwer))\b",
    re.I,
)


@lru_cache(maxsize=512)
def decompose(text: str) -> Inquiry:
    """The question as chains of hops."""
    question = " ".join(text.split()).strip(" ?!.")
    if compared := _comparison(question):
        return compared
    chain = _question(question)
    return Inquiry((chain,))


def _comparison(question: str) -> Inquiry | None:
    for pattern, kind in ((_COMPARED, "measure"), (_SAME, "same")):
        found = pattern.match(question)
        for row in _COMPARISONS[kind] if found else ():
            if found and re.search(row["words"], found["what"], re.I):
                hop = Hop(RELATIONS[row["relation"]])
                sides = tuple(_extended(_noun_phrase(found[side]), hop) for side in ("one", "two"))
                return Inquiry(sides, row.get("wins", "same"))
    return None


def wanted(question: str) -> str:
    """The kind of thing the question word asks for."""
    for pattern, kind in ((_WHO, "person"), (_WHEN, "date"), (_WHERE, "place"), (_HOW_MANY, "number")):
        if pattern.match(question):
            return kind
    return "thing"


def _question(question: str) -> Chain:
    wants = wanted(question)
    if opened := _opened(question):
        return opened
    typed = _TYPED.match(question)
    if typed and (kind := type_of(typed["type"])):
        clause = re.sub(r"^(?:is|was|does|did|are|were|ist|war|wird|wurde)\s+", "", typed["rest"], flags=re.I)
        for rest in (typed["rest"], clause):
            if chain := _clause(rest, kind):
                return chain
    who = re.match(r"^(?:who|wer|wen|wem)\s+(?P<rest>.+)$", question, re.I)
    framed = _FRAME.match(question)
    if who and not (framed and framed.group()) and (chain := _clause(who["rest"], "person")):
        return chain
    if how := _COUNTED.match(question):
        relation = named(how["noun"], "number") or unknown(how["noun"], "number")
        return _extended(_noun_phrase(how["rest"]), Hop(relation))
    rest = _FRAME.sub("", question, count=1)
    return _noun_phrase(rest or question, wants)


def _opened(question: str) -> Chain | None:
    """An opening that names its relation; a German clause that was put last goes back to its noun."""
    late = _LATE.match(question)
    for pattern, relation in openings():
        if found := pattern.match(question):
            return _extended(_noun_phrase(found["rest"]), Hop(relation))
        if late and (found := pattern.match(late["before"])):
            return _extended(_noun_phrase(found["rest"] + late["late"]), Hop(relation))
    return None


def type_of(word: str) -> str:
    """The kind a type word names ("town" is a place)."""
    low = word.lower()
    forms = (low, low.removesuffix("s"), low.removesuffix("en"), low.removesuffix("n"))
    return next((kind for kind, words in TYPES.items() if any(form in words for form in forms)), "")


def _extended(chain: Chain, hop: Hop) -> Chain:
    # "How old are the children of the parents who run X": what is asked of the last hop's values comes last.
    return Chain(chain.anchor, (*chain.hops, hop))


def _noun_phrase(text: str, wants: str = "thing") -> Chain:
    """A name, a thing of something ("the mayor of …", "X's founder"), or a thing that a clause describes."""
    text = re.sub(rf"^{_THE}\s+", "", text.strip(" ,?"), flags=re.I)
    text = re.sub(r"\s+(?:called|named|namens|genannt)\s+", " ", text)
    if chain := _relative(text):
        return chain
    for cut in _cuts(text):
        attribute, rest, kind = cut
        relation = named(attribute, kind or wants)
        if relation is None:
            continue
        return _extended(_noun_phrase(rest, ""), Hop(relation))
    head, _, rest = text.partition(" ")
    if rest and (kind := type_of(head)):
        if _is_name(rest):
            return Chain(_bare(rest), ())
        if chain := _clause(rest, kind):  # "the company Anna Keller founded"
            return chain
    if rest and _is_name(rest) and (relation := named(head, wants)):  # "head Hallberg AG"
        return Chain(_bare(rest), (Hop(relation),))
    if _is_name(text):
        return Chain(_bare(text), ())
    return _as_words(text, wants)


def _cuts(text: str) -> Iterator[tuple[str, str, str]]:
    """Ways to read the text as "attribute of rest": at each "of", first to last, then at a possessive."""
    for found in _OF.finditer(text):
        yield text[: found.start()], text[found.end() :], ""
    for found in reversed(list(_POSSESSIVE.finditer(text))):
        yield text[found.end() :], text[: found.start()], ""


def _relative(text: str) -> Chain | None:
    """ "the town where X was founded", "the company that makes X", "Firma, die X herstellt"."""
    found = _RELATIVE.match(text)
    if found is None or _is_name(text):
        return None
    head, lead, clause = found["head"].strip(" ,"), found["lead"].lower(), found["clause"]
    outer, kind = _head(head)
    if not kind:
        return None
    if lead in ("whose", "deren", "dessen"):
        inner = _whose(clause)
    else:
        place = "place" if lead in ("where", "wo") or lead.startswith(("in ", "at ")) else ""
        inner = _clause(clause, place or kind)
    if inner is None:
        return None
    for hop in outer:
        inner = _extended(inner, hop)
    return inner


def _head(text: str) -> tuple[list[Hop], str]:
    """The head of a relative clause ("age of the parents"): the hops outside it, and the kind of what it describes."""
    for attribute, rest, _ in _cuts(text):
        if relation := named(attribute):
            outer, kind = _head(re.sub(rf"^{_THE}\s+", "", rest, flags=re.I))
            if kind:
                return [*outer, Hop(relation)], kind
    return [], type_of(text.rsplit(maxsplit=1)[-1]) if len(text.split()) <= 3 else ""


def _whose(clause: str) -> Chain | None:
    """ "the company whose founder is Anna Keller": the owner of a known value."""
    found = re.match(r"^(?P<noun>.+?)\s+(?:is|was|are|ist|war|heisst|heißt)\s+(?P<rest>.+)$", clause, re.I)
    found = found or re.match(r"^(?P<noun>\S+)\s+(?P<rest>.+?)\s+(?:is|ist|heisst|heißt|war)$", clause, re.I)
    if found and (relation := named(found["noun"])):
        return _extended(_noun_phrase(found["rest"]), Hop(relation, inverse=True))
    return None


def _clause(clause: str, kind: str) -> Chain | None:
    """A clause with a gap for what is asked: "makes the Tarno 300", "Acme was founded", "die Acme AG führen"."""
    best: tuple[int, Chain] | None = None
    late = _LATE.match(clause)
    for relation in RELATIONS.values():
        readings = list(_readings(clause, relation, kind))
        if late:
            readings += [
                (hop, phrase + late["late"]) for hop, phrase in _readings(late["before"], relation, kind)
            ]
        for hop, phrase in readings:
            chain = _noun_phrase(phrase)
            # The verb that takes most of the clause reads it best; a phrase that is still no name reads it badly.
            fit = -len(phrase) - (0 if chain.anchor and not _wordy(chain) else 200)
            if best is None or fit > best[0]:
                best = (fit, _extended(chain, hop))
    return best[1] if best else None


def _readings(clause: str, relation: Attribute, kind: str) -> Iterator[tuple[Hop, str]]:
    fits = kind in ("", relation.wants) or (
        kind == "person" and relation.wants == "org" and relation.name == "maker"
    )
    low = clause.lower()
    for verb in (verb for verb in relation.does if verb in low and (len(verb) > 3 or verb == "run")):
        # The gap does it: "runs X", "X führt" at the end of a German clause.
        if fits and (found := _verb_first(clause, verb) or _verb_last(clause, verb)):
            yield Hop(relation), found
        # Somebody named does it to the gap: "the company Anna Keller founded".
        if kind in (relation.of, "") and kind and (found := _named_does(clause, verb)):
            yield Hop(relation, inverse=True), found
    for verb in (verb for verb in relation.done if verb in low):
        if fits and relation.wants in ("place", "date") and (found := _was_done(clause, verb)):
            yield Hop(relation), found
        if (
            fits
            and relation.wants in ("person", "org")
            and (found := _verb_first(clause, verb))
            and verb.endswith((" to", " of", " for", " at", "of", "married"))
        ):
            yield Hop(relation), found
        if kind == relation.of and (found := _is_done_by(clause, verb)):
            yield Hop(relation, inverse=True), found


_AUX = (
    r"(?:was|were|is|are|has been|have been|had been|has|did|does|do|"
    r"wurde|wurden|wird|werden|ist|sind|hat|haben|hatte)"
)
_TAIL = r"(?:\s+(?:her|auf den markt|today|now|heute))?$"


def _verb_first(clause: str, verb: str) -> str | None:
    found = re.match(
        rf"^(?:{_AUX}\s+|currently\s+|also\s+)*{re.escape(verb)}\s+(?P<rest>.+?){_TAIL}",
        clause,
        re.I,
    )
    return found["rest"] if found else None


def _verb_last(clause: str, verb: str) -> str | None:
    found = re.match(rf"^(?P<rest>.+?)\s+(?:\w{{1,3}})?{re.escape(verb)}(?:\s+{_AUX})?$", clause, re.I)
    if found is None and verb == "stellt":
        found = re.match(r"^(?P<rest>.+?)\s+herstell(?:t|te)$", clause, re.I)
    if found is None or re.search(rf"\s{_AUX}(?:\s|$)", found["rest"], re.I):
        return None
    return found["rest"] if not re.match(r"^(?:von|by|durch)\b", found["rest"], re.I) else None


def _named_does(clause: str, verb: str) -> str | None:
    found = re.match(rf"^(?P<rest>[^,]+?)\s+(?:{_AUX}\s+)?{re.escape(verb)}(?:\s+{_AUX})?$", clause, re.I)
    return found["rest"] if found and _is_name(found["rest"]) else None


def _was_done(clause: str, verb: str) -> str | None:
    found = re.match(
        rf"^(?:{_AUX}\s+)?(?P<rest>.+?)\s+(?:{_AUX}\s+)*{re.escape(verb)}(?:\s+(?:in|at|{_AUX}))*$",
        clause,
        re.I,
    )
    return found["rest"] if found else None


def _is_done_by(clause: str, verb: str) -> str | None:
    found = re.match(
        rf"^(?:{_AUX}\s+)*{re.escape(verb)}\s+(?:by|from|von|durch)\s+(?P<rest>.+)$", clause, re.I
    )
    found = found or re.match(
        rf"^(?:von|durch)\s+(?P<rest>.+?)\s+{re.escape(verb)}(?:\s+{_AUX})*$", clause, re.I
    )
    return found["rest"] if found else None


def _bare(text: str) -> str:
    return re.sub(rf"^{_THE}\s+", "", text.strip(" ,'\"“”„?"), flags=re.I)


def _is_name(text: str) -> bool:
    """Whether all of a text is one name (or in quotes)."""
    text = _bare(text)
    if re.fullmatch(r"[\"“„'].+[\"”“']", text):
        return True
    found = names_in(text)
    whole = len(found) == 1 and len(folded(found[0].text)) >= len(folded(text)) and found[0].start == 0
    return whole or (
        bool(found) and text[0].isupper() and all(w[0].isupper() or w[0].isdigit() for w in text.split())
    )


def _wordy(chain: Chain) -> bool:
    if any(hop.relation.name not in RELATIONS for hop in chain.hops):
        return True
    return not chain.hops and not _is_name(chain.anchor)


def _as_words(text: str, wants: str) -> Chain:
    """What no rule reads: the longest name in it, asked for whatever the other words say."""
    found = sorted(names_in(text), key=lambda name: -len(name.text))
    if not found:
        return Chain(text, ())
    anchor = found[0]
    others = re.sub(
        r"\b(?:in|at|bei|near)\s+[A-ZÄÖÜ]\w+", " ", f"{text[: anchor.start]} {text[anchor.end :]}"
    )
    words = re.sub(
        rf"\b(?:{_THE}|of|in|von|for|is|are|was|were|does|do|did|have|has|ist|hat|by|at)\b|[^\w\s-]",
        " ",
        others,
        flags=re.I,
    )
    phrase = " ".join(words.split())
    if not phrase:
        return Chain(anchor.text, ())
    return Chain(anchor.text, (Hop(named(phrase, wants) or unknown(phrase, wants)),))
