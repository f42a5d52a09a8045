"""Read JSON the way models write it: strictly where meaning is at stake, forgivingly where it is not.

Forgiven: trailing commas, single quotes, Python's True/False/None, line breaks inside strings, and, only when
the caller knows the text is whole, closing brackets missing at the very end.
Refused: anything that could be read in two ways, and anything that would hurt later (NaN, Infinity, very long
integers, duplicate keys, half surrogates, NUL, deep nesting).
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

# Shapes of the house nest four deep at most; 64 leaves room and keeps recursion far from Python's limit.
MAX_DEPTH = 64
# Fits a signed 64-bit column; a longer number is an identifier written wrongly, and cannot be stored.
MAX_DIGITS = 18

_SPACE = re.compile(r"[ \t\r\n\ufeff\u00a0]*")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?(?![\w.+-])", re.ASCII)
_STRING = {quote: re.compile(rf"{quote}((?:[^{quote}\\]|\\.)*+){quote}", re.DOTALL) for quote in "\"'"}
_ESCAPE, _REQUOTED = re.compile(r"\\.|\"", re.DOTALL), {'"': '\\"', "\\'": "'"}
_LITERAL = re.compile(r"(true|false|null|True|False|None)(?!\w)")
_LITERALS = {"true": True, "True": True, "false": False, "False": False, "null": None, "None": None}
_UNSAFE = re.compile("[\x00\ud800-\udfff]")


class NotJson(ValueError):
    """What stands here is not a value, or not only one."""


class LooseReader:
    """Reads one value at a time out of a text."""

    def __init__(self, text: str, *, whole: bool) -> None:
        self.text = text
        self.whole = whole  # the sender said it had finished: missing closing brackets are a slip, not a loss
        self.at = 0

    def value_at(self, start: int) -> Any:
        """The value that starts here; afterwards `at` stands behind it."""
        self.at = start
        return self._value(0)

    def skip_space(self) -> str:
        """Move to the next character that means something and return it; empty at the end."""
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.text[self.at : self.at + 1]

    def _value(self, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise NotJson(f"nested more than {MAX_DEPTH} deep")
        mark = self.skip_space()
        match mark:
            case "":
                raise NotJson("ends where a value should stand")
            case "{":
                return self._object(depth)
            case "[":
                return self._array(depth)
            case '"' | "'":
                return self._string(mark)
            case _:
                return self._plain()

    def _object(self, depth: int) -> dict[str, Any]:
        self.at += 1
        result: dict[str, Any] = {}
        while not self._closes("}"):
            quote = self.skip_space()
            if quote not in ('"', "'"):
                raise NotJson("a key in quotes should stand here")
            key = self._string(quote)
            if self.skip_space() != ":":
                raise NotJson("a colon should follow a key")
            self.at += 1
            if key in result:
                raise NotJson(f"the key {key[:40]!r} stands twice")
            result[key] = self._value(depth + 1)
            if not self._goes_on("}"):
                break
        return result

    def _array(self, depth: int) -> list[Any]:
        self.at += 1
        result: list[Any] = []
        while not self._closes("]"):
            result.append(self._value(depth + 1))
            if not self._goes_on("]"):
                break
        return result

    def _closes(self, bracket: str) -> bool:
        """Whether the bracket closes here, at once or after a trailing comma."""
        mark = self.skip_space()
        if mark == bracket:
            self.at += 1
            return True
        if not mark:  # after a comma or an opening bracket something was still to come
            raise NotJson("ends inside an open bracket")
        return False

    def _goes_on(self, bracket: str) -> bool:
        """After an element: true behind a comma, false behind the closing bracket or its forgiven absence."""
        mark = self.skip_space()
        if mark in (",", bracket):
            self.at += 1
            return mark == ","
        if not mark and self.whole and not self._after_number():
            return False
        raise NotJson(f"a comma or {bracket} should stand here")

    def _after_number(self) -> bool:
        """A number at the very end may have lost digits; a string, a word or a bracket may not."""
        before = self.text[: self.at].rstrip()
        return before[-1:].isdigit()

    def _string(self, quote: str) -> str:
        match = _STRING[quote].match(self.text, self.at)
        if match is None:
            raise NotJson("a quoted text does not end")
        self.at = match.end()
        raw = match.group(1)
        if quote == "'":
            raw = _ESCAPE.sub(lambda found: _REQUOTED.get(found.group(), found.group()), raw)
        try:
            text = json.loads(f'"{raw}"', strict=False)
        except json.JSONDecodeError:
            raise NotJson("a quoted text holds an unknown escape") from None
        if _UNSAFE.search(text):
            raise NotJson("a quoted text holds half a character or NUL")
        return str(text)

    def _plain(self) -> Any:
        if literal := _LITERAL.match(self.text, self.at):
            self.at = literal.end()
            return _LITERALS[literal.group(1)]
        number = _NUMBER.match(self.text, self.at)
        if number is None:
            raise NotJson("a value should stand here")
        self.at = number.end()
        if number.group(1) is None and number.group(2) is None:
            return self._integer(number.group())
        value = float(number.group())
        if not math.isfinite(value):
            raise NotJson("a number is too large")
        return value

    def _integer(self, digits: str) -> int:
        if len(digits.lstrip("-")) > MAX_DIGITS:
            raise NotJson(f"an integer has more than {MAX_DIGITS} digits")
        return int(digits)
