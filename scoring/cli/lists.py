"""``rulesets``, ``options`` and ``methods``: what there is, and how it is written."""

import argparse
from collections.abc import Sequence

from scoring.cli.report import Report, make_table, option_form, option_text
from scoring.lines import Option, Ruleset, Sitting, check_options
from scoring.methods import METHODS
from scoring.rulesets import RULESETS

_MOST_EXAMPLES = 4
_TYPED = str.maketrans("♣♦♥♠↑↓–", "CDHSUD-")


def run_rulesets(asked: argparse.Namespace) -> Report:
    """The games: name, players at a table, a sentence."""
    rows = [[r.slug, r.name, _players(r), r.summary] for r in RULESETS.values()]
    data = [
        {
            "ruleset": r.slug,
            "name": r.name,
            "summary": r.summary,
            "tables": [list(table) for table in r.tables],
            "methods": list(r.methods),
        }
        for r in RULESETS.values()
    ]
    return Report(make_table(["Game", "Name", "Players", ""], rows, left=(0, 1, 2, 3)), data)


def _players(ruleset: Ruleset) -> str:
    return ", ".join(str(size) for size in sorted(len(table) for table in ruleset.tables))


def run_options(asked: argparse.Namespace) -> Report:
    """A game's options with their defaults, and some of its lines."""
    ruleset = RULESETS[asked.ruleset]
    lines = _example_lines(ruleset)
    options = _option_lines(ruleset.options) or ["  This game has none."]
    text = [ruleset.name, "Options, each as --option NAME=VALUE:", *options, "Lines:"]
    text += [f'  python -m scoring score {ruleset.slug} "{line}"' for line in lines]
    data = {"ruleset": ruleset.slug, "options": _option_data(ruleset.options), "lines": lines}
    return Report("\n".join(text), data)


def _option_lines(options: Sequence[Option]) -> list[str]:
    lines: list[str] = []
    for option in options:
        lines.append(f"  {option.name}={option_text(option.default)}")
        lines.append(f"      {option.label}: {option_form(option)}. {option.meaning}".rstrip())
    return lines


def _option_data(options: Sequence[Option]) -> list[dict[str, object]]:
    return [
        {
            "name": option.name,
            "label": option.label,
            "kind": option.kind,
            "default": option.default,
            "form": option_form(option),
            "meaning": option.meaning,
        }
        for option in options
    ]


def _example_lines(ruleset: Ruleset) -> list[str]:
    """Lines to copy, as they are typed, from the ruleset's worked examples at its usual table."""
    lines: dict[str, None] = {}
    for example in ruleset.examples:
        if example.places == ruleset.tables[0] and not example.options:
            options = check_options(ruleset, example.options)
            deal = ruleset.deal(Sitting(example.places), example.board, options)
            lines[ruleset.describe(ruleset.check(example.entry, deal, options), deal)] = None
    return [line.translate(_TYPED) for line in lines][:_MOST_EXAMPLES]


def run_methods(asked: argparse.Namespace) -> Report:
    """The methods and their options."""
    text = []
    for method in METHODS.values():
        text += [f"{method.slug}: {method.name}", *_option_lines(method.options)]
    data = [{"method": m.slug, "name": m.name, "options": _option_data(m.options)} for m in METHODS.values()]
    return Report("\n".join(text), data)
