"""What can go wrong for a client, with its HTTP status. Refusals by the rules of a game are the kernel's `Refused`."""

from __future__ import annotations

from grognard.kernel.errors import GrognardError


class ServerRefusal(GrognardError):
    """A request that is not granted. `code` is a word for programs."""

    status = 400
    code = "refused"

    def __init__(self, message: str, *, remedy: str | None = None, after: int = 0) -> None:
        super().__init__(message, remedy=remedy)
        self.after = after


class NotSignedIn(ServerRefusal):
    status, code = 401, "not_signed_in"


class NotYours(ServerRefusal):
    status, code = 403, "not_yours"


class Missing(ServerRefusal):
    """It is not there, or you may not know that it is."""

    status, code = 404, "missing"


class Stale(ServerRefusal):
    """The game has moved on since the client looked."""

    status, code = 409, "stale"


class Rolls(ServerRefusal):
    """Dice would fall with an answer that did not say so: it is to be given once more, knowing that."""

    status, code = 428, "rolls"


class MovedOn(Stale):
    """Another server on the same store was first."""


class Clash(ServerRefusal):
    """It does not fit what is there: a name that is taken, a game that is paused or over."""

    status, code = 409, "clash"


class TooMany(ServerRefusal):
    status, code = 429, "too_many"


class Malformed(ServerRefusal):
    """It cannot be what the client meant: characters no text has."""

    status, code = 400, "malformed"


class SetAside(ServerRefusal):
    """A game that cannot be opened. It is left as it is in the store; everything else goes on."""

    status, code = 409, "aside"


class Outage(ServerRefusal):
    """The store does not answer. What exactly is wrong is in the server's log."""

    status, code = 503, "outage"


def no_game() -> Missing:
    return Missing("there is no such game, or it is not open to you", remedy="ask its owner for an invitation")
