"""What the values of a request must be, each with a message that says what is expected; ids as they are typed."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from marshmallow import ValidationError, fields, validate

from domain.kernel.formats.reading import meant_by
from domain.kernel.formats.typed_ids import read_id


class OneOf(validate.OneOf):
    """One of the words of a list; nothing stands for any of them. What is none is told which, and what was meant."""

    def _format_error(self, value: Any) -> str:
        allowed = [str(each) for each in self.choices if each]
        meant = meant_by(value, allowed)
        listed = ", ".join(allowed)
        return f"{value!r} is none of {listed}{f'; did you mean {meant}?' if meant else '.'}"


class Between(validate.Range):
    """A number within bounds; the error names both of them."""

    def _format_error(self, value: Any, message: str) -> str:
        return f"{value} is not from {self.min} to {self.max}."


class TextForm(validate.Regexp):
    """A text of a form; the error says what is expected, with an example."""

    def __init__(self, pattern: str, expected: str, *, optional: bool = True) -> None:
        super().__init__(f"^$|{pattern}" if optional else pattern)
        self.expected = expected

    def __call__(self, value: Any) -> Any:
        """The value, all of it of the form: in Python `$` alone would fit before a line end too."""
        if not re.fullmatch(self.regex, value):
            raise ValidationError(self._format_error(value))
        return value

    def _format_error(self, value: Any) -> str:
        return f"{value!r} is not {self.expected}."


class Moment(TextForm):
    """A day or a time; the error tells a date that no calendar has from a text of another form."""

    def __call__(self, value: Any) -> Any:
        """The value, a moment that there is."""
        super().__call__(value)
        try:
            datetime.fromisoformat(value or "2000-01-01")
        except ValueError:
            raise ValidationError(f"There is no such day or time as {value!r}.") from None
        return value


class TypedId(fields.String):
    """An id, which may have been typed in other letters than it is kept in; other text is unchanged."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        return read_id(super()._deserialize(value, attr, data, **kwargs))
