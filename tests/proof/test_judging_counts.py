"""The counts of judging, of each game; each test prints its figures. Run by `make proof` only.

Play, rewinds (also to undone versions), corrections at every kind of wait, late abilities, restored opportunities,
annulments, cases that stop the match, standing orders, draws offered and cards resolved by hand, mixed at random in five hundred matches of each game.

Which assertion holds what the design of judging asks of these tests (`tests/properties/` holds them all):

| asked | held by |
| --- | --- |
| what is folded from the bytes is what was live, at every version | `Corrector.take` (`read.table == match.table`), and at the end `folded == match` in `check_judging` |
| a correction changes amounts only by what it names, before its cut | `check_correction`: `check_named` (gold; or power, supply, pieces, tracks; cards and who brought them) |
| the wait is the same unless a fact says that it was withdrawn | `check_correction` (stack, question, seats), `Remedied.above` for what stands above the wait |
| a rewind restores what was: seats awaited, cards by area, amounts; chance is not drawn again, standing orders are withdrawn | `Judged.check_rewind`, `Judgement.check_rewind`, `Judgement.take` (the counter) |
| rewinds go to undone versions, too | `Corrector.step` draws any version; counted as "rewinds to an undone version", not none |
| an annulled last action leaves the amounts that were before it | `Judgement.annul` |
| a step that was given up leaves nothing of itself | `check_given_up`, and `check_answerable` for secret answers |
| cards are conserved, the index of listeners equals a rebuilt one, no attachment without a bearer, components in limits | `check_table`, after every event |
| every wait can be answered by all who are awaited | `Judgement.check_answerable`, after every event |
| play goes on from decoded bytes | `Judgement.take`: what was read back is what is played on, rewound to and decided again |
| the ledger equals the stack, who is asked is the newest offer | `Corrector.take`, `Judgement.check_offer`, after every event |
| the ledger of every earlier version, undone ones too | `check_ledger_of`, every fifth version, at the end |
| re-adjudication across all of it: actions and judges' events give the same facts and stack | `Judgement.check_decided_again`, `Remedied.take` |
| a stopped match takes no command, the wait stays | `Judgement.call` |
| corrections at every kind of wait that play came to | `Tally.never_corrected_at` |
| every change of the closed list was carried out | `change_kinds` against `Tally.changes` |
"""  # noqa: E501

import pytest

from tests.games import BROUGHT
from tests.properties.judging import Tally, check_judging

pytestmark = pytest.mark.proof

# A seed of its own for every match; the samples of `make test` begin at 0.
FIRST = 30_000
PARTS = 5
PART = 100
# How often each kind of change is carried out in a part at least.
OFTEN = 4


@pytest.mark.parametrize("game", sorted(BROUGHT))
@pytest.mark.parametrize("part", range(PARTS))
def test_500_matches_are_judged_and_played_on(game: str, part: int) -> None:
    tally = Tally()
    for seed in range(FIRST + part * PART, FIRST + (part + 1) * PART):
        check_judging(game, seed, BROUGHT[game].judged_proved, tally)
    told = ", ".join(f"{n} {what}" for what, n in tally.done.most_common())
    print(f"{game}, part {part + 1} of {PARTS}, {PART} matches, {tally.versions} versions, 0 differences; {told}")
    print(f"  refused: {dict(tally.refused.most_common())}")
    print(f"  kinds of waits corrected at: {len(tally.corrected_at)} of {len(tally.asked)} that play came to")
    print(f"  changes: {dict(tally.changes.most_common())}")
    assert tally.never_corrected_at() == []
    assert set(tally.changes) <= set(BROUGHT[game].change_kinds)
    assert [kind for kind in BROUGHT[game].change_kinds if tally.changes[kind] < OFTEN] == []
    done = (
        "corrections",
        "rewinds",
        "rewinds to an undone version",
        "AnnulAction",
        "cases opened",
        *BROUGHT[game].judged_often,
    )
    assert [what for what in done if tally.done[what] < PART // 10] == []
