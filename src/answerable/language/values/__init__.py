"""Find what can be checked in a text: numbers, dates, times, amounts, identifiers, addresses, quotes, names.

Text in English or German comes in; `Value`s go out, each with its kind, its surface and one canonical form,
so that "3 April 2026" equals "2026-04-03". Never judges whether a value is true: that is the verifier's work.
"""

from answerable.language.values.find import find_values
from answerable.language.values.identifiers import find_addresses
from answerable.language.values.value import COUNTED, Forms, Value, same_value

__all__ = ["COUNTED", "Forms", "Value", "find_addresses", "find_values", "same_value"]
