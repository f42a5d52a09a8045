from __future__ import annotations

from answerable.sandbox.web import traps
from answerable.sandbox.web.site import make_web

WEB = make_web()


def test_every_contradiction_stands_on_some_page() -> None:
    for dispute in WEB.disputes:
        telling = [
            p
            for p in WEB.pages.values()
            if p.host == dispute.host and dispute.other in p.body and dispute.subject in p.body
        ]
        assert telling or dispute.even, dispute


def test_the_pit_never_says_the_truth() -> None:
    for company in WEB.world.companies[:20]:
        said = traps.scrambled(WEB.world, company, 5)
        assert said["founded"] != str(company.founded)
        assert said["seat"] != company.seat.name
        assert said["employees"] != str(company.employees)


def test_copies_and_orders_are_there() -> None:
    hosts = [page.host for page in WEB.pages.values()]
    assert hosts.count(traps.MIRROR) > 100
    assert any("Ignore all previous instructions" in page.body for page in WEB.pages.values())
