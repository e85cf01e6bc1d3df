"""Erasing a player: whoever knows the name finds it nowhere, and every record still verifies.

The key of the player is destroyed, and with it what every token holds. What stood in clear is covered or told. Each
step may be done again: a process that was stopped in between is finished by the same command. Read `erase_player`, then
`erase_again`, which repeats erasures after a backup was put back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from time import sleep
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from domain.games import GAMES
from domain.judging.branches.branch import BranchDeed, CommandDeed
from domain.kernel.formats.name_tokens import erased_label, labelled_reference
from domain.tournaments.player_names import is_named, spoken_form
from service.app.match.matches import now
from service.app.players.clear_names import ClearName, find_clear_names, find_sealed_names, replace_names
from service.app.players.keyring import Erasure, Keyring
from service.app.players.name_finding import NameFinder
from service.app.players.sealing import word_fields

if TYPE_CHECKING:
    from service.wiring import Services

# until other processes have looked, and what they had begun is answered
SETTLED = 6.0
Settle = Callable[[], object]


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
    attempts: int
    branches: int
    clear: tuple[ClearPlace, ...]
    scrubbed: bool

    @property
    def found(self) -> bool:
        """Whether anything had the name."""
        counts = (self.keys, self.matches, self.cases, self.attempts, self.branches)
        return bool(self.references or self.clear or any(counts))


def wait_for_others() -> None:
    """Wait until other processes have noticed that somebody was erased."""
    sleep(SETTLED)


def name_problem(name: str) -> str:
    """Why a text is nobody's name; empty where it may be one."""
    if not spoken_form(name):
        return "is empty, or has nothing to read"
    return "is what an erased player is called" if labelled_reference(name) else ""


def erase_player(services: Services, name: str, *, settle: Settle = wait_for_others) -> ErasedPlayer:
    """Make a player unrecognisable, by any spelling of the name. Returns what was done.

    Raises OperationalError, Unavailable.
    """
    recorder, reached = services.matches.recorder, services.matches.newest()
    is_named_so = partial(is_named, names=[name])
    found = list(find_clear_names(recorder, name))
    references = cover_and_destroy(services, name, found, [])
    label = erased_label(references[0] if references else keyring_of_services(services).new_reference())
    services.keys.erase(is_named_so, label)
    settle()
    # what others wrote by what they had read, until they noticed; after that they write no row of an index by it
    found += list(find_clear_names(recorder, name, reached))
    references = cover_and_destroy(services, name, found, references)
    keys = services.keys.erase(is_named_so, label)
    attempts, branches = rewrite_words(services, name, label)
    matches = services.match_index.rewrite_seats(is_named_so)
    cases = services.case_index.rewrite_terms()
    scrubbed = scrub(services, keys=bool(keys), branches=bool(branches))
    places = {
        (each.stream, each.version): ClearPlace(each.stream, each.version, len(each.covered), each.uncovered)
        for each in found
        if each.covered or each.uncovered
    }
    return ErasedPlayer(tuple(references), keys, matches, cases, attempts, branches, tuple(places.values()), scrubbed)


def erase_again(services: Services, erasures: Iterable[Erasure], *, settle: Settle = wait_for_others) -> ErasedPlayer:
    """Repeat erasures in a store that was put back. Returns what was done; the indexes are made anew as a whole.

    The list has no names: those of which rows beside the streams have words are opened before the keys are destroyed.
    """
    keyring, listed, keys = keyring_of_services(services), list(erasures), 0
    names = find_sealed_names(services.matches.recorder, keyring, {each.reference for each in listed})
    for each in listed:
        keyring.note_covers(each.reference, each.covered)
        keys += services.keys.erase(partial(keyring.is_of, each.reference), erased_label(each.reference))
        keyring.destroy(each.reference, each.erased)
    settle()
    rewritten = [rewrite_words(services, name, erased_label(reference)) for reference, name in names]
    attempts, branches = sum(each[0] for each in rewritten), sum(each[1] for each in rewritten)
    services.match_index.rebuild()
    services.case_index.rebuild()
    scrubbed = scrub(services, keys=True, branches=bool(branches))
    return ErasedPlayer(tuple(each.reference for each in listed), keys, 0, 0, attempts, branches, (), scrubbed)


def cover_and_destroy(services: Services, name: str, found: Sequence[ClearName], destroyed: list[str]) -> list[str]:
    """Cover where a name stands in clear, and destroy the keys that it has. Returns the references of the player.

    `destroyed` are those whose keys were destroyed already.
    """
    keyring = keyring_of_services(services)
    covered = {each.payload: each.covered for each in found if each.covered}
    references = list(dict.fromkeys([*destroyed, *keyring.references(name)]))
    if covered and not references:
        references = [keyring.covering_reference(covered) or keyring.new_reference()]
    if references:
        keyring.add_covers(references[0], covered)
    for each in references:
        keyring.destroy(each, now())
    return references


def rewrite_words(services: Services, name: str, label: str) -> tuple[int, int]:
    """Write a label for a name in refused attempts and on branches. Returns how many of either it stood in."""
    finder = NameFinder([name])

    def of_deed(deed: BranchDeed) -> BranchDeed:
        if not isinstance(deed, CommandDeed):
            return deed
        worded = command_words(tuple(GAMES)).get(str(deed.command.get("type")), ())
        words = {field: str(deed.command[field]) for field in worded if field in deed.command}
        said = {field: finder.replace(text, lambda name, spelling: label) for field, text in words.items()}
        return structs.replace(deed, command={**deed.command, **said}) if said != words else deed

    attempts = services.audit.rewrite(partial(replace_names, finder, label))
    return attempts, services.branches.rewrite(of_deed)


@cache
def command_words(games: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The fields of commands of these games that are words of people, by the type of the command."""
    commands: set[type[Struct]] = {kind for game in games for kind in GAMES[game].rules.commands}
    return {str(kind.__struct_config__.tag): fields for kind in commands if (fields := word_fields(kind))}


def scrub(services: Services, *, keys: bool, branches: bool) -> bool:
    """Leave nothing of what was destroyed or rewritten in the tables' files. Returns whether all of it was done."""
    done = [keyring_of_services(services).scrub(), services.match_index.scrub()]
    done += [services.keys.scrub()] if keys else []
    done += [services.branches.scrub()] if branches else []
    return all(done)


def keyring_of_services(services: Services) -> Keyring:
    """The keys of players of a process. Raises AssertionError in one that was made without."""
    keyring = services.matches.keyring
    assert keyring is not None
    return keyring
