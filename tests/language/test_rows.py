from __future__ import annotations

from answerable.language.asked import understand
from answerable.language.rows import all_told, asked_for, header_of, told
from answerable.language.sentences import units

DELIVERY = """Country | Working days | Price | Free from
Germany | 3–4 | €6.90 | €100
Austria, France | 4–6 | €8.90 | €120
Switzerland | 5–7 | €14.00 | €150
Norway | 6–8 | €16.50 | never

Other countries are not possible."""


def test_a_row_is_told_with_its_columns() -> None:
    within = units(DELIVERY)
    assert told(within[4].text, header_of(within, 4)) == (
        "- Norway: Working days 6–8, Price €16.50, Free from never"
    )


def test_rows_without_a_header_stay_as_they_are() -> None:
    within = units("Weight | 2 kg\nHeight | 90 cm")
    assert header_of(within, 1) == ()
    assert all_told("Weight | 2 kg\nHeight | 90 cm") == ["Weight | 2 kg", "Height | 90 cm"]


def test_labels_and_values_have_no_header() -> None:
    dog = units("Rasse | Schäferhundmischling\nGeboren | Mai 2021\nGeschlecht | Rüde")
    assert [header_of(dog, place) for place in range(3)] == [(), (), ()]
    prices = units("Country | Price\nIreland | €5\nNorway | €16")
    assert header_of(prices, 2) == ("Country", "Price")


def test_a_name_with_a_number_stands_over_bare_figures() -> None:
    rent = units("Machine | 1 day | Week\nDigger | 165 € | 690 €\nSaw | 30 € | 120 €")
    assert header_of(rent, 2) == ("Machine", "1 day", "Week")
    hours = units("Monday | 8.30–11.30\nTuesday | 9–12")
    assert header_of(hours, 1) == ()


def test_a_long_cell_is_not_told_in_between() -> None:
    row = f"Norway | {'a very long note ' * 8}"
    assert told(row, ("Country", "Note")) == row


def test_only_the_row_that_was_asked_for_stays() -> None:
    within = units(DELIVERY)
    kept = asked_for(within, range(len(within)), understand("price of delivery to Norway"))
    assert kept == {4, 5}


def test_all_rows_stay_where_none_was_named() -> None:
    within = units(DELIVERY)
    kept = asked_for(within, range(len(within)), understand("cost of delivery"))
    assert kept == {1, 2, 3, 4, 5}  # the header's names stand in every row


def test_the_new_word_of_a_follow_up_names_the_row() -> None:
    within = units(DELIVERY)
    kept = asked_for(within, range(5), understand("And to Germany?", setting="Price of delivery to Norway?"))
    assert {within[place].text.split(" | ")[0] for place in kept} == {"Germany"}
