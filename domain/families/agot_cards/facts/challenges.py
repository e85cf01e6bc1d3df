"""Facts of challenges and dominance."""

from __future__ import annotations

from msgspec import structs

from domain.families.agot_cards.state import AgotTable, Challenge
from domain.kernel.facts import Fact
from domain.kernel.formats.text_forms import Term
from domain.kernel.ids import Handle, Seat
from domain.kernel.numbers import TracedNumber


class ChallengeInitiated(Fact, frozen=True):
    """A challenge was initiated, with its attackers."""

    challenge: Challenge

    def apply(self, table: AgotTable) -> None:
        table.challenge = self.challenge
        table.forced = ()


class StealthBypassed(Fact, frozen=True):
    """Characters were bypassed by stealth."""

    characters: tuple[Handle, ...]

    def apply(self, table: AgotTable) -> None:
        assert table.challenge is not None
        bypassed = table.challenge.bypassed + self.characters
        table.challenge = structs.replace(table.challenge, bypassed=bypassed)


class BypassLifted(Fact, frozen=True):
    """A judge corrected that characters were bypassed by stealth: they are so no more."""

    characters: tuple[Handle, ...]

    def apply(self, table: AgotTable) -> None:
        assert table.challenge is not None
        bypassed = tuple(each for each in table.challenge.bypassed if each not in self.characters)
        table.challenge = structs.replace(table.challenge, bypassed=bypassed)


class DefendersDeclared(Fact, frozen=True):
    """The defending player declared defenders, or none."""

    defenders: tuple[Handle, ...]

    def apply(self, table: AgotTable) -> None:
        assert table.challenge is not None
        joined = table.challenge.defenders
        table.challenge = structs.replace(table.challenge, defenders=(*joined, *self.defenders))


class JoinedChallenge(Fact, frozen=True):
    """A character joined the challenge; as an attacker it is bypassed no more."""

    character: Handle
    side: str

    def apply(self, table: AgotTable) -> None:
        challenge = table.challenge
        assert challenge is not None
        if self.side == "attacking":
            bypassed = tuple(each for each in challenge.bypassed if each != self.character)
            attackers = (*challenge.attackers, self.character)
            table.challenge = structs.replace(challenge, attackers=attackers, bypassed=bypassed)
        else:
            table.challenge = structs.replace(challenge, defenders=(*challenge.defenders, self.character))


class LeftChallenge(Fact, frozen=True):
    """Characters left the challenge: they no longer participate."""

    characters: tuple[Handle, ...]

    def apply(self, table: AgotTable) -> None:
        if table.challenge is not None:
            table.challenge = table.challenge.without(self.characters)


class ChallengeDecided(Fact, frozen=True):
    """Strength was compared: both totals with their traces, the winner and the loser (none: nobody won), the margin."""

    attack: TracedNumber
    defense: TracedNumber
    winner: Seat = Seat("")
    loser: Seat = Seat("")
    margin: int = 0
    unopposed: bool = False

    def apply(self, table: AgotTable) -> None:
        assert table.challenge is not None
        table.challenge = structs.replace(
            table.challenge,
            attack=self.attack.value,
            defense=self.defense.value,
            winner=self.winner,
            loser=self.loser,
            margin=self.margin,
            unopposed=self.unopposed,
            decided=True,
        )


class ClaimApplied(Fact, frozen=True):
    """Claim was applied, with the value that was read; `replaced` says what happens in place of it."""

    kind: Term
    claim: TracedNumber
    replaced: Term = ""

    def apply(self, table: AgotTable) -> None:
        assert table.challenge is not None
        claim = 0 if self.replaced else self.claim.value
        table.challenge = structs.replace(table.challenge, claim=claim)


class ChallengeEnded(Fact, frozen=True):
    """The challenge ended; nobody participates any more."""

    def apply(self, table: AgotTable) -> None:
        table.challenge = None


class DominanceCounted(Fact, frozen=True):
    """Dominance was counted: the totals, and who won (nobody on a tie)."""

    neutral = True
    totals: tuple[tuple[Seat, TracedNumber], ...]
    winner: Seat = Seat("")


class KeywordResolved(Fact, frozen=True):
    """A challenge resolution keyword resolved, for these characters."""

    neutral = True
    keyword: str
    characters: tuple[Handle, ...]
