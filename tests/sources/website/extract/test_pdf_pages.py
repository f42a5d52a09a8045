from __future__ import annotations

import json
import subprocess
import sys

from answerable.sources.website.extract import pdf_pages
from answerable.sources.website.extract.pdf_pages import take_apart
from tests.sources.website.extract.test_pdf import WORDS, pdf


def test_the_text_of_every_page_is_told() -> None:
    assert take_apart(pdf(WORDS, "Second page.", title="Warranty")) == {
        "title": "Warranty",
        "pages": [(1, WORDS), (2, "Second page.")],
    }


def test_what_cannot_be_read_says_why() -> None:
    assert take_apart(b"%PDF-1.4 broken") == {"why": "the PDF cannot be read"}


def test_the_program_imports_nothing_of_ours() -> None:
    code = "import runpy, sys; runpy.run_path(sys.argv[1]); print('answerable' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, str(pdf_pages.__file__)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "False"


def test_the_program_answers_with_one_line() -> None:
    done = subprocess.run(
        [sys.executable, "-P", str(pdf_pages.__file__)], input=pdf(WORDS), capture_output=True, check=True
    )
    assert json.loads(done.stdout)["pages"] == [[1, WORDS]]
