"""20.2, 23, 25.2: where troops may go that are bound to a country: partisans to their home, minor armies to the lands their rule
names (`area` of data/campaign/countries.csv; none named: their own), the Volkssturm to Germany."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from grognard.kernel.cache import derived
from grognard.kernel.rules import rule
from grognard.titles.tw.ground import Ground
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import AXIS, INDEX, KEYS, MAJORS, NEUTRAL, USSR
from grognard.titles.tw.setup_campaign import campaign_of
from grognard.titles.tw.state import ASSOCIATE, SATELLITE, War
from grognard.titles.tw.war_charts import PARTISAN_REGIONS

GERMANS_IN_FINLAND = 6  # 23.21
GERMAN_SOIL = ("germany", "danzig")  # 20.2
ALWAYS = ("netherlands", "poland")  # bound in every scenario; the others in the whole war (TW-AMB-147)
LEASHED = {"finland": 3, "sweden": 4}  # 23.21, 23.50: hexes from Finland in a war with the Soviets
NEW_LANDS = ("eastern_poland", "bessarabia", "karelia", "baltic_states")  # what the Pact adds to the Soviet Union
POST_PACT = ("greece", "hungary", "spain", "finland")  # these enter the Soviet Union as the Pact left it
REGION_NUMBERS = {row.region: n + 1 for n, row in enumerate(PARTISAN_REGIONS)}


@cache
def lands(ground: Ground, names: tuple[str, ...], *, pact: bool = False) -> frozenset[int]:
    """The hexes and boxes of countries and regions; the Soviet Union is that of 1939, or as the Pact left it."""
    found = {s for s, c in enumerate(ground.country) if c in names and (c != "ussr" or ground.ussr_1939[s] or pact)}
    found |= {s for s, words in enumerate(ground.regions) if words & set(names)}
    found |= {s for s, name in enumerate(ground.board.ids) if name in names}
    if "ussr" in names and pact:
        found |= {s for s, words in enumerate(ground.regions) if words & set(NEW_LANDS)}
    return frozenset(found)


@cache
def near_finland(ground: Ground, hexes: int) -> frozenset[int]:
    """The hexes within so many of Finland and Karelia."""
    home = lands(ground, ("finland", "karelia"))
    return frozenset([b for s in home if ground.land[s] for b in ground.near(s, hexes)])


@derived()
def areas(g: War) -> dict[int, frozenset[int]]:
    """By minor country, the hexes its troops may enter."""
    rows = {row.country: row.value for row in campaign_of(g).countries if row.field == "area"}
    found = {}
    for key, nation in INDEX.items():
        if nation in MAJORS:
            continue
        named = tuple(rows.get(key, key).partition(";")[0].split())
        if key == "poland":
            named = (*named, "danzig")
        found[nation] = lands(g.ground, (*named, key), pact=key in POST_PACT)
    return found


@rule("23.60", "23.10", "23.14", "23.21", "23.23", "23.24", "23.37", "23.38", "23.40", "23.43")
@rule("23.48", "23.50", "23.51", "23.54")
def ground_of_nation(g: War, nation: int) -> frozenset[int] | None:
    """Where the troops of a country may be; None for those who may be anywhere. Finns and Swedes at war with the Soviets stay
    near Finland; South Africans go where their country's status lets them (23.47)."""
    key = KEYS[nation]
    if nation in MAJORS or (not g.campaign and key not in ALWAYS):
        return None
    if key in ("vichy_france", "south_africa"):
        return None
    found = areas(g)[nation]
    if key in LEASHED and g.nations.side[USSR] not in (NEUTRAL, g.nations.side[nation]):
        found = found & (near_finland(g.ground, LEASHED[key]) | lands(g.ground, (key,)))
    return found


@rule("25.2", "25.4", "23.29")
def home_of(g: War, unit: int) -> frozenset[int] | None:
    """The home of a partisan or, while it is not built, of an SS Legion."""
    number = g.units.home[unit]
    if not number:
        design = g.designs[g.units.design[unit]]
        number = next((n for row, n in _longest_first() if design.id.startswith(row)), 0)
    if not number:
        return None
    row = PARTISAN_REGIONS[number - 1]
    found = lands(g.ground, row.regions, pact=True)
    if row.region == "ireland":  # 23.29: in or beside Northern Ireland
        found = lands(g.ground, ("northern_ireland",))
        found |= {b for s in found for b in g.ground.steps[s]}
    return found


@cache
def _longest_first() -> tuple[tuple[str, int], ...]:
    return tuple(sorted([(row.counters, n + 1) for n, row in enumerate(PARTISAN_REGIONS)], key=lambda r: -len(r[0])))


@rule("20.2", "23.60", "25.2")
def bounds(g: War, units: Sequence[int]) -> frozenset[int] | None:
    """The hexes that a stack may enter; None where nobody in it is bound to a country."""
    found: frozenset[int] | None = None
    for one in _bounds_of(g, units):
        found = one if found is None else found & one
    return found


def _bounds_of(g: War, units: Sequence[int]) -> Iterable[frozenset[int]]:
    germans = []
    for u in units:
        sheet = g.designs[g.units.design[u]]
        if sheet.kind == Kind.PART:
            home = home_of(g, u)
            if home is not None:
                yield home
        elif "volkssturm" in sheet.marks:
            yield lands(g.ground, GERMAN_SOIL)
        elif g.campaign and "saf" in sheet.id.split("_"):
            veldt = south_african_ground(g)
            if veldt is not None:
                yield veldt
        else:
            area = ground_of_nation(g, INDEX[sheet.nation])
            if area is not None:
                yield area
            if sheet.nation == "germany" and sheet.ground and g.campaign:
                germans.append(u)
    if germans and finland_full(g, germans):
        yield not_finland(g.ground)


@rule("23.47")
def south_african_ground(g: War) -> frozenset[int] | None:
    """South Africans serve anywhere while their country is Britain's Satellite, in Africa as its Associate, at home or in Italian
    East Africa as its Sympathizer."""
    row = g.nations[INDEX["south_africa"]]
    if row.status == SATELLITE or not row.status:
        return None
    boxes = ("south_africa_box", "italian_east_africa_box")
    african = ("egypt", "libya", "tunisia", "algeria", "morocco", "spanish_morocco", *boxes)
    return lands(g.ground, african if row.status == ASSOCIATE else boxes)


@rule("23.21")
def finland_full(g: War, units: Sequence[int]) -> bool:
    """Whether German units may not go to Finland together: only INF, six factors in all, while Leningrad is not the Axis'."""
    home = lands(g.ground, ("finland",))
    coming = [g.designs[g.units.design[u]] for u in units if g.units.at[u] not in home]
    if not coming or g.nations.side[g.hexes.holder[g.ground.named("leningrad")]] == AXIS:
        return False
    factors = _germans_in_finland(g) + sum([sheet.strength for sheet in coming])
    return factors > GERMANS_IN_FINLAND or any(sheet.kind != Kind.INF for sheet in coming)


@rule("23.21")
def no_airfields_in_finland(g: War, unit: int) -> bool:
    """Whether Finland is closed to an air unit: to those of Germany, while Leningrad is not the Axis' (TW-AMB-173)."""
    leningrad = g.hexes.holder[g.ground.named("leningrad")]
    return bool(g.campaign) and g.designs[g.units.design[unit]].nation == "germany" and g.nations.side[leningrad] != AXIS


@derived("units.at", "units.design")
def _germans_in_finland(g: War) -> int:
    """German ground factors in Finland."""
    home, germany = lands(g.ground, ("finland",)), "germany"
    sheets = [g.designs[g.units.design[u]] for u, at in enumerate(g.units.at) if at in home]
    return sum([s.strength for s in sheets if s.nation == germany and s.ground])


@cache
def not_finland(ground: Ground) -> frozenset[int]:
    return frozenset(range(ground.board.size)) - lands(ground, ("finland",))


@rule("20.2", "23.60", "25.4")
def at_home(g: War, space: int, unit: int) -> bool:
    """Whether a unit may be in a hex: troops that are bound to their country neither march, retreat nor travel beyond it."""
    known = bounds(g, [unit])
    return known is None or space in known
