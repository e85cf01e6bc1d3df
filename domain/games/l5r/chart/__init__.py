"""The round: five phases, each a flat list of the framework steps and windows of the timing chart, in play order.

Read `domain.cardgame.rounds_and_phases` (how every phase begins and ends), then the phases in play order, then
`phase_order`; a conflict is in `conflict`.
"""
