"""Reads a heavy page, as a program of its own: a line of JSON and the body in, the content as JSON out."""

from __future__ import annotations

import gc
import json
import sys

from answerable.errors import SourceUnreachable
from answerable.sources.website.extract.dispatch import read_page


def main() -> None:
    gc.disable()  # a tree of small objects that are all still needed: looking through them took a fifth of the time
    told = json.loads(sys.stdin.buffer.readline())
    try:
        content = vars(read_page(sys.stdin.buffer.read(), **told))
    except SourceUnreachable as error:
        content = {"why": error.why}
    sys.stdout.write(json.dumps(content))


if __name__ == "__main__":
    main()
