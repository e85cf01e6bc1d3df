"""Erasing a player: whoever knows the name finds it nowhere, and every record still verifies.

The key of the player is destroyed, and with it what every token holds. What stood in clear is covered or told. Each
step may be done again: a process that was stopped in between is finished by the same command. Read `erase_player`, then
`erase_again`, which repeats erasures after a backup was put back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import sleep
from typing import TYPE_CHECKING

from msgspec import Struct

from domain.kernel.formats.name_tokens import erased_label
from domain.tournaments.player_names import spoken_form
from service.app.match.matches import now
from service.app.players.clear_names import find_clear_names, name_finder
from service.app.players.keyring import Erasure, Keyring

if TYPE_CHECKING:
    from service.wiring import Services

# until other processes have looked, and what they had begun is answered
SETTLED = 6.0


class ClearPlace(Struct, frozen=True):
    """A row whose bytes hold the name: how often it is covered when it is read, and how often it stands there."""

    stream: str
    version: int
    covered: int
    uncovered: int


class ErasedPlayer(Struct, frozen=True):
    """What erasing did: the references of the player, the keys revoked, the rows rewritten, what holds the name still.

    `scrubbed` is whether nothing is left of it in the files of the tables; where others kept that from being done, the
    command is given again.
    """

    references: tuple[str, ...]
    keys: int
    matches: int
    cases: int
    clear: tuple[ClearPlace, ...]
    scrubbed: bool


def erase_player(
    services: Services, name: str, *, settle: Callable[[], object] = lambda: sleep(SETTLED)
) -> ErasedPlayer:
    """Make a player unrecognisable, by any spelling of the name. Returns what was done.

    Raises OperationalError, Unavailable.
    """
    keyring = keyring_of_services(services)
    found = list(find_clear_names(services.matches.recorder, name))
    covered = {each.payload: each.covered for each in found if each.covered}
    references = keyring.references(name)
    if covered and not references:
        references = [keyring.covering_reference(covered) or keyring.new_reference()]
    if references:
        keyring.add_covers(references[0], covered)
    wanted = spoken_form(name)
    label = erased_label(references[0] if references else keyring.new_reference())
    keys = services.keys.erase(lambda actor: spoken_form(actor) == wanted, label)
    for each in references:
        keyring.destroy(each, now())
    # whoever has not noticed may write a row of an index by what they had read
    settle()
    matches = services.match_index.rewrite_seats(lambda text: name_finder(name).search(text) is not None)
    cases = services.case_index.rewrite_terms(name)
    scrubbed = scrub(services, keys=bool(keys))
    places = tuple(
        ClearPlace(each.stream, each.version, len(each.covered), each.uncovered)
        for each in found
        if each.covered or each.uncovered
    )
    return ErasedPlayer(tuple(references), keys, matches, cases, places, scrubbed)


def erase_again(
    services: Services, erasures: Iterable[Erasure], *, settle: Callable[[], object] = lambda: sleep(SETTLED)
) -> ErasedPlayer:
    """Repeat erasures in a store that was put back. Returns what was done; the indexes are made anew as a whole."""
    keyring, references, keys = keyring_of_services(services), list[str](), 0
    for each in erasures:
        keyring.note_covers(each.reference, each.covered)
        keys += services.keys.erase(partial_is_of(keyring, each.reference), erased_label(each.reference))
        keyring.destroy(each.reference, each.erased)
        references.append(each.reference)
    settle()
    services.match_index.rebuild()
    services.case_index.rebuild()
    scrubbed = scrub(services, keys=True)
    return ErasedPlayer(tuple(references), keys, 0, 0, (), scrubbed)


def partial_is_of(keyring: Keyring, reference: str) -> Callable[[str], bool]:
    """Whether an actor has the name of a player who is not erased yet."""
    return lambda actor: keyring.is_of(reference, actor)


def scrub(services: Services, *, keys: bool) -> bool:
    """Leave nothing of what was destroyed or rewritten in the tables' files. Returns whether all of it was done."""
    done = [keyring_of_services(services).scrub(), services.match_index.scrub()]
    return all([*done, services.keys.scrub()] if keys else done)


def keyring_of_services(services: Services) -> Keyring:
    """The keys of players of a process. Raises AssertionError in one that was made without."""
    keyring = services.matches.keyring
    assert keyring is not None
    return keyring
