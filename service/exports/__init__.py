"""The tables for analysts as files: a folder of Parquet, and one SQLite file for an event; matches as lines.

Read `exported_rows` (which matches, by game and month, and their rows), then `atomic_folder` (what makes a folder whole
at every moment), `parquet_files` (one file), `parquet_export` (the whole export), `duckdb_reader` (questions to it),
`event_file` and `match_lines`.
"""
