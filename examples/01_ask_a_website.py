"""Ask a website one question and show where the answer stands.

python examples/01_ask_a_website.py https://example.com "How do I return something?"
"""

import sys

from answerable import Answer, ask


def main(site: str, question: str) -> None:
    outcome = ask(question, site=site)
    print(outcome.text)
    if isinstance(outcome, Answer):
        for citation in outcome.citations:
            print(f"[{citation.id}] {citation.evidence.locator.address}")
            print(f"    “{citation.quote}”")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:3])
