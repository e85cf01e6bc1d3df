"""Replies: what the API answers, as structs. The encoder writes them; the document has its schemas from them.

The document calls a reply by its `schema_name`, never by its class. A field that is UNSET is left out of the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar, dataclass_transform

import msgspec
from msgspec import Meta

K = TypeVar("K", bound=type)
UtcTime = Annotated[str, Meta(description="The time, in UTC.", extra_json_schema={"format": "date-time"})]


class ReplyType(msgspec.StructMeta):
    """The type of replies: frozen structs that are made by keywords, each with the name of its schema."""

    schema_name: str

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], *, schema_name: str = "", **config: Any
    ) -> ReplyType:
        made = super().__new__(cls, name, bases, namespace, **{**config, "frozen": True, "kw_only": True})
        if schema_name:
            made.schema_name = schema_name
        return made


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(msgspec.field,))
class Reply(msgspec.Struct, metaclass=ReplyType, frozen=True):
    """An answer, or a part of one."""


def named_schema(name: str, *, is_open: bool = True) -> Callable[[K], K]:
    """The decorator that names the schema of a TypedDict: a part of an answer that is made as a dictionary.

    `is_open`: it may have further fields.
    """

    def name_schema(kind: K) -> K:
        kind.schema_name, kind.is_open = name, is_open  # type: ignore[attr-defined] # a TypedDict has no attributes
        return kind

    return name_schema
