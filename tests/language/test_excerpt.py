"""Which units of a few sections are shown to one question."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from answerable.language.asked import understand
from answerable.language.embed import shared_vectors
from answerable.language.excerpt import LONG, SHORT, Quotable, choose, judge, met, room_for
from answerable.language.sentences import units

RETURNS = (
    "Did it not fit? Send it back. You can return unused goods within 30 days of delivery. "
    "Goods must be clean and carry their tags. Trying a tent in the living room is fine. "
    "The price of standard delivery is refunded when you return the whole order."
)
SETUP = (
    "The package is part of every release and has no dependencies of its own. "
    "It was first written as an exercise and has grown since then.\n\n"
    "Install the package with this command:\n\n    apt-get install wanderer\n\n"
    "The package keeps its settings in a folder of its own, and nobody else writes there. "
    "Many people have helped to translate its manual into other languages."
)


def told(*passages: str) -> list[Quotable]:
    return [Quotable((), tuple(units(passage)), 5.0 - place) for place, passage in enumerate(passages)]


def scored(question: str, passage: str, language: str = "en") -> list[list[float]]:
    asked = understand(question, language)
    return [
        [float(score) for score in part] for part in judge(asked, told(passage), shared_vectors()).by_part
    ]


def shown(question: str, *passages: str, before: str = "") -> str:
    asked = understand(question)
    sections = told(*passages)
    picked = choose(asked, sections, shared_vectors(), before)
    return "\n".join(sections[one.section].units[one.place].text for one in picked)


def best(scores: Sequence[float], passage: str) -> str:
    return units(passage)[max(range(len(scores)), key=lambda place: scores[place])].text


def test_the_sentence_that_answers_scores_highest() -> None:
    scores = scored("How many days do I have to return something?", RETURNS)
    assert "30 days" in best(scores[0], RETURNS)


def test_words_of_links_alone_are_not_quoted() -> None:
    price = "Boarding a dog costs 20 euros a day."
    passage = f"{price}\n\nPrice list for dogs (PDF, 84 kB)\n\nmore …"
    assert shown("What does boarding a dog cost?", passage) == price


def test_how_many_prefers_a_sentence_with_a_number() -> None:
    passage = "The club has many members in Galway. The club has 240 members in Galway."
    (scores,) = scored("How many members has the club in Galway?", passage)
    assert scores[1] > scores[0]


def test_when_prefers_a_sentence_with_a_date() -> None:
    passage = "The shop was founded by two friends in Galway. The shop was founded in Galway in June 1987."
    (scores,) = scored("When was the shop founded?", passage)
    assert scores[1] > scores[0]


def test_each_part_has_scores_of_its_own() -> None:
    passage = "Delivery to Norway costs 19.90 euros. Parcels to Norway arrive within six working days."
    cost, time = scored("What does delivery to Norway cost, and how many days until it arrives?", passage)
    assert "19.90" in best(cost, passage)
    assert "six working days" in best(time, passage)


def test_a_tiny_section_is_shown_whole() -> None:
    tiny = "Send it back within 30 days. Keep the tags. Trying it on is fine."
    assert shown("How many days do I have?", tiny) == "\n".join(unit.text for unit in units(tiny))


def test_a_long_section_is_cut_to_room() -> None:
    text = shown("How many days do I have to return something?", RETURNS + (" " + SETUP) * 8)
    assert "30 days" in text
    assert len(text) <= LONG


def test_the_best_unit_may_stand_in_any_section() -> None:
    text = shown("How do I install the package?", RETURNS * 3, SETUP)
    assert "apt-get install wanderer" in text


def test_code_comes_with_its_announcement() -> None:
    text = shown("How do I install the package?", SETUP)
    assert "Install the package with this command:\n    apt-get install wanderer" in text


def test_a_short_list_comes_whole_with_its_announcement() -> None:
    details = "- the version of the program\n- the operating system\n- the steps that lead there"
    passage = f"{SETUP}\n\nWrite these details into a report of a fault:\n\n{details}"
    assert details in shown("What should I write into a report of a fault?", passage)


def test_a_row_is_measured_as_it_is_told() -> None:
    table = "Country | Working days | Price\nNorway | 6–8 | €16.50\nSpain | 4–6 | €8.90"
    scores = scored("How many days does Norway take?", f"{table}\n\nParcels to Norway change their carrier.")
    bare = scored(
        "How many days does Norway take?", f"{table[30:]}\n\nParcels to Norway change their carrier."
    )
    assert max(scores[0]) == scores[0][1]
    assert scores[0][1] > bare[0][0]


def test_what_is_far_off_is_left_out() -> None:
    assert "apt-get" not in shown("How many days do I have to return goods?", RETURNS, SETUP)


def test_room_grows_when_nothing_stands_out() -> None:
    assert room_for([np.array([5.0, 1.0, 0.0], np.float32)]) == SHORT
    assert room_for([np.zeros(20, np.float32)]) == LONG


def test_room_grows_with_every_thing_asked() -> None:
    clear = np.array([5.0, 1.0, 0.0], np.float32)
    assert SHORT < room_for([clear] * 2) < room_for([clear] * 9) == LONG


def test_something_is_shown_even_without_room() -> None:
    long = "You can return it within 30 days " + "and not a day later " * 80 + "."
    assert "30 days" in shown("How many days do I have to return something?", long)


def test_sections_without_units_show_nothing() -> None:
    assert shown("How many days?", "") == ""


def test_words_of_the_heading_need_no_repeating() -> None:
    passage = units("He died in Berlin in 1961. Anna was a friend.")
    headed = [Quotable((heading,), tuple(passage), 5.0) for heading in ("Otto the painter", "Gardens")]
    (scores,) = judge(understand("Where did Otto the painter die?"), headed, shared_vectors()).by_part
    assert scores[0] > max(scores[2:])
    assert scores[0] > scores[1]


def test_what_two_pages_say_is_shown_once() -> None:
    printed = RETURNS.replace("unused goods", "unused  goods").replace(".", " .")
    assert shown("How many days do I have to return goods?", RETURNS, printed).count("30 days") == 1


def test_the_section_that_meets_most_is_measured() -> None:
    asked, embedder = understand("How long do plums keep in the cellar?"), shared_vectors()
    cellar, garden = told("Plums keep in the cellar for a year."), told("Roses want sun and a dry bed.")
    assert met(asked, garden, embedder) < met(asked, [*garden, *cellar], embedder) <= 1.0
    assert met(asked, [], embedder) == 1.0


ABROAD = "Parcels to Norway take six days and those to Sweden four. Goods go abroad twice a week."


def test_a_further_section_must_be_nearer_the_more_is_met() -> None:
    whole, half = (
        "How many days do I have to return goods?",
        "How many days do parcels take, and to which goods?",
    )
    assert "Norway" not in shown(whole, RETURNS, ABROAD)
    assert "Norway" in shown(half, RETURNS, ABROAD)


def test_what_was_told_before_is_not_told_again() -> None:
    question, told_before = "Must goods be clean?", "You can return unused goods within 30 days of delivery."
    assert told_before in shown(question, RETURNS)
    assert told_before not in shown(question, RETURNS, before=told_before)
    assert "30 days" in shown("How many days?", told_before, before=told_before)  # it alone answers


def test_names_of_columns_are_not_quoted_alone() -> None:
    table = "Service | Class B | Class A\nBasic fee | 395 | 340\nLesson | 62 | 68\nTest drive | 189 | 195"
    assert "Service" not in shown("What about class A?", table)
