"""The API, version 1: thin routes; what they mean is in hall.py, table.py and accounts.py."""
