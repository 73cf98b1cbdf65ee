"""The scores of all contracts as a table, for formulas that know a contract by the numbers of its parts."""

from __future__ import annotations

from xlvp.rules.contract import contract_score

LEVELS = "1234567"
STRAINS = "CDHSN"
DOUBLES = ("", "X", "XX")


def contract_points() -> list[list[int]]:
    """Return the declarer's score of every contract, doubled or not, vulnerable or not, for 0 to 13 tricks."""
    return [
        [contract_score(f"{level}{strain}{double}", tricks, vulnerable) for tricks in range(14)]
        for level in LEVELS
        for strain in STRAINS
        for double in DOUBLES
        for vulnerable in (False, True)
    ]
