"""Tests are sentences: unit (no I/O), scenarios, properties, integration, benchmarks."""
