"""What research by model costs: tokens sent per question over the shipped suite, with models that spend all they may.

One model searches for something new at every turn, one reads the links it is shown, one writes garbage. Tokens are
our own estimate of the prompts that were sent (3.5 bytes each), plus what the model wrote.

python evals/research_tokens.py [cases]     exits 1 when a question costs more than the requirement's 30,000
"""

from __future__ import annotations

import asyncio
import itertools
import statistics
import sys
from pathlib import Path

from answerable.build.research import wired
from answerable.engine import Engine
from answerable.evals.research import OfflineWeb, judge_research, read_cases
from answerable.models.base import Prompt
from answerable.models.metered import MeteredModel
from answerable.models.shown import ShownLimits, prompt_tokens
from answerable.sandbox.web.site import make_web
from answerable.sources.search import EngineChain, SearchSource
from answerable.stages.plan.by_research import ResearchPlanner
from answerable.stages.plan.by_research_model import ResearchModelPlanner, ResearchMove
from answerable.stages.settle import Settler
from answerable.testing.scripted_model import Line, Said, ScriptedModel

SUITE = Path(__file__).parent / "suites" / "research" / "web.jsonl"
MOST, WRITTEN = 30_000, 80  # tokens of a question, and of one reply


def searches(prompt: Prompt) -> Said:
    words = [word for word in prompt.body.split() if word.istitle()]
    return {
        "next_action": "search",
        "query_or_url": " ".join(words[len(words) % 7 :][:6]),
        "reasoning": "more",
    }


def reads(_: Prompt) -> Said:
    return {"next_action": "crawl", "links": [1, 2, 3, 4, 5], "reasoning": "more"}


def garbles(_: Prompt) -> Said:
    return "I am sure that {{{"


class ByModel(OfflineWeb):
    """The same walk, with a model that decides."""

    line: Line = garbles
    model: ScriptedModel

    def engine(self, about: str = "the web") -> Engine:
        self.model = ScriptedModel(itertools.repeat(self.line))
        source = SearchSource(EngineChain([self.index]), self.read)
        rules = ResearchPlanner(source.engines)
        metered = MeteredModel(model=self.model)
        return wired(
            source, ResearchModelPlanner(rules, metered, source.engines, ShownLimits()), Settler(about)
        )


async def measure(most: int) -> int:
    web, cases, dear = ByModel(make_web().documents()), read_cases(SUITE)[:most], 0
    for line in (searches, reads, garbles):
        web.line = line
        spent, right = list[int](), 0
        for case in cases:
            outcome = await web.ask(case.question, case.language)
            right += judge_research(case, outcome).right
            spent.append(sum(prompt_tokens(prompt, ResearchMove) + WRITTEN for prompt in web.model.prompts))
        dear += sum(tokens > MOST for tokens in spent)
        print(
            f"a model that {line.__name__}: {len(cases)} questions, {right} right, tokens mean "
            f"{statistics.mean(spent):,.0f}, worst {max(spent):,}"
        )
    return dear


if __name__ == "__main__":
    sys.exit(bool(asyncio.run(measure(int(sys.argv[1]) if sys.argv[1:] else 10_000))))
