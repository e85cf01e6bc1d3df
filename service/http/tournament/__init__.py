"""The API of tournaments (`/v1/events`)."""
