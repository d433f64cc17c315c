"""Exact solvers: games, or parts of games, that are small enough to be played perfectly."""
