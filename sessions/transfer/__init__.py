"""Results files of other programs into sessions. So far: matchpoint pairs in USEBIO."""

from .importing import ImportReport, import_usebio

__all__ = ["ImportReport", "import_usebio"]
