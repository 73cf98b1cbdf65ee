"""The game: every scoring rule, with its source, and nothing of spreadsheets.

Everything is scored from one side's view with a signed number; the other side calls with the sign turned.
Only the standard library is imported here.
"""
