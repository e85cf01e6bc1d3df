"""The tables for analysts: a match that is over, told as rows; of a running one only what is public.

Read `column_types` (how a declared row becomes a table), `schema` (all tables), the modules of the rows, `fold` (a
match to its rows), `layouts` (tables and views on both stores) and `store` (the projection, and its generations).
"""
