"""A table that records hands one after another, as the scorer would."""

from scoring.lines import Line, Sitting, check_options


def record(ruleset, places, *entries, options=None, is_ended=False):
    """The sitting after these entries, each checked under the conditions of its deal."""
    options = check_options(ruleset, options or {})
    sitting = Sitting(places)
    for entry in entries:
        number = sitting.next_number()
        checked = ruleset.check(entry, ruleset.deal(sitting, number, options), options)
        sitting = Sitting(places, (), (*sitting.lines, Line(number, checked)))
    return Sitting(places, (), sitting.lines, is_ended)


def score(ruleset, places, *entries, options=None, is_ended=False):
    """The scored sitting after these entries."""
    sitting = record(ruleset, places, *entries, options=options, is_ended=is_ended)
    return ruleset.score(sitting, check_options(ruleset, options or {}))


def refusal(ruleset, places, *entries, options=None):
    """Field and text of the refusal of the last entry; the others must be accepted."""
    options = check_options(ruleset, options or {})
    sitting = record(ruleset, places, *entries[:-1], options=options)
    try:
        deal = ruleset.deal(sitting, sitting.next_number(), options)
        ruleset.check(entries[-1], deal, options)
    except ValueError as error:
        return error.field, str(error)
    return None
