"""Finding sections in pages that were read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from answerable.language.asked import understand
from answerable.language.embed import shared_vectors
from answerable.language.ranking import Vectors
from answerable.language.words import stems
from answerable.sources.website.search import PASSAGES_PER_SECTION, Found, SiteSearch
from answerable.stages.plan.by_rule import PROMISING
from answerable.store import Store, StoredPage, StoredPassage, TenantPages

QUESTION = "How many days do I have to return an order?"
WINDOW = "You can return unused goods within 30 days of delivery."
Sections = Sequence[tuple[str, Sequence[str]]]  # heading and passages


class CountingVectors:
    """The real table, with every text that it was asked for."""

    def __init__(self) -> None:
        self.embedded: list[str] = []
        self.dimensions = shared_vectors().dimensions
        self.fingerprint = shared_vectors().fingerprint

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.embedded += texts
        return shared_vectors().embed(texts)

    def match(self, words: Sequence[str], texts: Sequence[str]) -> Vectors:
        return shared_vectors().match(words, texts)


@pytest.fixture
def pages(store: Store) -> TenantPages:
    return store.pages("mine")


@pytest.fixture
def vectors() -> CountingVectors:
    return CountingVectors()


@pytest.fixture
def search(pages: TenantPages, vectors: CountingVectors) -> SiteSearch:
    return SiteSearch(pages, vectors)


def keep(
    pages: TenantPages, name: str, sections: Sections, *, links: Sequence[str] = (), language: str = "en"
) -> None:
    url = f"https://a.example/{name}"
    page = StoredPage(url, url, "a.example", f"Page {name}", language, f"{name} {sections}", 1.0)
    page = replace(page, links=tuple((f"https://a.example/{words}", words) for words in links))
    passages = []
    for heading, texts in sections:
        path = (f"Page {name}", heading)
        for text in texts:
            words = (" ".join(path), text)
            indexed = words if language == "en" else tuple(" ".join(stems(part, language)) for part in words)
            passages.append(StoredPassage(path, heading.lower(), text, *indexed))
    pages.put([(page, passages)])


def look(
    search: SiteSearch, pages: TenantPages, question: str = QUESTION, language: str = "en"
) -> list[Found]:
    return search.look(understand(question, language), pages.of_hosts(["a.example"]))


def texts(found: Sequence[Found]) -> str:
    return "\n".join(one.fit.section.text for one in found)


def test_the_section_that_answers_is_first(search: SiteSearch, pages: TenantPages) -> None:
    keep(pages, "careers", [("Store team", ["In return you get four free days a year and a discount."])])
    keep(pages, "returns", [("How long you have", [WINDOW]), ("Address", ["Larkfield Yard, Galway"])])
    first = look(search, pages)[0]
    assert first.fit.section.text == WINDOW
    assert first.hits[0].page.url == "https://a.example/returns"
    assert first.hits[0].path == ("Page returns", "How long you have")


def test_a_section_is_found_in_other_words(search: SiteSearch, pages: TenantPages) -> None:
    keep(pages, "pay", [("Payment methods", ["We accept Visa, Mastercard and invoices."])])
    keep(pages, "stores", [("Stores", ["Five shops in Ireland have a workshop and a climbing wall."])])
    found = look(search, pages, "How can I settle my bill with a credit card?")
    assert "Mastercard" in found[0].fit.section.text


def test_a_found_section_comes_with_all_passages(search: SiteSearch, pages: TenantPages) -> None:
    parts = ["Outlet articles carry an orange tag.", WINDOW, "Trying a tent in the living room is fine."]
    keep(pages, "returns", [("How long you have", parts)])
    (found,) = look(search, pages)
    assert found.fit.section.passages == tuple(parts)


def test_a_very_long_section_is_cut(search: SiteSearch, pages: TenantPages) -> None:
    parts = [f"Rule {number}: unused goods of kind {number} may be returned." for number in range(20)]
    keep(pages, "rules", [("Returns", parts)])
    found = look(search, pages)
    assert len(found) > 1
    assert max(len(one.fit.section.passages) for one in found) <= PASSAGES_PER_SECTION
    assert sorted(part for one in found for part in one.fit.section.passages) == sorted(parts)


@pytest.mark.parametrize("heading", ["Contents", "Table of contents", "On this page", "Inhaltsverzeichnis"])
def test_a_table_of_contents_is_never_found(search: SiteSearch, pages: TenantPages, heading: str) -> None:
    keep(pages, "manual", [(heading, ["How many days you have to return an order"]), ("Window", [WINDOW])])
    assert [one.fit.section.text for one in look(search, pages)] == [WINDOW]


def test_a_menu_of_links_is_never_found(search: SiteSearch, pages: TenantPages) -> None:
    links = ["Return an order", "Days of delivery", "How to return goods"]
    menu = "\n".join(f"- {words}" for words in links)
    keep(pages, "help", [("Returns", [menu]), ("Window", [WINDOW])], links=links)
    assert [one.fit.section.text for one in look(search, pages)] == [WINDOW]


def test_a_list_of_numbered_headings_is_never_found(search: SiteSearch, pages: TenantPages) -> None:
    outline = "1.1. How to return an order\n1.2. Days of delivery\n1.3. Goods that you have to return"
    keep(pages, "manual", [("Chapter one", [outline]), ("Window", [WINDOW])])
    assert [one.fit.section.text for one in look(search, pages)] == [WINDOW]


def test_prose_with_a_few_links_is_no_menu(search: SiteSearch, pages: TenantPages) -> None:
    text = f"{WINDOW} From other countries see returns from abroad."
    keep(pages, "returns", [("Window", [text])], links=["returns from abroad"])
    assert texts(look(search, pages)) == text


def test_a_block_on_three_pages_is_furniture(search: SiteSearch, pages: TenantPages) -> None:
    banner = "Return any order in 365 days with our new club card."
    for name in ("one", "two", "three"):
        keep(pages, name, [("Window", [f"{banner}\n\nPage {name}: {WINDOW}"])])
    said = texts(look(search, pages))
    assert banner not in said
    assert said.count(WINDOW) == 3


def test_hours_on_every_page_are_told_once(search: SiteSearch, pages: TenantPages) -> None:
    hours = "Mon – Thu 10:00 – 23:00"
    for name in ("one", "two", "three"):
        keep(pages, name, [("Opening hours", [f"{hours}\n\nPage {name}: {WINDOW}"])])
    found = look(search, pages, "What are your opening hours?")
    assert texts(found).count(hours) == 1


def test_a_block_on_two_pages_is_kept(search: SiteSearch, pages: TenantPages) -> None:
    warning = "Goods must be clean and carry their tags to be returned."
    for name in ("one", "two"):
        keep(pages, name, [("Window", [f"{warning}\n\nPage {name}: {WINDOW}"])])
    assert texts(look(search, pages)).count(warning) == 2


def test_a_section_of_furniture_alone_is_gone(search: SiteSearch, pages: TenantPages) -> None:
    for name in ("one", "two", "three"):
        keep(
            pages,
            name,
            [("Club", ["Return any order with our new club card."]), (name, [f"{name}: {WINDOW}"])],
        )
    assert "club card" not in texts(look(search, pages))


def test_vectors_are_computed_once_and_reused(
    search: SiteSearch, pages: TenantPages, vectors: CountingVectors
) -> None:
    keep(pages, "returns", [("Window", [WINDOW])])
    ids = pages.passage_ids([page.id for page in pages.of_hosts(["a.example"])])
    table = vectors.fingerprint.encode()
    before = look(search, pages)
    kept = pages.vectors(ids, table)
    assert set(kept) == set(ids)
    indexed = vectors.embedded.count(f"Page returns Window. {WINDOW}")
    vectors.embedded.clear()
    again = look(search, pages)
    assert vectors.embedded.count(f"Page returns Window. {WINDOW}") < indexed
    assert [one.fit for one in again] == [one.fit for one in before]
    assert pages.vectors(ids, table) == kept


def test_a_page_read_later_is_found_too(search: SiteSearch, pages: TenantPages) -> None:
    keep(pages, "stores", [("Stores", ["Five shops in Ireland."])])
    look(search, pages)
    keep(pages, "returns", [("Window", [WINDOW])])
    assert look(search, pages)[0].fit.section.text == WINDOW


def test_tenants_find_only_their_own(store: Store, search: SiteSearch, pages: TenantPages) -> None:
    other = store.pages("other")
    keep(other, "secret", [("Window", [f"For wholesale partners only: {WINDOW}"])])
    keep(pages, "stores", [("Stores", ["Five shops in Ireland take returns of orders."])])
    assert "wholesale" not in texts(look(search, pages))
    # Not even when it is handed the other tenant's pages.
    assert search.look(understand(QUESTION), other.of_hosts(["a.example"])) == []


def test_german_words_are_found_in_any_form(search: SiteSearch, pages: TenantPages) -> None:
    text = "Unbenutzte Ware nehmen wir innerhalb von 30 Tagen zurück."
    keep(pages, "de", [("Rückgaben", [text]), ("Versand", ["Wir liefern mit der Post."])], language="de")
    for question in ("Welche Frist gilt für die Rückgabe?", "Frist fur Ruckgabe?"):
        assert look(search, pages, question, "de")[0].fit.section.text == text


@pytest.mark.parametrize("question", ["", "???", 'a "quoted" OR (broken* NEAR', "-- ; DROP TABLE pages"])
def test_any_text_may_be_searched_for(search: SiteSearch, pages: TenantPages, question: str) -> None:
    keep(pages, "returns", [("Window", [WINDOW])])
    assert len(look(search, pages, question)) <= 1


def test_an_unread_site_has_nothing(search: SiteSearch, pages: TenantPages) -> None:
    assert look(search, pages) == []


def test_an_index_is_never_quoted(search: SiteSearch, pages: TenantPages) -> None:
    url, text = "https://a.example/bookindex", "return, Return window\nreturn, days to return something"
    page = StoredPage(url, url, "a.example", "Index", "en", text, 1.0)
    pages.put([(page, [StoredPassage(("Index", "R"), "r", text, "Index R", text)])])
    assert look(search, pages) == []


def test_the_fitting_link_has_the_best_score(search: SiteSearch) -> None:
    links = {
        "https://a.example/careers": "Careers",
        "https://a.example/returns": "Returns and refunds",
        "https://a.example/a/gift-cards.html": "",
        "https://a.example/": "Home",
    }
    scores = search.lead_scores(understand("How do I return an order?"), links)
    assert set(scores) == set(links)
    assert max(scores, key=lambda url: scores[url]) == "https://a.example/returns"


def test_an_address_speaks_for_a_wordless_link(search: SiteSearch) -> None:
    links = {"https://a.example/help/gift-cards.html": "", "https://a.example/help/size-guide.html": ""}
    scores = search.lead_scores(understand("Do gift cards expire?"), links)
    assert scores["https://a.example/help/gift-cards.html"] > scores["https://a.example/help/size-guide.html"]


def test_a_heading_above_hides_no_link(search: SiteSearch) -> None:
    above = "Imprint, legal notice and terms of the publishing house"
    links = {"https://a.example/1": f"8.3. Gift cards — {above}", "https://a.example/2": "Gift cards"}
    numbered, plain = search.lead_scores(understand("Do gift cards expire?"), links).values()
    assert numbered == pytest.approx(plain, abs=0.05)


@pytest.mark.parametrize("words", ["FAQ", "Häufige Fragen", "Index", "Part II. The language", "Sitemap"])
def test_pages_that_answer_much_go_first(search: SiteSearch, words: str) -> None:
    links = {
        "https://a.example/1": words,
        "https://a.example/2": "Careers",
        "https://a.example/3": "DROP INDEX",
    }
    scores = search.lead_scores(understand("Do gift cards expire?"), links)
    assert max(scores, key=lambda url: scores[url]) == "https://a.example/1"


def test_usual_questions_have_usual_links(search: SiteSearch) -> None:
    links = {"https://a.example/1": "Contact", "https://a.example/2": "When your parcel arrives"}
    scores = search.lead_scores(understand("What are your opening hours?"), links)
    assert max(scores, key=lambda url: scores[url]) == "https://a.example/1"
    assert scores["https://a.example/1"] >= PROMISING


def test_no_links_have_no_scores(search: SiteSearch) -> None:
    assert search.lead_scores(understand(QUESTION), {}) == {}
