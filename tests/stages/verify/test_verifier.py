from __future__ import annotations

import time

from answerable.domain.outcome import Claim, Draft
from answerable.stages.verify import Verifier
from tests.stages.verify.claims import Ask, Corpus, evidence, ledger_of, question

TEXT = "You can return a book within 30 days of delivery. Write to Anna Keller about order BK-1042."


async def test_a_claim_without_evidence_is_objected() -> None:
    verdict = await Verifier()(question(), Draft((Claim("Books are nice.", ()),)), ledger_of(evidence(TEXT)))
    assert [(o.claim, o.kind) for o in verdict.objections] == [(0, "citation")]
    assert verdict.passed == ()


async def test_an_invented_citation_is_objected() -> None:
    draft = Draft((Claim("You can return a book within 30 days of delivery.", ("nowhere",)),))
    verdict = await Verifier()(question(), draft, ledger_of(evidence(TEXT)))
    assert [o.kind for o in verdict.objections] == ["citation"]


async def test_unknown_citations_beside_a_known_one_fall_away() -> None:
    draft = Draft((Claim("You can return a book within 30 days of delivery.", ("a", "nowhere")),))
    verdict = await Verifier()(question(), draft, ledger_of(evidence(TEXT)))
    assert verdict.passed[0].evidence == ("a",)


async def test_a_quote_must_be_verbatim(verify: Ask) -> None:
    claim = "A book can be returned within 30 days."
    assert (await verify(claim, TEXT, quote="return a  book within 30 days")).clean
    wrong = await verify(claim, TEXT, quote="return any book within 30 days")
    assert [o.kind for o in wrong.objections] == ["quote"]


async def test_a_row_is_told_with_its_columns(verify: Ask) -> None:
    table = "Country | Price | Free from\nNorway | €16.50 | never\nGermany | €6.90 | €100"
    assert (await verify("- Norway: Price €16.50, Free from never", table)).clean
    assert not (await verify("- Norway: Price €6.90, Free from never", table)).clean


async def test_the_first_row_stands_under_its_own_heading() -> None:
    days = "Tag | Schalter\nMontag | 8.30–11.30, 14–18.30 Uhr\nFreitag | 7–14 Uhr durchgehend"
    ledger = ledger_of(evidence(days, title="Verwaltung"))
    for name, clean in (
        ("Verwaltung", True),
        ("Bibliothek", False),
    ):  # nobody said that these are the library's
        draft = Draft((Claim(f"{name}:\n- Freitag: Schalter 7–14 Uhr durchgehend", ("a",)),))
        assert (await Verifier()(question("Wie lange ist offen?", "de"), draft, ledger)).clean is clean


async def test_passed_claims_keep_their_order_and_index() -> None:
    claims = tuple(
        Claim(text, ("a",))
        for text in (
            "You can return a book within 30 days.",
            "You can return a book within 31 days.",
            "Write to Anna Keller.",
        )
    )
    verdict = await Verifier()(question(), Draft(claims), ledger_of(evidence(TEXT)))
    assert [c.text for c in verdict.passed] == [claims[0].text, claims[2].text]
    assert {o.claim for o in verdict.objections} == {1}


async def test_identifiers_and_names_may_come_from_other_evidence() -> None:
    ledger = ledger_of(evidence("The parcel left on 3 May 2026."), evidence(TEXT, id="b"))
    draft = Draft((Claim("The parcel of order BK-1042 left on 3 May 2026.", ("a",)),))
    assert (await Verifier()(question(), draft, ledger)).clean


async def test_a_number_must_come_from_cited_evidence() -> None:
    ledger = ledger_of(evidence("The parcel left in May."), evidence(TEXT, id="b"))
    draft = Draft((Claim("The parcel left in May after 30 days.", ("a",)),))
    assert [o.kind for o in (await Verifier()(question(), draft, ledger)).objections] == ["number"]


async def test_a_name_may_come_from_the_question(verify: Ask) -> None:
    claim = "Yes, Zebulon can return a book within 30 days of delivery."
    assert (await verify(claim, TEXT, asked="Can Zebulon return his book?")).clean
    assert [o.kind for o in (await verify(claim, TEXT)).objections] == ["name"]


async def test_title_and_address_count_as_evidence() -> None:
    piece = evidence("The trip starts on 3 May.", title="Trips 2026", url="https://trips.example/spring")
    draft = Draft((Claim("The trip starts on 3 May 2026, see https://trips.example/spring.", ("a",)),))
    assert (await Verifier()(question(), draft, ledger_of(piece))).clean


async def test_an_answer_in_another_language_needs_a_quote(verify: Ask) -> None:
    claim = "Bücher können innerhalb von 30 Tagen nach der Lieferung zurückgegeben werden."
    assert [o.kind for o in (await verify(claim, TEXT, language="de")).objections] == ["support"]
    assert (await verify(claim, TEXT, quote="within 30 days of delivery", language="de")).clean


async def test_verifying_six_sentences_is_cheap(corpus: Corpus) -> None:
    claims = tuple(Claim(text, (cited,)) for text, cited, _ in corpus.sentences("faithful")[:6])
    verifier = Verifier()
    await verifier(question(), Draft(claims), corpus.ledger)
    began = time.process_time()
    for _ in range(20):
        await verifier(question(), Draft(claims), corpus.ledger)
    # About 2 ms of CPU when this was written; the bound leaves room for a busy machine.
    assert (time.process_time() - began) / 20 < 0.02
