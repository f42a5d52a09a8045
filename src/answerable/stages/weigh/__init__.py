"""Hold what is known against what was asked: is it enough, and is the question about these sources at all?"""

from answerable.stages.weigh.by_rule import RuleWeigher

__all__ = ["RuleWeigher"]
