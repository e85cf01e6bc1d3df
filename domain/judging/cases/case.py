"""The case: the state of a dispute about a match, folded from its entries.

A `Case` is an immutable value in a stream of its own (`case-<id>`), with a hash chain salted by the match's seed. A
`CaseChange` is what is stored: one entry, and what happens to the match with it (frozen, resumed, a remedy), in one
transaction. Read `Case`, then `FOLDS`. deciding.py decides what may be entered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from hashlib import blake2b
from typing import Any

from msgspec import Struct, structs

from domain.judging.cases import entries as e
from domain.kernel.formats.name_tokens import escape_sign
from domain.kernel.table import MatchOutcome
from domain.match.aggregate import BrokenChain, NewVersion
from domain.match.hash_chain import GENESIS, chain_head
from domain.tournaments.player_names import is_named

OPENED, EXAMINED, RULED = "opened", "examined", "ruled"
APPEALED, ANSWERED, REMEDIED, CLOSED = "appealed", "answered", "remedied", "closed"
# the entries by which an office approves a ruling
APPROVALS = (e.ApprovalGiven, e.AppealAnswered)
STATES = (OPENED, EXAMINED, RULED, APPEALED, ANSWERED, REMEDIED, CLOSED)


class Case(Struct, frozen=True):
    """A case after so many entries.

    `judge` is in charge; `heard` are the seats that gave a statement or were asked for one; `rulings` by number - 1,
    of which `ruled_by` and `ruled_at` say who gave the last of a judge and when; `ruled_end` is how the match ends by
    the remedy that holds; `frozen` is whether this case stops the match.
    """

    id: str
    seed: bytes
    version: int = 0
    head: bytes = GENESIS
    entries: tuple[Any, ...] = ()
    state: str = OPENED
    frozen: bool = False
    judge: str = ""
    heard: frozenset[str] = frozenset()
    rulings: tuple[e.Ruling, ...] = ()
    ruled_by: str = ""
    ruled_at: str = ""
    accepted: frozenset[str] = frozenset()
    appealed: frozenset[str] = frozenset()
    remedied: int = 0
    ruled_end: MatchOutcome | None = None
    withdrawn: frozenset[str] = frozenset()

    @property
    def opening(self) -> e.CaseOpened:
        """The entry that opened it."""
        opening: e.CaseOpened = self.entries[0]
        return opening

    @property
    def ruling(self) -> e.Ruling | None:
        """The ruling that holds."""
        return self.rulings[-1] if self.rulings else None

    @property
    def moment(self) -> str:
        """The place in dispute: that of the ruling that holds, else that of the call; empty where there is none."""
        return (self.ruling.moment if self.ruling else "") or self.opening.moment

    @property
    def rulings_given(self) -> tuple[e.RulingGiven | e.AppealAnswered, ...]:
        """The entries by which its rulings were given, by number - 1."""
        given = (each for each in self.entries if isinstance(each, e.RulingGiven | e.AppealAnswered))
        return tuple(each for each in given if each.ruling)

    def moment_of(self, number: int) -> str:
        """The place that a ruling is about: its own, else that of the call; empty where there is none."""
        return (self.rulings[number - 1].moment if 0 < number <= len(self.rulings) else "") or self.opening.moment

    def sat_by(self, number: int) -> Mapping[str, str]:
        """Who sat there at the moment that a ruling is about, of the seats that have another player since.

        Before the first ruling, by 0, it is the moment of the call.
        """
        if self.moment_of(number) == self.opening.moment:
            return self.opening.at_moment
        return self.rulings_given[number - 1].at_moment

    @property
    def at_moment(self) -> Mapping[str, str]:
        """Who sat there at the moment in dispute, of the seats that have another player since."""
        return self.sat_by(len(self.rulings))

    @property
    def sat_then(self) -> tuple[tuple[str, str], ...]:
        """Each seat with a player who sat there at a moment that the call or a ruling is about, and does not now."""
        found = (self.opening.at_moment, *(each.at_moment for each in self.rulings_given))
        return tuple(dict.fromkeys(pair for each in found for pair in each.items()))

    @property
    def players_then(self) -> tuple[str, ...]:
        """Those of `sat_then`."""
        return tuple(player for _, player in self.sat_then)

    def ruling_at(self, until: str) -> e.Ruling | None:
        """The ruling that held at a recorded time."""
        given = [each for each in self.entries if isinstance(each, e.RulingGiven | e.AppealAnswered)]
        return next((each.ruling for each in reversed(given) if each.ruling and each.at <= until), None)

    @property
    def ruling_since(self) -> str:
        """When the ruling that holds was given; empty where there is none."""
        given = (each for each in self.entries if isinstance(each, e.RulingGiven | e.AppealAnswered) and each.ruling)
        return max((each.at for each in given), default="")

    @property
    def penalties_standing(self) -> tuple[e.PenaltyGiven, ...]:
        """The penalties that were given and neither withdrawn nor replaced since, oldest first."""
        return standing_penalties(self.entries)

    @property
    def penalties_outdated(self) -> tuple[e.PenaltyGiven, ...]:
        """The penalties that stand and that the ruling which holds does not name: an earlier one of the case did.

        Nor does it name one that was given to somebody else than who sat there at the moment that it is about.
        """
        named = self.ruling.penalties if self.ruling else ()
        return tuple(each for each in self.penalties_standing if each.penalty not in named or not self.is_of_seat(each))

    def player_at(self, seat: str) -> str:
        """Whom it names at a seat: who sat there at the moment in dispute; empty where it names nobody."""
        return self.at_moment.get(seat) or self.opening.players.get(seat, "")

    def is_of_seat(self, given: e.PenaltyGiven) -> bool:
        """Whether a penalty is of whom the case names at its seat now, as far as both are known."""
        named = self.player_at(given.penalty.seat)
        return not (given.player and named) or is_named(given.player, [named])

    def find_by_key(self, actor: str, role: str, key: str) -> int | None:
        """The number of the entry that was made under a key of this asker."""
        given = (actor, role, key)
        found = (n for n, each in enumerate(self.entries, 1) if (each.actor, each.role, each.key) == given)
        return next(found, None)

    def find_preview(self, preview: str) -> e.PreviewMade | None:
        """A preview by its id."""
        made = (each for each in self.entries if isinstance(each, e.PreviewMade))
        return next((each for each in made if each.preview == preview), None)

    def consents(self, preview: str) -> frozenset[str]:
        """The seats that have agreed to a preview."""
        given = (each for each in self.entries if isinstance(each, e.ConsentGiven))
        return frozenset(each.seat for each in given if each.preview == preview)

    def refusals(self, preview: str) -> frozenset[str]:
        """The seats that have refused to agree to a preview, and have not agreed since."""
        refused = (each for each in self.entries if isinstance(each, e.ConsentRefused))
        return frozenset(each.seat for each in refused if each.preview == preview) - self.consents(preview)

    def find_approval(self, role: str, number: int) -> e.ApprovalGiven | e.AppealAnswered | None:
        """The approval of a ruling by an office; an answer to an appeal is one of the ruling that holds by it."""
        given: dict[type, e.ApprovalGiven | e.AppealAnswered] = {}
        for each in self.entries:
            if isinstance(each, APPROVALS) and (each.role, each.number) == (role, number):
                given.setdefault(type(each), each)
        # an approval of its own may have a preview with it
        return next((given[kind] for kind in APPROVALS if kind in given), None)

    def appealable(self, at: str, seconds: int) -> bool:
        """Whether seats may still appeal the ruling: not all have accepted it, and the time is not over."""
        if self.state != RULED or self.accepted >= frozenset(self.opening.seats):
            return False
        since = datetime.fromisoformat(at) - datetime.fromisoformat(self.ruled_at)
        return since.total_seconds() < seconds


def standing_penalties(entries: Iterable[e.StoredCaseEntry]) -> tuple[e.PenaltyGiven, ...]:
    """The penalties that entries of a case give and do not take back.

    One that is given again was withdrawn by the event meanwhile.
    """
    standing = list[e.PenaltyGiven]()
    for each in entries:
        if isinstance(each, e.PenaltyGiven):
            gone = (*each.replaces, each.penalty)
            standing = [*(old for old in standing if old.penalty not in gone), each]
        elif isinstance(each, e.PenaltyWithdrawn):
            standing = [old for old in standing if old.penalty != each.penalty]
    return tuple(standing)


# in which of its states a case takes statements
HEARING = (OPENED, EXAMINED, RULED, APPEALED)


class CaseChange(Struct, frozen=True):
    """The case after an entry, what to store of it, and what to store of its match beside it."""

    case: Case
    payload: bytes
    head: bytes
    followings: tuple[NewVersion, ...] = ()


def case_salt(seed: bytes, case_id: str) -> bytes:
    """The secret salt of a case's chain, from its match's seed."""
    return blake2b(case_id.encode(), digest_size=32, key=seed, person=b"praetor.case").digest()


def initial(case_id: str, seed: bytes) -> Case:
    """A case before its first entry; `seed` is its match's."""
    return Case(case_id, case_salt(seed, case_id))


def chain_entry(case: Case, entry: e.StoredCaseEntry, followings: tuple[NewVersion, ...] = ()) -> CaseChange:
    """The case after a new entry, which is chained to those before it."""
    payload = escape_sign(e.ENCODER.encode(entry))
    head = chain_head(case.head, case.seed, case.version + 1, payload)
    return CaseChange(evolve(case, e.DECODER.decode(payload), head), payload, head, followings)


def evolve_stored(case: Case, payload: bytes, head: bytes) -> Case:
    """The case after its next stored entry. Raises BrokenChain."""
    if head != chain_head(case.head, case.seed, case.version + 1, payload):
        raise BrokenChain(case.id, case.version + 1)
    return evolve(case, e.DECODER.decode(payload), head)


def replay(case: Case, stored: Iterable[tuple[bytes, bytes]]) -> Case:
    """The case after several stored entries. Raises BrokenChain."""
    for payload, head in stored:
        case = evolve_stored(case, payload, head)
    return case


def evolve(case: Case, entry: e.StoredCaseEntry, head: bytes) -> Case:
    after = structs.replace(case, version=case.version + 1, head=head, entries=(*case.entries, entry))
    fold = FOLDS.get(type(entry))
    return fold(after, entry) if fold is not None else after


# --- what each entry changes; those that are not here are kept, and change nothing


def apply_opened(case: Case, entry: e.CaseOpened) -> Case:
    heard = frozenset([entry.actor]) if entry.role == "seat" else frozenset()
    return structs.replace(case, frozen=entry.freeze, heard=heard)


def apply_taken(case: Case, entry: e.CaseTaken) -> Case:
    return structs.replace(case, judge=entry.judge, state=EXAMINED if case.state == OPENED else case.state)


def apply_heard(case: Case, entry: e.StatementGiven | e.StatementAsked) -> Case:
    return structs.replace(case, heard=case.heard | {entry.seat})


def apply_ruled(case: Case, entry: e.RulingGiven) -> Case:
    rulings = (*case.rulings, entry.ruling)
    return structs.replace(
        case,
        state=RULED,
        rulings=rulings,
        ruled_by=entry.actor,
        ruled_at=entry.at,
        ruled_end=entry.ends,
        accepted=frozenset(),
    )


def apply_accepted(case: Case, entry: e.RulingAccepted) -> Case:
    return structs.replace(case, accepted=case.accepted | {entry.seat})


def apply_appealed(case: Case, entry: e.Appealed) -> Case:
    return structs.replace(case, state=APPEALED, appealed=case.appealed | {entry.seat})


def apply_answered(case: Case, entry: e.AppealAnswered) -> Case:
    rulings = case.rulings if entry.ruling is None else (*case.rulings, entry.ruling)
    return structs.replace(case, state=ANSWERED, rulings=rulings, ruled_end=entry.ends)


def apply_remedied(case: Case, entry: e.RemedyCarriedOut) -> Case:
    return structs.replace(case, state=REMEDIED, remedied=entry.number, frozen=case.frozen and not entry.resumed)


def apply_resumed(case: Case, entry: e.MatchResumed) -> Case:
    return structs.replace(case, frozen=False)


def apply_frozen(case: Case, entry: e.MatchFrozen) -> Case:
    return structs.replace(case, frozen=True)


def apply_withdrawn(case: Case, entry: e.CaseWithdrawn) -> Case:
    seats = case.withdrawn | {entry.seat}
    over = entry.alone or seats >= frozenset(case.opening.seats)
    return structs.replace(case, withdrawn=seats, **({"state": CLOSED, "frozen": False} if over else {}))


def apply_closed(case: Case, entry: e.CaseClosed) -> Case:
    return structs.replace(case, state=CLOSED, frozen=False)


FOLDS: dict[type, Callable[..., Case]] = {
    e.CaseOpened: apply_opened,
    e.CaseTaken: apply_taken,
    e.StatementGiven: apply_heard,
    e.StatementAsked: apply_heard,
    e.RulingGiven: apply_ruled,
    e.RulingAccepted: apply_accepted,
    e.Appealed: apply_appealed,
    e.AppealAnswered: apply_answered,
    e.RemedyCarriedOut: apply_remedied,
    e.MatchResumed: apply_resumed,
    e.MatchFrozen: apply_frozen,
    e.CaseWithdrawn: apply_withdrawn,
    e.CaseClosed: apply_closed,
}
