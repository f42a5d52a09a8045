from __future__ import annotations

import pytest

from answerable.language.titles import LONGEST, title


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Hello, could you please tell me how many members live in Bern?", "How many members live in Bern"),
        ("What is the return policy?", "Return policy"),
        ("I'd like to know whether you ship to Norway.", "You ship to Norway"),
        ("My tent broke on the first night. Can I still return it?", "Can I still return it"),
        ("Können Sie mir sagen, wie lange die Lieferung dauert?", "Wie lange die Lieferung dauert"),
        (
            "Grüezi! Wie viel Stück von Artikel 4711 sind an Lager?",
            "Wie viel Stück von Artikel 4711 sind an Lager",
        ),
        ("I want to return my book", "Return my book"),
        ("Hi! My tent has not arrived. What can I do?", "My tent has not arrived"),
        ("open tickets per team", "Open tickets per team"),
        ("order BK-1001, v1.2 arrived damaged", "Order BK-1001, v1.2 arrived damaged"),
        ("How many vacation days do I have left?", "Vacation days"),
        ("How much stock do we have of article 4711?", "Stock of article 4711"),
        ("How many leads have we not met yet?", "Leads not met yet"),
        ("How long do I have to return something?", "Return something"),
        ("How long is the warranty on backpacks?", "Warranty on backpacks"),
        ("What does delivery to Germany cost?", "Delivery to Germany"),
        ("Where is my order BK-1001?", "Order BK-1001"),
        ("Which tickets are still open?", "Tickets still open"),
        ("Who runs Ravensund Pumpen GmbH?", "Who runs Ravensund Pumpen GmbH"),
        ("Wie viele Urlaubstage habe ich noch?", "Urlaubstage"),
        ("Wie lange gilt die Garantie auf Rucksäcke?", "Garantie auf Rucksäcke"),
        ("Was kostet der Versand nach Österreich?", "Versand nach Österreich"),
        ("Wo ist meine Bestellung?", "Bestellung"),
        ("hi", "Hi"),
        ("???", "???"),
    ],
)
def test_a_name_is_the_matter_alone(text: str, name: str) -> None:
    assert title(text) == name


def test_a_long_question_is_cut_at_a_word() -> None:
    name = title(
        "How many of all the articles that we bought in the last year are below their minimum stock?"
    )
    assert name == "How many of all the articles that we bought in the last …"
    assert len(name) <= LONGEST + 2
    assert title("x" * 200)
