"""Who sees a card where it lies, faceup or facedown: by the kind of its zone, its owner and the viewer."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from domain.kernel.ids import ADMIN, OFFICIALS, PUBLIC, Seat, Viewer, ZoneKey, zone_owner


class ZoneKind(Struct, frozen=True):
    """Who sees the contents of zones of this kind (`all`, `owner`, `nobody`), and whether they are in play.

    `facedown` says who sees a card that lies facedown there; empty where cards have no faces. A zone in play is `apart`
    where only some cards lie by a rule of their own, such as the one plot that is revealed: they neither enter play nor
    change their controller as others do. A zone out of play is `active` where abilities of cards work all the same.
    """

    sees: str
    in_play: bool = False
    facedown: str = ""
    apart: bool = False
    active: bool = False

    def sight(self, facedown: bool) -> str:
        """Who sees a card that lies there with this face."""
        return self.facedown if facedown and self.facedown else self.sees


def may_see(who: str, viewer: Viewer, zone: ZoneKey) -> bool:
    """Whether a viewer sees the contents of a zone that `who` (all, owner, nobody) sees."""
    if who == "all" or viewer == ADMIN:
        return True
    return who == "owner" and (viewer == zone_owner(zone) or viewer in OFFICIALS)


@lru_cache(4096)
def newly_seeing(seats: tuple[Seat, ...], was: str, source: ZoneKey, now: str, to: ZoneKey) -> tuple[Viewer, ...]:
    """The viewers who see a card at its new place but did not see it at its old one; `was` and `now` say who may."""
    viewers = (Viewer(each) for each in (*seats, PUBLIC))
    return tuple(each for each in viewers if may_see(now, each, to) and not may_see(was, each, source))
