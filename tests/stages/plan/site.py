"""A site in memory for the tests of planners and drafters, and the house that walks over it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import Event, Tell
from answerable.domain.evidence import Evidence, Findings, Lead, Ledger, Locator
from answerable.domain.outcome import Claim, Draft, Objections, Weighing
from answerable.domain.plan import Task
from answerable.domain.question import Question, Turn
from answerable.language.words import words
from answerable.models.metered import MeteredModel
from answerable.models.shown import ShownLimits
from answerable.sources.base import Card
from answerable.stages.base import Seat
from answerable.stages.draft.by_model import PROMPT as DRAFT_PROMPT
from answerable.stages.draft.by_model import ModelDrafter
from answerable.stages.draft.cascade import CascadeDrafter
from answerable.stages.plan.by_model import PROMPT as PLAN_PROMPT
from answerable.stages.plan.by_model import ModelPlanner
from answerable.stages.plan.by_rule import RulePlanner
from answerable.stages.plan.cascade import CascadePlanner
from answerable.stages.verify import Verifier
from answerable.testing.house import NOON, FakeHouse
from answerable.testing.scripted_model import ScriptedModel

ROOT = "https://boats.example"


@dataclass(frozen=True)
class SitePage:
    path: str
    text: str
    links: tuple[str, ...] = ()  # paths or whole addresses

    @property
    def url(self) -> str:
        return ROOT + self.path


HOME = SitePage("/", "We rent boats on the lake.", ("/prices", "/hours", "/imprint"))
PRICES = SitePage("/prices", "A canoe costs 18 euros per day. A deposit of 50 euros is due.", ("/deposits",))
HOURS = SitePage("/hours", "The jetty is open from 9:00 to 17:00. It is closed on Mondays.")
IMPRINT = SitePage("/imprint", "Lakeside Boats, 12 Harbour Lane.")
DEPOSITS = SitePage("/deposits", "The deposit is paid in cash and returned at the jetty.")
BOATS = (HOME, PRICES, HOURS, IMPRINT, DEPOSITS)


class BoatSite:
    """Knows its pages, says what it read so far, and remembers every address it was sent to."""

    def __init__(self, pages: Iterable[SitePage] = BOATS, *, at_once: int = 5) -> None:
        self.card = Card("website", "Pages of boats.example", follows_leads=True, leads_at_once=at_once)
        self.sent: list[str] = []
        self._pages = {page.url: page for page in pages}
        self._read: list[SitePage] = []

    async def read(self, task: Task, question: Question, budget: Budget, tell: Tell) -> Findings:
        targets = task.targets or (f"{ROOT}/",)
        self.sent += targets
        for url in targets:
            budget.spend("pages")
            self._read.append(self._pages[url])
        known = {page.url for page in self._read}
        links = [ROOT + link if link.startswith("/") else link for page in self._read for link in page.links]
        leads = tuple(
            Lead(url, url.rsplit("/", 1)[-1], 1.0 / place, "website")
            for place, url in enumerate(dict.fromkeys(links), 1)
            if url not in known
        )
        pieces = tuple(_piece(page, question.text) for page in self._read)
        return Findings(pieces, (), leads, len(self._read))


def _piece(page: SitePage, asked: str) -> Evidence:
    score = len(set(words(page.text)) & set(words(asked))) / 10
    where = Locator("website", page.url, path=(page.path,))
    return Evidence(f"w{page.path}", page.text, page.path.strip("/") or "Home", where, NOON, score=score)


class QuoteAll:
    """The rule way of the fakes: quotes the best piece whole."""

    async def __call__(
        self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat, objections: Objections = ()
    ) -> Draft:
        return Draft(tuple(Claim(piece.text, (piece.id,), piece.text) for piece in ledger.best(1)))


class SetWeigher:
    """Always weighs the same."""

    def __init__(self, confidence: float = 0.4, *, enough: bool = False) -> None:
        self._weighing = Weighing(confidence=confidence, enough=enough)

    async def __call__(self, question: Question, ledger: Ledger, seat: Seat) -> Weighing:
        return self._weighing


LIMITS = ShownLimits()


class BoatHouse(FakeHouse):
    """The real engine and verifier, with planner and drafter by this model."""

    def __init__(
        self,
        *says: Any,
        site: BoatSite | None = None,
        limits: Limits | None = None,
        shown: ShownLimits = LIMITS,
        instruction: str = "",
        cascade: bool = False,
        **stages: Any,
    ) -> None:
        self.site = site or BoatSite()
        self.model = ScriptedModel(says)
        asked = MeteredModel(model=self.model)
        rules = RulePlanner([self.site.card])
        plan = ModelPlanner(rules, [self.site.card], asked, shown, instruction=instruction)
        prompts = (PLAN_PROMPT, DRAFT_PROMPT)
        verify = Verifier(["\n".join(p.sections.values()) for p in prompts], [p.canary for p in prompts])
        draft = ModelDrafter(QuoteAll(), asked, shown, verify, instruction=instruction)
        cascaded = {
            "plan": CascadePlanner(rules, plan, sure=0.8),
            "draft": CascadeDrafter(QuoteAll(), draft, sure=0.8),
        }
        ways = cascaded if cascade else {"plan": plan, "draft": draft}
        given = {"weigh": SetWeigher(), "verify": verify, **ways, **stages}
        super().__init__(self.site, limits=limits, **given)

    def told(self, kind: type[Event]) -> list[Any]:
        """The events of one kind."""
        return [event for event in self.heard if isinstance(event, kind)]


def seat_of(limits: Limits | None = None) -> tuple[Seat, list[Event]]:
    heard: list[Event] = []
    return Seat(Budget(limits or Limits(), lambda: 0.0), heard.append), heard


def asking(text: str, *, turns: Sequence[Turn] = (), language: str = "en", run: str = "run") -> Question:
    return Question(text, "talk", run, NOON, turns=tuple(turns), language=language)


def answer(*sentences: tuple[str, list[int]], **more: Any) -> dict[str, object]:
    """What a model writes."""
    return {"sentences": [{"text": text, "evidence": cited} for text, cited in sentences], **more}


def explore(*links: int) -> dict[str, object]:
    return {"reasoning": "Prices are missing.", "action": "explore", "links": list(links)}


ENOUGH: dict[str, object] = {"reasoning": "The price is known.", "action": "answer"}
