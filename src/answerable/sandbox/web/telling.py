"""Pages from the truth: a family's wording (`wording/*.toml`) filled with what its hosts say about each thing.

A placeholder that has no value empties the sentence or row it stands in; a list of sentences is drawn from, the same
way every time for the same page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from answerable.lists import read_list
from answerable.sandbox.web.page import LAYOUTS, Telling, WebPage, day, dice, number, slug
from answerable.sandbox.web.world import Bridge, Company, Person, Product, Town, World

FAMILIES = ("first", "second", "third")
_HOLE = re.compile(r"\{(\w+)\}")
_AND = {"en": " and ", "de": " und "}


@lru_cache(maxsize=8)
def family(name: str) -> dict[str, Any]:
    return read_list(__package__, "wording", f"{name}.toml")


def write(name: str, world: World, tell: Telling) -> Iterator[WebPage]:
    """Every page of one family."""
    words = family(name)
    things: dict[str, Sequence[Any]] = {
        "town": world.towns,
        "person": world.people,
        "company": world.companies,
        "product": world.products,
        "bridge": world.bridges,
    }
    for spec in words["pages"]:
        spec = {
            "numbers": words["numbers"],
            "dates": words["dates"],
            "language": words.get("language", "en"),
            **spec,
        }
        every = things[spec["of"]]
        if "group" in spec:
            yield from _lists(spec, every, world, tell)
            continue
        for thing in every:
            if dice(words["reference"], thing.name).random() < spec.get("share", 1.0):
                page = _page(spec, thing, world, tell)
                if page:
                    yield page


def _page(spec: Mapping[str, Any], thing: Any, world: World, tell: Telling) -> WebPage | None:
    view = views(spec, thing, world, tell)
    if not view.get(spec.get("only", "name")):
        return None
    chance = dice(spec["host"], spec["path"], thing.name)
    filled = _Filling(spec, view, chance)
    return WebPage(
        filled.of("host"), filled.of("path"), filled.of("title"), filled.of("body"), spec["language"]
    )


def _lists(spec: Mapping[str, Any], every: Sequence[Any], world: World, tell: Telling) -> Iterator[WebPage]:
    for place in range(0, len(every), spec["group"]):
        lines = [
            _fill(spec["line"], views(spec, thing, world, tell))
            for thing in every[place : place + spec["group"]]
        ]
        view = {"number": str(place // spec["group"] + 1), "lines": "".join(lines)}
        yield WebPage(
            spec["host"],
            _fill(spec["path"], view),
            _fill(spec["title"], view),
            _fill(spec["body"][0], view),
            spec["language"],
        )


class _Filling:
    """One page being filled; a sentence drawn once stays what it is."""

    def __init__(self, spec: Mapping[str, Any], view: dict[str, str], chance: Any) -> None:
        self._spec, self._view, self._chance = spec, view, chance

    def of(self, name: str) -> str:
        text = self._spec[name]
        text = self._chance.choice(text) if isinstance(text, list) else text
        return _HOLE.sub(lambda hole: self._value(hole[1]), text)

    def _value(self, name: str) -> str:
        if name not in self._view:
            self._view[name] = self._drawn(name)
        return self._view[name]

    def _drawn(self, name: str) -> str:
        if name == "rows":
            rows = [(_fill(label, self._view), _fill(cell, self._view)) for label, cell in self._spec["rows"]]
            return LAYOUTS[self._chance.choice(self._spec["layouts"])]([row for row in rows if row[1]])
        return _fill(self._chance.choice(self._spec[name]), self._view)


def _fill(text: str, view: Mapping[str, str]) -> str:
    """The text with its values; nothing where one is missing."""
    if any(not view.get(name) for name in _HOLE.findall(text) if name not in ("s", "p")):
        return ""
    return _HOLE.sub(lambda hole: view[hole[1]], text)


def views(spec: Mapping[str, Any], thing: Any, world: World, tell: Telling) -> dict[str, str]:
    """What the page's host says about a thing, as strings; a missing value is empty."""
    host = _fill(spec["host"], {"slug": slug(thing.name), "short_slug": slug(thing.name.rsplit(" ", 1)[0])})
    host = spec.get("speaks_for", host)

    def told(attribute: str, truth: Any) -> Any:
        return tell(host, thing.name, attribute, truth)

    view = {"name": thing.name, "slug": slug(thing.name)}
    match thing:
        case Town():
            view |= _town(thing, told, spec)
        case Person():
            view |= _person(thing, told, spec)
        case Company():
            view |= _company(thing, told, spec, world)
        case Product():
            weight = f"{thing.grams / 1000:.2f} kg" if thing.grams >= 1000 else f"{thing.grams} g"
            weight = weight.replace(".", ",") if spec["language"] == "de" else weight
            view |= {"kind": thing.kind[0], "art": thing.kind[1], "maker": thing.maker.name, "weight": weight}
            view |= {
                "designer": thing.designer.name,
                "launched": str(thing.launched),
                "price": str(thing.price),
            }
        case Bridge():
            view |= {"town": thing.town.name, "river": thing.town.river, "architect": thing.architect.name,
                     "opened": str(thing.opened), "metres": str(thing.metres)}  # fmt: skip
    return view


def _town(town: Town, told: Any, spec: Mapping[str, Any]) -> dict[str, str]:
    people = number(told("population", town.population), spec["numbers"])
    mayor = told("mayor", town.mayor.name if town.mayor else "")
    return {
        "region": town.region, "river": town.river, "population": people, "elevation": str(town.elevation),
        "area": str(town.area), "mayor": mayor, "nick": town.name[:4],
    }  # fmt: skip


def _person(person: Person, told: Any, spec: Mapping[str, Any]) -> dict[str, str]:
    way = dice(spec["host"], person.name, "day").choice(spec["dates"])
    place = told("birthplace", person.birthplace.name)
    names = [child.name.split()[0] for child in person.children]
    spouse = person.spouse.name if person.spouse else ""
    together = f"; das Paar hat {len(names)} Kinder ({', '.join(names)})." if names else "."
    if len(names) == 1:
        together = f"; gemeinsam haben sie ein Kind namens {names[0]}."
    born = [f"{child.name.split()[0]} (born {child.born.year})" for child in person.children]
    return {
        "first": person.name.split()[0], "last": person.name.split()[-1].upper(), "job": person.job[0],
        "beruf": person.job[1], "born": day(told("born", person.born), way), "birthplace": place,
        "birthplace_slug": slug(place), "residence": person.residence.name, "spouse": spouse,
        "spouse_slug": slug(spouse), "children": joined(names, "en"), "kinder": together,
        "children_born": ", ".join(b.replace("born", "b.") for b in born) or "none",
        "children_born_long": joined(born, "en"), **_counted(person),
    }  # fmt: skip


def _counted(person: Person) -> dict[str, str]:
    many = len(person.children)
    return {
        "count": str(many) if many else "", "child": "child" if many == 1 else "children" if many else "",
        "are": "is" if many == 1 else "are",
    }  # fmt: skip


def _company(company: Company, told: Any, spec: Mapping[str, Any], world: World) -> dict[str, str]:
    names = told("head", [head.name for head in company.heads])
    head, many, (short, form) = company.heads[0], len(names) > 1, company.name.rsplit(" ", 1)
    aged = [f"{child.name.split()[0]} ({child.age})" for child in head.children]
    listed = [f"{child.name.split()[0]}, {child.age}" for child in head.children]
    founder, seat = told("founder", company.founder.name), told("seat", company.seat.name)
    cell = spec.get("head_cell", "")
    return {
        "short": short, "short_slug": slug(short), "form": form,
        "founded": str(told("founded", company.founded)), "founded_in": company.founded_in.name,
        "founder": founder, "founder_slug": slug(founder), "seat": seat, "seat_slug": slug(seat),
        "heads": joined(names, spec["language"]), "heads_listed": ", ".join(names), "head": names[0],
        "head_spouse": head.spouse.name if head.spouse and aged else "",
        "role": "managing directors" if many else "CEO", "s": "" if many else "s", "p": "s" if many else "",
        "t": "en" if many else "t", "head_rows": "".join(_fill(cell, {"head": name}) for name in names),
        "employees": number(told("employees", company.employees), spec["numbers"]),
        "revenue": f"{company.revenue / 1000:.1f}", "trade": company.trade.lower(),
        "parent": company.parent.name if company.parent else "",
        "parent_or_dash": company.parent.name if company.parent else "–",
        "products": ", ".join(product.name for product in world.products if product.maker is company),
        "aged": joined(aged, "en"), "aged_semicolons": "; ".join(listed),
        "other": dice("other", company.name).choice(world.people).name, **_counted(head),
    }  # fmt: skip


def joined(names: Sequence[str], language: str) -> str:
    """Names as a list in words."""
    return _AND[language].join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
