"""An outcome as a document: Markdown, HTML or PDF with its tables, numbered sources and their quotes.

A question's words and its outcome in its JSON shape come in; text or bytes go out, the same every time. Never fetches,
never adds a sentence that the outcome does not carry.
"""

from answerable.report.pages import Told, write_html, write_markdown
from answerable.report.pdf import write_report_pdf

__all__ = ["FORMATS", "write_html", "write_markdown", "write_report", "write_report_pdf"]

# Format -> what a browser calls it.
FORMATS = {"md": "text/markdown", "html": "text/html", "pdf": "application/pdf"}


def write_report(kind: str, question: str, told: Told, language: str = "en") -> bytes:
    if kind == "pdf":
        return write_report_pdf(question, told, language)
    return (write_html if kind == "html" else write_markdown)(question, told, language).encode()
