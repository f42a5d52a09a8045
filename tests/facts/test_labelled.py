from __future__ import annotations

from answerable.facts.fact import Hop
from answerable.facts.labelled import field_values, fields, labels_relation, owner, table_values
from answerable.facts.relations import RELATIONS
from answerable.language.sentences import Unit


def read(text: str, relation: str) -> list[str]:
    return [value.text for value in field_values(Unit(text, "row", 0), Hop(RELATIONS[relation]))]


def test_labels_name_their_relation() -> None:
    assert read("Managing directors | Anna Keller, Per Berg", "head") == ["Anna Keller", "Per Berg"]
    assert read("Born | 12 March 1980, Lund", "birthplace") == ["Lund"]
    assert read("Born | 12 March 1980, Lund", "born") == ["12 March 1980"]
    assert read("Adresse: Hauptstrasse 5, 8000 Lund", "seat") == ["Lund"]
    assert read("Kinder: Maja (12), Elias (9)", "children") == ["Maja", "Elias"]


def test_labels_may_be_verbs_or_questions() -> None:
    assert read("Founded by | Anna Keller", "founder") == ["Anna Keller"]
    assert read("Who runs it? | Anna Keller", "head") == ["Anna Keller"]
    assert read("Founded by | Anna Keller", "founded_in") == []
    assert not labels_relation("Who started it?", RELATIONS["founded_in"], "place")


def test_a_role_may_stand_in_the_second_cell() -> None:
    assert read("Anna Keller | Managing Director", "head") == ["Anna Keller"]
    assert read("Ruth Obermatt | Sales", "head") == []


def test_tables_are_read_by_row_and_column() -> None:
    rows = [
        Unit(t, "row", 0)
        for t in ("Firma | Ort | Geschäftsführung", "Acme AG | Lund | Anna Keller", "Belmo | Bern | Per Berg")
    ]
    head, seat = Hop(RELATIONS["head"]), Hop(RELATIONS["seat"])
    assert [value.text for _, value in table_values(rows, "Acme AG", head)] == ["Anna Keller"]
    assert [value.text for _, value in table_values(rows, "Belmo", seat)] == ["Bern"]
    assert [
        value.text for _, value in table_values(rows, "Per Berg", Hop(RELATIONS["head"], inverse=True))
    ] == ["Belmo"]


def test_sentences_are_no_fields() -> None:
    assert fields(Unit("Anna Keller runs the company.", "sentence", 0)) is None
    assert owner("Anna Keller – Lumenpedia", ()) == "Anna Keller"


def test_a_label_may_give_the_unit() -> None:
    assert read("Depth (m) | 31", "depth") == ["31"]
    assert read("Eintritt (CHF) | 6", "admission") == ["6"]


def test_two_columns_may_have_a_header() -> None:
    rows = [Unit(t, "row", 0) for t in ("Gemeinde | Einwohnerzahl", "Lund | 1204", "Bern | 900")]
    assert [value.text for _, value in table_values(rows, "Bern", Hop(RELATIONS["population"]))] == ["900"]


def test_a_label_of_another_relation_names_only_that() -> None:
    assert read("Head coach | Anna Keller", "head") == []
    assert read("Head coach | Anna Keller", "coach") == ["Anna Keller"]


def test_a_row_is_of_its_first_name() -> None:
    rows = [
        Unit(text, "row", 0)
        for text in ("Name | Elevation (m) | Town", "Lund Tower | 80 | Lund", "Lund | 412 | Lund")
    ]
    hop = Hop(RELATIONS["elevation"])
    assert [value.text for _, value in table_values(rows, "Lund", hop)] == ["412"]


def test_a_site_is_no_part_of_a_name() -> None:
    assert owner("", ("Acme Tools – Enzyklopädie",)) == "Acme Tools"
