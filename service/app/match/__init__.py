"""Matches of the store: opened, acted in, read at any version, listed, and what is revealed when they are over."""
