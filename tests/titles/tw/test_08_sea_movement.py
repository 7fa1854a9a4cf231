"""7.6, 8.2 to 8.8, 14.6.1, 14.8: strategic movement by sea, the boxes, grants and Lend-Lease. Worked cases have their ids."""

from __future__ import annotations

from grognard.kernel.dice import FixedDice
from grognard.kernel.play import Journal
from grognard.titles.tw import TITLE
from grognard.titles.tw.nations import BRITAIN, FRANCE, GERMANY, INDEX, ITALY, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.grants import (
    Treasury,
    aid_duties,
    grant,
    grant_points,
    lend,
    may_grant,
    may_lend,
    most_granted,
    murmansk_open,
    note_grant,
)
from grognard.titles.tw.rules.interception import aircraft_beside, naval_forces, near_enough
from grognard.titles.tw.rules.logistics import refresh, smp_level
from grognard.titles.tw.rules.mobilisation import to_the_urals
from grognard.titles.tw.rules.money import income, industries
from grognard.titles.tw.rules.passages import UNLIMITED, Convoy, fare, ferry, may_ferry
from grognard.titles.tw.rules.relays import may_open_persia, may_relay, open_persia, relay
from grognard.titles.tw.rules.sea_movement import emerge, evacuate, from_the_urals, may_emerge, may_evacuate, may_rebase, rebase
from grognard.titles.tw.rules.sea_roads import sea_roads
from grognard.titles.tw.rules.seas import route, sea
from grognard.titles.tw.rules.shipping import over_the_atlantic, partners, points
from grognard.titles.tw.rules.unit_prices import trained_crews, unit_price
from grognard.titles.tw.rules.victory import campaign_outcome, level, objectives
from grognard.titles.tw.state import FALL, SLE, SPRING, SUMMER, WINTER, War, turn_of

from .kit import ALLIES, AXIS, drive, hold, put, space, unit
from .test_07_sea import fleet, mediterranean, navy


def campaign(scenario: str = "campaign_1942", **options: bool) -> War:
    g: War = TITLE.blank(scenario, options)
    TITLE.setup(g)
    g.dice, g.journal = FixedDice(), Journal()
    g.side = ALLIES
    for n in range(6):
        g.nations[n].effort = SLE
    refresh(g)
    for u, at in enumerate(g.units.at):
        g.units[u].active = int(at >= 0)
    return g


# --- ships change their base --------------------------------------------------------------------------------------------------


def test_7_6_2_a_base_is_changed_for_one_point():
    """A Fleet goes any distance for a point; more ships of the port to the same port go with it."""
    g = navy("britain", "germany", side=ALLIES)
    g.nations[BRITAIN].smp = 2
    one, two = fleet(g, "britain", "southampton"), fleet(g, "britain", "southampton")
    gib = space(g, "gibraltar")
    convoy = Convoy(BRITAIN)
    assert may_rebase(g, convoy, one, gib) is None
    drive(g, rebase(g, convoy, (one, gib)))
    assert g.units.at[one] == gib and points(g, BRITAIN) == 0
    assert may_rebase(g, convoy, two, gib).rule == "8.4"
    assert may_rebase(g, Convoy(BRITAIN, ((space(g, "southampton"), gib),)), two, gib) is None
    assert may_rebase(g, convoy, one, space(g, "malta")).rule == "8.2.1"


def test_8_2_1_a():
    """Round Africa it takes two turns: South Africa is one voyage from Suez, and Britain one from South Africa."""
    g = mediterranean(side=ALLIES)
    cape = space(g, "south_africa_box")
    g.hexes[cape].holder = BRITAIN
    assert cape in sea_roads(g, BRITAIN, space(g, "suez"), UNLIMITED)
    home = sea_roads(g, BRITAIN, cape, UNLIMITED)
    assert space(g, "plymouth") in home or space(g, "scapa_flow") in home
    assert cape not in sea_roads(g, BRITAIN, space(g, "alexandria"), UNLIMITED)


def test_8_1_1_enemy_patrols_bar_the_way():
    """No strategic movement through a sea area with an enemy patrol alone."""
    g = mediterranean(side=ALLIES)
    before = sea_roads(g, BRITAIN, space(g, "gibraltar"), UNLIMITED)
    patrol = fleet(g, "italy", "taranto")
    g.units[patrol].at = g.board.space("alboran_sea")
    after = sea_roads(g, BRITAIN, space(g, "gibraltar"), UNLIMITED)
    assert space(g, "malta") in before and space(g, "malta") not in after


# --- units by sea -------------------------------------------------------------------------------------------------------------


def test_8_3_3_a():
    """A Fleet with a unit from Britain to South Africa: two points."""
    g = navy("britain", "germany", side=ALLIES)
    cape = space(g, "south_africa_box")
    g.hexes[cape].holder = BRITAIN
    g.nations[BRITAIN].smp = 6
    corps = put(g, "britain MOT 6-7", "scapa_flow")
    ship = fleet(g, "britain", "scapa_flow")
    assert fare(g, corps) == 4 and may_ferry(g, Convoy(BRITAIN), corps) is None
    drive(g, ferry(g, Convoy(BRITAIN), corps), [f"passage u{ship} south_africa_box"])
    assert g.units.at[corps] == cape and g.units.at[ship] == cape and g.nations.smp[BRITAIN] == 2
    g.nations[BRITAIN].smp = 2
    other = put(g, "britain MOT 6-7", "scapa_flow")
    assert may_ferry(g, Convoy(BRITAIN), other).rule == "8.4"


def test_8_5_5_a():
    """tw-8.5.5-a: America has five points for the way and five on the board; an ambush leaves four and four, a massacre three and
    three, a level bought makes six and six; never less than two."""
    g = campaign("campaign_1942")
    g.side = ALLIES
    row = g.nations[USA]
    row.smp_more = 0
    for lost, more, each in ((0, 0, 5), (1, 0, 4), (2, 0, 3), (4, 0, 2), (0, 1, 6), (1, 1, 5)):
        row.smp_lost, row.smp_more = lost, more
        refresh(g)
        assert (over_the_atlantic(g), row.smp) == (2 * each, 2 * each), (lost, more)
        assert smp_level(g, USA) == 5 + more  # the loss is for one turn


def test_8_7_britain_and_america_share_points():
    g = campaign()
    assert partners(g, BRITAIN) == [BRITAIN, USA] and partners(g, GERMANY) == [GERMANY]
    g.nations[USA].side = NEUTRAL
    assert partners(g, BRITAIN) == [BRITAIN]


def test_22_3_3_american_troops():
    """No American ground units leave the box before Summer 1942."""
    g = campaign()
    corps = put(g, "united_states MOT 6-7", "us_box")
    fleet(g, "united_states", "us_box")
    g.turn = turn_of(1942, SPRING)
    assert may_ferry(g, Convoy(USA), corps).rule == "22.3.3"
    g.turn = turn_of(1942, SUMMER)
    assert may_ferry(g, Convoy(USA), corps) is None


def test_8_4_floor():
    """What strategic warfare takes never leads below the least level."""
    g = campaign()
    g.nations[BRITAIN].smp_lost = 20
    assert smp_level(g, BRITAIN) == 2


# --- the Urals ----------------------------------------------------------------------------------------------------------------


def test_8_8_2_out_of_the_urals():
    g = campaign()
    corps = put(g, "ussr INF 6-5", "urals_box")
    assert may_emerge(g, corps) is None and from_the_urals(g, corps)
    goal = from_the_urals(g, corps)[0]
    before = g.nations.smp[USSR]
    emerge(g, Convoy(USSR), (corps, goal))
    assert g.units.at[corps] == goal and g.nations.smp[USSR] == before - 2
    assert may_emerge(g, corps).rule == "8.8.2"


def test_15_2_2_three_units_beyond_the_urals():
    """The three most expensive Soviet units of a Build Segment appear in the Urals (TW-AMB-15)."""
    g = campaign()
    kinds = ("ussr INF 6-5", "ussr ARM 8-8", "ussr INF 4-5", "ussr INF 2-5")
    names = [put(g, what, "moscow", built=g.player_turn) for what in kinds]
    to_the_urals(g)
    urals = space(g, "urals_box")
    assert [g.units.at[u] == urals for u in names] == [True, True, True, False]


def test_14_6_1_a():
    """Moving Kharkov's industry costs 3 NARFs and two points; then its loss costs nothing; oil stays where it is."""
    g = campaign()
    for name in ("kharkov", "kiev"):
        hold(g, "ussr", name)
    kharkov, baku = space(g, "kharkov"), space(g, "baku")
    assert may_evacuate(g, baku).rule == "14.6.1"
    reason = may_evacuate(g, kharkov)
    if reason is None:
        narfs, smp = g.nations.narfs[USSR], g.nations.smp[USSR]
        evacuate(g, kharkov)
        assert g.nations.narfs[USSR] == narfs - 3 and g.nations.smp[USSR] == smp - 4
    else:
        assert "supply" in reason.reason
        evacuate(g, kharkov)
    before = income(g, USSR).total
    hold(g, "germany", "kharkov")
    assert income(g, USSR).total == before
    city = next(c for c in industries(g) if c.key == "kharkov")
    assert city.value == 6 and may_evacuate(g, kharkov).rule == "14.6.1"
    g.barbarossa = -1
    assert may_evacuate(g, space(g, "moscow")).rule == "14.6.1"


# --- grants -------------------------------------------------------------------------------------------------------------------


def test_14_8_a():
    """Grants of 20, 21 and 40 NARFs take one, two and two points."""
    assert [grant_points(n) for n in (20, 21, 40)] == [1, 2, 2]


def test_14_8_7_germany_and_italy():
    g = campaign()
    g.side = AXIS
    refresh(g)
    assert may_grant(g, GERMANY, ITALY, 20) is None
    italy, germany, smp = g.nations.narfs[ITALY], g.nations.narfs[GERMANY], g.nations.smp[GERMANY]
    grant(g, GERMANY, ITALY, 20)
    assert (g.nations.narfs[ITALY], g.nations.narfs[GERMANY], g.nations.smp[GERMANY]) == (italy + 20, germany - 20, smp - 2)
    assert may_grant(g, GERMANY, ITALY, 5).rule == "14.8.1"


def test_14_8_1_limits():
    """The Soviets grant nothing, Britain nothing to France before 1941, and not to powers without a common enemy."""
    g = campaign("campaign_1939")
    assert may_grant(g, USSR, BRITAIN, 5).rule == "14.8.1" and may_grant(g, BRITAIN, FRANCE, 5).rule == "14.8.7"
    ship = next(u for u in g.roster.naval if g.roster.nations[u] == BRITAIN and g.ground.country[g.units.at[u]] == "britain")
    assert may_lend(g, BRITAIN, FRANCE, ship, 5).rule == "14.8.1"
    g.turn = turn_of(1941, SPRING)
    assert may_lend(g, BRITAIN, FRANCE, ship, 5) is None and may_lend(g, BRITAIN, FRANCE, ship, 25).rule == "14.8.1"
    assert may_grant(g, GERMANY, ITALY, 5).rule == "14.8.1"


def test_14_8_2_a():
    """America at war grants 20 each to Britain and the Soviets, ten more for each yard it has built; in peace by its level."""
    g = campaign()
    assert most_granted(g, USA, BRITAIN) == most_granted(g, USA, USSR) == 20
    g.nations[USA].yards = 1
    assert most_granted(g, USA, BRITAIN) == most_granted(g, USA, USSR) == 30
    note_grant(g, USA, USSR, 30)
    assert (most_granted(g, USA, BRITAIN), most_granted(g, USA, USSR)) == (20, 0)  # the ten more are granted once
    g.granted = {}
    g.nations[USA].side, g.usel = NEUTRAL, 7
    assert most_granted(g, USA, BRITAIN) == 10
    g.usel = 2
    assert most_granted(g, USA, BRITAIN) == 0


def test_8_8_3_a():
    """Nothing goes from the US Box to the Soviets directly: first to Britain, for two points, then on."""
    g = campaign()
    ship = fleet(g, "united_states", "us_box")
    assert may_lend(g, USA, USSR, ship, 20).rule == "8.8.3"
    assert may_relay(g, USA, ship, "atlantic") is None
    left = over_the_atlantic(g)
    drive(g, relay(g, Treasury(USA), (ship, "atlantic")))
    assert g.nations.cargo[USA] == 20 and over_the_atlantic(g) == left - 4
    british = fleet(g, "britain", "scapa_flow")
    assert may_relay(g, USA, british, "murmansk") is None
    before = g.nations.narfs[USSR]
    answers = ["go", "let"] * 1 if _meets(g) else []
    drive(g, relay(g, Treasury(USA), (british, "murmansk")), answers)
    assert g.nations.narfs[USSR] == before + 20 and g.nations.cargo[USA] == 0


def _meets(g: War) -> bool:
    """Whether German ships or aircraft could meet a convoy to Murmansk, so that they are asked."""
    way = route(g, BRITAIN, space(g, "scapa_flow"), sea(g, "murmansk_sea"))
    ships = any(near_enough(g, p, s, a) for p, s in naval_forces(g, AXIS).items() for a in way)
    return ships or any(aircraft_beside(g, AXIS, a) for a in way)


def test_14_8_5_murmansk():
    """The route is open once Germany has attacked, unless both hexes behind Murmansk are lost."""
    g = campaign()
    assert murmansk_open(g) is None
    hold(g, "germany", "0015", "0016")
    assert murmansk_open(g).rule == "14.8.5"
    early = campaign("campaign_1941")
    assert murmansk_open(early).rule == "14.8.2"


def test_14_8_6_a_british_fleet_carries_pre_war_aid():
    """In peace American NARFs travel in British Fleets and leave the American base too."""
    g = campaign("campaign_1941")
    g.usel = 7
    ship, own = fleet(g, "britain", "canada_box"), fleet(g, "united_states", "us_box")
    assert may_lend(g, USA, BRITAIN, own, 10).rule == "14.8.2"
    assert may_lend(g, USA, BRITAIN, ship, 10) is None and may_lend(g, USA, BRITAIN, ship, 15).rule == "14.8.1"
    base, britain = g.nations.base[USA], g.nations.narfs[BRITAIN]
    flow = lend(g, Treasury(USA), (BRITAIN, ship, 10))
    drive(g, flow)
    assert g.nations.base[USA] == base - 10 and g.nations.narfs[BRITAIN] == britain + 10


def test_14_8_4_a():
    """Persia paid for in Spring 1942 is open in Fall 1942."""
    g = campaign()
    g.turn = turn_of(1942, SPRING)
    assert may_open_persia(g, BRITAIN) is None
    open_persia(g, BRITAIN)
    pair = [fleet(g, "britain", "liverpool") for _ in range(2)]
    assert may_open_persia(g, BRITAIN).rule == "14.8.4"
    g.turn = turn_of(1942, SUMMER)
    assert may_relay(g, BRITAIN, pair[0], "cape").rule == "14.8.4"
    g.turn = turn_of(1942, FALL)
    assert may_relay(g, BRITAIN, pair[0], "cape") is None
    drive(g, relay(g, Treasury(BRITAIN), (pair[0], "cape")))
    assert g.nations.cargo_cape[BRITAIN] == 20 and g.units.at[pair[1]] == space(g, "south_africa_box")


def test_14_8_2_duties():
    """Who sends the Soviets too little in Spring or Fall loses NARFs and growth; in Summer nobody does."""
    g = campaign()
    aid_duties(g)
    assert g.nations.growth_cut[BRITAIN] == 0
    g.turn = turn_of(1942, FALL)
    before = g.nations.narfs[BRITAIN], g.nations.narfs[USA]
    g.nations[USA].aid_sent = 20
    aid_duties(g)
    assert (g.nations.narfs[BRITAIN], g.nations.narfs[USA]) == (before[0] - 10, before[1])
    assert g.nations.growth_cut[BRITAIN] == 3 and g.nations.growth_cut[USA] == 0


# --- options and victory ------------------------------------------------------------------------------------------------------


def test_29_3_a():
    """Two fighters and two TAC in one Build: cadres of 3, 6, 3, 6."""
    g = campaign("campaign_1939", pilot_training=True)
    first, second = unit(g, "ger_ftr_1"), unit(g, "ger_ftr_2")
    tac = unit(g, "ger_tac_1")
    assert unit_price(g, first) == 15
    g.units[first].built = g.player_turn
    assert trained_crews(g, second) == 1 and unit_price(g, second) == 12 + 6 and unit_price(g, tac) == 15


def test_27_1_sudden_death():
    """Paris and three of the prizes; Rome and Berlin before Summer 1945."""
    g = campaign()
    assert campaign_outcome(g) is None
    hold(g, "germany", "moscow", "leningrad")
    assert campaign_outcome(g) is None
    hold(g, "germany", "suez")
    found = campaign_outcome(g)
    assert found is not None and found.winners == ("axis",)
    hold(g, "britain", "suez", "rome", "berlin")
    found = campaign_outcome(g)
    assert found is not None and found.winners == ("allies",)


def test_27_1_surrenders_and_survival():
    """Two great powers out: tactical; Germany out before Winter 1944: decisive; nobody by Summer 1945: a marginal Axis win."""
    g = campaign()
    g.nations[BRITAIN].surrendered = 1
    assert "tactical" in campaign_outcome(g).reason
    g.nations[BRITAIN].surrendered = 0
    g.turn = turn_of(1945, SUMMER)
    assert campaign_outcome(g).winners == ("axis",)
    g.nations[GERMANY].surrendered = 1
    assert campaign_outcome(g).winners == ()
    g.turn = turn_of(1944, FALL)
    assert "decisive" in campaign_outcome(g).reason
    g.turn = turn_of(1944, WINTER)
    assert "tactical" in campaign_outcome(g).reason


def test_27_2_objectives():
    """Orange cities count for the power that holds them, those of neutrals for nobody; Corsica and Tunisia for Italy."""
    g = campaign("campaign_1939")
    assert objectives(g, GERMANY) == 8 and objectives(g, ITALY) == 0
    g.nations[ITALY].side = AXIS
    before = objectives(g, ITALY)
    for s in range(g.board.size):
        if g.ground.country[s] == "tunisia":
            g.hexes[s].holder = ITALY
    assert objectives(g, ITALY) == before + 1 and level(g, GERMANY) == 3


def test_14_8_3_through_turkey():
    """With Turkey a friend a Fleet in Alexandria carries aid through the Dardanelles; without its friendship it does not."""
    g = campaign()
    ship = fleet(g, "britain", "alexandria")
    g.nations[BRITAIN].narfs = 60
    assert may_relay(g, BRITAIN, ship, "turkey").rule == "14.8.3"
    row = g.nations[INDEX["turkey"]]
    row.patron, row.status = BRITAIN, 1
    assert may_relay(g, BRITAIN, ship, "turkey") is None
    before = g.nations.narfs[USSR]
    flow = relay(g, Treasury(BRITAIN), (ship, "turkey"))
    drive(g, flow)
    assert g.nations.narfs[USSR] == before + 20 and g.nations.aid_sent[BRITAIN] == 20
