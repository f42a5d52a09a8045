"""The HTTP door and the page.

In come requests from a browser or a script; out go outcomes, streams of stored events, and the page's files.
It starts walks and listens to them like every other door. Never answers anything itself, never tells an event
that is not stored, and never lets another site's page use it.
"""

from answerable.server.app import create_app

__all__ = ["create_app"]
