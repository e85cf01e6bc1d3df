"""What enters play: characters and attachments that are played, duplicates that are discarded."""
