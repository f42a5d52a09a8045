"""Facts in labelled places: infobox rows, definition lists, "Label: value" lines, tables with a header."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from answerable.facts.fact import Attribute, Hop
from answerable.facts.names import AGENTS, JOINS, KINDS, TYPES, mentions, names_in, ordinary, same_name
from answerable.facts.phrases import COMPOUND
from answerable.facts.relations import RELATIONS, longer_nouns
from answerable.facts.wanted import THINGS, Candidate, candidates, canonical_name, given_names
from answerable.language.sentences import Unit
from answerable.language.words import STOPWORDS, stem, words

_FIELD = re.compile(r"^\s*(?:[-•*]\s+)?(?P<label>[^:|–—]{2,48}?)\s*(?::\s+|\s\|\s|\s[–—]\s)(?P<cell>\S.*)$")
_UNIT = re.compile(r"\(([^\W\d][^()]{0,8})\)\s*$")
_POSTAL = re.compile(r"(?<!\d)(?:[A-Z]{1,2}-)?\d{4,5}\s+(?P<place>[A-ZÄÖÜ][\w-]+(?:\s[A-ZÄÖÜ][\w-]+)*)")
# What a bare "Ort" or "Town" may mean, by what it is asked of.
_PLACES = ("seat", "located", "residence")
_WH = {kind: tuple(row.split(", ")) for kind, row in KINDS["asking"]["labels"].items()}
_ALIKE = {"person": AGENTS, "org": AGENTS, "agent": AGENTS, "amount": ("number", "amount")}
# A label says the relation when it is one of its nouns with at most this many words besides ("Number of inhabitants").
_BESIDES = 2
LABEL = 4  # words of a label; more are half a sentence


def labels_relation(label: str, relation: Attribute, wants: str) -> bool:
    """Whether a label names the relation ("Chief executive", "Gegründet", "Born")."""
    plain = " ".join(re.sub(r"\([^)]*\)|[^\w\s/-]", " ", label.lower()).split())
    agent = re.search(r" (?:by|von|durch)$", plain) is not None
    if not plain or (agent and wants not in AGENTS):
        return False
    if any(
        plain.startswith(word + " ")
        for kind, opening in _WH.items()
        if kind not in _ALIKE.get(wants, (wants,))
        for word in opening
    ):
        return False  # "Who started it?" gives no place
    if plain in relation.nouns + relation.tags or (plain in TYPES["place"] and relation.name in _PLACES):
        return True
    if plain in longer_nouns(relation):
        return False
    if wants in ("date", "place", "number") and plain in relation.done:
        return True
    if _asks(plain, relation, wants):
        return True
    if any(len(noun) >= COMPOUND and plain.endswith(noun) and " " not in plain for noun in relation.nouns):
        return True  # "Institutsleitung"
    given = _roots(plain)
    return any(
        noun_roots <= given and len(given - noun_roots) <= _BESIDES and len(plain.split()) <= 5
        for noun in relation.nouns
        if (noun_roots := _roots(noun))
    )


def _asks(label: str, relation: Attribute, wants: str) -> bool:
    """Labels that are verbs or questions: "Founded by", "Who runs it?", "Wer leitet die Firma?"."""
    verbs = "|".join(
        re.escape(verb) for verb in (*relation.done, *relation.does) if verb.isalpha() and len(verb) > 2
    )
    if not verbs or len(label.split()) > 6:
        return False
    if wants in AGENTS and re.fullmatch(rf"(?:{verbs}) (?:by|von|durch)", label):
        return True
    return label.startswith(_WH.get(wants, ("?",))) and re.search(rf"\b(?:{verbs})\b", label) is not None


def _roots(text: str) -> frozenset[str]:
    small = STOPWORDS["en"] | STOPWORDS["de"] | JOINS
    kept = [word for word in words(text) if word not in small] or words(text)
    return frozenset(stem(word, "en") for word in kept)


def fields(unit: Unit) -> tuple[str, str] | None:
    """A unit as label and cell, when it is one."""
    cells = unit.text.split(" | ")
    if len(cells) == 2:
        return cells[0].strip(" -•*"), cells[1].strip()
    if len(cells) > 2:
        return None
    found = _FIELD.match(unit.text)
    return (found["label"], found["cell"]) if found else None


def field_values(unit: Unit, hop: Hop) -> list[Candidate]:
    """The values of a labelled unit on a page about the subject; a role table is read from either side."""
    pair = fields(unit)
    if pair is None:
        return []
    label, cell = pair
    wants = hop.relation.wants
    if labels_relation(label, hop.relation, wants):
        found, at = cell_values(cell, hop.relation, wants, label), unit.text.rindex(cell)
        return [Candidate(one.text, one.canonical, one.start + at) for one in found]
    if wants == "person" and len(cell.split()) <= LABEL and labels_relation(cell, hop.relation, wants):
        return cell_values(label, hop.relation, wants)
    return []


def cell_values(cell: str, relation: Attribute, wants: str, label: str = "") -> list[Candidate]:
    """The values in one cell, whose unit its label may give ("Depth (m)")."""
    unit = _UNIT.search(label)
    if unit and wants in ("number", "amount") and re.fullmatch(r"[\d.,’' ]+", cell):
        return [
            Candidate(cell, one.canonical, 0) for one in candidates(f"{cell} {unit[1]}", relation, wants)
        ][:1]
    free = wants == "date" and relation.name not in RELATIONS
    if (wants in THINGS and wants != "span") or (
        free and (any(c.isdigit() for c in cell) or candidates(cell, relation, "time"))
    ):
        # "Sprechstunde: Dienstag, 14 bis 16 Uhr"; a figure alone is one, whatever its unit is written like
        figure = [one.canonical for one in candidates(cell, relation, "number") if one.text == cell]
        return [Candidate(cell, figure[0] if figure else canonical_name(cell), 0)]
    if relation.name in ("children", "parents"):
        return given_names(re.sub(r"\([^)]*\)", lambda inside: " " * len(inside.group()), cell))
    if wants == "place" and (found := _POSTAL.search(cell)):
        return [Candidate(found["place"], canonical_name(found["place"]), found.start("place"))]
    every = candidates(cell, relation, wants)
    if wants == "place" and not every and re.fullmatch(r"[A-ZÄÖÜÅ][^\d|:;]{1,39}", cell):
        return [Candidate(cell, canonical_name(cell), 0)]
    return every if wants == "person" and relation.many else every[:1]


def table_values(
    rows: Sequence[Unit], subject: str, hop: Hop, *, about: bool = False
) -> Iterator[tuple[Unit, Candidate]]:
    """Tables with a header: the row that begins with the subject, the column that names the relation."""
    if len(rows) < 2:
        return
    header = rows[0].text.split(" | ")
    columns = [
        i for i, label in enumerate(header) if labels_relation(label, hop.relation, hop.relation.wants)
    ]
    if fields_only(rows) and columns != [1]:
        return
    if about and columns and _YEARS.match(header[0]):
        # A figure for each year, on a page about the subject: the latest counts.
        rows = [rows[0], max(rows[1:], key=lambda row: row.text)]
    for row in rows[1:]:
        cells = row.text.split(" | ")
        if len(cells) != len(header) or len(cells) < 2:
            continue
        # "Lund Tower | 80 | Lund" tells of the tower: the first cell in letters says whose row it is.
        first = next((i for i, cell in enumerate(cells) if any(map(str.isalpha, cell))), 0)
        own = [first] if same_name(cells[first], subject) else []
        # On a page about the subject a table of one row is about it too.
        alone = about and (len(rows) == 2 or _YEARS.match(header[0]))
        own = own or ([0] if about and _YEARS.match(header[0]) else [-1] if alone else [])
        for column in columns:
            if hop.inverse and any(mentions(subject, cells[column])) and column != 0:
                yield row, Candidate(cells[0], canonical_name(cells[0]), 0)
            elif not hop.inverse and own and column not in own:
                for value in cell_values(cells[column], hop.relation, hop.relation.wants, header[column]):
                    yield row, value


_YEARS = re.compile(r"(?:year|jahr|date|datum|as of|stand)\b", re.I)


def fields_only(rows: Sequence[Unit]) -> bool:
    """Two columns of labels and values have no header, unless the first row names what stands below."""
    return all(row.text.count(" | ") == 1 for row in rows) and not re.match(
        r"(?:name|person|firma|company|ort|town|year|jahr|date|datum)\b", rows[0].text, re.I
    )


def owner(title: str, path: Sequence[str]) -> str:
    """Whom a page is about: its first heading, or its title without the site's own name."""
    head = re.split(r"\s+[|–—·-]\s+", path[0] if path else title)[0]
    head = path[0] if path and ordinary(head) else head  # "Contact – Acme"
    found = names_in(head)
    return found[0].text if len(found) == 1 and len(found[0].text) >= len(head) / 3 else head
