"""Law 77 once more: the score counted trick by trick, as a player would with the bidding box card in hand."""

from __future__ import annotations


def made(level: int, strain: str, doubled: str, taken: int, vulnerable: bool) -> int:
    """Return the score of a contract that was made."""
    factor = {"": 1, "X": 2, "XX": 4}[doubled]
    below_the_line = 0
    for trick in range(1, level + 1):
        if strain in ("C", "D"):
            below_the_line += 20 * factor
        elif strain == "NT" and trick == 1:
            below_the_line += 40 * factor
        else:
            below_the_line += 30 * factor
    score = below_the_line
    for _ in range(taken - level - 6):
        if doubled == "":
            score += 20 if strain in ("C", "D") else 30
        elif doubled == "X":
            score += 200 if vulnerable else 100
        else:
            score += 400 if vulnerable else 200
    if below_the_line < 100:
        score += 50
    else:
        score += 500 if vulnerable else 300
    if level == 6:
        score += 750 if vulnerable else 500
    if level == 7:
        score += 1500 if vulnerable else 1000
    if doubled == "X":
        score += 50
    if doubled == "XX":
        score += 100
    return score


def defeated(doubled: str, down: int, vulnerable: bool) -> int:
    """Return the penalty for a contract that went down, as a negative score."""
    score = 0
    for undertrick in range(1, down + 1):
        if doubled == "":
            score -= 100 if vulnerable else 50
            continue
        if undertrick == 1:
            penalty = 200 if vulnerable else 100
        elif undertrick <= 3 and not vulnerable:
            penalty = 200
        else:
            penalty = 300
        score -= 2 * penalty if doubled == "XX" else penalty
    return score


def law77(level: int, strain: str, doubled: str, taken: int, vulnerable: bool) -> int:
    """Return the duplicate score for declarer's side."""
    if taken >= level + 6:
        return made(level, strain, doubled, taken, vulnerable)
    return defeated(doubled, level + 6 - taken, vulnerable)
