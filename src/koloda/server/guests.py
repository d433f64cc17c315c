"""Who a visitor is: a random name in a signed cookie, and nothing more."""

from __future__ import annotations

import secrets

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "koloda_guest"
LASTING = 400 * 24 * 3600
"""Seconds; the longest that browsers keep a cookie."""


class Guests:
    """Reads and writes the cookie; ``key`` signs it."""

    def __init__(self, key: str, path: str = "/") -> None:
        self._serializer = URLSafeSerializer(key, salt="guest")
        self._path = path

    def who(self, connection: HTTPConnection) -> str | None:
        """The guest's name, None for a stranger (or a forged cookie)."""
        text = connection.cookies.get(COOKIE, "")
        try:
            who = self._serializer.loads(text) if len(text) <= 200 else None
        except BadSignature:
            return None
        return who if isinstance(who, str) and who else None

    def fresh(self) -> str:
        """A name nobody has."""
        return "g" + secrets.token_urlsafe(18)

    def remember(self, response: Response, who: str, *, secure: bool) -> None:
        """Give him the cookie."""
        response.set_cookie(
            COOKIE,
            self._serializer.dumps(who),
            max_age=LASTING,
            path=self._path,
            httponly=True,
            samesite="lax",
            secure=secure,
        )
