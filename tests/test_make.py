"""The two commands of the README, as somebody types them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house import ROOT


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """`make demo` in this checkout, on a free port and in a home of its own."""
    if subprocess.run(["make", "--question", ".venv/.run-ready"], cwd=ROOT, check=False).returncode:
        pytest.skip("This checkout's own environment is not made; `make test` makes it.")
    with subprocess.Popen(
        ["make", "demo", "PORT=0"],
        cwd=ROOT,
        env={**os.environ, "ANSWERABLE_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        yield process
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def test_the_demo_is_one_command(demo: subprocess.Popen[str]) -> None:
    assert demo.stdout
    said = ""
    while "Ctrl+C" not in said:
        line = demo.stdout.readline()
        assert line, said
        said += line
    found = re.search(r"The page +(http\S+)/", said)
    assert found, said
    page = found[1]
    with urllib.request.urlopen(f"{page}/api/assistants", timeout=30) as reply:
        offered = {one["name"]: one for one in json.load(reply)}
    assert {"website", "workplace", "bookstore", "warehouse", "research"} <= offered.keys()
    asked = json.dumps({"question": "How many days do I have to return something?"}).encode()
    request = urllib.request.Request(f"{page}/api/chat", asked, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as reply:
        outcome = json.load(reply)
    assert outcome["outcome"] == "answer"
    assert "30 days" in outcome["text"]
    assert outcome["citations"]
    os.killpg(demo.pid, signal.SIGINT)
    demo.wait(20)
