"""Doors for researchers: the games as other toolkits know games.

``openspiel`` registers them with ``pyspiel``, ``pettingzoo`` makes AEC environments. Only here
are there dense action ids (``actions``), tensors (``encoding``) and explicit chance (``table``);
each toolkit is an extra of its own, and nothing is imported before it is asked for.
"""
