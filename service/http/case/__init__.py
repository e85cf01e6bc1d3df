"""The API of cases and precedents."""
