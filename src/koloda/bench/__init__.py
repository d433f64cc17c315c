"""How fast it all is, measured: the engine by itself, beside its peers, and how long it takes to
start. Seeds are pinned; the peers are imported when they are asked for.
"""
