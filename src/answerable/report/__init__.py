"""A research outcome as a document: Markdown, HTML or PDF with numbered sources and their quotes.

A question's words and its outcome come in; text or bytes go out, the same every time. Never fetches, never adds a
sentence that the outcome does not carry.
"""

from answerable.report.pages import write_html, write_markdown
from answerable.report.pdf import write_report_pdf

__all__ = ["write_html", "write_markdown", "write_report_pdf"]
