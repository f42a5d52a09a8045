"""Runs can be started, read, followed, stopped, replied to and reviewed; each thing once."""

from __future__ import annotations

import asyncio
from typing import Any

from answerable.domain.outcome import Clarification, as_contract
from answerable.store.runs import WAITING
from tests.server.conftest import Client, Stream


async def begin(client: Client, path: str = "", **more: Any) -> dict[str, Any]:
    body = {"question": "When does the tea house open?", "site": [client.site.url + path], **more}
    reply, started = await client.send("POST", "/api/runs", json=body)
    assert reply.status == 202, started
    assert isinstance(started, dict)
    return started


async def told(client: Client, run: str, **headers: str) -> list[Any]:
    async with client.http.get(f"{client.url}/api/runs/{run}/events", headers=headers) as reply:
        assert reply.status == 200, await reply.text()
        return [frame for frame in await Stream(reply).rest() if frame.data]


async def asked_back(client: Client) -> dict[str, Any]:
    """A conversation whose run waits for a person."""
    first = await client.ask()
    conversation, run = first["conversation"], "waitingrun"
    question = Clarification(
        text="Which Bill?", conversation=conversation, run=run, choices=(("Bill A", "a"), ("Bill B", "b"))
    )
    log, outcome = client.desk.conversations, as_contract(question)
    log.add_turn(conversation, run, "Who is Bill?", outcome, [], {"slot": "bill"})
    started = {"event": "RunStarted", "run": run, "conversation": conversation, "question": "Who is Bill?"}
    log.add_events(conversation, run, [started, {"event": "OutcomeSettled", "outcome": outcome}])
    return {"conversation": conversation, "run": run}


async def test_a_run_is_started_and_read(client: Client) -> None:
    started = await begin(client, "/slow")
    _, running = await client.send("GET", f"/api/runs/{started['run']}")
    assert (running["status"], running["outcome"]) == ("running", None)
    assert running["conversation"] == started["conversation"]
    client.site.release.set()
    frames = await told(client, started["run"])
    assert frames[-1].data["record"]["event"] == "OutcomeSettled"
    _, ended = await client.send("GET", f"/api/runs/{started['run']}")
    assert (ended["status"], ended["round"]) == ("completed", 1)
    assert ended["outcome"] == frames[-1].data["record"]["outcome"]
    assert ended["ended_at"] >= ended["started_at"]


async def test_a_run_tells_only_its_own_events(client: Client) -> None:
    first = await client.ask()
    second = await client.ask("When does the tea house close?", conversation=first["conversation"])
    frames = await told(client, second["run"])
    assert {frame.data["run"] for frame in frames} == {second["run"]}
    assert frames[0].data["record"]["question"] == "When does the tea house close?"
    again = await told(client, second["run"], **{"Last-Event-ID": str(frames[1].id)})
    assert [frame.id for frame in again] == [frame.id for frame in frames[2:]]
    assert await told(client, second["run"], **{"Last-Event-ID": str(frames[-1].id)}) == []


async def test_runs_are_listed_newest_first(client: Client) -> None:
    first = await client.ask()
    second = await client.ask("When does the tea house close?", conversation=first["conversation"])
    third = await client.ask()
    _, listed = await client.send("GET", "/api/runs")
    assert [run["id"] for run in listed] == [third["run"], second["run"], first["run"]]
    assert [run["round"] for run in listed] == [1, 2, 1]
    _, listed = await client.send("GET", f"/api/runs?conversation={first['conversation']}&limit=1")
    assert [run["id"] for run in listed] == [second["run"]]


async def test_a_run_can_be_stopped(client: Client) -> None:
    started = await begin(client, "/slow")
    await client.site.asked.wait()
    reply, stopped = await client.send("POST", f"/api/runs/{started['run']}/stop")
    assert (reply.status, stopped["status"]) == (200, "stopped")
    reply, again = await client.send("POST", f"/api/runs/{started['run']}/stop")
    assert (reply.status, again["status"]) == (200, "stopped")


async def test_a_stop_at_any_step_ends_once(client: Client) -> None:
    step, further = 0, True
    while further:
        started = await begin(client)
        async with client.follow(started["conversation"]) as stream:
            frames = aiter(stream)
            for _ in range(step):
                await anext(frames)
            _, stopped = await client.send("POST", f"/api/runs/{started['run']}/stop")
        told = [event.record["event"] for event in client.desk.conversations.events(started["conversation"])]
        assert told.count("OutcomeSettled") == 1
        assert told[-1] == "OutcomeSettled"  # nothing is told behind the end
        assert stopped["status"] in ("stopped", "completed")
        further = stopped["status"] == "stopped" or step < len(told)
        step += 1
    assert step > 5
    assert (await client.ask(conversation=started["conversation"]))["outcome"] == "answer"


async def test_stopping_an_old_run_leaves_the_new(client: Client) -> None:
    first = await client.ask()
    second = await begin(client, "/slow", conversation=first["conversation"])
    await client.site.asked.wait()
    await client.send("POST", f"/api/runs/{first['run']}/stop")
    client.site.release.set()
    assert (await told(client, second["run"]))[-1].data["record"]["outcome"]["outcome"] == "answer"


async def test_a_double_click_is_one_run(client: Client) -> None:
    both = [begin(client, "/slow", clientMessageId="m-1") for _ in range(5)]
    started = await asyncio.gather(*both)
    assert len({one["run"] for one in started}) == 1
    client.site.release.set()
    outcomes = await asyncio.gather(
        *(client.ask(site=[f"{client.site.url}/slow"], clientMessageId="m-1") for _ in range(3))
    )
    assert {outcome["run"] for outcome in outcomes} == {started[0]["run"]}
    assert len(client.desk.conversations.latest()) == 1


async def test_the_header_names_the_message_too(client: Client) -> None:
    body = {"question": "When does the tea house open?", "site": [client.site.url]}
    runs = [
        (await client.send("POST", "/api/runs", json=body, headers={"Idempotency-Key": "k"}))[1]["run"]
        for _ in range(2)
    ]
    assert runs[0] == runs[1]
    changed = {**body, "question": "When does it close?"}
    reply, problem = await client.send("POST", "/api/runs", json=changed, headers={"Idempotency-Key": "k"})
    assert (reply.status, problem["errors"][0]["field"]) == (422, "clientMessageId")
    await told(client, runs[0])


async def test_a_refused_start_frees_its_id(client: Client) -> None:
    first = await client.ask()
    slow = await begin(client, "/slow", conversation=first["conversation"])
    body = {"question": "And now?", "conversation": first["conversation"], "clientMessageId": "m-2"}
    reply, _ = await client.send("POST", "/api/runs", json=body)
    assert reply.status == 409
    client.site.release.set()
    await told(client, slow["run"])
    reply, started = await client.send("POST", "/api/runs", json=body)
    assert reply.status == 202
    await told(client, started["run"])


async def test_a_start_that_broke_frees_its_id(client: Client) -> None:
    body = {"question": "When does it open?", "site": [client.site.url], "clientMessageId": "m-3"}
    engine = client.house.store._engine
    with engine.begin() as raw:
        raw.exec_driver_sql("ALTER TABLE runs RENAME TO away")  # a store that cannot be written just now
    reply, _ = await client.send("POST", "/api/runs", json=body, headers={"Connection": "close"})
    assert reply.status == 503
    with engine.begin() as raw:
        raw.exec_driver_sql("ALTER TABLE away RENAME TO runs")
    reply, started = await client.send("POST", "/api/runs", json=body)
    assert reply.status == 202
    assert await told(client, started["run"])


async def test_a_question_back_is_answered_once(client: Client) -> None:
    waiting = await asked_back(client)
    path = f"/api/runs/{waiting['run']}"
    _, run = await client.send("GET", path)
    assert run["status"] == WAITING
    assert [choice["value"] for choice in run["outcome"]["choices"]] == ["a", "b"]
    replies = await asyncio.gather(
        *(client.send("POST", f"{path}/reply", json={"text": text}) for text in ("a", "a", "b"))
    )
    good = [body["run"] for reply, body in replies if reply.status == 202]
    assert len(set(good)) == 1
    assert sorted(reply.status for reply, _ in replies) in ([202, 202, 409], [202, 409, 409])
    await told(client, good[0])
    _, run = await client.send("GET", path)
    assert run["status"] == "completed"
    reply, problem = await client.send("POST", f"{path}/reply", json={"text": "something else"})
    assert (reply.status, "already answered" in problem["detail"]) == (409, True)


async def test_what_asked_nothing_takes_no_reply(client: Client) -> None:
    first = await client.ask()
    reply, problem = await client.send("POST", f"/api/runs/{first['run']}/reply", json={"text": "a"})
    assert (reply.status, problem["detail"]) == (409, "This run did not ask anything back.")


async def test_an_accepted_answer_is_told_to_all(client: Client) -> None:
    first = await client.ask()
    last = client.desk.conversations.last_event(first["conversation"])
    async with client.follow(first["conversation"], after=last) as stream:
        reply, run = await client.send("POST", f"/api/runs/{first['run']}/accept", json={"words": "yes"})
        frame = await anext(aiter(stream))
    assert (reply.status, run["status"]) == (200, "completed")
    assert frame.data["record"] == {
        "event": "AnswerReviewed", "verdict": "accept", "words": "yes", "user": "me",
    }  # fmt: skip
    (opinion,) = client.desk.feedback.latest()
    assert (opinion.thumb, opinion.run) == ("up", first["run"])


async def test_a_rejected_answer_is_looked_at_again(client: Client) -> None:
    first = await client.ask()
    path = f"/api/runs/{first['run']}"
    reply, started = await client.send("POST", f"{path}/reject", json={"words": "When does it close?"})
    assert reply.status == 202
    await told(client, started["run"])
    _, run = await client.send("GET", f"/api/runs/{started['run']}")
    assert (run["question"], run["conversation"]) == ("When does it close?", first["conversation"])
    assert client.desk.feedback.latest()[0].thumb == "down"
    _, again = await client.send("POST", f"{path}/reject", json={"words": "When does it close?"})
    assert again["run"] == started["run"]
    reply, _ = await client.send("POST", f"{path}/append", json={"words": "Something new"})
    assert reply.status == 409


async def test_rejecting_without_words_asks_again(client: Client) -> None:
    first = await client.ask()
    _, started = await client.send("POST", f"/api/runs/{first['run']}/reject", json={})
    await told(client, started["run"])
    _, run = await client.send("GET", f"/api/runs/{started['run']}")
    assert run["question"] == "When does the tea house open?"


async def test_what_is_appended_goes_on(client: Client) -> None:
    first = await client.ask()
    words = {"words": "And when does the tea house close?"}
    reply, started = await client.send("POST", f"/api/runs/{first['run']}/append", json=words)
    assert reply.status == 202
    frames = await told(client, started["run"])
    assert frames[0].data["record"]["question"] == words["words"]
    assert client.desk.feedback.latest() == []


async def test_a_run_under_way_cannot_be_reviewed(client: Client) -> None:
    started = await begin(client, "/slow")
    await client.site.asked.wait()
    for verdict, body in (("accept", {}), ("reject", {}), ("append", {"words": "x"})):
        reply, _ = await client.send("POST", f"/api/runs/{started['run']}/{verdict}", json=body)
        assert reply.status == 409, verdict
    client.site.release.set()
    await told(client, started["run"])


async def test_an_ended_run_has_a_report(client: Client) -> None:
    run = (await client.ask())["run"]
    for kind, begins in {"md": b"# When", "html": b"<!doctype html>", "pdf": b"%PDF-1.4"}.items():
        async with client.http.get(f"{client.url}/api/runs/{run}/report?format={kind}") as reply:
            assert (await reply.read()).startswith(begins)
            assert f'attachment; filename="report.{kind}"' in reply.headers["Content-Disposition"]
    reply, problem = await client.send("GET", f"/api/runs/{run}/report?format=doc")
    assert (reply.status, problem["errors"][0]["field"]) == (422, "format")


async def test_unknown_runs_are_not_found(client: Client) -> None:
    reply, problem = await client.send("GET", "/api/runs/nobody")
    assert (reply.status, problem["detail"]) == (404, "There is no run 'nobody'.")
