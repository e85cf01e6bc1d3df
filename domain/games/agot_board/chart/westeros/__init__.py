"""1. The Westeros Phase, with supply, mustering, bidding and Wildling attacks. Read `westeros_phase` first."""

from domain.games.agot_board.chart.westeros.bidding import BidForTrack, ClashOfKings, SealedBids
from domain.games.agot_board.chart.westeros.crow_killers import CrowKillers
from domain.games.agot_board.chart.westeros.income import GameOfThrones
from domain.games.agot_board.chart.westeros.mustering import Mustering, MusterInTurn, begin_mustering
from domain.games.agot_board.chart.westeros.preemptive_raid import PreemptiveRaid
from domain.games.agot_board.chart.westeros.supply import Reconcile, UpdateSupply
from domain.games.agot_board.chart.westeros.westeros_card_choices import (
    DarkWings,
    LastDaysOfSummer,
    OrderBan,
    PutToTheSword,
    ThroneOfBlades,
)
from domain.games.agot_board.chart.westeros.westeros_phase import WesterosPhase
from domain.games.agot_board.chart.westeros.wildling_cards import WildlingDecision
from domain.games.agot_board.chart.westeros.wildlings import WildlingAftermath, WildlingsAttack, WildlingsAttackCard
from domain.kernel.flow.frames import Procedure

__all__ = ["WESTEROS_FRAMES", "WesterosPhase", "begin_mustering"]

WESTEROS_FRAMES: tuple[type[Procedure], ...] = (
    WesterosPhase,
    UpdateSupply,
    Reconcile,
    MusterInTurn,
    Mustering,
    ThroneOfBlades,
    ClashOfKings,
    BidForTrack,
    SealedBids,
    GameOfThrones,
    DarkWings,
    LastDaysOfSummer,
    WildlingsAttackCard,
    WildlingsAttack,
    WildlingAftermath,
    WildlingDecision,
    CrowKillers,
    PreemptiveRaid,
    PutToTheSword,
    OrderBan,
)
