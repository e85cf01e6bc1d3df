"""Faults, provoked over HTTP and counted."""
