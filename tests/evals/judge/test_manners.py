"""Reading ease orders texts as people would, in both languages."""

from __future__ import annotations

from answerable.evals.judge import manners

EASY = {
    "en": "The bus is red. It stops here. You can get on now.",
    "de": "Der Bus ist rot. Er hält hier. Sie können jetzt einsteigen.",
}
HARD = {
    "en": "Notwithstanding the aforementioned considerations, the administration's interdepartmental reorganisation "
    "necessitates comprehensive documentation of organisational responsibilities.",
    "de": "Unbeschadet der vorgenannten Bestimmungen erfordert die verwaltungsrechtliche Zuständigkeitsverlagerung "
    "eine umfassende Dokumentation organisatorischer Verantwortlichkeiten.",
}


def test_short_words_read_more_easily() -> None:
    for language in ("en", "de"):
        easy, hard = (manners.reading_ease(texts[language], language) for texts in (EASY, HARD))
        assert easy > 60 > 20 > hard


def test_citation_marks_and_numbers_count_for_nothing() -> None:
    assert manners.reading_ease("The bus is red. [1, 2]", "en") == manners.reading_ease(
        "The bus is red.", "en"
    )
    assert manners.reading_ease("4711", "en") == 100.0


def test_phrases_are_found_as_whole_words() -> None:
    assert manners.said("apologies", "We apologise and are Sorry.") == ["apologise", "Sorry"]
    assert manners.said("apologies", "A sorrynotsorry shirt") == []
    assert list(manners.asks_for("What is your e-mail address?")) == ["email"]
