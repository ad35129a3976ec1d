"""Give tables to keep, as the reader's spreadsheet wants them."""

from flask import Response

from web.i18n import language

MARK = "\ufeff"
"""Without it a spreadsheet may take UTF-8 for its machine's old code page."""


def delimiter() -> str:
    """Say what parts the cells where the reader's spreadsheet has a comma in its numbers, and where not."""
    return "," if language() == "en" else ";"


def spreadsheet(text: str, name: str) -> Response:
    """Give a table to keep; its name is of our own making."""
    return file(MARK + text, "text/csv", name)


def file(text: str, kind: str, name: str) -> Response:
    """Give a file to keep."""
    response = Response(text, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
