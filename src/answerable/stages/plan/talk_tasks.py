"""The queries that find a conversation, and how it is called: one query for each of those who may be meant."""

from __future__ import annotations

from answerable.domain.plan import Task
from answerable.sources.apps.parties import COMPANIES, Party
from answerable.stages.plan.talks import LISTS, AskedTalk, record_of

COLUMNS = "id, subject, type, start_time, account, contacts, owner, content"


def reachable(party: Party) -> bool:
    """Whether conversations can be with them at all: colleagues and applicants are in no customer records."""
    return bool(party.account_id or _contacts(party))


def _contacts(party: Party) -> list[str]:
    """The contacts somebody is; the same person may have been entered twice."""
    return [key for table, key in ((party.table, party.id), *party.also) if table == "contacts"]


def talk_task(source: str, place: int, talk: AskedTalk, party: Party | None, asker: str) -> Task:
    """The query for the last conversation with one party that has begun."""
    conditions = [_with(talk, party)] if party else []
    conditions.append("coalesce(NOT upcoming, false)")
    if talk.mine:
        conditions.append(f"owner_id = {_quoted(asker)}")
    if talk.kind is not None:
        kinds = LISTS["kinds"][talk.kind]["types"]
        conditions.append("(" + " OR ".join(f"type ILIKE {_quoted(f'%{kind}%')}" for kind in kinds) + ")")
    if talk.topic:
        like = _quoted(f"%{talk.topic}%")
        conditions.append(f"(subject ILIKE {like} OR content ILIKE {like})")
    where = " AND ".join(conditions)
    sql = f"SELECT {COLUMNS} FROM engagements WHERE {where} ORDER BY start_time DESC, id LIMIT 1"  # noqa: S608 values are quoted
    whom = _whom(talk, party) if party else ""
    name = f"talk_{place}"
    arguments = {
        "name": name,
        "sql": sql,
        "says": title(talk, whom),
        "part": 0,
        "reading": {"cost": 0.0},  # every word was taken as it stands
        "whom": whom,
        "person": party.name if party else "",
        "record": record_of(party) if party else "",
        "label": " · ".join(part for part in (party.name, party.company) if part) if party else "",
        "email": party.email if party else "",
    }
    return Task(name, source, "query", talk.name, arguments=arguments)


def _with(talk: AskedTalk, party: Party) -> str:
    contacts = ", ".join(map(_quoted, _contacts(party)))
    if party.table in COMPANIES or (talk.company and party.account_id) or not contacts:
        return f"account_id = {_quoted(party.account_id)}"
    return f"id IN (SELECT engagement_id FROM engagement_contacts WHERE contact_id IN ({contacts}))"  # noqa: S608 quoted


def check_task(source: str, place: int, party: Party) -> Task:
    """Whether a record that was chosen once is still there."""
    sql = f"SELECT id, name FROM {party.table} WHERE id = {_quoted(party.id)}"  # noqa: S608 a table of ours
    name = f"known_{place}"
    arguments = {"name": name, "sql": sql, "says": party.name, "part": 0, "reading": {"cost": 0.0}}
    return Task(name, source, "query", party.name, (record_of(party),), arguments=arguments)


def title(talk: AskedTalk, whom: str) -> str:
    """What the conversation is called: "Your last call with Acme"."""
    kinds = LISTS.get(talk.language, LISTS["en"])["any_kind"]
    if talk.kind is not None:
        kinds = LISTS["kinds"][talk.kind].get(talk.language, LISTS["kinds"][talk.kind]["en"])
    topic = phrase(talk, "topic").format(topic=talk.topic) if talk.topic else ""
    with_whom = phrase(talk, "with").format(whom=whom) if whom else ""
    return phrase(talk, "title").format(last=kinds[0 if talk.mine else 1], whom=with_whom, topic=topic)


def _whom(talk: AskedTalk, party: Party) -> str:
    if party.table in COMPANIES or not party.company:
        return party.name
    return phrase(talk, "company_of" if talk.company else "member_of").format(
        name=party.name, company=party.company
    )


def phrase(talk: AskedTalk, name: str) -> str:
    """A wording in the language of the question, its {placeholders} still to be filled in."""
    return str(LISTS.get(talk.language, LISTS["en"])[name])


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
