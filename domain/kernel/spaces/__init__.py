"""Choice spaces: what may be answered at a wait, as data.

A client without the engine can check an answer and draw a legal one from a space's JSON with this package.
Read in this order: `base` (what a space can do), `constraints`, `fields` (pick, number, ordering, flag,
multiset), `assign`, `distribute`, `commands` (whole answers), `codec` (JSON and its schema).
"""

from domain.kernel.spaces.assign import Assign
from domain.kernel.spaces.base import FIRST, Chooser, Space
from domain.kernel.spaces.codec import AnySpace, decode, encode, schema, to_builtins
from domain.kernel.spaces.commands import Commands, FieldSpace, Form, are_plural
from domain.kernel.spaces.constraints import AtLeast, AtMost, Constraint, Needs, SameGroup, Total
from domain.kernel.spaces.distribute import Distribute, DistributeRules, Ranks, Weights
from domain.kernel.spaces.fields import Flag, Multiset, Number, Ordering, Pick

__all__ = [
    "FIRST",
    "AnySpace",
    "Assign",
    "AtLeast",
    "AtMost",
    "Chooser",
    "Commands",
    "Constraint",
    "Distribute",
    "DistributeRules",
    "FieldSpace",
    "Flag",
    "Form",
    "Multiset",
    "Needs",
    "Number",
    "Ordering",
    "Pick",
    "Ranks",
    "SameGroup",
    "Space",
    "Total",
    "Weights",
    "are_plural",
    "decode",
    "encode",
    "schema",
    "to_builtins",
]
