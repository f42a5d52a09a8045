"""What is remembered from one conversation to the next: what a person means by a name, and what a tenant does.

In come choices a person made among real records, what they asked us to remember, and what an operator stated for all;
out come the words and records to look for next time. What somebody said is used for nobody else, facts that a source
could answer are not kept, and nothing kept here is ever an answer: the records are read again at their source, and
what is gone there is forgotten here.
"""

from answerable.memory.graph import Graph

__all__ = ["Graph"]
