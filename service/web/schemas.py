"""Queries and bodies of requests as marshmallow schemas, read strictly. `replies` has what is answered.

A view takes an instance: a class would be built again for each request.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, validate, validates_schema

from domain.games import GAMES
from domain.judging.cases.case import STATES
from domain.judging.remedies.kinds import REMEDIES
from domain.kernel.formats.reading import meant_by
from domain.kernel.formats.text_forms import LINE, NAMED
from service.app.rulebooks import all_rules
from service.web.field_validators import Between, Moment, OneOf, TextForm, TypedId
from service.web.held_requests import LONGEST_HOLD
from service.web.match.option_schemas import MatchOptions

SEAT = "^[a-z0-9-]{1,32}$"
VERSION = "^[1-9][0-9]{0,8}$"
PLACE = r"^[1-9][0-9]{0,8}(\.[1-9][0-9]{0,5})?$"
MATCH = "m-[a-z0-9-]{1,60}"
TIME = r"^$|^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?Z?)?$"
DECK_LENGTH = 20_000
POSITION_LENGTH = 65_536
MATCH_ID = re.compile(MATCH)
CASE = "c-[a-z0-9-]{1,60}"
BRANCH = "b-[a-z0-9-]{1,60}"
EVENT = "e-[a-z0-9-]{1,60}"
# `int` also reads digits of other scripts, spaces and underscores, and fails at some thousands of digits
WRITTEN_NUMBER = re.compile("-?[0-9]{1,20}")
WRITTEN_SECONDS = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?([eE][+-]?[0-9]{1,2})?")
UNKNOWN_FIELD = ["Unknown field."]


def doc(text: str, **more: Any) -> dict[str, Any]:
    """The metadata with which the document describes a field."""
    return {"description": text, **more}


class WholeNumber(fields.Integer):
    """A whole number; 3.0 is one, true is none. In a query it is written in the digits 0 to 9, and below 0 with a -."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if isinstance(value, bool) or (isinstance(value, float) and not value.is_integer()):
            raise ValidationError("Not a whole number.")
        if isinstance(value, str) and not WRITTEN_NUMBER.fullmatch(value):
            raise ValidationError(f"{value!r} is not a whole number.")
        number: int = super()._deserialize(value, attr, data, **kwargs)
        return number


class Seconds(fields.Float):
    """Seconds and parts of them; in a query they are written as JSON writes a number."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> float:
        if isinstance(value, str) and not WRITTEN_SECONDS.fullmatch(value):
            raise ValidationError(f"{value!r} is not a number.")
        number: float = super()._deserialize(value, attr, data, **kwargs)
        return number


class Strict(Schema):
    """A schema that refuses what it does not know."""

    class Meta:
        unknown = RAISE

    def handle_error(self, error: ValidationError, data: Any, **_: Any) -> None:
        """Say of each unknown field which one may have been meant."""
        names = [each.data_key or name for name, each in self.load_fields.items()]
        for name, problems in error.messages_dict.items():
            if name not in names and problems == UNKNOWN_FIELD and (meant := meant_by(name, names)):
                error.messages_dict[name] = [f"Unknown field; did you mean {meant}?"]


def seat_form(*, optional: bool = True) -> TextForm:
    return TextForm(SEAT, "a seat (small letters, digits and hyphens), as `alice`", optional=optional)


def line_form() -> TextForm:
    return TextForm(f"^{LINE}$", NAMED)


class WordField(fields.String):
    """One of the words that are listed when it is read or described; not given: any."""

    def __init__(self, words: Callable[[], Iterable[str]], text: str) -> None:
        super().__init__(load_default="", metadata=doc(text))
        self.words = words

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        word: str = super()._deserialize(value, attr, data, **kwargs)
        OneOf(["", *self.words()])(word)
        return word


def word_field(words: Iterable[str] | Callable[[], Iterable[str]], text: str) -> WordField:
    """One of these words; not given: any. Words of games are given as a function: a game may be registered later."""
    return WordField(words if callable(words) else lambda: words, text)


def kinds_of_windows() -> tuple[str, ...]:
    """The kinds by which windows are asked for, of all games."""
    return tuple(dict.fromkeys(kind for game in GAMES.values() for kind in game.rules.window_kinds))


def game_field() -> WordField:
    return word_field(lambda: GAMES, "The id of the game.")


def validate_rule(given: str) -> None:
    """Raises ValidationError for segments with which no rule's id begins."""
    book = all_rules()
    if given and not book.of(given):
        segments = given.count(".") + 1
        meant = meant_by(given, {".".join(each.split(".")[:segments]) for each in book.rules})
        raise ValidationError(f"No rule's id begins so{f'; did you mean {meant}?' if meant else '.'}")


def rule_field(text: str) -> fields.String:
    """The id of a rule, or the segments with which some begin."""
    return fields.String(load_default="", validate=[validate.Length(max=80), validate_rule], metadata=doc(text))


def viewer_field() -> fields.String:
    return fields.String(
        load_default="",
        data_key="as",
        validate=TextForm(SEAT, "a seat, `public` or `judge`"),
        metadata=doc("The viewer: a seat, `public` or `judge`. Default: the key's own."),
    )


AT_PLACE = "a place: a version, as `42`, or a fact of one, as `42.7`"
AT_VERSION = "a version, as `42`"


def place_field(text: str, **described: Any) -> fields.String:
    """A place; `described` stands in the document in place of what the form says."""
    form = TextForm(PLACE, AT_PLACE, optional=False)
    return fields.String(load_default="", validate=form, metadata={**doc(text), **described})


def validate_deck(deck: Any) -> None:
    """Raises ValidationError for what is neither a text of at most the longest length nor an object."""
    if not isinstance(deck, dict) and not (isinstance(deck, str) and len(deck) <= DECK_LENGTH):
        raise ValidationError(f"Neither a text of at most {DECK_LENGTH} characters nor an object.")


def validate_position(position: Any) -> None:
    """Raises ValidationError for what is neither a text of at most the longest length nor an object."""
    if not isinstance(position, dict) and not (isinstance(position, str) and len(position) <= POSITION_LENGTH):
        raise ValidationError(f"Neither a text of at most {POSITION_LENGTH} characters nor an object.")


def deck_field(text: str, *, required: bool) -> fields.Raw:
    forms = [{"type": "string", "maxLength": DECK_LENGTH}, {"type": "object"}]
    return fields.Raw(required=required, validate=validate_deck, metadata=doc(text, oneOf=forms))


class LookParameters(Strict):
    """The viewer and the place of a read."""

    viewer = viewer_field()
    at = place_field("A place: a version (42) or a fact of one (42.7); default the newest version.")


class LookAtVersion(Strict):
    """The viewer and the version of a read; a place inside an action is refused by a refusal of its own."""

    viewer = viewer_field()
    at = place_field("The version. Default: the newest.", pattern=VERSION)


def time_field(text: str) -> fields.String:
    """A day or a time of day, UTC."""
    form = Moment(TIME, "a day or a time, UTC, as `2026-11-22` or `2026-11-22T20:15:00Z`", optional=False)
    return fields.String(load_default="", validate=form, metadata=doc(text))


def after_field(pattern: str, example: str, text: str = "The `next` of the page before.") -> fields.String:
    """Where a page begins: the `next` of the one before, which is of a form of its own."""
    form = TextForm(f"^{pattern}$", f"the `next` of a page before, as `{example}`")
    return fields.String(load_default="", validate=form, metadata=doc(text))


def limit_field(default: int, most: int) -> WholeNumber:
    """How long a page may be."""
    said = doc("The largest number of rows to return.")
    return WholeNumber(load_default=default, validate=Between(1, most), metadata=said)


class Page(Strict):
    """A page of a list; each list says of which form its `after` is."""

    limit = limit_field(50, 200)


class OpenedBetween(Strict):
    """A span of time in which something was opened."""

    since = time_field("Only what was opened at or after this time: `2026-11-22`, `2026-11-22T20:15:00Z` (UTC).")
    until = time_field("Only what was opened before this time.")

    @validates_schema
    def is_a_span(self, data: dict[str, Any], **_: Any) -> None:
        """Raises ValidationError for a span of time that ends before it begins."""
        if data["since"] and data["until"] and data["until"] < data["since"]:
            raise ValidationError(f"It is before {data['since']!r}, where the span begins.", "until")


class MatchesAsked(Page, OpenedBetween):
    """The query of a list of matches: which, and in which order."""

    after = after_field(
        f"[0-9A-Z:.+-]{{0,40}}~{MATCH}",
        "2026-11-22T20:15:00.000000Z~m-64d275e192b6b626da166134",
        "`next` of the page before; matches that were opened since do not move it.",
    )
    order = fields.String(load_default="newest", validate=OneOf(["newest", "oldest"]))
    player = fields.String(
        load_default="",
        validate=validate.Length(max=80),
        metadata=doc("The beginning of a seat's or a player's name, or of a word in it."),
    )
    event = TypedId(
        load_default="", validate=validate.Length(max=80), metadata=doc("The id of a tournament, or part of its name.")
    )
    table = WholeNumber(load_default=0, validate=Between(0, 9999), metadata=doc("The number of the table."))
    game = game_field()
    state = word_field(["running", "over"], "Only matches in this state.")


class BranchesPage(Page):
    """A page of the branches of a match."""

    after = after_field(f"[0-9A-Z:.+-]{{1,40}}~{BRANCH}", "2026-11-22T20:15:00.000000Z~b-64d275e1")


class AttemptsPage(Page):
    """A page of the refused commands of a match."""

    after = after_field("a-[0-9]{1,40}-[0-9a-f]{16}", "a-20261122201500000000-64d275e192b6b626")


class ActionsPage(Strict):
    """A page of actions, perhaps of ones that have not happened yet."""

    viewer = viewer_field()
    after = WholeNumber(
        load_default=0, validate=Between(0, 10**9), metadata=doc("Return what comes after this version.")
    )
    limit = limit_field(100, 1000)
    wait = Seconds(
        load_default=0.0,
        validate=Between(0, LONGEST_HOLD),
        metadata=doc("How many seconds to wait for an action if there is none yet."),
    )


class EntriesPage(Strict):
    """A page of the entries of a case."""

    after = WholeNumber(load_default=0, validate=Between(0, 10**6), metadata=doc("The `next` of the page before."))
    limit = limit_field(200, 1000)


class Eyes(Strict):
    """The viewer of a read."""

    viewer = viewer_field()


class StepsPage(Strict):
    """A page of what happened on a branch."""

    viewer = viewer_field()
    after = WholeNumber(load_default=0, validate=Between(0, 10**6), metadata=doc("Return what comes after this step."))
    limit = limit_field(100, 1000)


class WindowsPage(Strict):
    """A page of the window ledger."""

    viewer = viewer_field()
    at = place_field("Only windows that had opened by this place, as they were then.")
    seat = fields.String(
        load_default="",
        validate=seat_form(),
        metadata=doc("Only windows in which this seat was asked or acted."),
    )
    kind = word_field(kinds_of_windows, "Only windows of this kind.")
    card = fields.String(
        load_default="",
        validate=validate.Length(max=80),
        metadata=doc("Only windows in which the card with this key was used."),
    )
    round = WholeNumber(load_default=0, validate=Between(0, 1000), metadata=doc("Only windows of this round."))
    after = fields.String(
        load_default="",
        validate=TextForm(PLACE, "the `next` of the page before, as `42.7`"),
        metadata=doc("The `next` of the page before."),
    )
    limit = limit_field(50, 200)
    wait = WholeNumber(
        load_default=0,
        validate=Between(0, 10**9),
        metadata=doc("Wait up to 2 s until the ledger has reached this version."),
    )


class NewSeat(Strict):
    """A seat of a new match and what it brings: a name and a deck, or where the game has houses one of them."""

    name = fields.String(
        validate=validate.Length(1, 32),
        metadata=doc("A name of `[a-z0-9-]` that is not a viewer's; required in a game with decks."),
    )
    house = fields.String(
        validate=validate.Length(1, 32),
        metadata=doc(
            "In a game with houses, in place of `name`. Without both, the house is drawn if the options say so."
        ),
    )
    player = fields.String(
        load_default="", validate=[validate.Length(max=100), line_form()], metadata=doc("The player of the seat.")
    )
    deck = deck_field(
        "In a game with decks: a list as text, ThronesDB's JSON, or `{faction, agenda, plots, cards}` in card keys.",
        required=False,
    )


class TableToPlay(Strict):
    """A table of a round of an event, at which the players sit in the order of the match's seats."""

    event = fields.String(required=True, validate=validate.Length(1, 80))
    round = fields.Integer(required=True, strict=True, validate=Between(1, 9999))
    table = fields.Integer(required=True, strict=True, validate=Between(1, 9999))


class NewMatch(Strict):
    """A match to open: seats with what they bring, or a position."""

    game = fields.String(required=True, validate=validate.Length(1, 40))
    seats = fields.List(fields.Nested(NewSeat()), load_default=[], validate=validate.Length(max=8))
    position = fields.Raw(
        load_default=None,
        allow_none=True,
        validate=validate_position,
        metadata=doc(
            "A position in place of seats: an object, or YAML in a string; see the guide on positions.",
            oneOf=[{"type": "object"}, {"type": "string", "maxLength": POSITION_LENGTH}, {"type": "null"}],
        ),
    )
    options = fields.Nested(MatchOptions(), load_default=lambda: {"policy": "public", "cards": []})
    spectators = fields.String(
        load_default="none",
        validate=OneOf(["none", "public"]),
        metadata=doc("`public`: requests without a key see what the public sees."),
    )
    event = fields.Nested(
        TableToPlay(), load_default=None, metadata=doc("The table of a tournament at which the match is played.")
    )


class DeckToCheck(Strict):
    """A deck to check."""

    deck = deck_field("As in a new match.", required=True)


class CasesAsked(Page):
    """The query of a list of cases."""

    after = after_field(CASE, "c-64d275e192b6b626da166134")
    match = TypedId(load_default="", validate=validate.Length(max=80), metadata=doc("Only cases of this match."))
    event = TypedId(load_default="", validate=validate.Length(max=80), metadata=doc("Only cases of this event."))
    state = word_field(STATES, "Only cases in this state.")
    rule = rule_field("Only cases that cite this rule, or one whose id begins with it.")
    card = fields.String(
        load_default="", validate=validate.Length(max=80), metadata=doc("Only cases that name this card.")
    )
    player = fields.String(
        load_default="",
        validate=validate.Length(max=100),
        metadata=doc("Only matches of this player: the beginning of a seat's or a player's name, or of a word in it."),
    )
    text = fields.String(
        load_default="", validate=validate.Length(max=200), metadata=doc("Only cases with all these words.")
    )
    ruling = fields.String(
        load_default="",
        validate=validate.Length(max=200),
        metadata=doc("Only cases with all these words in a ruling."),
    )
    remedy = word_field(sorted(REMEDIES), "Only cases with this kind of remedy.")
    tag = fields.String(
        load_default="", validate=validate.Length(max=80), metadata=doc("Only precedents with this tag.")
    )
    game = game_field()


class RewindAsked(Strict):
    """The version to which a rewind would go."""

    to = WholeNumber(required=True, validate=Between(1, 10**9), metadata=doc("The version to go back to."))


class RulesAsked(Strict):
    """The query of a list of rules."""

    of = rule_field("Only rules whose id begins with these segments.")


class CardsAsked(Strict):
    """The query of a list of cards."""

    type = fields.String(load_default="", validate=validate.Length(max=40))
    faction = fields.String(load_default="", validate=validate.Length(max=40))
    named = fields.String(
        load_default="", validate=validate.Length(max=80), metadata=doc("The key, code, id or title of a card.")
    )


class Exported(Strict):
    """The form in which rows are answered."""

    format = fields.String(
        load_default="json",
        validate=OneOf(["json", "csv"]),
        metadata=doc(
            "The format: `json`, or `csv` for a file to open in a spreadsheet: a text that this would read as a "
            "formula (it begins with `=`, `+`, `-`, `@` or a tabulator) has an apostrophe before it, names too."
        ),
    )


class PenaltiesAsked(Exported):
    """The query of a list of penalties."""

    player = fields.String(
        load_default="", validate=validate.Length(max=100), metadata=doc("Only the penalties of this player.")
    )


class PlayerAsked(Strict):
    """The player whose record is read."""

    player = fields.String(required=True, validate=validate.Length(1, 100), metadata=doc("The player's name."))


class PairingsAsked(Strict):
    """The kind of round that is paired, and why a match leaves its table."""

    kind = fields.String(
        load_default="",
        validate=validate.Length(max=40),
        metadata=doc("The kind of round. Default: the regulation's first."),
    )
    reason = fields.String(load_default="", validate=validate.Length(max=2000), metadata=doc("Why a match leaves."))


class TimeAsked(Strict):
    """The version and the regulation of a comparison at time."""

    at = fields.String(
        load_default="",
        validate=TextForm(VERSION, AT_VERSION),
        metadata=doc("The version. Default: the newest."),
    )
    regulation = fields.String(
        load_default="",
        validate=validate.Length(max=40),
        metadata=doc("The regulation. Default: that of the match's tournament."),
    )


class LikeAsked(Strict):
    """How many similar cases are answered."""

    limit = limit_field(20, 200)


class CaseExported(Strict):
    """The form in which a case is answered."""

    format = fields.String(
        load_default="json",
        validate=OneOf(["json", "html"]),
        metadata=doc("The format: `json`, or `html` for a page to print."),
    )
