"""What an import tells: where a file disagrees with itself, and what to know besides."""

from dataclasses import dataclass, field
from fractions import Fraction

from scoring.formats import FormatError
from scoring.words import Message


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is not as the file has it, or that the file has in two ways."""

    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


@dataclass(slots=True)
class Findings:
    """Gathers the differences and warnings of one import, in order. Templates come translated."""

    differences: list[Difference] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def differ(self, where: str, template: str, **params: object) -> None:
        self.differences.append(Difference(where, template % params))

    def warn(self, template: str, **params: object) -> None:
        text = template % params if params else template
        if text not in self.warnings:
            self.warnings.append(text)


def refuse(where: str, template: str, **params: object) -> FormatError:
    """The error for a file that cannot become a session. Templates come translated."""
    return FormatError(Message(where, params), Message(template, params))


def decimal(number: Fraction) -> str:
    """A number for a reader: at most two decimals, none that are nought."""
    return f"{float(number):.2f}".rstrip("0").rstrip(".")
