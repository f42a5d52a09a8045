"""The lexicon: stems, meanings, compounds, slips."""

from __future__ import annotations

from answerable.tables.lexicon import derived, fold, keys, shared_lexicon, slip, split_compound


def test_umlauts_may_be_written_out() -> None:
    assert fold("Bestände") == fold("Bestaende") == "bestande"
    assert keys("Bestände") & keys("Bestand")


def test_women_are_found_by_the_same_word() -> None:
    assert keys("Patientinnen") & keys("Patient")


def test_words_of_both_languages_share_a_meaning() -> None:
    lexicon = shared_lexicon()
    assert lexicon.concepts("suppliers") & lexicon.concepts("Lieferanten")
    assert not lexicon.concepts("suppliers") & lexicon.concepts("Kunden")


def test_a_plural_comes_before_a_stem() -> None:
    assert shared_lexicon().concepts("books") == {"book"}


def test_compounds_are_cut_along_known_words() -> None:
    assert [unit.word for unit in shared_lexicon().units("Kundenadresse")] == ["kunden", "adresse"]
    assert split_compound("urlaubstage", frozenset({"urlaub", "tag", "stage"}), frozenset({"tag"})) == (
        "urlaub",
        "tage",
    )


def test_only_longer_words_may_slip() -> None:
    assert slip("custmer", "customer")
    assert not slip("date", "data")
    assert not slip("return", "turn")


def test_cut_down_names_find_their_word() -> None:
    known = shared_lexicon()
    assert known.unit("mitgl", broad=True).concepts == {"member"}
    assert "auditorium" in known.unit("scrn", broad=True).concepts | known.unit("scrn", broad=True).broad
    assert not known.unit("mitgl").concepts  # people do not ask in these


def test_states_of_both_languages_are_alike() -> None:
    known = shared_lexicon()
    assert known.unit("kaputt").distance(known.unit("defekt", broad=True)) is not None
    assert known.unit("kaputt").distance(known.unit("bezahlt", broad=True)) is None


def test_words_of_one_root_are_kin() -> None:
    assert derived("kuratiert", "kurator")
    assert derived("entstanden", "entst")
    assert not derived("Verkäuferin", "Verkauf")
    assert not derived("Kursleitung", "Kurs")
