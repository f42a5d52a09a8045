"""What "it", "its" or "davon" means in a question over tables: the one record that the question before named."""

from __future__ import annotations

import re

from answerable.lists import read_list
from answerable.tables import Parser, Reading

_WORDS = read_list(__package__, "spoken_of.toml")


def _any(language: str, kind: str) -> re.Pattern[str]:
    words = "|".join(_WORDS[language][kind])
    return re.compile(rf"\b(?:{words})\s+(?=\w)" if kind == "whose" else rf"\b(?:{words})\b", re.IGNORECASE)


_WHOSE = {language: _any(language, "whose") for language in _WORDS}
_OF = {language: _any(language, "of") for language in _WORDS}
_IT = {language: _any(language, "it") for language in _WORDS}
_THEY = {language: _any(language, "they") for language in _WORDS}
_SEVERAL = {language: _any(language, "several") for language in _WORDS}
_FOR_NOTHING = {language: _any(language, "for_nothing") for language in _WORDS}
# With the record in it, a question stands alone.
_LEAD = re.compile(r"^\s*(?:and|but|und|aber)\b[\s,]*", re.IGNORECASE)


def spoken_of(text: str, language: str, earlier: Reading | None, parser: Parser) -> tuple[str, str]:
    """The text with the record in the place of the word that points at it; and the word, where nothing is known."""
    language = language if language in _WORDS else "en"
    bare = _LEAD.sub("", _FOR_NOTHING[language].sub(" ", text))
    words = [found.group().strip() for one in (_WHOSE, _OF, _IT) if (found := one[language].search(bare))]
    if earlier is None or not words:
        return (_THEY[language].sub(_WORDS[language]["says_they"], text) if earlier else text), ""
    record = _record(earlier, parser)
    if not record:  # the tables know what several are: "how many of them"
        return text, ("" if _SEVERAL[language].fullmatch(words[0]) else words[0])
    of = _WORDS[language]["says_of"].format(record=record)
    if _WHOSE[language].search(bare):  # "its price": "price of article 4711"
        rest = _WHOSE[language].sub("", bare).strip().rstrip("?.! ")
        return f"{rest} {of}?", ""
    return _IT[language].sub(record, _OF[language].sub(of, bare)), ""


def _record(earlier: Reading, parser: Parser) -> str:
    """What the earlier question was about, as the tables know it: a name, or a number with what it numbers."""
    vocabulary = parser.vocabulary
    named = [
        one
        for one in earlier.form.where
        if one.op == "=" and not one.negated and not one.term and one.column.field
        if one.column.field in vocabulary.naming(one.column.entity, alone=False)
        or vocabulary.traits[one.column.entity, one.column.field].identifying
    ]
    if len({one.column.entity for one in named}) != 1:
        return ""
    value, entity = str(named[0].values[0]), vocabulary.catalog.entity(named[0].column.entity)
    return value if re.search(r"[^\W\d_]{3}", value) else f"{entity.label or entity.name} {value}"
