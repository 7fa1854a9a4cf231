"""5.2 to 5.2.5, 11.12.3, 29.8, 29.9, 29.12: strategic bombing: heavy flak, bombers against interceptors, damage, critical hits,
firestorms, attrition, German bombing of Britain, rockets. The questions of the segment are in strategic_war.py."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.kernel.dice import D10
from grognard.kernel.rules import rule
from grognard.kernel.tables import Modifiers
from grognard.titles.tw.boons import boon, lasting
from grognard.titles.tw.charts import HEAVY_FLAK, AirResult
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import BRITAIN, GERMANY, USA, USSR
from grognard.titles.tw.rules.american_entry import happy_time
from grognard.titles.tw.rules.oil import oil_hit
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.state import FALL, FULL, SPRING, War, turn_of
from grognard.titles.tw.war_charts import STRATEGIC_BOMBING, Attrition

PLAIN, CRITICAL, FIRESTORM = range(3)
DAMAGE = {BRITAIN: (2, 2, 4), USA: (3, 4, 5), GERMANY: (2, 3, 4)}  # NARFs by SAC: plain, critical hit, firestorm
MUSTANGS = ((turn_of(1945, SPRING), 3), (turn_of(1944, FALL), 2), (turn_of(1944, SPRING), 1))
TEMPORARY = 4  # 5.2.4: SAC for an MDM
WINDOW_DAMAGE = 5  # 28.2.2
MDM_REPAIR, MDM_BUILD = 6, 15
SMP_STEP, CRITICAL_SMP = 20, 2
BRITISH_DUTY, AMERICAN_DUTY = turn_of(1942, SPRING), turn_of(1943, FALL)
V1_DAMAGE, V2_DAMAGE, V2_FAILS = 1, 6, 10


@dataclass
class Raid:
    """One attacker over one defender: what is sent and what becomes of it."""

    attacker: int
    defender: int
    sac: int
    interceptors: int = 0
    jets: int = 0
    temporary: int = 0  # of the SAC, those made of MDM units
    depleted: int = 0
    lost: int = 0
    aborted: int = 0
    interceptors_lost: int = 0
    result: Attrition | None = None
    stars: int = PLAIN
    narfs: int = 0
    most: int | None = None  # 5.2: NARFs that bombs can still destroy this turn
    city: int = -1  # 29.10
    oil: bool = False
    log: list[str] = field(default_factory=list)

    @property
    def fit(self) -> int:
        """Undepleted bombers still there."""
        return max(self.sac - self.lost - self.depleted, 0)

    @property
    def guards(self) -> int:
        return self.interceptors + self.jets


@rule("11.12", "5.2", "11.12.3", "29.12")
def heavy_flak_modifier(raid: Raid) -> int:
    """+1 against four SAC, +2 against six; the Soviets shoot badly."""
    big = 2 if raid.fit >= 6 else 1 if raid.fit >= 4 else 0
    return big - (2 if raid.defender == USSR else 0)


@rule("5.2", "11.12")
def heavy_flak(g: War, raid: Raid) -> AirResult | None:
    """Heavy flak fires at the bombers before anything else, over a city that was named (29.10) at those the interceptors have
    left; its levels are not divided between two raids."""
    level = 1 if raid.defender == USSR else g.nations.heavy_flak[raid.defender]
    if not level or not raid.fit:
        return None
    roll = g.roll(D10, f"heavy flak level {level}", "11.12") + heavy_flak_modifier(raid)
    result = HEAVY_FLAK[HEAVY_FLAK.column(level), roll]
    raid.lost += min(result.lost, raid.fit)
    raid.depleted += min(result.depleted, raid.fit)
    return result


@rule("5.2", "5.2.4", "29.9")
def bombing_modifiers(g: War, raid: Raid) -> Modifiers:
    """What is added to the attacker's roll."""
    found = Modifiers()
    if raid.attacker == USA:
        found.add("Mustangs", -next((n for first, n in MUSTANGS if g.turn >= first), 0), "5.2")
        found.add("no American army in France", int(not army_in_france(g)), "5.2")
        found.add("bombers against U-Boat pens", g.nations.convoy[USA] if happy_time(g) else 0, "5.1.3.1")  # TW-AMB-195
    if raid.attacker == BRITAIN:
        found.add("1945", -int(g.year >= 1945), "5.2")
    found.add("Variants", boon(g, raid.attacker, "bombing"), "28.2.4")
    found.add("Window", -5 * int(raid.attacker == BRITAIN and lasting(g, BRITAIN, "window")), "28.2.2")
    found.add("more bombers than interceptors", -(max(raid.fit - raid.guards, 0) // 3), "5.2")
    found.add("unopposed", -2 * int(not raid.guards), "5.2")
    found.add("heavy flak", max(g.nations.heavy_flak[raid.defender] - 2, 0), "11.12.3")
    found.add("jets", 2 * raid.jets, "5.2")
    found.add("radar", int(raid.defender == BRITAIN), "5.2.4")
    return found


@rule("5.2")
def army_in_france(g: War) -> bool:
    """Whether a supplied American ARM, MOT or INF unit stands in France (TW-AMB-27)."""
    kinds, nations = g.roster.kinds, g.roster.nations
    net = lines(g, g.nations.side[USA]) if g.nations.side[USA] < 2 else None
    return net is not None and any(
        nations[u] == USA
        and kinds[u] in (Kind.ARM, Kind.MOT, Kind.INF)
        and g.ground.country[at] == "france"
        and net.state(g, u) == FULL
        for u, at in enumerate(g.units.at)
        if at >= 0
    )


@rule("5.2")
def bombers_meet_interceptors(g: War, raid: Raid, modifiers: Modifiers) -> None:
    """One roll on the table. Without interceptors the defender has one factor and what would hurt the attacker is nothing."""
    fit = raid.fit
    if not fit:
        return
    column = STRATEGIC_BOMBING.column(fit, max(raid.guards, 1))
    roll = g.roll(D10, f"bombers, {STRATEGIC_BOMBING.label(column)}, {modifiers}", "5.2")
    result = STRATEGIC_BOMBING[column, roll + modifiers.total]
    g.say(
        "{} bombs {}: {}",
        g.nations[raid.attacker],
        g.nations[raid.defender],
        STRATEGIC_BOMBING.code(column, roll + modifiers.total),
        rule="5.2",
    )
    raid.result = result
    raid.stars = result.stars
    if raid.guards:
        raid.lost += min(result.attackers_lost, fit)
        raid.aborted = min(result.attackers_aborted, raid.fit)
        raid.interceptors_lost = min(result.defenders_lost, raid.guards)


@rule("5.2", "5.2.1", "5.2.2")
def bomb_damage(g: War, raid: Raid) -> int:
    """NARFs destroyed: so many for each bomber left beyond the interceptors left, a quarter of the base at most."""
    aborted = raid.result.defenders_aborted if raid.result and raid.guards else 0
    guards = max(raid.guards - raid.interceptors_lost - aborted, 0)
    each = DAMAGE[raid.attacker][PLAIN if raid.oil else raid.stars]
    if raid.attacker == BRITAIN and lasting(g, BRITAIN, "window"):
        each = WINDOW_DAMAGE
    if raid.attacker == GERMANY and lasting(g, GERMANY, "sacdamage"):
        each = max(each, 3)  # 28.1.2
    narfs = max(raid.fit - raid.aborted - guards, 0) * each
    return min(narfs, most_bombed(g, raid.defender) if raid.most is None else raid.most)


@rule("5.2")
def most_bombed(g: War, defender: int) -> int:
    """NARFs that bombs can destroy in a turn: a quarter of the base, all raids together."""
    return max(g.nations.base[defender], 0) // 4


@rule("5.2.3", "5.2.4")
def bomber_attrition(raid: Raid) -> int:
    """Bombers lost after a raid that did damage: one for three interceptors met, rounded up; a jet counts as two."""
    if not raid.narfs or not raid.guards:
        return 0
    return min(-(-(raid.interceptors + 2 * raid.jets) // 3), raid.sac - raid.lost)


@rule("5.2.4")
def temporary_bill(lost: int, depleted: int) -> int:
    """What the MDM units that bombed Britain cost: repair for one or two of four lost, a new unit for three or four; two depleted
    count as one lost."""
    gone = lost + depleted // 2
    whole, rest = divmod(gone, TEMPORARY)
    return whole * MDM_BUILD + (0 if not rest else MDM_REPAIR if rest <= 2 else MDM_BUILD)


@rule("5.2.1", "5.2.2", "5.2")
def consequences(g: War, raid: Raid) -> None:
    """NARFs, strategic movement, rail, and what a firestorm means for a surrender (TW-AMB-13); what is lost for a turn is lost in
    the next player turn (TW-AMB-225)."""
    row = g.nations[raid.defender]
    row.narfs -= raid.narfs
    if raid.oil:
        oil_hit(g, raid.defender, raid.stars)
    elif raid.stars:
        german = raid.attacker == GERMANY
        if not german:
            row.base -= raid.narfs
        if raid.stars == FIRESTORM:
            row.firestorms += 1
        if not (german and raid.stars == FIRESTORM):
            row.smp_lost += CRITICAL_SMP
        row.rail_lost += raid.stars
    if raid.narfs:
        g.say("{} loses {} NARFs", row, raid.narfs, rule="5.2")


@rule("5.2", "29.8")
def simple_dice(g: War, power: int) -> int:
    """Dice of the simplified bombing."""
    if power == USA:
        if g.turn < turn_of(1943, FALL):
            return 0
        return 3 if g.year >= 1945 else 2 if g.year == 1944 else 1
    return 0 if g.turn < turn_of(1942, SPRING) else 2 if g.year >= 1943 else 1
