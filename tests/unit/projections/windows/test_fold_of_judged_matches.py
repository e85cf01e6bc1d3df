"""The window ledger where a match was judged: a case opened by a seat with priority, and going back into a window."""

from domain.judging.remedies.corrections import correct_table
from domain.judging.remedies.interventions import RulingEnvelope, freeze_match, resume_match
from domain.judging.remedies.rewind import report_rewind, rewind_match
from domain.kernel.corrections.changes import SetCount
from domain.kernel.flow.priority_windows import Window
from domain.match.aggregate import Match, NewVersion
from domain.match.envelope import Stamp
from domain.match.events import event_kind
from domain.match.judge_orders import CorrectTable
from projections.windows.fold import END, LedgerRow, as_of
from projections.windows.store import WindowFolding
from tests.properties.test_ledger import passes
from tests.properties.test_rewinds import RULED
from tests.unit.domain.judging.remedies.test_late_abilities import ALICE, BOB, MARSHALLING, Laid

NAME = "marshalling.action"


class Followed(Laid):
    """A match whose ledger follows it, and every state that it was in."""

    def __init__(self, position: str = MARSHALLING) -> None:
        self.ledger = WindowFolding("m-1")
        self.states: dict[int, Match] = {}
        super().__init__(position)

    def take(self, following: NewVersion) -> None:
        super().take(following)
        self.states[self.match.version] = self.match
        self.ledger.take(self.match.version, following.payload)

    def stop(self, by: RulingEnvelope) -> None:
        stamp = Stamp(f"s{self.match.version}", "", f"s{self.match.version}")
        self.take(freeze_match(self.match, by, stamp))

    def go_on(self) -> None:
        stamp = Stamp(f"g{self.match.version}", "", f"g{self.match.version}")
        self.take(resume_match(self.match, RULED, stamp))

    def back_to(self, version: int) -> None:
        then = self.states[version]
        report = report_rewind(self.match, then, self.events, version)
        self.take(rewind_match(self.match, then, self.events, report, RULED, Stamp("r", "", "r")))

    @property
    def row(self) -> LedgerRow:
        """The innermost open window, as of now and on the line being played."""
        found = as_of(self.ledger.stack.open[-1], (self.match.version, END), set(self.match.path()))
        assert found is not None
        return found

    @property
    def window(self) -> Window:
        frame = self.match.table.stack[-2]
        assert isinstance(frame, Window)
        return frame


def test_a_seat_that_opens_a_case_while_it_holds_priority_has_neither_acted_nor_passed() -> None:
    match = Followed()
    before = match.row
    assert [(each.seat, each.wait) for each in before.offers] == [(ALICE, match.match.wait)]
    match.stop(RulingEnvelope(actor=ALICE, role="seat", case="c-1"))
    assert match.row == before
    match.go_on()
    assert match.row == before
    match.gives(type="pass")
    [deed] = [each for each in match.ledger.stack.touched[before.id].deeds if each.seat == ALICE]
    assert (deed.how, deed.command) == ("own", "")


def test_what_a_judge_orders_is_no_deed_in_the_window_though_a_seat_has_the_same_name() -> None:
    match = Followed()
    before = match.row
    order = CorrectTable((SetCount(BOB, "gold", 1),))
    by = RulingEnvelope(actor=ALICE, role="judge", case="c-1", reason="a test")
    match.take(correct_table(match.match, order, match.events, by, Stamp("c", "", "c")))
    assert match.row.deeds == before.deeds
    assert [(each.seat, each.wait) for each in match.row.offers] == [(ALICE, 1), (ALICE, match.match.version)]


def passed_on() -> tuple[Followed, int]:
    """Alice has marshalled and passed, so that her window has closed; with the version at which she had passed."""
    match = Followed()
    match.gives(type="marshal_character", card=match.card("tumblestone-knight"))
    before, opened = match.match.version, match.row.id
    assert match.window.name == NAME
    while not match.ledger.stack.touched[opened].closed:
        match.gives(type="pass")
    return match, before


def test_a_match_that_is_rewound_into_a_window_has_it_open_again_with_what_was_done_until_then() -> None:
    match, version = passed_on()
    then = match.states[version]
    closed = [row for row in match.ledger.stack.touched.values() if row.closed]
    match.back_to(version)
    row, frame = match.row, match.window
    assert (row.name, row.closed, passes(row)) == (NAME, "", frame.passes)
    assert [each.command for each in row.deeds] == ["marshal_character"]
    assert match.ledger.stack.waiting is not None
    assert match.ledger.stack.waiting.seats == then.table.waiting.seats == (frame.turn,)
    assert (row.offers[-1].seat, row.offers[-1].wait) == (frame.turn, match.match.version)
    assert row.id in [each.id for each in closed]


def test_the_line_that_was_undone_keeps_how_the_window_closed() -> None:
    match, version = passed_on()
    head = match.match.version
    undone = set(match.match.path())
    match.back_to(version)
    at_head = as_of(match.ledger.stack.open[-1], (head, END), undone)
    assert at_head is not None
    assert (at_head.how, at_head.closed.split(".")[0]) == ("passes", str(head))
    while match.ledger.stack.open and match.row.id == at_head.id:
        match.gives(type="pass")
    again = as_of(match.ledger.stack.touched[at_head.id], (match.match.version, END), set(match.match.path()))
    assert again is not None
    assert int(again.closed.split(".")[0]) > head
    assert as_of(match.ledger.stack.touched[at_head.id], (head, END), undone) == at_head


def test_a_case_opened_after_going_back_stops_the_window_that_is_open_again() -> None:
    match, version = passed_on()
    match.back_to(version)
    before = match.row
    match.stop(RulingEnvelope(actor=before.offers[-1].seat, role="seat", case="c-2"))
    match.go_on()
    assert match.row == before
    assert [event_kind(each) for each in match.events.values()][-3:] == ["rewound", "frozen", "resumed"]
