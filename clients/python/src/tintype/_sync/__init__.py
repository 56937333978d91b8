# `make generate` derives this file from `_async/` (scripts/clients/python.mjs).
# ruff: noqa
"""The sync client, derived from `_async`."""
