"""The HTTP API as its clients meet it, in process and with curl."""
