"""A catalog in words: what every entity, field and role is called, and what kind of thing it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from answerable.domain.catalog import Catalog, Entity, Field, Kind, Relation
from answerable.tables.earning import BESIDE, Earning
from answerable.tables.lexicon import Lexicon, WordUnit, fold, keys
from answerable.tables.made import with_made_fields
from answerable.tables.names import (
    DATES,
    Called,
    Named,
    Traits,
    calendars,
    counted_in_name,
    only_ones,
    split,
    truth,
    without,
)
from answerable.tables.paths import Paths
from answerable.tables.phrases import SOLD_BY

_PARTICIPLE = re.compile(r"\w+ed|ge\w+(t|en)|paid|sold|spent|bezahlt|verkauft")
_CURRENCY = re.compile(r"[A-Z]{3}|[€$£]")  # a unit that is money
PLAIN = "#"  # the unit of numbers that count nothing: years, article numbers
PROMISED = frozenset({"due_date", "promised_date"})  # when something should be is not when it was
_YEARS = frozenset(
    {"year", "published", "founded", "built", "birth_date", "death_date", "vintage"}
)  # told by a number
_HIRED = ("hired", "hire", "eingestellt", "einstellung", "anstellung")
_EARNED = ("revenue", "turnover", "umsatz", "erlös", "erloes", "einnahmen")
_VAGUE = ("volume", "volumen", "amount")  # no number of pieces


@dataclass
class Vocabulary(Earning):
    """All the names of one catalog."""

    catalog: Catalog
    lexicon: Lexicon
    named: tuple[Named, ...] = field(init=False)
    traits: dict[tuple[str, str], Traits] = field(init=False)
    _names: dict[tuple[str, bool], Called] = field(init=False, default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        # "number_of_guests" is a number, whatever table a look at its values takes it to point at.
        pointing = tuple(r for r in self.catalog.relations if not counted_in_name(r.columns[0]))
        self.catalog = replace(self.catalog, relations=pointing)
        self.paths = Paths(self.catalog, self._detour)
        self._linking = {(r.table, column) for r in self.catalog.relations for column in r.columns}
        self.catalog = replace(self.catalog, entities=tuple(map(self._spelled_out, self.catalog.entities)))
        self._earns = False
        self.catalog = with_made_fields(self.catalog, self.concepts, self._sold, self.entity_concepts)
        self._earns = any(
            one.sql and one.name == "revenue" for entity in self.catalog.entities for one in entity.fields
        )
        self.catalog = replace(self.catalog, entities=tuple(self._earning()))
        self.named = tuple(self._name_all())
        self.traits = {
            (entity.name, one.name): self._traits(entity, one)
            for entity in self.catalog.entities
            for one in entity.fields
        }

    def _sold(self, entity: str, one: Field, what: str) -> bool:
        """Whether a field of a sale says a concept and nothing else: a `unit_price`, not a `freight_price`."""
        own = self.name(entity).units
        means = self.lexicon.trait("pieces") if what == "quantity" else {what}
        said = [
            (bool(unit.concepts & means) and unit.word not in _VAGUE)
            or unit.light
            or any(unit.same(other) for other in own)
            for unit in self.name(one.name).units
        ]  # fmt: skip
        named = means & self.concepts(entity, one, broad=False)
        # So many of one thing for another, at a price: "dealProducts" are lines of a sale, whatever a deal is.
        ties = len(self.paths.relations_of(entity)) > 1 and "stock" not in self.entity_concepts(entity)
        return bool(named) and all(said) and (ties or self._sells(entity))

    def _detour(self, relation: Relation) -> float:
        """How far off the way of a plain question a relation lies: a role such as "leader" is not just a tie."""
        asked, own = self.name(relation.columns[0]).units, self.name(relation.to_table).units
        fits = [any(unit.distance(other) is not None for other in own) for unit in asked]
        plain = relation.label.lower() == relation.to_table.lower() if relation.label else False
        if plain or (relation.columns == relation.to_columns and relation.table != relation.to_table):
            return 0.0  # a key that is called as in its own table
        return 0.0 if all(fits) else (0.5 if any(fits) else 1.5)

    @cached_property
    def known(self) -> frozenset[str]:
        """The keys of every word the catalog uses; compounds are cut along these."""
        fields = (one for entity in self.catalog.entities for one in entity.fields)
        names = [*(e.name for e in self.catalog.entities), *(one.name for one in fields)]
        plain = (word for name in names for word in split(name))
        return frozenset(key for word in plain if len(word) > 2 for key in keys(word))

    def name(self, text: str, *, drop: bool = True) -> Called:
        """A schema's name or a synonym as units, without parts that carry no meaning."""
        # Each name is asked for again and again: without this a catalog of 40 tables takes seconds to read.
        if (text, drop) not in self._names:
            self._names[text, drop] = self._called(text, drop=drop)
        return self._names[text, drop]

    def _called(self, text: str, *, drop: bool) -> Called:
        parts = split(text)
        if (
            drop and len(parts) > 1 and len(parts[0]) == 1 and parts[0] not in "Ee"
        ):  # `S_Name`, but an `e_mail`
            parts = parts[1:]
        if drop and len(parts) > 1 and self.lexicon.is_unit(parts[-1]):
            parts = parts[:-1]
        idle = self.lexicon.generic | (self.lexicon.prepositions if len(parts) > 2 else frozenset())
        # `toTeamId` is not just a team: what stands first says which.
        own = self.lexicon.generic - self.lexicon.prepositions
        kept = [p for n, p in enumerate(parts) if not drop or fold(p) not in (idle if n else own)] or parts
        units = tuple(unit for part in kept for unit in self.lexicon.units(part, broad=True))
        spelled = [self.lexicon.long(part) for part in parts] if len(parts) > 1 else parts
        # "date_of_birth" is a phrase of the lexicon although "of" says nothing by itself; "first_nm" is one too.
        texts = ("_".join(kept), "_".join(parts), "_".join(spelled), "".join(parts))
        whole, full, *others = (self.lexicon.unit(text, broad=True) for text in texts)
        joined = whole
        for one in (full, *others):
            joined = replace(joined, concepts=joined.concepts | one.concepts, broad=joined.broad | one.broad)
        if len(parts) == 2 and not joined.concepts:
            joined = replace(joined, concepts=self.lexicon.compound(*parts))
        places = [n for n, part in enumerate(parts) if n and part.lower() in self.lexicon.prepositions]
        before = [part for part in parts[: places[0]] if part in kept] if places else []
        head = sum(len(self.lexicon.units(part)) for part in before) - 1
        sold = len(kept) == 2 and self.lexicon.concepts(kept[0]) & SOLD_BY.get(fold(kept[1]), set())
        if not before and len(kept) > 1 and (sold or _PARTICIPLE.fullmatch(kept[-1].lower())):
            head = -2  # hours_worked are hours, "PreisFlasche" is what a bottle costs
        return Called(units, replace(joined, keys=whole.keys | full.keys), head)

    def phrase(self, words: Sequence[str]) -> Called:
        """The words of a question as units."""
        units = tuple(unit for word in words for part in re.split(r"[-_/]", word) if part
                      for unit in self.lexicon.units(part, self.known))  # fmt: skip
        return Called(units, self.lexicon.unit("_".join(re.sub(r"\W", "_", word) for word in words)))

    def _name_all(self) -> Iterator[Named]:
        owned: dict[str, tuple[Called, ...]] = {}
        for entity in self.catalog.entities:
            names = owned[entity.name] = tuple(
                self.name(text) for text in (entity.name, entity.label, *entity.synonyms) if text
            )
            if not self._is_hired(entity):  # who teaches is staff where somebody hired them
                names = owned[entity.name] = tuple(without(name, {"employee"}, own=False) for name in names)
            parts = self.lexicon.parts(entity.name) if names[0].whole.concepts else ()
            if len(parts) > 1:
                names = owned[entity.name] = (*names, Called(parts, names[0].whole))
            yield Named("entity", entity.name, names, ties=len(entity.key) > 1)
            # "ord_itm" is one thing, an order item, and not an item.
            context = (names[0].whole,) if names[0].whole.concepts else names[0].units
            ties = (r for r in self.catalog.relations if entity.name in (r.table, r.to_table))
            beside = {name for r in ties for name in (r.table, r.to_table)} - {entity.name}
            around = tuple(self.name(name).units[-1] for name in sorted(beside))
            for one in entity.fields:
                if (entity.name, one.name) in self._linking and not one.label:
                    continue
                pieces = (
                    "" if self.lexicon.measures(one.unit) or not one.unit.isalpha() else one.unit
                )  # "Flaschen"
                texts = [text for text in (one.label, *one.synonyms, pieces) if text]
                made = (self._own_name(one), *map(self.name, texts))
                made = tuple(self._fitting(entity.name, name) for name in made)
                if one.kind is Kind.NUMBER:  # "Plätze" are seats where they are a number
                    made = tuple(without(name, self.lexicon.trait("place")) for name in made)
                told = one.kind is Kind.TEXT and len(entity.key) > 1  # the `language` of a `country_language`
                if (
                    one.name in entity.key
                    and not told
                    and all(any(u.distance(c) is not None for c in names[0].units) for u in made[0].units)
                ):
                    made = (self.name("id", drop=False), *made[1:])  # `customer_id` is no customer
                # The key `MitgliedNr` of `Vereinsmitglied` is no member either.
                near = (*context, *parts) if one.name in entity.key else context
                yield Named("field", entity.name, made, one.name, None, near, around=around)
        for relation in self.catalog.relations:
            column, key = relation.columns[0], relation.to_columns[0].lower()
            # A `LEITER_PERS_NR` is the Leiter, where a person's key is `PERS_NR`.
            plain = column[: -len(key)].strip("_") if column.lower().endswith(key) else ""
            noted = self.catalog.entity(relation.table).field(column).synonyms
            roles = [text for text in (relation.label, *relation.synonyms, column, plain, *noted) if text]
            own = [unit for name in owned[relation.to_table] for unit in name.units]
            # A key that is only called after its table says nothing the table's name does not.
            names = tuple(
                name
                for name in map(self.name, roles)
                if any(all(unit.distance(other) is None for other in own) for unit in name.units)
            )
            if names:
                yield Named("role", relation.to_table, names, "", relation, tuple(own))

    def _fitting(self, entity: str, name: Called) -> Called:
        """A field's name without meanings that do not fit its entity: only staff is hired, only sales bring
        revenue, and no field is a record of its own."""
        of, has = self.entity_concepts(entity), self.lexicon.has_trait
        wrong = set() if has("staff", of) else {"hire_date"}
        if not has("selling", of):
            wrong.add("revenue")
        if any(unit.word in _EARNED for unit in name.units):  # said in so many words
            wrong.discard("revenue")
        if any(unit.word in _HIRED for unit in name.units):
            wrong.discard("hire_date")
        if "cost" in of:  # what people cost is no price
            wrong.add("price")
        if "purchase_price" in name.units[-1].concepts | name.whole.concepts and self._is_priced(entity):
            wrong |= {"price", "cost"}  # what a thing costs is what it is sold for

        def fit(unit: WordUnit) -> WordUnit:
            broad = frozenset(c for c in unit.broad if c not in wrong and not has("records", (c,)))
            if self._earns and unit.concepts & BESIDE:
                broad = frozenset()  # beside what was sold, freight is not what people spend
            return replace(unit, concepts=unit.concepts - wrong, broad=broad)

        return Called(tuple(fit(unit) for unit in name.units), fit(name.whole), name.head)

    def _is_priced(self, entity: str) -> bool:
        """Whether a column says for how much a record is sold."""
        names = (self.name(one.name) for one in self.catalog.entity(entity).fields if one.kind is Kind.NUMBER)
        said = ((name.whole if name.whole.concepts else name.units[name.head]).concepts for name in names)
        return any({"price", "sale_price"} & one and "purchase_price" not in one for one in said)

    def _traits(self, entity: Entity, one: Field) -> Traits:
        concepts = self.concepts(entity.name, one)
        own = self.concepts(entity.name, one, broad=False)  # freight is a cost, but adds up unlike a price
        # Synonyms such as "cost per year" do not make a date of a number.
        written = self.concepts(entity.name, replace(one, synonyms=()))
        link = (entity.name, one.name) in self._linking
        has = self.lexicon.has_trait
        bare = self.concepts(entity.name, replace(one, synonyms=()), broad=False)
        sized = bare if has("additive", bare) else own  # an amount that is also called a size is an amount
        dated = any(r.to_table in self.calendars for r in self.paths.relations_of(entity.name))
        happens = dated or any(f.kind in (Kind.DATE, Kind.MOMENT) for f in entity.fields)
        if happens and sized & {"cost", "fee", "fare"}:
            sized -= {"price", "fee"}  # what a repair costs adds up, what a product costs does not
        identifying = not link and (has("identifying", concepts) or entity.key == (one.name,))
        numeric = one.kind is Kind.NUMBER and not link and not identifying
        return Traits(
            concepts,
            numeric,
            one.kind in (Kind.DATE, Kind.MOMENT) or (numeric and bool(written & _YEARS)),
            # What a sale earns adds up, though a fee by itself is a price.
            numeric
            and (
                (has("additive", own) and not has("intensive", sized - {"duration"}))
                or ("fee" in own and ("revenue" in concepts or happens))
                or ("revenue" in own and happens)
            ),
            numeric
            and (
                has("money", concepts) or self.lexicon.measures(split(one.name)[-1]) == "money"
                if not one.unit
                else len(one.unit) == 3 and one.unit.isupper()
            ),
            identifying,
            one.kind is Kind.BOOL or bool(truth(one)),
            link,
        )

    def concepts(self, entity: str, one: Field, *, broad: bool = True) -> frozenset[str]:
        """What a field is about: its whole name, its labels, and the last word of its name."""
        found: set[str] = set()
        for text in (one.name, one.label, *one.synonyms):
            if text:
                name = self._fitting(entity, self._own_name(one) if text == one.name else self.name(text))
                head = name.units[name.head]
                if head.concepts & DATES:  # "geb_datum" is when somebody was born
                    days = self.lexicon.trait("moments") | self.lexicon.trait("dated")
                    found |= days.intersection(c for unit in name.units for c in unit.concepts)
                # A phrase with a meaning of its own is not what its last word is: min_stock is no stock.
                said = name.whole if name.whole.concepts else head
                found |= said.concepts | (said.broad if broad else frozenset())
        if "key" in self.lexicon.concepts(split(one.name)[-1]):  # though the table it points at is not there
            found.add("key")
        bound = split(one.name)[0].lower() in ("max", "min")  # how many may come is not how many came
        people = self.lexicon.has_trait("person", found) and "key" not in found and not bound
        if one.kind is Kind.NUMBER and (counted_in_name(one.name) or people):
            found.add("quantity")  # "anzahl_paletten" and "passengers" say how many
        if one.kind is Kind.NUMBER:  # a column "Bestellt" with numbers says how many, not when
            found -= self.lexicon.trait("dated")
        return frozenset(found)

    def fields_of(self, entity: str) -> dict[str, Traits]:
        """The fields of an entity, with what each can do."""
        return {name: traits for (owner, name), traits in self.traits.items() if owner == entity}

    @cached_property
    def calendars(self) -> dict[str, str]:
        """Tables of days, with the column that says the day."""
        return calendars(self.catalog, self.concepts)

    @cached_property
    def lines(self) -> dict[str, str]:
        """The entities that are lines of sales, with the field that says how many pieces."""
        numbers = [key for key, traits in self.traits.items() if traits.numeric and self._sells(key[0])]
        return only_ones(
            (of, name)
            for of, name in numbers
            if self._sold(of, self.catalog.entity(of).field(name), "quantity")
        )

    def promised(self) -> list[tuple[str, str]]:
        """The days something should happen, said anywhere in their names: `planned_check_out`."""
        days = ((entity, name) for (entity, name), traits in self.traits.items() if traits.timed)
        return [
            (of, name)
            for of, name in days
            for called in [self.name(name)]
            if any(PROMISED & unit.concepts for unit in (*called.units, called.whole))
        ]

    def entity_concepts(self, entity: str) -> frozenset[str]:
        """What an entity's records are."""
        one = self.catalog.entity(entity)
        names = [self.name(text) for text in (one.name, one.label, *one.synonyms) if text]
        return frozenset().union(*(name.whole.concepts | name.units[-1].concepts for name in names))

    def is_person(self, entity: str) -> bool:
        """Whether an entity's records are people."""
        fields = {
            c for one in self.catalog.entity(entity).fields for c in self.traits[entity, one.name].concepts
        }
        if "last_name" in fields:
            return True
        return self.lexicon.has_trait("person", self.entity_concepts(entity)) and not self.is_linking(entity)

    def unit(self, entity: str, name: str) -> str:
        """The unit of a field's numbers: as the catalog says, else a currency its name ends in."""
        one, traits = self.catalog.entity(entity).field(name), self.traits[entity, name]
        if traits.identifying or traits.link or (traits.timed and traits.numeric):
            return PLAIN
        last = split(name)[-1]
        if one.unit or len(split(name)) == 1 or not traits.numeric or not self.lexicon.is_unit(last):
            return one.unit
        money, known = self.lexicon.measures(last) == "money", last.lower() in self.lexicon.suffixes
        return last.upper() if len(last) == 3 and (money or not known) else last.lower()

    def is_made(self, entity: str, name: str) -> bool:
        """Whether columns say a number that none of them holds."""
        return bool(name and self.catalog.entity(entity).field(name).sql)

    def only_field(self, entity: str) -> str:
        """The one number an entity holds, where it holds nothing else ("Einkaufspreis"); else empty."""
        own = [f.name for f in self.catalog.entity(entity).fields if not self.traits[entity, f.name].link]
        traits = self.traits[entity, own[0]] if len(own) == 1 else None
        if traits is None or not traits.numeric:
            return ""
        # How much of one there is in another is not what ties them.
        ties = len(self.paths.relations_of(entity)) > 1 and traits.concepts.isdisjoint(
            self.entity_concepts(entity)
        )
        return "" if ties else own[0]

    def done_fields(self, entity: str) -> list[str]:
        """The fields that say a record of this entity is settled: returned, paid, closed."""
        done = self.lexicon.trait("done")
        own = self.fields_of(entity).items()
        return [name for name, traits in own if (traits.timed or traits.flag) and traits.concepts & done]

    def with_concept(self, concepts: Iterable[str], *, numeric: bool = False) -> list[tuple[str, str, int]]:
        """Fields about one of these concepts, with the place of the concept in the list."""
        order = {concept: place for place, concept in enumerate(concepts)}
        found = []
        for (entity, name), traits in self.traits.items():
            places = [order[concept] for concept in traits.concepts if concept in order]
            if places and not traits.link and (not numeric or traits.numeric or traits.timed):
                found.append((entity, name, min(places)))
        return found
