"""Static vectors: closeness in meaning, robustness against odd text, the same result every time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from answerable.language.embed import PlainWords, StaticVectors, fold, shared_vectors


@pytest.fixture(scope="module")
def vectors() -> StaticVectors:
    return StaticVectors.load()


def closeness(vectors: StaticVectors, one: str, other: str) -> float:
    rows = vectors.embed([one, other])
    return float(rows[0] @ rows[1])


@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        (
            "can I send it back if it does not fit?",
            "Returns are accepted within 30 days of purchase.",
            "Our offices are open from Monday to Friday.",
        ),
        (
            "my laptop won't connect to the internet at home",
            "Troubleshooting wireless network problems",
            "Changing the colour of the desktop background",
        ),
        (
            "what does it cost to ship a parcel abroad",
            "Delivery charges for international orders",
            "How to reset a forgotten password",
        ),
        (
            "who started the company",
            "The firm was founded by two engineers in 1987.",
            "The battery lasts for eight hours of use.",
        ),
        (
            "wie lösche ich eine Datei",
            "Dateien und Ordner entfernen",
            "Die Schriftart eines Textes ändern",
        ),
    ],
)
def test_a_paraphrase_is_closer_than_another_subject(
    vectors: StaticVectors, question: str, right: str, wrong: str
) -> None:
    assert closeness(vectors, question, right) > closeness(vectors, question, wrong) + 0.1


def test_related_words_are_close_without_sharing_letters(vectors: StaticVectors) -> None:
    assert closeness(vectors, "doctor", "physician") > closeness(vectors, "doctor", "tractor") + 0.2


def test_filler_words_hardly_move_a_text(vectors: StaticVectors) -> None:
    assert closeness(vectors, "so what is it with the refund then", "refund") > 0.6


def test_rows_have_length_one(vectors: StaticVectors) -> None:
    rows = vectors.embed(["a", "printer paper", "word " * 5000])
    assert rows.shape == (3, vectors.dimensions)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)


@pytest.mark.parametrize("text", ["", "   \n\t", "?!… —", "🙂🙂", "漢字", "x" * 400])
def test_a_text_without_a_known_word_is_a_row_of_zeros(vectors: StaticVectors, text: str) -> None:
    assert not vectors.embed([text]).any()


def test_no_texts_give_no_rows(vectors: StaticVectors) -> None:
    assert vectors.embed([]).shape == (0, vectors.dimensions)


@pytest.mark.parametrize("odd", ["漢字 {}", "{} \x00\ufffd", "{} 🙂", "\ud800 {}"])
def test_unknown_characters_are_passed_over(vectors: StaticVectors, odd: str) -> None:
    assert closeness(vectors, odd.format("printer"), "printer") == pytest.approx(1, abs=1e-5)


def test_case_and_accents_make_no_difference(vectors: StaticVectors) -> None:
    assert fold("Émile ZOLA, Käse") == "emile zola, kase"
    assert closeness(vectors, "CAFÉ", "cafe") == pytest.approx(1, abs=1e-5)


def test_an_unknown_word_is_cut_into_known_pieces(vectors: StaticVectors) -> None:
    assert len(vectors.pieces("printer")) == 1
    assert len(vectors.pieces("zorbleprinterish")) > 1


def test_the_result_does_not_depend_on_neighbours_or_history(vectors: StaticVectors) -> None:
    texts = [f"passage {number} about the warranty of tents" for number in range(100)]
    together = vectors.embed(texts)
    again = StaticVectors.load().embed(texts)
    assert np.array_equal(together, again)
    alone = np.concatenate([vectors.embed([text]) for text in texts])
    assert np.allclose(together, alone, atol=1e-6)


def test_a_full_memory_of_words_is_emptied_and_goes_on(
    vectors: StaticVectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = vectors.embed(["one two three four five"])
    monkeypatch.setattr("answerable.language.embed._REMEMBERED_WORDS", 2)
    small = StaticVectors.load()
    assert np.array_equal(small.embed(["one two three four five"]), before)


def test_each_asked_word_finds_its_nearest_word_in_each_text(vectors: StaticVectors) -> None:
    near = vectors.match(
        ["refund", "bicycle"], ["We give your money back.", "A bike with a bell", "Refund, bicycle", ""]
    )
    assert near.shape == (4, 2)
    assert near[0, 0] > near[1, 0] + 0.1
    assert near[1, 1] > near[0, 1] + 0.3
    assert near[2] == pytest.approx([1, 1], abs=1e-5)
    assert not near[3].any()


def test_nothing_to_match_is_an_empty_table(vectors: StaticVectors) -> None:
    assert vectors.match([], ["a text"]).shape == (1, 0)
    assert vectors.match(["word"], []).shape == (0, 1)


def test_another_table_has_another_fingerprint(vectors: StaticVectors) -> None:
    small = StaticVectors(np.zeros((1, 2), dtype=np.uint8), np.ones(1, dtype=np.float32), ["one"])
    assert vectors.fingerprint == StaticVectors.load().fingerprint
    assert vectors.fingerprint != small.fingerprint


def test_the_packaged_table_is_opened_once() -> None:
    assert shared_vectors() is shared_vectors()


def test_files_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "table.npy", np.zeros((2, 4), dtype=np.uint8))
    np.save(tmp_path / "scales.npy", np.ones(2, dtype=np.float32))
    (tmp_path / "vocab.txt").write_text("one\ntwo\nthree\n", encoding="utf-8")
    with pytest.raises(ValueError, match="do not match"):
        StaticVectors.load(tmp_path)


def test_a_missing_table_leaves_plain_words(tmp_path: Path) -> None:
    plain = shared_vectors(tmp_path)
    assert isinstance(plain, PlainWords)
    assert not plain.embed(["return", "refund"]).any()
    assert plain.match(["return", "Käse"], ["A return or a refund", "Kase", ""]).tolist() == [
        [1, 0],
        [0, 1],
        [0, 0],
    ]
    assert plain.match([], ["text"]).shape == (1, 0)
