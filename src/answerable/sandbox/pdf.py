"""Write plain text as a small PDF, so that the sandbox can offer one without another dependency."""

from __future__ import annotations

PAGE_WIDTH, PAGE_HEIGHT = 595, 842  # A4 in points
MARGIN = 60
LINE_HEIGHT = 16
LINES_PER_PAGE = (PAGE_HEIGHT - 2 * MARGIN) // LINE_HEIGHT

CATALOG, PAGE_TREE, REGULAR, BOLD, TITLE, FIRST_PAGE = range(1, 7)


def write_pdf(text: str, *, title: str) -> bytes:
    """Set each line of `text` as one line; a line that starts with "# " is a heading."""
    lines = text.splitlines()
    sheets = [lines[i : i + LINES_PER_PAGE] for i in range(0, len(lines), LINES_PER_PAGE)] or [[]]
    kids = " ".join(f"{FIRST_PAGE + 2 * i} 0 R" for i in range(len(sheets)))
    objects = [
        f"<< /Type /Catalog /Pages {PAGE_TREE} 0 R >>".encode(),
        f"<< /Type /Pages /Kids [{kids}] /Count {len(sheets)} >>".encode(),
        _font("Helvetica"),
        _font("Helvetica-Bold"),
        b"<< /Title (" + _escape(title) + b") >>",
    ]
    for i, sheet in enumerate(sheets):
        objects += [_page(contents=FIRST_PAGE + 2 * i + 1), _stream(_typeset(sheet))]
    return _assemble(objects)


def _font(name: str) -> bytes:
    return f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode()


def _page(*, contents: int) -> bytes:
    fonts = f"/Resources << /Font << /F1 {REGULAR} 0 R /F2 {BOLD} 0 R >> >>"
    box = f"/MediaBox [0 0 {PAGE_WIDTH} {PAGE_HEIGHT}]"
    return f"<< /Type /Page /Parent {PAGE_TREE} 0 R {box} {fonts} /Contents {contents} 0 R >>".encode()


def _typeset(lines: list[str]) -> bytes:
    drawn = []
    for number, line in enumerate(lines):
        face = "/F2 13" if line.startswith("# ") else "/F1 11"
        height = PAGE_HEIGHT - MARGIN - number * LINE_HEIGHT
        words = _escape(line.removeprefix("# "))
        drawn.append(f"BT {face} Tf {MARGIN} {height} Td (".encode() + words + b") Tj ET")
    return b"\n".join(drawn)


def _escape(line: str) -> bytes:
    # cp1252 is what the fonts' WinAnsiEncoding means; it has the euro sign and the umlauts.
    encoded = line.encode("cp1252", errors="replace")
    return encoded.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def _stream(content: bytes) -> bytes:
    return f"<< /Length {len(content)} >>\nstream\n".encode() + content + b"\nendstream"


def _assemble(objects: list[bytes]) -> bytes:
    """Number the objects and add the table of where each one starts."""
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    starts = []
    for number, content in enumerate(objects, start=1):
        starts.append(len(out))
        out += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    table = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{start:010d} 00000 n \n".encode() for start in starts)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root {CATALOG} 0 R /Info {TITLE} 0 R >>\n".encode()
    out += f"startxref\n{table}\n%%EOF\n".encode()
    return bytes(out)
