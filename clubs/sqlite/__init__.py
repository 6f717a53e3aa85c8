"""SQLite for a server of many threads: its writers take turns."""
