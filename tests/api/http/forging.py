"""Records that somebody has written anew: with other payloads, and a chain that fits them."""

from __future__ import annotations

import json
from collections.abc import Callable

from domain.match.hash_chain import GENESIS, chain_head


def rewritten(record: bytes, match_id: str, change: Callable[[int, bytes], bytes]) -> bytes:
    """A complete record as that of another match; `change` gives the payload of each version."""
    header, *events = record.splitlines()
    said = json.loads(header)
    seed, head, written = bytes.fromhex(said["seed"]), GENESIS, []
    for version, line in enumerate(events, 1):
        payload = change(version, line.partition(b'"payload":')[2][:-1])
        head = chain_head(head, seed, version, payload)
        written.append(b'{"version":%d,"head":"%s","payload":%s}' % (version, head.hex().encode(), payload))
    return b"\n".join([json.dumps({**said, "match": match_id}).encode(), *written])
