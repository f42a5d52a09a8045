"""The HTTP door and the page.

In come requests from a browser or a script, over HTTP, a socket, OpenAI's chat completions or MCP; out go outcomes,
streams of stored events, metrics, and the files of the page, the inbox and the admin page. `gate.py` looks at every
request first, `access.py` at its key, and `desk.py` is what a route may do for whoever holds it. It starts walks and
listens to them like every other door. Never answers anything itself, never tells an event that is not stored, and
never lets another site's page use it.
"""

from answerable.server.app import create_app

__all__ = ["create_app"]
