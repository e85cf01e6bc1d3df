"""The games, registered by name: what a match needs to open one and to fold one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Protocol, TypeAlias, TypeVar

from domain.cardgame.decks.deck_lists import DeckReader
from domain.games.agot_board import game as agot_board_definition
from domain.games.agot_lcg import game as agot_lcg_definition
from domain.games.l5r import game as l5r_definition
from domain.kernel.corrections.changes import ChangeFault
from domain.kernel.corrections.forms import ChangeForm
from domain.kernel.corrections.words import Lists
from domain.kernel.facts import Fact
from domain.kernel.flow.priority_windows import Window
from domain.kernel.formats.reading import Unreadable
from domain.kernel.game import Game, UnaskedQuestion
from domain.kernel.history.tables import GameHistory
from domain.kernel.ids import Handle, Seat, Viewer
from domain.kernel.numbers import RuleNumber
from domain.kernel.occurring.conditions import Condition
from domain.kernel.refusals import Refusal
from domain.kernel.rulebook import RuleBook, read_rules
from domain.kernel.rules import Rules
from domain.kernel.scenarios.card_names import LyingCard
from domain.kernel.scenarios.window_names import ScenarioProbe
from domain.kernel.table import Table

T = TypeVar("T", bound=Table, contravariant=True)


class CardPool(Protocol):
    """The cards that there are in a game."""

    @property
    def id(self) -> str:
        """The name and the hash of its contents."""

    @property
    def cards(self) -> Mapping[str, Any]:
        """The cards by key, as they are printed."""


class MatchRules(Rules[T], Protocol[T]):
    """The rules of a game as a match and its judges ask them, beside what the kernel asks."""

    @property
    def pool(self) -> CardPool:
        """The cards with which it is played."""

    def blank(self) -> Any:
        """A table without anything on it."""

    def open(self, game: Game[T], brought: Any, policy: str) -> None:
        """Lay out the start, or a position."""

    def table_fault(self, table: T) -> ChangeFault | None:
        """What is wrong with the table as a whole, by its components or by uniqueness."""

    def late_refusal(self, table: T, card: Handle, ability: int, condition: Condition | None) -> Refusal | None:
        """Why a mandatory ability cannot be resolved late, or None."""


AnyRules: TypeAlias = MatchRules[Any]
"""The rules of some game: which one, and so which table, is known from the stored match alone."""


class Questions(Protocol):
    """What a game answers to judges: numbers, limits, marks in a timeline, what was forgone, what was not offered."""

    @property
    def marks(self) -> dict[type[Fact], str]:
        """The facts that a timeline marks: `round` and `phase` (which carry it), `power`, `loss`."""

    @property
    def numbers(self) -> Callable[[Any, Viewer], Iterator[RuleNumber]]:
        """Every number that the rules compute at a table, about things that a viewer sees."""

    @property
    def number_names(self) -> tuple[str, ...]:
        """The names of all numbers that the rules can compute, whether they exist now or not."""

    @property
    def limits(self) -> Callable[[Any], dict[str, int]]:
        """How often each limited thing has been done, by public keys."""

    @property
    def declines(self) -> dict[str, tuple[str, Any]]:
        """The field and value with which a command declines, by the command's type."""

    @property
    def why_unasked(self) -> Callable[[Any, UnaskedQuestion, Seat], Refusal | None]:
        """Why a seat was not asked about a power that it has; None where it has none."""

    @property
    def reasons(self) -> WindowReasons:
        """What a seat might do in a window, each with what forbids it; `public`: by public cards alone."""


class WindowReasons(Protocol):
    def __call__(
        self, table: Any, window: Window, seat: Seat, *, public: bool
    ) -> Iterator[tuple[dict[str, Any], Refusal | None]]: ...


class Measures(Protocol):
    """What of a table a tournament's regulation may compare at time: the values by name, in words."""

    MEASURES: dict[str, str]

    def measure(self, table: Any, facts: Any) -> dict[str, dict[Any, int]]:
        """Each value of each seat, of a table and the facts that led to it, oldest first."""


class Definition(Protocol):
    """A game as the match aggregate sees it."""

    @property
    def rules(self) -> AnyRules:
        """The rules with the pool alone, without a card pack."""

    @property
    def measures(self) -> Measures:
        """The values of a table that can be compared at time."""

    @property
    def questions(self) -> Questions:
        """The answers to the questions of judges."""

    @property
    def history(self) -> GameHistory:
        """The tables of the game's own that analysts read, and what fills them; an empty one where it has none."""

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """The numbers of seats with which the game can be played."""

    @property
    def default_seats(self) -> int:
        """The number of seats where nobody gives one."""

    @property
    def read_deck(self) -> DeckReader | None:
        """The function that reads a deck from players' text; None where seats bring no decks."""

    @property
    def named_things(self) -> dict[str, dict[str, str]]:
        """What words of its commands name beside cards on the table: by kind, the ids with their printed names."""

    @property
    def sights(self) -> ScenarioProbe[Any]:
        """The values that scenarios can look at."""

    @property
    def closed_words(self) -> Mapping[type, Lists]:
        """The fields with a closed list, the same at every table, and its words, by the kind of a change by hand."""

    def change_forms(self, rules: Any, table: Any, viewer: Viewer) -> tuple[ChangeForm, ...]:
        """The changes by hand that can be made at a table, as forms, about what a viewer could name."""

    def with_cards(self, cards: str) -> AnyRules:
        """The rules with a card pack (JSON text, empty: none) beside the pool."""

    def seats(self, rules: Any, texts: tuple[str, ...], options: str) -> Any | Refusal:
        """The start of a new match from the JSON texts of its seats and options, or why it is refused."""

    @property
    def position_keys(self) -> Mapping[str, Collection[str]]:
        """The keys of a position, each with the keys of its section, or of each member of that."""

    def position(self, rules: Any, text: str) -> Any | Refusal:
        """A position from its JSON text, or what is wrong with it."""

    def players(self, table: Any) -> dict[str, str]:
        """The players by seat; empty where the table does not name them."""

    def by_hand(self, table: Any) -> dict[str, list[str]]:
        """The cards, by seat, whose abilities are not coded and are resolved by hand."""

    def position_of(self, table: Any) -> dict[str, Any]:
        """The table as a position. Raises NoPosition."""

    def lying_cards(self, table: Any) -> dict[Handle, LyingCard]:
        """How cards lie that are not simply there: on which other, or kneeling; what tells equal ones apart."""

    def position_names(self, table: Any) -> dict[Handle, str]:
        """The names that a position written of this table gives to its cards, by their handles."""

    def names(self, brought: Any) -> tuple[str, ...]:
        """The names of the seats, of those or of a position, as far as they are given and not drawn."""

    def named_cards(self, rules: Any, text: str, facts: tuple[Any, ...]) -> list[tuple[str, Handle]]:
        """The names that a position gives to cards, with the handles under which they were laid."""


GAMES: dict[str, Definition] = {
    "agot_lcg": agot_lcg_definition,
    "agot_board": agot_board_definition,
    "l5r": l5r_definition,
}
DEFAULT = next(iter(GAMES))
"""The game that is meant where none is named."""
NO_HISTORY = GameHistory()


class NoMeasures:
    """Nothing of a table that a regulation may compare at time."""

    def __init__(self) -> None:
        self.MEASURES: dict[str, str] = {}

    def measure(self, table: Any, facts: Any) -> dict[str, dict[Any, int]]:
        """No values."""
        return {}


NO_MEASURES = NoMeasures()


def rules_with_cards(game: str, cards: str, changed: str) -> AnyRules:
    """The rules of a registered game with a card pack, and with cards of the pool that are otherwise than printed.

    Both are JSON texts; `changed` has of each card the id and the fields that are otherwise. Raises Unreadable.
    """
    if not changed:
        return GAMES[game].with_cards(cards)
    change: Callable[[str, str], AnyRules] | None = getattr(GAMES[game], "with_changed_cards", None)
    if change is None:
        raise Unreadable("cards", f"{game} has no cards that a file can change")
    return change(cards, changed)


def package_of(game: str) -> str:
    """The package of a registered game, in which its book lies beside its modules."""
    return type(GAMES[game].rules).__module__.rpartition(".")[0]


def game_rules(game: str) -> RuleBook:
    """The rule book of a registered game."""
    return read_rules(package_of(game))


def timeline_marks(game: str) -> Mapping[type[Fact], str]:
    """The facts that a registered game marks in a timeline; none where it answers no questions of judges."""
    questions: Questions | None = getattr(GAMES[game], "questions", None)
    return {} if questions is None else questions.marks


def closed_words_of(game: str) -> Mapping[type, Lists]:
    """The closed lists of words for changes by hand in a registered game; none where nothing is changed by hand."""
    brought: Mapping[type, Lists] = getattr(GAMES[game], "closed_words", {})
    return brought


def measures_of(game: str) -> Measures:
    """What of a table of a registered game can be compared at time; nothing where it brings nothing."""
    brought: Measures = getattr(GAMES[game], "measures", NO_MEASURES)
    return brought


def history_of(game: str) -> GameHistory:
    """The history that a registered game brings for analysts; an empty one where it brings none."""
    brought: GameHistory = getattr(GAMES[game], "history", NO_HISTORY)
    return brought
