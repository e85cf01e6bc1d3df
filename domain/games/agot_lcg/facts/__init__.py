"""The facts of the game, each with its fold; what every card game has and moves of cards are the shared floors'."""

from domain.cardgame.catalogue import CARDGAME_FACTS
from domain.games.agot_lcg.facts import cards, challenges, course
from domain.kernel.facts import Fact

FACTS: tuple[type[Fact], ...] = (
    *CARDGAME_FACTS,
    cards.PlotRevealed,
    cards.GoldGained,
    cards.GoldSpent,
    cards.CardsKnelt,
    cards.CardsStood,
    cards.PowerPlaced,
    cards.EnteredPlay,
    cards.CharactersKilled,
    challenges.ChallengeInitiated,
    challenges.StealthBypassed,
    challenges.BypassLifted,
    challenges.DefendersDeclared,
    challenges.JoinedChallenge,
    challenges.LeftChallenge,
    challenges.ChallengeDecided,
    challenges.ClaimApplied,
    challenges.ChallengeEnded,
    challenges.DominanceCounted,
    challenges.KeywordResolved,
    course.SeatsTaken,
    course.InitiativeWon,
)
