"""The tables for analysts as files: a folder of Parquet.

Read `selection` (which matches, by game and month, and their rows), then `folder` (what makes a folder whole at every
moment), `parquet_files` (one file), `parquet_export` (the whole export) and
`duckdb_views`, with which DuckDB reads it.
"""
