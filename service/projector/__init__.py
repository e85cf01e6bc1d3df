"""The process that projects the store into read models."""
