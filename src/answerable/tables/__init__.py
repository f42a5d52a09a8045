"""Questions over tables, understood by rule: one parser for every catalog, English and German.

A question, a catalog and the day come in; a reading (logical form, SQL, what was understood) goes out, or the
honest word that the question is unclear or not understood. Never runs a query, reads a clock or a file outside
its own folder, and never guesses: a word nobody can account for means no answer.
"""

from answerable.tables.form import Reading
from answerable.tables.parser import Asker, NotUnderstood, Parsed, Parser, Unclear, Understood
from answerable.tables.say import Worded, asked_form, say, say_rows

__all__ = ["Asker", "NotUnderstood", "Parsed", "Parser", "Reading", "Unclear", "Understood", "Worded"]
__all__ += ["asked_form", "say", "say_rows"]
