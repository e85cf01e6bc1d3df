"""Parts of effects that this game adds: events that become attachments, duplicates from a deck, revealed plots."""
