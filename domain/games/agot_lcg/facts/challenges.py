"""Facts of challenges and dominance, under the tags of this game."""

from __future__ import annotations

from domain.families.agot_cards.facts import challenges


class ChallengeInitiated(challenges.ChallengeInitiated, frozen=True, tag="agot_lcg.challenge_initiated"):
    """A challenge was initiated, with its attackers."""


class StealthBypassed(challenges.StealthBypassed, frozen=True, tag="agot_lcg.stealth_bypassed"):
    """Characters were bypassed by stealth."""


class BypassLifted(challenges.BypassLifted, frozen=True, tag="agot_lcg.bypass_lifted"):
    """A judge corrected that characters were bypassed by stealth: they are so no more."""


class DefendersDeclared(challenges.DefendersDeclared, frozen=True, tag="agot_lcg.defenders_declared"):
    """The defending player declared defenders, or none."""


class JoinedChallenge(challenges.JoinedChallenge, frozen=True, tag="agot_lcg.joined_challenge"):
    """A character joined the challenge; as an attacker it is bypassed no more."""


class LeftChallenge(challenges.LeftChallenge, frozen=True, tag="agot_lcg.left_challenge"):
    """Characters left the challenge: they no longer participate."""


class ChallengeDecided(challenges.ChallengeDecided, frozen=True, tag="agot_lcg.challenge_decided"):
    """Strength was compared: both totals with their traces, the winner and the loser (none: nobody won), the margin."""


class ClaimApplied(challenges.ClaimApplied, frozen=True, tag="agot_lcg.claim_applied"):
    """Claim was applied, with the value that was read; `replaced` says what happens in place of it."""


class ChallengeEnded(challenges.ChallengeEnded, frozen=True, tag="agot_lcg.challenge_ended"):
    """The challenge ended; nobody participates any more."""


class DominanceCounted(challenges.DominanceCounted, frozen=True, tag="agot_lcg.dominance_counted"):
    """Dominance was counted: the totals, and who won (nobody on a tie)."""


class KeywordResolved(challenges.KeywordResolved, frozen=True, tag="agot_lcg.keyword_resolved"):
    """A challenge resolution keyword resolved, for these characters."""
