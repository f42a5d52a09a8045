from __future__ import annotations

from answerable.language.values import find_values


def test_english_names_are_found_after_the_first_word() -> None:
    found = {
        v.text
        for v in find_values("Yesterday Anna Keller met Tom in Zurich.")
        if v.kind == "name" and not v.weak
    }
    assert found >= {"Tom", "Zurich"}
    assert any("Anna Keller" in name for name in found)


def test_german_nouns_do_not_flood_the_names() -> None:
    text = "Die Rückgabe der Ware ist im Laden an der Kasse möglich, fragen Sie Frau Keller."
    assert [v.text for v in find_values(text, "de") if v.kind == "name" and not v.weak] == ["Keller"]
