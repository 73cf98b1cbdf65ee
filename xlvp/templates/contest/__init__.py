"""What Swiss events and leagues have in common: the teams, what is worked out of a match, the ranking, the table."""
