"""Pages from the truth: a family's wording (`wording/*.toml`) filled with what its hosts say about each thing.

A placeholder that has no value empties the sentence or row it stands in; a list of sentences is drawn from, the same
way every time for the same page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

from answerable.lists import read_list
from answerable.sandbox.web.page import Telling, WebPage, day, dice, laid_out, number, slug
from answerable.sandbox.web.world import Bridge, Company, Person, Product, Town, World

FAMILIES = ("first", "second", "third")
FORMS: Mapping[str, Any] = read_list(__package__, "wording", "forms.toml")
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
        spec = {"language": "en", **words, **spec}
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
            return laid_out(self._chance.choice(self._spec["layouts"]), [row for row in rows if row[1]])
        return _fill(self._chance.choice(self._spec[name]), self._view)


def _fill(text: str, view: Mapping[str, str]) -> str:
    """The text with its values; nothing where one is missing."""
    if any(not view.get(name) for name in _HOLE.findall(text) if name not in ("s", "p")):
        return ""
    return _HOLE.sub(lambda hole: view[hole[1]], text)


def views(spec: Mapping[str, Any], thing: Any, world: World, tell: Telling) -> dict[str, str]:
    """What the page's host says about a thing, as strings; a missing value is empty."""
    short, _, form = thing.name.rpartition(" ")
    named = {"name": thing.name, "slug": slug(thing.name), "short": short, "short_slug": slug(short)}
    host = spec.get("speaks_for", _fill(spec["host"], named))
    view = {}
    for field, truth in vars(thing).items():
        view[field] = _written(tell(host, thing.name, field, truth), field, thing.name, spec)
        view[f"{field}_slug"] = slug(view[field])
    view |= named
    match thing:
        case Town():
            view["nick"] = thing.name[:4]
        case Person():
            view |= _person(thing)
        case Company():
            view |= {"form": form, **_company(thing, spec, world)}
        case Product():
            weight = f"{thing.grams / 1000:.2f} kg" if thing.grams >= 1000 else f"{thing.grams} g"
            view["weight"] = weight.replace(".", ",") if spec["language"] == "de" else weight
            view["kind"], view["art"] = thing.kind
        case Bridge():
            view["river"] = thing.town.river
    return view


def _written(value: Any, field: str, whose: str, spec: Mapping[str, Any]) -> str:
    """A value as the page's host writes it; somebody or something by its name."""
    match value:
        case None | list() | tuple():  # several are told in words of their own
            return ""
        case date():
            return day(value, dice(spec["host"], whose, "day").choice(spec["dates"]))
        case int() if field in ("population", "employees"):
            return number(value, spec["numbers"])
    return str(getattr(value, "name", value))


def _person(person: Person) -> dict[str, str]:
    born = [f"{child.name.split()[0]} (born {child.born.year})" for child in person.children]
    return {
        "first": person.name.split()[0],
        "last": person.name.split()[-1].upper(),
        "job": person.job[0],
        "beruf": person.job[1],
        "children": joined([child.name.split()[0] for child in person.children], "en"),
        "children_born": ", ".join(b.replace("born", "b.") for b in born) or "none",
        "children_born_long": joined(born, "en"),
        **_counted(person),
    }


def _counted(person: Person) -> dict[str, str]:
    names = [child.name.split()[0] for child in person.children]
    forms = FORMS["children"]["none" if not names else "one" if len(names) == 1 else "many"]
    told = forms["kinder"].format(count=len(names), names=", ".join(names))
    return {**forms, "kinder": told, "count": str(len(names)) if names else ""}


def _company(company: Company, spec: Mapping[str, Any], world: World) -> dict[str, str]:
    names, head = [head.name for head in company.heads], company.heads[0]
    aged = [f"{child.name.split()[0]} ({child.age})" for child in head.children]
    return {
        "heads": joined(names, spec["language"]),
        "heads_listed": ", ".join(names),
        "head": names[0],
        "head_spouse": head.spouse.name if head.spouse and aged else "",
        "head_rows": "".join(_fill(spec.get("head_cell", ""), {"head": name}) for name in names),
        "revenue": f"{company.revenue / 1000:.1f}",
        "trade": company.trade.lower(),
        "parent_or_dash": company.parent.name if company.parent else "–",
        "products": ", ".join(product.name for product in world.products if product.maker is company),
        "aged": joined(aged, "en"),
        "aged_semicolons": "; ".join(f"{child.name.split()[0]}, {child.age}" for child in head.children),
        "other": dice("other", company.name).choice(world.people).name,
        **FORMS["heads"]["many" if len(names) > 1 else "one"],
        **_counted(head),
    }


def joined(names: Sequence[str], language: str) -> str:
    """Names as a list in words."""
    return _AND[language].join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
