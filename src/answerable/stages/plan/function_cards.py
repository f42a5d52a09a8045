"""The apps' functions as a planning model sees them: those likeliest to matter, with what their words mean here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from answerable.domain.catalog import Catalog, Entity, Kind
from answerable.domain.question import Question
from answerable.language.words import words
from answerable.sources.apps.functions import CARDS, FunctionCard
from answerable.stages.plan.of_tables_model import by_fit

# Values and business words of one function; values of a column that are all shown. Chosen, not measured.
VALUES, TERMS, FEW = 4, 5, 6
# The part of the room that is for meanings: what all signatures leave of the room of a first plan.
MEANINGS = 0.2


def show_functions(catalog: Catalog, question: Question, room: int, used: Sequence[str] = ()) -> list[str]:
    """Cards within so many characters, those in use and the likeliest first; of these also what their words mean."""
    said = f" {' '.join(words(question.meant))} "
    entities = {entity.name: entity for entity in by_fit(catalog, question)}
    by_table = {card.table: name for name, card in CARDS.items()}
    ranked = (by_table[table] for table in entities if table in by_table)
    shown: dict[str, str] = {}
    least = int(room * MEANINGS)
    for name in dict.fromkeys([*used, *ranked]):
        text = _signature(CARDS[name])
        if len(text) <= room - least:
            shown[name], room = text, room - len(text)
    cards: list[str] = []
    for name, text in shown.items():
        for line in _meanings(CARDS[name].table, entities, catalog, said):
            if len(line) < room:
                text, room = f"{text}\n{line}", room - len(line) - 1
        cards.append(text)
    return cards


def _signature(card: FunctionCard) -> str:
    given = (name if kind is str else f"{name} {kind.__name__}" for name, kind in card.parameters.items())
    columns = (
        name if kind in (Kind.TEXT, Kind.OTHER) else f"{name} {kind}"
        for name, kind in card.columns.items()
        if name != "url"
    )
    return f"{card.name}({', '.join(given)}) {card.says}\n {', '.join(columns)}"


def _meanings(table: str, entities: Mapping[str, Entity], catalog: Catalog, said: str) -> Iterator[str]:
    for field in entities[table].fields if table in entities else ():
        named = [value for value in field.values if f" {' '.join(words(value))} " in said]
        if shown := named[:VALUES] or (field.values if len(field.values) <= FEW else ()):
            yield f" {field.name} e.g. {', '.join(shown)}"
    terms = [term for term in catalog.terms if term.entity == table]
    asked = [term for term in terms if any(f" {' '.join(words(one))} " in said for one in term.words)]
    for term in list(dict.fromkeys([*asked, *terms]))[:TERMS]:
        yield f' "{term.words[0]}" = {term.sql}'
