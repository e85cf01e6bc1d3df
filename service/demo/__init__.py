"""The demonstration: two decks in ThronesDB's export format, and a tour.

The tour plays a match, looks up a dispute, replays a round and verifies the record.
"""
