from __future__ import annotations

from datetime import date

from answerable.sandbox.merge.firm import Firm
from answerable.sandbox.merge.staff import make_recruiting, make_staff

TODAY = date(2026, 11, 15)


def made() -> Firm:
    company = Firm("Larkfield", "larkfield.example", "USD", TODAY)
    make_staff(company)
    make_recruiting(company)
    return company


def test_about_three_hundred_people_in_several_places() -> None:
    company = made()
    assert 270 <= len(company.staff) <= 310
    sites = {one["id"]: one["city"] for one in company.records["hris"]["locations"]}
    cities = [sites[one["work_location"]] for one in company.staff]
    assert len(set(cities)) == 5
    assert cities.count("Bangalore") >= 40


def test_everybody_but_one_has_a_manager() -> None:
    company = made()
    people = {one["id"]: one for one in company.records["hris"]["employees"]}
    assert sum(one["manager"] is None for one in company.staff) == 1
    assert all(one["manager"] in people for one in company.staff if one["manager"])


def test_raises_leave_a_history() -> None:
    company = made()
    paid = [one["employee"] for one in company.records["hris"]["employments"]]
    assert set(paid) >= {one["id"] for one in company.staff}
    assert len(paid) > 1.5 * len(set(paid))


def test_names_and_addresses_are_single() -> None:
    company = made()
    mails = [one["work_email"] for one in company.records["hris"]["employees"]]
    assert len(mails) == len(set(mails))
    assert all(mail.isascii() for mail in mails)


def test_nobody_leads_one_person_alone() -> None:
    company = made()
    led = [sum(o["manager"] == one["id"] for o in company.staff) for one in company.staff]
    assert 1 not in led


def test_interviews_lead_to_hires() -> None:
    company = made()
    private = {one["personal_email"] for one in company.staff}
    hired = [
        one for one in company.records["ats"]["candidates"] if one["email_addresses"][0]["value"] in private
    ]
    assert len(hired) == 45
    assert any(one["status"] == "SCHEDULED" for one in company.records["ats"]["interviews"])
