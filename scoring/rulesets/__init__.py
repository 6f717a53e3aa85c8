"""The games that Overtrick scores: one module each, registered here and nowhere else."""

from collections.abc import Mapping
from types import MappingProxyType

from scoring.lines import Ruleset
from scoring.rulesets import bid_whist, brisca, brist, chicago, duplicate, euchre_five, rubber, tricks

_ALL: tuple[Ruleset, ...] = (
    brist.RULESET,
    duplicate.RULESET,
    bid_whist.RULESET,
    rubber.RULESET,
    chicago.RULESET,
    brisca.RULESET,
    euchre_five.RULESET,
    tricks.RULESET,
)

RULESETS: Mapping[str, Ruleset] = MappingProxyType({ruleset.slug: ruleset for ruleset in _ALL})
