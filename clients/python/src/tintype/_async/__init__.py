"""The async client. `make generate` derives `_sync` from this folder (scripts/clients/python.mjs)."""
