"""Words for people, kept apart from their translation.

``scoring`` knows no language. It marks its texts, so that the usual tools extract them, and hands
out a template with its parameters; whoever shows the text translates the template and fills it in.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


def mark(text: str) -> str:
    """Return ``text`` unchanged; imported as ``_``, it makes the text extractable."""
    return text


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence: a ``%``-template in English and the values that fill it.

    ``str(message)`` is the English text. A value may itself be a Message.
    """

    template: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template % self.params if self.params else self.template
