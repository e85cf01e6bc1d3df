"""The fact that a described field of the state was set, for fields that no fact of their own changes."""

from __future__ import annotations

from domain.kernel.facts import Fact
from domain.kernel.formats.text_forms import ThingName
from domain.kernel.state.fields import FieldValue
from domain.kernel.table import Table


class FieldSet(Fact, frozen=True, tag="kernel.field_set"):
    """A described field of a thing was set: of a card by its handle, or of a player by the seat."""

    thing: ThingName
    field: str
    value: FieldValue

    def apply(self, table: Table) -> None:
        setattr(table.writable_thing(self.thing), self.field, self.value)
