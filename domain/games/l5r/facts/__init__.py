"""Every fact of the game that is stored, beside those of the kernel."""

from __future__ import annotations

from domain.cardgame.catalogue import CARDGAME_FACTS
from domain.cardgame.facts.cards import CardEnteredPlay
from domain.cardgame.facts.course import PlayersSeated
from domain.games.l5r.facts import cards, conflicts, players
from domain.kernel.cards.card_facts import CardsTurned
from domain.kernel.facts import Fact
from domain.kernel.occurring.gained_abilities import GAINING_FACTS

FACTS: tuple[type[Fact], ...] = (
    *CARDGAME_FACTS,
    PlayersSeated,
    CardEnteredPlay,
    CardsTurned,
    cards.CardsPutInProvinces,
    cards.RefillOwed,
    cards.ProvinceRefilled,
    cards.RefillGivenUp,
    cards.MulliganTaken,
    cards.CardsBowed,
    cards.CardsReadied,
    cards.StatusChanged,
    cards.FatePlaced,
    cards.FateInvested,
    players.FateGained,
    players.FateSpent,
    players.HonorGained,
    players.HonorLost,
    players.HonorGiven,
    players.FateGiven,
    players.DuelDecided,
    players.DialsRevealed,
    players.OpportunitiesGiven,
    players.OpportunityUsed,
    players.DrawOwed,
    players.DrawsSettled,
    players.GloryCounted,
    players.FavorClaimed,
    players.FavorSet,
    conflicts.RingFatePlaced,
    conflicts.RingContested,
    conflicts.RingClaimed,
    conflicts.RingsReturned,
    conflicts.ConflictDeclared,
    conflicts.CharactersEvaded,
    conflicts.DefendersDeclared,
    conflicts.CharacterJoined,
    conflicts.CharactersLeft,
    conflicts.ConflictDecided,
    conflicts.ProvinceBroken,
    conflicts.RingEffectResolved,
    conflicts.RingEffectEnded,
    conflicts.RingEffectStopped,
    conflicts.RingsSwitched,
    conflicts.ConflictTypeChanged,
    conflicts.ConflictEnded,
    *GAINING_FACTS,
)
