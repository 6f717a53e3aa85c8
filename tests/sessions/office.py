"""LibreOffice, started once for many workbooks: its own engine types into the cells, reckons and saves."""

import io
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from openpyxl import load_workbook

needs_office = pytest.mark.skipif(
    shutil.which("soffice") is None and not os.environ.get("CI"), reason="LibreOffice is not installed"
)
Typed = Mapping[tuple[str, str], object]
"""What is typed, by worksheet and cell."""

_MACRO = """
Sub Fill(orders As String)
  Dim files, text, line, parts, document, hidden(0) As New com.sun.star.beans.PropertyValue
  Dim saved(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden"
  hidden(0).Value = True
  saved(0).Name = "FilterName"
  saved(0).Value = "Calc MS Excel 2007 XML"
  files = createUnoService("com.sun.star.ucb.SimpleFileAccess")
  text = createUnoService("com.sun.star.io.TextInputStream")
  text.setInputStream(files.openFileRead(orders))
  text.setEncoding("UTF-8")
  Do While Not text.isEOF()
    parts = Split(text.readLine(), Chr(9))
    Select Case parts(0)
      Case "open"
        document = StarDesktop.loadComponentFromURL(parts(1), "_blank", 0, hidden())
      Case "type"
        Call TypeInto(document.Sheets.getByName(parts(1)).getCellRangeByName(parts(2)), parts(3))
      Case "save"
        document.calculateAll()
        document.storeToURL(parts(1), saved())
        document.close(True)
    End Select
  Loop
  text.closeInput()
End Sub

Sub TypeInto(cell, typed As String)
  On Error Resume Next
  cell.setFormula(typed)
End Sub
"""
_MODULE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1"
 script:language="StarBasic">{macro}</script:module>"""
_LIBRARY = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard"
 library:readonly="false" library:passwordprotected="false"><library:element library:name="Module1"/>
</library:library>"""
_LIBRARIES = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:libraries PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "libraries.dtd">
<library:libraries xmlns:library="http://openoffice.org/2000/library">
<library:library library:name="Standard" library:link="false"/></library:libraries>"""
_IS_SET_UP = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/Office">
<prop oor:name="ooSetupInstCompleted" oor:op="fuse"><value>true</value></prop></item></oor:items>"""


def type_in(folder: Path, books: Sequence[tuple[bytes, Typed]]) -> list[bytes]:
    """The workbooks as LibreOffice saves them once so much is typed into each; one run for all of them."""
    profile = _make_profile(folder / "profile")
    for number, (content, _typed) in enumerate(books):
        (folder / f"{number}.xlsx").write_bytes(content)
    orders = folder / "orders"
    orders.write_text("\n".join("\t".join(order) for order in _orders(folder, books)), encoding="utf-8")
    macro = f'macro:///Standard.Module1.Fill("{orders.as_uri()}")'
    command = ["soffice", f"-env:UserInstallation={profile.as_uri()}", "--headless", macro]
    subprocess.run(command, check=True, capture_output=True, timeout=900)
    return [(folder / f"{number}.out.xlsx").read_bytes() for number in range(len(books))]


def _orders(folder: Path, books: Sequence[tuple[bytes, Typed]]) -> Iterator[tuple[str, ...]]:
    for number, (_content, typed) in enumerate(books):
        yield "open", (folder / f"{number}.xlsx").as_uri()
        for (sheet, cell), value in typed.items():
            yield "type", sheet, cell, str(value)
        yield "save", (folder / f"{number}.out.xlsx").as_uri()


def _make_profile(profile: Path) -> Path:
    """Settings of its own, with the macro; an installation that counts as set up keeps it."""
    basic = profile / "user" / "basic"
    (basic / "Standard").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(_IS_SET_UP, encoding="utf-8")
    (basic / "script.xlc").write_text(_LIBRARIES, encoding="utf-8")
    (basic / "Standard" / "script.xlb").write_text(_LIBRARY, encoding="utf-8")
    module = _MODULE.format(macro=escape(_MACRO))
    (basic / "Standard" / "Module1.xba").write_text(module, encoding="utf-8")
    return profile


def recalculate(folder: Path, *contents: bytes) -> list[bytes]:
    """The workbooks as LibreOffice saves them, every formula with its value."""
    return type_in(folder, [(content, {}) for content in contents])


def cells_of(content: bytes) -> dict[tuple[int, int, int], tuple[str, int, dict[str, str]]]:
    """Of each round, table and deal: its worksheet and row, and the column of each field."""
    found = {}
    book = load_workbook(io.BytesIO(content), read_only=True)
    rows = book["Overtrick"].iter_rows(min_row=2, values_only=True)
    for name, row, round, table, number, _line, _sitting, *columns in rows:
        found[round, table, number] = name, row, dict(column.split("=") for column in columns if column)
    return found


def points_shown(content: bytes) -> list[list[object]]:
    """What the formulas that look points up show, deal by deal."""
    formulas, values = (_rows(content, is_reckoned=is_so) for is_so in (False, True))
    found = []
    for name, number, *_others in formulas["Overtrick"][1:]:
        cells = zip(formulas[name][number - 1], values[name][number - 1], strict=False)
        found.append([value for formula, value in cells if "INDEX(" in str(formula)])
    return found


def _rows(content: bytes, *, is_reckoned: bool) -> dict[str, list[tuple]]:
    """The rows of the worksheets that are seen, and of the one that says what they are."""
    book = load_workbook(io.BytesIO(content), read_only=True, data_only=is_reckoned)
    pages = [page for page in book if page.sheet_state == "visible" or page.title == "Overtrick"]
    return {page.title: list(page.iter_rows(values_only=True)) for page in pages}
