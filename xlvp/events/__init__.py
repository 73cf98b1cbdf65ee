"""Team events: what was entered, the standings that follow, the draw of a Swiss round, and the fixtures of a league.

It knows the rules of the game and nothing of workbooks.
"""
