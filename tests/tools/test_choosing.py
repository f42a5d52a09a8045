from __future__ import annotations

from typing import Any

from answerable.store.permits import StoredCall
from answerable.tools.choosing import RowChoice, known_names
from tests.tools.bookly import DIALOG

ROWS: list[dict[str, Any]] = [
    {"line": "1", "title": "The Salt Road", "kind": "book", "returnable": True},
    {"line": "2", "title": "Emma", "kind": "book", "returnable": True},
    {"line": "3", "title": "Emma", "kind": "audio cd", "returnable": True},
    {"line": "4", "title": "Dracula", "kind": "ebook", "returnable": False},
]


def told(tool: str, rows: list[dict[str, Any]]) -> StoredCall:
    return StoredCall(
        id="1",
        conversation="c",
        user="u",
        run="r",
        tool=tool,
        effect="read",
        arguments={},
        digest="d",
        state="used",
        at=0.0,
        gave={"facts": {}, "rows": rows},
    )


def choose(*texts: str, rows: list[dict[str, Any]] | None = None) -> RowChoice:
    done = told("check_return_eligibility", ROWS if rows is None else rows)
    return RowChoice.of(DIALOG, DIALOG.slots["items"], texts, done)


def test_a_row_is_chosen_by_its_name() -> None:
    assert choose("the salt road please").chosen == ["1"]
    assert choose("the slat road").chosen == ["1"]


def test_a_word_no_other_title_has_names_it() -> None:
    rows = [
        {**ROWS[0], "title": title, "line": str(n)}
        for n, title in enumerate(["Small Gardens, Large Ideas", "Emma"])
    ]
    assert choose("the gardens one", rows=rows).chosen == ["0"]
    assert choose("the large emma", rows=rows).chosen == ["1"]


def test_a_row_is_chosen_by_what_it_is_about() -> None:
    rows = [
        {**ROWS[0], "title": title, "line": str(n)}
        for n, title in enumerate(["Bread for Beginners", "Snow on the Line"])
    ]
    assert choose("the baking book", rows=rows).chosen == ["0"]
    assert choose("so I was baking today", rows=rows).chosen == []


def test_what_is_kept_must_be_known() -> None:
    assert choose("I keep the cookbook, the rest goes back").chosen == []
    assert choose("I keep the salt road, the rest goes back").chosen == ["2", "3"]
    assert choose("Emma is lovely but the salt road goes back").chosen == ["1"]
    assert choose("my son reads the salt road, so just the other one", rows=ROWS[:2]).chosen == ["2"]


def test_a_row_is_told_apart_in_the_users_language() -> None:
    done = StoredCall(
        id="1", conversation="c", user="u", run="r", tool="t", effect="read", arguments={}, digest="d",
        state="used", at=0.0, gave={"rows": ROWS},
    )  # fmt: skip
    choice = RowChoice.of(DIALOG, DIALOG.slots["items"], ("Emma, das Buch",), done, "de")
    assert (choice.chosen, choice.label_of("2")) == (["2"], ["Emma (Buch)"])


def test_newer_words_stand_over_older_ones() -> None:
    assert choose("the salt road", "no, the audio cd").chosen == ["3"]


def test_one_name_for_two_rows_is_unclear() -> None:
    choice = choose("Emma")
    assert choice.unclear
    assert choice.chosen == []
    assert choice.labels == ["The Salt Road", "Emma (book)", "Emma (audio cd)"]
    assert choose("Emma (audio cd)").chosen == ["3"]


def test_all_and_numbers_are_understood() -> None:
    assert choose("all of them").chosen == ["1", "2", "3"]
    assert choose("the second one").chosen == ["2"]


def titled(*titles: str) -> list[dict[str, Any]]:
    return [{**ROWS[0], "title": title, "line": str(n)} for n, title in enumerate(titles, 1)]


def test_words_that_fit_two_titles_are_asked_about() -> None:
    rows = titled("A Garden in Winter", "Small Gardens", "Emma", "Emma in Paris")
    assert choose("the garden one goes back", rows=rows).unclear
    assert choose("the winter garden one goes back", rows=rows).chosen == ["1"]
    assert choose("Emma goes back", rows=rows).chosen == ["3"]  # all of one name, half of another
    assert choose("Emma in Paris goes back", rows=rows).chosen == ["4"]


def test_what_may_not_be_chosen_is_meant_but_not_chosen() -> None:
    choice = choose("Dracula")
    assert (list(choice.meant), choice.chosen, choice.places) == (["4"], [], [3])


def test_the_only_row_needs_no_choosing() -> None:
    assert choose("return it", rows=ROWS[:1]).chosen == ["1"]
    assert choose("return it").chosen == []


THREE = [
    {**ROWS[0], "title": title, "line": str(n)}
    for n, title in enumerate(["Letters to a Lighthouse", "Kartoffelsuppe und Sterne", "Emma"], 1)
]


def test_a_change_of_mind_changes_the_rows() -> None:
    said = ["one has to go back", "the lighthouse", "actually both", "no, only the lighthouse after all"]
    assert choose(*said, rows=THREE[:2]).chosen == ["1"]
    assert choose("the lighthouse", "oh and Emma as well", rows=THREE).chosen == ["1", "3"]
    assert choose("the lighthouse and Emma", "hm no, leave Emma out", rows=THREE).chosen == ["1"]
    assert choose("I keep the lighthouse and Emma, the rest can go", rows=THREE).chosen == ["2"]


def test_a_correction_nobody_understands_ends_the_choice() -> None:
    choice = choose("the lighthouse", "oh wait, not that, I meant the potato soup one", rows=THREE)
    assert (choice.chosen, choice.unclear) == ([], True)


def test_a_long_talk_is_read_once_over() -> None:
    assert choose("the salt road", *["hm, and what about it"] * 40).chosen == [
        "1"
    ]  # not once for each way back


def test_known_names_only_say_what_they_are() -> None:
    done = told("lookup_order", THREE)
    assert known_names(DIALOG, "emma@b.example: the lighthouse stays, Emma goes", [done]) == (
        "emma@b.example: the book stays, book goes"
    )


def test_what_is_excepted_goes_on_with_and() -> None:
    rows = titled("Moby-Dick", "Fahrenheit 451", "Snow on the Line")
    assert choose("everything except Moby-Dick and the snow one", rows=rows).chosen == ["2"]
    assert choose("why not the snow one", rows=rows).chosen == ["3"]


def test_only_what_nobody_knows_is_asked_about() -> None:
    assert choose("all of them", "only the blue one").unclear
    assert choose("das Buch mit dem Schnee", rows=titled("Emma", "Snow on the Line")).chosen == ["2"]
