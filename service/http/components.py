"""Schemas of what msgspec reads, under the names that the document gives them: no class gives its own.

A struct is named by its tag (`set_pieces`: `SetPieces`), or by its `schema_name` where it says one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import UNSET, inspect, structs

Schema = dict[str, Any]
REF = "#/components/schemas/{name}"


def component_name(kind: Any) -> str:
    """The name of a struct; raises LookupError for one that has neither a tag nor a `schema_name`."""
    if "schema_name" in vars(kind):
        return str(kind.schema_name)
    tag = getattr(kind, "tag", None) or kind.__struct_config__.tag
    if tag is None:
        raise LookupError(f"{kind}: neither a tag nor a schema_name")
    return "".join(part.capitalize() for part in re.split("[-_]", tag))


def ref(name: str) -> Schema:
    """Where the document has a schema."""
    return {"$ref": REF.format(name=name)}


def schemas_of(types: list[Any], prefix_of: Callable[[type], str]) -> tuple[list[Schema], dict[type, Schema]]:
    """The schemas of these types, and those of all structs that they refer to; raises LookupError."""
    whole, components = msgspec.json.schema_components(types, schema_hook=free_schema, ref_template=REF)
    kinds = {kind.__name__: kind for kind in structs_in(types) if kind.__name__ in components}
    names = {name: f"{prefix_of(kind)}{component_name(kind)}" for name, kind in kinds.items()}
    pattern = re.compile(f'"{REF.format(name="([A-Za-z0-9]+)")}"')
    text = json.dumps([whole, components])
    renamed = pattern.sub(lambda at: f'"{REF.format(name=names.get(at[1], at[1]))}"', text)
    whole, components = json.loads(renamed, object_hook=without_false_items)
    return whole, {kinds[name]: schema for name, schema in components.items()}


def without_false_items(schema: Schema) -> Schema:
    """A schema without `"items": false`, which apispec takes for the name of a schema; the most items say the same."""
    return {name: said for name, said in schema.items() if name != "items" or said is not False}


def free_schema(kind: type) -> Schema:
    """The schema of any JSON value, which is annotated as an object. Raises NotImplementedError for another type."""
    if kind is not object:
        raise NotImplementedError(kind)
    return {"description": "Any JSON value."}


def answer_schema(kind: Any, schema: Schema) -> Schema:
    """The schema of what is written of a kind: of a struct a default too, and nothing else than its fields."""
    if not issubclass(kind, msgspec.Struct):
        return {**schema, "additionalProperties": kind.is_open}
    if kind.__struct_config__.omit_defaults:
        return {**schema, "additionalProperties": False}
    properties, required = {**schema["properties"]}, [*schema["required"]]
    for each in structs.fields(kind):
        if each.default is not UNSET and each.encode_name not in required:
            required.append(each.encode_name)
            properties[each.encode_name] = {
                name: said for name, said in properties[each.encode_name].items() if name != "default"
            }
    return {**schema, "properties": properties, "required": required, "additionalProperties": False}


def structs_in(types: list[Any]) -> set[Any]:
    """Every struct and every TypedDict that is part of these types."""
    found: set[Any] = set()
    left = list(inspect.multi_type_info(types))
    while left:
        each = left.pop()
        if isinstance(each, inspect.StructType | inspect.TypedDictType):
            if each.cls not in found:
                found.add(each.cls)
                left += [field.type for field in each.fields]
        else:
            left += parts_of_type(each)
    return found


def parts_of_type(kind: inspect.Type) -> Iterator[inspect.Type]:
    for name in kind.__struct_fields__:
        value = getattr(kind, name)
        yield from (
            each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, inspect.Type)
        )
