"""The demonstration: a tour, and the deck and position files that it reads.

The tour plays a match, looks up a dispute, replays a round and verifies the record.
"""
