"""9.19-9.24: capture and recapture, return, capitals, surrender and defeat, with the worked examples under their ids."""

from __future__ import annotations

from grognard.kernel.rules import No
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import FACILITY
from grognard.titles.gw36.powers import ACTIVE, NATION, SURRENDERED
from grognard.titles.gw36.rules import conquest, france, movement, recruitment, returns
from grognard.titles.gw36.rules.facilities import factories_come_home
from grognard.titles.gw36.rules.nations import (
    absorb,
    aligned,
    alive,
    at_war,
    fall,
    home_mask,
    make_war,
    printed_owner,
    take_control,
    take_up_arms,
)
from grognard.titles.gw36.rules.seats import seat_of, voice_of
from grognard.titles.gw36.state import War
from grognard.titles.gw36.subjects import Politics
from tests.titles.gw36 import battlefield
from tests.titles.gw36.battlefield import Script, build, dice, field, play, put, zone


def take(g: War, where: str, nation: str, script: Script | None = None) -> Script:
    return play(g, conquest.capture(g, zone(g, where), NATION[nation]), script)


def owner(g: War, where: str) -> int:
    return g.zones.owner[zone(g, where)]


def test_9_19_the_taker_places_its_roundel() -> None:
    g = field()
    take(g, "picardy", "germany")
    row = g.zones[zone(g, "picardy")]
    assert (row.owner, row.captured, row.before) == (NATION["germany"], 1, NATION["france"])


def test_9_19_forts_and_batteries_fall_with_the_zone() -> None:
    g = field()
    fort, battery = build(g, "picardy", "fortification", "belgium"), build(g, "picardy", "coastal_artillery", "sz_25")
    port = build(g, "picardy", "minor_port")
    take(g, "picardy", "germany")
    assert (fort.at, battery.at) == (NOWHERE, NOWHERE)
    assert port.at == zone(g, "picardy")


def test_12_4_a_captured_factory_is_a_minor_one_until_it_comes_home() -> None:
    g = field()
    works = build(g, "paris", "major_factory")
    g.nations[NATION["france"]].capital = NOWHERE
    take(g, "paris", "germany")
    assert works.kind == FACILITY["minor_factory"]
    take(g, "paris", "france")
    assert works.kind == FACILITY["major_factory"]


def test_9_20_a_zone_of_an_ally_goes_back_to_him() -> None:
    g = field("great_britain", wars=[("germany", "france"), ("germany", "great_britain")])
    g.zones[zone(g, "picardy")].owner = NATION["germany"]
    take(g, "picardy", "great_britain")
    assert owner(g, "picardy") == NATION["france"]


def test_9_20_land_of_an_aligned_minor_goes_back_to_its_nation() -> None:
    """Java belonged to the Netherlands, which had Aligned with Great Britain; an ally that retakes it returns it."""
    g = field("usa", wars=[("japan", "usa"), ("japan", "great_britain")])
    absorb(g, NATION["netherlands"], NATION["great_britain"])
    assert owner(g, "java") == NATION["great_britain"]
    take(g, "java", "japan")
    take(g, "java", "usa")
    assert owner(g, "java") == NATION["great_britain"]
    take(g, "java", "ussr")  # no member of the alliance
    assert owner(g, "java") == NATION["ussr"]


def test_7_3_works_under_construction_pass_to_the_captor() -> None:
    g = field()
    begun = build(g, "picardy", "fortification", "belgium", built=0, paid=1)
    take(g, "picardy", "germany")
    assert begun.at == zone(g, "picardy")


def test_9_22_aligned_minors_go_to_another_member() -> None:
    """Romania had Aligned with Germany; when Germany surrenders its player gives it to Italy or Japan. Its units are removed."""
    g = field("germany", wars=[("germany", "ussr"), ("italy", "ussr")])
    absorb(g, NATION["romania"], NATION["germany"])
    unit = put(g, "germany", "berlin", "infantry")[0]
    land = [z for z, o in enumerate(g.zones.owner) if o == NATION["germany"] and printed_owner(g, z) == NATION["romania"]]
    assert land
    italy = Script(policy=lambda ask: next(o for o in ask.options if o.args[0].index == NATION["italy"]))  # type: ignore[attr-defined]
    play(g, conquest.surrender(g, NATION["germany"]), italy)
    assert {g.zones.owner[z] for z in land} == {NATION["italy"]}
    assert g.nations.master[NATION["romania"]] == NATION["italy"]
    assert g.units.at[unit] == NOWHERE
    assert owner(g, "berlin") == NOWHERE


def test_9_24_the_controller_keeps_forces_abroad() -> None:
    g = field("germany", wars=[("germany", "belgium"), ("germany", "great_britain")])
    take_control(g, NATION["belgium"], NATION["great_britain"])
    for z in range(g.board.size):
        if g.zones.owner[z] == NATION["belgium"]:
            g.zones[z].owner = NATION["great_britain"]
    abroad = put(g, "belgium", "southern_england", "infantry")[0]
    g.zones[zone(g, "belgium")].owner = NATION["germany"]
    conquest.check_minor(g, NATION["belgium"])
    assert not alive(g, NATION["belgium"])
    assert (g.units.nation[abroad], g.units.at[abroad]) == (NATION["great_britain"], zone(g, "southern_england"))


def test_9_20_a_zone_of_a_stranger_is_kept() -> None:
    g = field("ussr", wars=[("ussr", "italy")])
    g.zones[zone(g, "syria")].owner = NATION["italy"]
    take(g, "syria", "ussr")
    assert owner(g, "syria") == NATION["ussr"]


def test_9_21_units_of_the_holder_leave_a_returned_zone() -> None:
    g = field("ussr", wars=[])
    g.zones[zone(g, "syria")].owner = NATION["ussr"]
    u = put(g, "ussr", "syria", "infantry")[0]
    conquest.return_zone(g, zone(g, "syria"), NATION["france"])
    assert owner(g, "syria") == NATION["france"]
    assert owner(g, "syria") != g.zones.owner[g.units.at[u]] == NATION["ussr"]


def test_9_23_a_lost_capital_costs_all_cash() -> None:
    g = field("great_britain", wars=[("great_britain", "italy")])
    g.nations[NATION["italy"]].cash = 9
    take(g, "rome", "great_britain")
    assert g.nations.cash[NATION["italy"]] == 0
    assert g.nations.cash[NATION["great_britain"]] == 0


def test_9_23_french_cash_goes_to_the_conqueror() -> None:
    g = field()
    g.nations[NATION["france"]].cash = 7
    take(g, "paris", "germany")
    assert (g.nations.cash[NATION["france"]], g.nations.cash[NATION["germany"]]) == (0, 7)


def test_9_23_another_zone_costs_nothing() -> None:
    g = field()
    g.nations[NATION["france"]].cash = 7
    take(g, "picardy", "germany")
    assert g.nations.cash[NATION["france"]] == 7


def test_9_22_a() -> None:
    """gw36-9.22-a: Rome taken by the Allies and retaken by the Axis: Italy has not surrendered any more."""
    g = field("germany", wars=[("great_britain", "italy"), ("germany", "great_britain")])
    for z in conquest.home_zones(g, NATION["italy"]):
        g.zones[z].owner = NATION["great_britain"]
    assert conquest.surrenders(g, NATION["italy"])
    play(g, conquest.surrender(g, NATION["italy"]))
    assert g.nations.status[NATION["italy"]] == SURRENDERED
    assert not at_war(g, NATION["italy"], NATION["great_britain"])
    take(g, "rome", "germany")
    assert alive(g, NATION["italy"])
    assert at_war(g, NATION["italy"], NATION["great_britain"])  # GW36-AMB-126
    assert not g.laid_down
    assert owner(g, "rome") == NATION["italy"]


def test_9_22_b() -> None:
    """gw36-9.22-b: the KMT has surrendered; an Ally that retakes a former KMT zone must return it, and the KMT is back."""
    g = field("usa", wars=[("japan", "kmt"), ("japan", "usa")])
    home = conquest.home_zones(g, NATION["kmt"])
    for z in home:
        g.zones[z].owner = NATION["japan"]
    play(g, conquest.surrender(g, NATION["kmt"]))
    assert g.nations.status[NATION["kmt"]] == SURRENDERED
    where = next(z for z in home if conquest.printed_owner(g, z) == NATION["kmt"])
    play(g, conquest.capture(g, where, NATION["usa"]))
    assert g.nations.status[NATION["kmt"]] == ACTIVE
    assert g.zones.owner[where] == NATION["kmt"]


def test_9_22_enemies_that_are_gone_are_not_fought_again() -> None:
    """Italy is back after France has surrendered too: they are not at war; once France is back they are (GW36-AMB-126)."""
    italy, france, britain = NATION["italy"], NATION["france"], NATION["great_britain"]
    g = field("germany", wars=[("great_britain", "italy"), ("france", "italy"), ("germany", "great_britain")])
    for z in conquest.home_zones(g, italy):
        g.zones[z].owner = britain
    play(g, conquest.surrender(g, italy))
    fall(g, france, SURRENDERED)
    take(g, "rome", "germany")
    assert at_war(g, italy, britain)
    assert not at_war(g, italy, france)
    g.nations[france].status = ACTIVE
    take_up_arms(g, france)
    assert at_war(g, italy, france)


def test_9_22_who_stands_in_a_surrendered_zone_holds_it() -> None:
    """German land units in Tripoli hold it when Italy surrenders; a fighter does not, nor does an attacker (GW36-AMB-127)."""
    g = field("great_britain", wars=[("great_britain", "italy"), ("germany", "great_britain")])
    put(g, "italy", "tripoli", "3 infantry")
    put(g, "germany", "tripoli", "infantry")
    put(g, "germany", "sicily", "fighter")
    put(g, "great_britain", "tripoli", "2 infantry", came="western_egypt")
    play(g, conquest.surrender(g, NATION["italy"]))
    assert owner(g, "tripoli") == NATION["germany"]
    assert owner(g, "sicily") == NOWHERE


def test_4_4_alignment_lasts() -> None:
    """Germany and Italy fought France together; when it surrenders they stay Aligned, and a German in Rome may stay. Japan, which
    never fought with them, is not Aligned (GW36-AMB-125)."""
    germany, italy, france = NATION["germany"], NATION["italy"], NATION["france"]
    g = field("germany", wars=[("germany", "france"), ("italy", "france")])
    put(g, "germany", "rome", "infantry")
    fall(g, france, SURRENDERED)
    assert not g.relations.at_war_with_major[germany]
    assert aligned(g, germany, italy)
    assert movement.may_enter(g, zone(g, "rome"), germany) is None
    assert not aligned(g, germany, NATION["japan"])
    make_war(g, NATION["japan"], NATION["usa"])
    assert not aligned(g, germany, NATION["japan"])


def test_9_22_the_condition_still_holds() -> None:
    """A zone that leaves the condition untouched changes nothing: Germany in Sicily while the Allies have the rest of Italy."""
    g = field("germany", wars=[("great_britain", "italy"), ("germany", "great_britain")])
    for z in conquest.home_zones(g, NATION["italy"]):
        g.zones[z].owner = NATION["great_britain"]
    play(g, conquest.surrender(g, NATION["italy"]))
    take(g, "tripoli", "germany")
    assert g.nations.status[NATION["italy"]] == SURRENDERED


def test_9_24_a() -> None:
    """gw36-9.24-a: Belgium falls while Britain controls it: the Congo stays under British control."""
    g = field("germany", wars=[("germany", "belgium")])
    take_control(g, NATION["belgium"], NATION["great_britain"])
    put(g, "belgium", "belgian_congo", "infantry")
    take(g, "belgium", "germany")
    assert owner(g, "belgian_congo") == NATION["belgium"]
    assert g.nations.controller[NATION["belgium"]] == NATION["great_britain"]
    assert alive(g, NATION["belgium"])


def test_9_24_a_minor_without_colonies_is_defeated() -> None:
    g = field("germany", wars=[("germany", "denmark")])
    g.nations[NATION["denmark"]].controller = NOWHERE
    for z in [z for z, o in enumerate(g.zones.owner) if o == NATION["denmark"] and z != zone(g, "denmark")]:
        g.zones[z].owner = NOWHERE
    take(g, "denmark", "germany")
    assert not alive(g, NATION["denmark"])
    make_war(g, NATION["germany"], NATION["france"])


def test_4_9_members_of_an_alliance_are_never_at_war_over_china() -> None:
    """The USSR attacks a warlord: all China stands together, but the CCP is of its own alliance (table 4-2)."""
    from grognard.titles.gw36.rules.alignment import china_attacked
    from grognard.titles.gw36.rules.nations import at_war

    g = field("ussr", wars=[])
    play(g, china_attacked(g, NATION["ussr"]), Script())
    assert at_war(g, NATION["ussr"], NATION["kmt"])
    assert not at_war(g, NATION["ussr"], NATION["ccp"])


def test_12_4_the_factory_of_liberated_paris_is_a_major_one_again() -> None:
    """France has surrendered; an ally frees Paris: with France its Major Factory is back at its old level."""
    g = field("great_britain", wars=[("germany", "great_britain"), ("germany", "free_france")])
    works = build(g, "paris", "major_factory")
    g.zones[zone(g, "paris")].owner = NATION["france"]
    take(g, "paris", "germany")
    assert works.kind == FACILITY["minor_factory"]
    fall(g, NATION["france"], SURRENDERED)
    make_war(g, NATION["germany"], NATION["free_france"])
    take(g, "paris", "great_britain")
    play(g, france.check_surrender(g))
    assert alive(g, NATION["france"])
    assert works.kind == FACILITY["major_factory"]


def test_12_4_the_factory_of_restored_rome_is_a_major_one_again() -> None:
    """Italy had surrendered and Germany retakes Rome: Italy fights again, with the factory it had (9.22)."""
    g = field("germany", wars=[("germany", "great_britain"), ("italy", "great_britain")])
    works = build(g, "rome", "major_factory")
    g.nations[NATION["italy"]].capital = NOWHERE
    take(g, "rome", "great_britain")
    assert works.kind == FACILITY["minor_factory"]
    fall(g, NATION["italy"], SURRENDERED)
    take(g, "rome", "germany")
    assert alive(g, NATION["italy"])
    assert owner(g, "rome") == NATION["italy"]
    assert works.kind == FACILITY["major_factory"]


def test_12_4_the_factory_of_a_zone_given_back_is_a_major_one_again() -> None:
    """Britain drives Germany out of Moscow: a minor factory there, and the Soviet Major Factory once it is given back (9.21)."""
    g = field("great_britain", wars=[("germany", "great_britain"), ("germany", "ussr")])
    works = build(g, "moscow", "major_factory")
    take(g, "moscow", "germany")
    take(g, "moscow", "great_britain")
    assert works.kind == FACILITY["minor_factory"]
    conquest.return_zone(g, zone(g, "moscow"), NATION["ussr"])
    assert works.kind == FACILITY["major_factory"]


def test_12_4_a_factory_still_in_foreign_hands_stays_minor() -> None:
    g = field()
    works = build(g, "paris", "major_factory")
    take(g, "paris", "germany")
    take(g, "picardy", "germany")
    factories_come_home(g, {zone(g, "paris")})
    assert works.kind == FACILITY["minor_factory"]


def norway(g: War) -> list[int]:
    return [z for z in home_mask(g)[NATION["norway"]] if g.zones.owner[z] == NATION["norway"]]


def test_9_24_a_minor_without_units_at_home_is_defeated() -> None:
    """Its last unit falls: the zones nobody entered are the first comer's, and it recruits there no more."""
    g = field("germany", wars=[("germany", "norway")])
    g.nations[NATION["norway"]].controller = NOWHERE
    first, *others = norway(g)
    assert others, "the case wants a country of several zones"
    guard = put(g, "norway", g.board.ids[others[0]], "infantry")[0]
    take(g, g.board.ids[first], "germany")
    assert alive(g, NATION["norway"])
    g.remove(guard)
    conquest.check_minor(g, NATION["norway"])
    assert not alive(g, NATION["norway"])
    assert all(g.zones.owner[z] == NOWHERE for z in others)
    assert recruitment.may_recruit(g, NATION["norway"]) is not None


def test_9_24_an_aircraft_at_home_still_counts() -> None:
    g = field("germany", wars=[("germany", "norway")])
    first, *others = norway(g)
    put(g, "norway", g.board.ids[others[0]], "fighter")
    take(g, g.board.ids[first], "germany")
    assert alive(g, NATION["norway"])


def test_9_24_the_last_unit_may_fall_in_a_battle_that_takes_no_zone() -> None:
    """Aircraft alone destroy it: no zone changes hands, the minor is defeated all the same (GW36-AMB-176)."""
    g = field("germany", wars=[("germany", "denmark")])
    g.nations[NATION["denmark"]].controller = NOWHERE
    put(g, "denmark", "denmark", "infantry")
    put(g, "germany", "denmark", "tactical_bomber", came="western_germany")
    dice(g, *[1, 12] * 20)
    play(g, battlefield.combat_phase(g))
    assert owner(g, "denmark") == NOWHERE
    assert not alive(g, NATION["denmark"])


def test_9_24_abyssinia_falls_by_its_own_rule() -> None:
    """13.2: Italy wins by possession; without units but with a zone Abyssinia lives."""
    g = field("italy", wars=[("italy", "abyssinia")])
    g.abyssinia = 1
    g.zones[zone(g, "abyssinia")].owner = NATION["abyssinia"]
    conquest.check_minor(g, NATION["abyssinia"])
    assert alive(g, NATION["abyssinia"])


def test_9_21_a_refusal_binds_only_who_refused() -> None:
    """The USSR refuses to return Syria and loses it to Turkey's friend: the next holder has refused nothing."""
    g = field("ussr", wars=[])
    syria, france_ = zone(g, "syria"), NATION["france"]
    g.zones[syria].owner = NATION["ussr"]
    ask = returns.ask_back(g, france_, syria)
    play(g, ask, Script("refuse"))
    assert returns.refusers(g, france_) == {NATION["ussr"]}
    g.zones[syria].owner = NATION["usa"]
    assert returns.refusers(g, france_) == set()
    g.zones[syria].owner = NATION["ussr"]
    assert returns.refusers(g, france_) == {NATION["ussr"]}


def test_9_21_the_next_holder_can_be_asked_anew() -> None:
    g = field("ussr", wars=[])
    syria, france_ = zone(g, "syria"), NATION["france"]
    g.zones[syria].owner = NATION["ussr"]
    play(g, returns.ask_back(g, france_, syria), Script("refuse"))
    politics = Politics(voice_of(g, france_))
    assert returns.may_ask_back(g, politics, (france_, syria)) == No("9.21", "it was refused already")
    g.zones[syria].owner = NATION["japan"]
    assert returns.may_ask_back(g, politics, (france_, syria)) is None


def test_9_23_a_capital_is_moved_back_when_its_nation_wishes() -> None:
    """Once Moscow is Soviet again, by arms or given back (9.21), the USSR may govern from there; nobody else decides."""
    ussr = NATION["ussr"]
    for how in ("retaken", "returned"):
        g = field("ussr", wars=[("germany", "ussr")])
        moscow, refuge = zone(g, "moscow"), zone(g, "leningrad")
        mine = Politics(seat_of(g, ussr))
        g.nations[ussr].capital = refuge
        g.zones[moscow].owner = NATION["germany"] if how == "retaken" else NATION["great_britain"]
        no = conquest.may_come_home(g, mine, ussr)
        assert no is not None and no.rule == "9.23" and "does not possess Moscow" in no.reason
        if how == "retaken":
            take(g, "moscow", "ussr")
        else:
            conquest.return_zone(g, moscow, ussr)
        assert g.nations.capital[ussr] == refuge
        assert list(conquest.COMING_HOME.candidates(g, mine)) == [ussr]
        other = conquest.may_come_home(g, Politics(seat_of(g, NATION["germany"])), ussr)
        assert other is not None and other.rule == "9.23"
        conquest.return_capital(g, ussr)
        assert g.nations.capital[ussr] == moscow
        assert conquest.may_come_home(g, mine, ussr) is not None


def test_9_23_france_is_not_asked_for_a_capital_when_paris_falls() -> None:
    """With Paris it surrenders at the end of the Combat Phase (14.4.1): nothing is left to decide."""
    g = field()
    assert take(g, "paris", "germany").asked == []
    g = field("germany", wars=[("germany", "ussr")])
    assert [a.rule for a in take(g, "moscow", "germany").asked] == ["9.23"]
