"""Scoring in a terminal: ``python -m scoring score brist "3NT S 10"``.

:func:`main` reads the arguments, runs one command, and prints what it reports.
"""

import io
import json
import os
import sys
from collections.abc import Sequence

from scoring.cli.arguments import make_parser
from scoring.formats import FormatError
from scoring.lines import EntryError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns 0, or 2 for input that cannot be, said in one line on standard error."""
    asked = make_parser().parse_args(arguments)
    try:
        report = asked.run(asked)
    except EntryError as error:
        return _complain(f"{error.field}: {error}")
    except FormatError as error:
        return _complain(f"{asked.file}: {error}")
    except OSError as error:
        return _complain(f"{error.filename}: {error.strerror}")
    text = json.dumps(report.data, ensure_ascii=False, indent=2) if asked.json else report.text
    _print(text)
    return 0


def _print(text: str) -> None:
    """Print, with question marks for what a terminal cannot show; a reader may stop listening."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        print(text, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(text: str) -> int:
    print("error: " + " ".join(text.split()), file=sys.stderr)
    return 2
