"""What is remembered from one conversation to the next: which record a person means by a name.

In come choices a person made among real records, with the turn they were made in; out come the records to look for
first next time. Only the person who chose sees the choice, nothing said in passing is kept, and nothing kept here is
ever an answer: the records are read again at their source, and what is gone there is forgotten here.
"""

from answerable.memory.preferences import Preferences

__all__ = ["Preferences"]
