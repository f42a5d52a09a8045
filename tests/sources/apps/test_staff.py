from __future__ import annotations

from answerable.sources.apps.staff import Staff, full_name, key_of
from tests.sources.apps.company import person


def test_everybody_below_is_found_with_steps() -> None:
    staff = Staff([person(1, "Top"), person(2, "Mid", 1), person(3, "Low", 2), person(4, "Aside")])
    assert staff.below("1") == {"2": 1, "3": 2}
    assert staff.reports("1") == {"2"}
    assert staff.managers() == ["1", "2"]
    assert staff.boss("3") == "2"


def test_people_who_left_are_below_nobody() -> None:
    staff = Staff([person(1, "Top"), person(2, "Gone", 1, employment_status="INACTIVE"), person(3, "Low", 2)])
    assert staff.below("1") == {"3": 2}
    assert staff.find("gone@tiny.example") is None


def test_whoever_has_not_begun_works_not_here() -> None:
    staff = Staff([person(1, "Top"), person(2, "Soon", 1, employment_status="PENDING"), person(3, "Low", 1)])
    assert staff.below("1") == {"3": 1}
    assert staff.coming == {"2"}
    assert not staff.works("2")


def test_circles_put_nobody_below_another() -> None:
    staff = Staff(
        [person("a", "A", "b"), person("b", "B", "c"), person("c", "C", "a"), person("d", "D", "a")]
    )
    for one in "abc":
        assert not set(staff.below(one)) & set("abc")
    assert staff.below("a") == {"d": 1}


def test_a_chief_may_manage_themselves() -> None:
    staff = Staff([person("a", "A", "a"), person("b", "B", "a")])
    assert staff.below("a") == {"b": 1}
    assert staff.below("b") == {}


def test_the_role_comes_from_the_team() -> None:
    staff = Staff(
        [person(1, "Ann X", team={"id": 7}), person(2, "Bob X", team=8), person(3, "Cy X", groups=[7])]
    )
    for email, hr in (("ANN@tiny.example ", True), ("bob@tiny.example", False), ("cy@tiny.example", True)):
        asker = staff.asker(email, {"7"})
        assert asker is not None
        assert asker.hr is hr
    assert staff.asker("nobody@tiny.example", {"7"}) is None
    assert staff.asker("", {"7"}) is None


def test_names_are_what_people_say() -> None:
    assert full_name({"first_name": "Ann", "last_name": "Lee"}) == "Ann Lee"
    assert full_name({"preferred_name": "Annie", "first_name": "Ann", "last_name": "Lee"}) == "Annie Lee"
    assert full_name({"name": "Acre"}) == "Acre"
    assert full_name({"last_name": None}) == ""


def test_references_are_ids_or_records() -> None:
    assert [key_of(one) for one in (5, "x", {"id": 5}, {"id": None}, None, "")] == [
        "5",
        "x",
        "5",
        None,
        None,
        None,
    ]
