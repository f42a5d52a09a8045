from __future__ import annotations

from answerable.sandbox.web.world import NOW, make_world


def test_the_same_seed_gives_the_same_world() -> None:
    one, two = make_world(3, companies=20), make_world(3, companies=20)
    assert [c.name for c in one.companies] == [c.name for c in two.companies]
    assert [c.name for c in one.companies] != [c.name for c in make_world(4, companies=20).companies]


def test_no_two_things_share_a_name() -> None:
    world = make_world(5, companies=40)
    names = [town.name for town in world.towns] + [person.name for person in world.people]
    names += [company.name for company in world.companies] + [product.name for product in world.products]
    assert len(names) == len(set(names))


def test_families_and_owners_fit_together() -> None:
    world = make_world(7, companies=60)
    married = [person for person in world.people if person.spouse]
    assert married
    assert all(person.spouse and person.spouse.spouse is person for person in married)
    assert all(
        child.born.year <= NOW.year and child.age >= 0 for person in married for child in person.children
    )
    assert all(company.parent is not company for company in world.companies)
    assert all(product.launched >= product.maker.founded for product in world.products)
