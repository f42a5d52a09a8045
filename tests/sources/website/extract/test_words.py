from __future__ import annotations

from answerable.sources.website.extract.words import LINE_BREAK, collapse, lines_of, visible


def test_white_space_runs_become_one_space() -> None:
    assert collapse(" a\n\t b\u00a0c ") == "a b c"


def test_invisible_characters_are_removed() -> None:
    hidden = "\u200b\u200d\u202e\u2066\u00ad\ufeff\U000e0041\ufe0f\x00\x07\x9b"
    assert collapse(f"pass{hidden}word") == "password"
    assert visible(f"a{hidden}\n\tb") == "a\n\tb"


def test_letters_of_all_scripts_stay() -> None:
    for words in ("Größe naïve", "日本語 テキスト", "Ελλάδα", "שלום", "हिन्दी", "🙂"):
        assert collapse(words) == words


def test_text_of_nothing_but_marks_is_empty() -> None:
    assert lines_of(f" {LINE_BREAK} \u200b {LINE_BREAK}") == ""


def test_breaks_become_lines() -> None:
    assert lines_of(f"a {LINE_BREAK}b{LINE_BREAK}{LINE_BREAK}{LINE_BREAK} c") == "a\nb\n\nc"
