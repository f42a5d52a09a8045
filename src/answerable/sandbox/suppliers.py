"""The small web beside the demo warehouse: data sheets of its makers and terms of its suppliers, in two languages."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from answerable.sandbox.filling import read_world
from answerable.sandbox.web.page import WebPage, slug

# German first, as in the file.
LANGUAGES = ("de", "en")


def supplier_pages() -> Iterator[WebPage]:
    world, said = read_world("warehouse"), read_world("suppliers")
    for place, language in enumerate(LANGUAGES):
        wording = said["wording"][language]
        for sheet in said["sheets"]:
            yield _sheet(sheet, said["labels"], world["families"], place, wording)
        for name, terms in zip(world["suppliers"], said["terms"], strict=True):
            title, *sentences = (text.format(name=name, **terms) for text in wording["terms"])
            body = f"<h1>{escape(title)}</h1>" + "".join(f"<p>{escape(text)}</p>" for text in sentences)
            yield WebPage(slug(name), f"{language}/terms.html", title, body, language)


def _sheet(
    sheet: dict[str, Any],
    labels: dict[str, list[str]],
    families: list[dict[str, Any]],
    place: int,
    wording: dict[str, str],
) -> WebPage:
    language, maker, group = LANGUAGES[place], sheet["maker"], sheet["group"]
    title = wording["sheet"].format(maker=maker, group=group)
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
        f"<h1>{escape(title)}</h1><p>{escape(wording['fits'].format(names=', '.join(names)))}</p>"
        f"<h2>{wording['heading']}</h2><table>{rows}</table>{note}"
    )
    return WebPage(slug(maker), f"{language}/{slug(group)}.html", title, body, language)


def _called(family: dict[str, Any]) -> list[str]:
    """What the articles of a family are called: the word they all begin with, or each kind's own."""
    first = str(family["name"]).split("{")[0].strip()
    return [first] if first else [str(kind) for kind in family["a"]]
