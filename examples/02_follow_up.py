"""Ask, then follow up in the same conversation: the site is not read again.

python examples/02_follow_up.py https://example.com "How do I return something?" "And what does it cost?"
"""

import sys

from answerable import ask


def main(site: str, *questions: str) -> None:
    conversation = ""
    for question in questions:
        outcome = ask(question, site=site, conversation=conversation)
        conversation = outcome.conversation
        print(f"{question}\n    {outcome.text}\n    ({outcome.usage.pages} pages read)")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
