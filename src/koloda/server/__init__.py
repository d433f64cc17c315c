"""The card room in the browser: HTTP, websockets, storage, limits, metrics. One process, one port.

What may be done at a table is the business of ``koloda.table``; this room moves the bytes, keeps
the logs, lets bots think off the event loop, and says the time.
"""
