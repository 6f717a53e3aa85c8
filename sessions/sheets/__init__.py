"""Prints any sheet of ``scoring.sheets``, on paper or as a workbook, whatever the game."""
