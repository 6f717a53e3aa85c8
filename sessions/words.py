"""Puts the messages of ``scoring`` into the reader's language."""

from django.utils.translation import gettext, gettext_lazy

from scoring.lines import EntryError
from scoring.words import Message


def say(text: Message | str) -> str:
    """A message, or a marked text, in the active language."""
    if isinstance(text, Message):
        params = {name: say(v) if isinstance(v, Message) else v for name, v in text.params.items()}
        template = gettext(text.template)
        return template % params if params else template
    return gettext(text) if text else ""


def say_lazily(text: str):
    """A marked text, translated when it is shown."""
    return gettext_lazy(text) if text else ""


def say_error(error: EntryError) -> str:
    """What is wrong with an entry, as a sentence for people."""
    text = say(Message(error.message.template, _labels(error.message.params)))
    return text[:1].upper() + text[1:]


def _labels(params) -> dict:
    """Labels of fields are marked texts: they are translated as well."""
    return {name: gettext(str(v)) if name == "label" else v for name, v in params.items()}


def from_stored(note: dict) -> str:
    """A message that was stored as template and parameters."""
    return say(Message(note["template"], note.get("params", {})))
