"""The small web beside the demo warehouse: data sheets of its makers and terms of its suppliers, in two languages."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from answerable.sandbox.warehouse import WORLD
from answerable.sandbox.web.page import WebPage, slug

SAID = Path(__file__).parent / "suppliers.toml"
# German first, as in the file.
LANGUAGES = ("de", "en")
_SHEET = {"de": "Datenblatt {group} von {maker}", "en": "{maker} data sheet: {group}"}
_FITS = {"de": "Dieses Datenblatt gilt für: {names}.", "en": "This data sheet applies to: {names}."}
_HEADING = {"de": "Technische Daten", "en": "Technical data"}
_TERMS = {
    "de": (
        "{name}: Lieferbedingungen",
        "Die {name} hat ihren Sitz in {seat}.",
        "Die Lieferzeit der {name} beträgt {days} Arbeitstage.",
        "Der Mindestbestellwert bei der {name} beträgt {order} CHF.",
    ),
    "en": (
        "{name}: terms of delivery",
        "{name} is based in {seat}.",
        "The delivery time of {name} is {days} working days.",
        "The minimum order value at {name} is CHF {order}.",
    ),
}


def supplier_pages() -> Iterator[WebPage]:
    """Every page of the supplier web."""
    world = tomllib.loads(WORLD.read_text(encoding="utf-8"))
    said = tomllib.loads(SAID.read_text(encoding="utf-8"))
    for place, language in enumerate(LANGUAGES):
        for sheet in said["sheets"]:
            yield _sheet(sheet, said["labels"], world["families"], place)
        for name, terms in zip(world["suppliers"], said["terms"], strict=True):
            title, *sentences = (text.format(name=name, **terms) for text in _TERMS[language])
            body = f"<h1>{escape(title)}</h1>" + "".join(f"<p>{escape(text)}</p>" for text in sentences)
            yield WebPage(slug(name), f"{language}/terms.html", title, body, language)


def _sheet(
    sheet: dict[str, Any], labels: dict[str, list[str]], families: list[dict[str, Any]], place: int
) -> WebPage:
    language, maker, group = LANGUAGES[place], sheet["maker"], sheet["group"]
    title = _SHEET[language].format(maker=maker, group=group)
    names = dict.fromkeys(
        word
        for family in families
        if (family["maker"], family["group"]) == (maker, group)
        for word in _called(family)
    )
    rows = "".join(
        f"<tr><th>{escape(label[place])}</th><td>{escape(sheet[key][min(place, len(sheet[key]) - 1)])}</td></tr>"
        for key, label in labels.items()
        if key in sheet and key != "note"
    )
    note = f"<p>{escape(sheet['note'][place])}</p>" if "note" in sheet else ""
    body = (
        f"<h1>{escape(title)}</h1><p>{escape(_FITS[language].format(names=', '.join(names)))}</p>"
        f"<h2>{_HEADING[language]}</h2><table>{rows}</table>{note}"
    )
    return WebPage(slug(maker), f"{language}/{slug(group)}.html", title, body, language)


def _called(family: dict[str, Any]) -> list[str]:
    """What the articles of a family are called: the word they all begin with, or each kind's own."""
    first = str(family["name"]).split("{")[0].strip()
    return [first] if first else [str(kind) for kind in family["a"]]
