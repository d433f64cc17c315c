"""``python -m koloda`` is the ``koloda`` command."""

from koloda.cli import main

main()
