"""The lobby: games in a list, those of a person and the open ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.kernel.errors import GrognardError
from grognard.server.rows import GameRow, PersonRow, SeatRow
from grognard.server.table import game_info
from grognard.server.wire import GameInfo, Games

if TYPE_CHECKING:
    from grognard.server.hall import Hall


class Lobby:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.seats: dict[tuple[str, str, bytes], Mapping[str, Any]] = {}

    async def games(self, person: PersonRow | None, words: str = "") -> Games:
        """The games of a person and the open tables; `words`: those whose name, title, scenario or players have all of them."""
        mine = await self.hall.store.games_of(person.id) if person else []
        away = await self.hall.store.archived(person.id) if person else set()
        listed = await self.hall.store.open_games()
        known = {row.id for row, _ in mine}
        listed = [(row, seats) for row, seats in listed if row.id not in known]
        ids = {id for _, seats in (*mine, *listed) for seat in seats for id in (seat.person, seat.offered) if id}
        names = await self.hall.store.people(sorted(ids))
        id = person.id if person else ""
        found = Games([self._listed(row, seats, id, names) for row, seats in mine],
                      [self._listed(row, seats, id, names) for row, seats in listed])
        for info in found.mine:
            info.archived = info.id in away
        if words:
            found.mine, found.open = ([i for i in part if speaks_of(i, words)] for part in (found.mine, found.open))
        return found

    def _listed(self, row: GameRow, seats: list[SeatRow], person: str, names: dict[str, str]) -> GameInfo:
        named: Mapping[str, Any] = {}
        trouble = self.hall.aside[row.id][1] if row.id in self.hall.aside else ""
        if row.title in self.hall.settings.titles:
            try:
                named = self._seats(row)
            except Exception as error:  # a game of another version: it is listed, with what is wrong
                trouble = str(error) if isinstance(error, GrognardError) else type(error).__name__
        else:
            trouble = f"the title {row.title} is not installed here"
        info = game_info(
            row, seats, person, names, {k: s.name for k, s in named.items()}, {k: s.side for k, s in named.items()}
        )
        table = self.hall.tables.get(row.id)
        info.thinking = table.thinking if table else ""
        if trouble:
            info.trouble, info.status = trouble, "aside"
        return info

    def _seats(self, row: GameRow) -> Mapping[str, Any]:
        """The seats of a game by key, as its title names them."""
        key = (row.title, row.scenario, msgspec.json.encode(row.options, order="sorted"))
        found = self.seats.get(key)
        if found is None:
            title = self.hall.settings.title(row.title)
            title.scenario(row.scenario)
            found = {s.key: s for s in title.seats(row.scenario, title.read_options(row.options))}
            if len(self.seats) > 500:
                self.seats.clear()
            self.seats[key] = found
        return found


def speaks_of(info: GameInfo, words: str) -> bool:
    """Whether a game has all these words in its head."""
    players = [name for seat in info.seats.values() for name in (seat.player, seat.name)]
    text = " ".join([info.name, info.title, info.scenario, info.status, *players]).casefold()
    return all(word in text for word in words.casefold().split())
