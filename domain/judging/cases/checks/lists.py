"""The checks of each command to a case, in order: `CHECKS`."""

from __future__ import annotations

from domain.judging.cases import commands as m
from domain.judging.cases.approvals import approval_counts, is_approved_where_needed
from domain.judging.cases.case import ANSWERED, APPEALED, CLOSED, EXAMINED, HEARING, REMEDIED, RULED
from domain.judging.cases.checks.appeals import (
    answers_in_full,
    appeal_is_over,
    did_not_rule,
    may_still_appeal,
    not_accepted_yet,
)
from domain.judging.cases.checks.authority import (
    assigned_has_no_part,
    assigned_is_staff,
    holds_office,
    is_a_judge,
    is_a_seat,
    is_another_judge,
    is_free_to_take,
    is_head_judge,
    is_in_charge,
    may_approve,
    may_open,
    not_own_match,
    rules_alone,
)
from domain.judging.cases.checks.case_states import (
    freezes_the_match,
    has_play_to_stop,
    is_theirs_to_withdraw,
    match_is_free,
    not_closed,
    not_closed_or_in_scenario,
    not_withdrawn_yet,
    one_open,
    was_ruled,
    while_it_is,
)
from domain.judging.cases.checks.consents import all_consented, consents_to_what_is_there, did_not_consent
from domain.judging.cases.checks.contents import (
    entry_exists,
    may_say_more,
    moment_exists,
    moments_exist,
    names_a_seat,
    names_a_version,
    names_known_rules,
    seals_for_a_reason,
)
from domain.judging.cases.checks.penalties import (
    event_takes_penalties,
    grave_is_approved,
    is_in_the_ruling,
    is_no_longer_ruled,
    is_the_next_step,
    names_its_player,
    none_is_left_ungiven,
    none_outlives_its_ruling,
    not_given_yet,
    penalty_is_allowed,
    withdrawal_is_approved,
)
from domain.judging.cases.checks.remedies import (
    approves_what_was_seen,
    end_was_ruled,
    is_as_named,
    is_not_done_yet,
    refers_to_the_last_ruling,
    remedy_has_room,
    remedy_is_done,
    remedy_is_known,
    was_approved,
    was_previewed,
)
from domain.judging.cases.checks.rulings import (
    approves_the_last,
    ruling_holds,
)
from domain.judging.cases.remedying import answer_is_final
from domain.kernel.checks import Check

IN_WORK = while_it_is(EXAMINED, RULED, APPEALED, ANSWERED, REMEDIED)

LISTED: dict[type, tuple[Check, ...]] = {
    m.Open: (may_open, one_open, moment_exists, names_known_rules),
    m.Take: (not_closed, is_a_judge, is_free_to_take),
    m.AssignCase: (not_closed, is_head_judge, assigned_is_staff, assigned_has_no_part),
    m.State: (not_closed, is_a_seat, while_it_is(*HEARING), may_say_more),
    m.AskSeat: (not_closed, is_in_charge, names_a_seat, while_it_is(EXAMINED, RULED, APPEALED)),
    m.Share: (not_closed, is_in_charge, entry_exists),
    m.Advise: (not_closed, is_a_judge, IN_WORK, is_another_judge),
    m.AttachEvidence: (not_closed, is_in_charge, IN_WORK, moments_exist),
    m.Look: (not_closed_or_in_scenario, is_in_charge, names_a_version, seals_for_a_reason),
    m.GiveRuling: (not_closed, rules_alone, while_it_is(EXAMINED), ruling_holds),
    m.Amend: (not_closed, rules_alone, while_it_is(RULED, ANSWERED), answer_is_final, ruling_holds),
    m.Approve: (
        *(not_closed, may_approve, was_ruled),
        *(approves_the_last, approval_counts, approves_what_was_seen),
    ),
    m.Accept: (not_closed, is_a_seat, while_it_is(RULED), not_accepted_yet),
    m.Appeal: (not_closed, is_a_seat, may_still_appeal),
    m.Answer: (not_closed, is_head_judge, while_it_is(APPEALED), did_not_rule, answers_in_full),
    m.Preview: (not_closed, is_in_charge, IN_WORK, remedy_has_room, freezes_the_match, remedy_is_known),
    m.Consent: (not_closed, is_a_seat, consents_to_what_is_there, did_not_consent),
    m.Remedy: (
        not_closed,
        is_in_charge,
        was_ruled,
        refers_to_the_last_ruling,
        # who comes second finds the match resumed by what was carried out
        is_not_done_yet,
        freezes_the_match,
        appeal_is_over,
        was_previewed,
        is_as_named,
        end_was_ruled,
        was_approved,
        all_consented,
    ),
    m.Penalise: (
        not_closed,
        is_in_charge,
        was_ruled,
        appeal_is_over,
        is_in_the_ruling,
        not_given_yet,
        event_takes_penalties,
        names_its_player,
        penalty_is_allowed,
        is_the_next_step,
        grave_is_approved,
        withdrawal_is_approved,
    ),
    m.WithdrawGivenPenalty: (
        *(not_closed, is_in_charge, was_ruled, appeal_is_over),
        *(event_takes_penalties, is_no_longer_ruled, withdrawal_is_approved),
    ),
    m.Publish: (not_closed, is_in_charge, was_ruled, appeal_is_over, is_approved_where_needed),
    m.Resume: (not_closed, is_in_charge, IN_WORK, freezes_the_match),
    m.Freeze: (not_closed, is_in_charge, IN_WORK, match_is_free, has_play_to_stop),
    m.Withdraw: (not_closed, is_a_seat, is_theirs_to_withdraw, not_withdrawn_yet),
    m.Close: (
        *(not_closed, is_in_charge, was_ruled, appeal_is_over, remedy_is_done),
        *(none_outlives_its_ruling, none_is_left_ungiven),
    ),
    m.Abandon: (not_closed, is_in_charge, while_it_is(EXAMINED)),
    m.TagPrecedent: (is_a_judge, while_it_is(CLOSED)),
}
CHECKS: dict[type, tuple[Check, ...]] = {
    kind: (holds_office, not_own_match, *checks) for kind, checks in LISTED.items()
}
