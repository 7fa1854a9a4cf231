"""3: the sequence of play as a tree. Steps that are not written yet stand here as remarks, in their place."""

from __future__ import annotations

from collections.abc import Callable

from grognard.kernel.rules import rule
from grognard.kernel.sequence import Each, Part, Segment, When, While
from grognard.titles.wif.kinds import Activity
from grognard.titles.wif.rules import rail_factories as rail_factories
from grognard.titles.wif.rules import spotting as spotting
from grognard.titles.wif.rules import tows as tows
from grognard.titles.wif.rules import track_freight as track_freight
from grognard.titles.wif.rules.actions import able, choose_action
from grognard.titles.wif.rules.air_cavalry import ASSAULTS, MOVES, rest_cavalry
from grognard.titles.wif.rules.air_missions import anybody_flies, carry_out
from grognard.titles.wif.rules.air_transport import AIR_SUPPLY, TRANSPORT
from grognard.titles.wif.rules.alignments import align_minors, courting_powers
from grognard.titles.wif.rules.american_war import attempt_war, attempts
from grognard.titles.wif.rules.artillery import ROCKETS, STRIKE, SUPPORT, shell, shelling_powers
from grognard.titles.wif.rules.boats import fire_missiles, intern_raiders, milk, milking_powers, salvo_powers
from grognard.titles.wif.rules.bombardment import BOMBARDMENT
from grognard.titles.wif.rules.claims import (
    claimants,
    enforce_peace,
    give_back,
    make_claims,
    mediate,
    mediators,
    settlers,
)
from grognard.titles.wif.rules.conquest import conquests
from grognard.titles.wif.rules.declarations import attacking_minors, declare_on_majors, declare_on_minors, declaring_powers
from grognard.titles.wif.rules.displaced import anybody_on_ice, leave_thawed_lakes
from grognard.titles.wif.rules.divisions import break_down, breaking_down, reform, reforming
from grognard.titles.wif.rules.emergency_supply import anybody_rescued, close_stores, rescue, rescuers
from grognard.titles.wif.rules.en_route import ambushers, lie_in_wait
from grognard.titles.wif.rules.end_of_turn import check_victory, next_turn
from grognard.titles.wif.rules.entry import draw_regular, entry_runs, open_pools, outraged, react
from grognard.titles.wif.rules.entry_options import choose_options
from grognard.titles.wif.rules.exiles import recruit_poles, recruiting_powers
from grognard.titles.wif.rules.facilities import due_works, lay_out_facilities, open_works, scorch, scorchers
from grognard.titles.wif.rules.factions import return_faction, settle_factions
from grognard.titles.wif.rules.foreign_troops import anybody_abroad, dismiss_guests, note_guests
from grognard.titles.wif.rules.fuel import buy_fuel, fuelling_powers
from grognard.titles.wif.rules.headlines import watch_japan
from grognard.titles.wif.rules.hq_benefits import end_offensives, enhance_attacks, enhancing_powers
from grognard.titles.wif.rules.hq_support import announce_support, ignore_notionals, powers_landed_upon, supporting_powers
from grognard.titles.wif.rules.impulses import begin_action_stage, begin_impulse, test_last_impulse
from grognard.titles.wif.rules.initiative import determine_initiative
from grognard.titles.wif.rules.intelligence import make_effort
from grognard.titles.wif.rules.land_attack import attacking_powers, declare_attacks, resolve_attacks, resolving_powers
from grognard.titles.wif.rules.land_movement import move_land_units
from grognard.titles.wif.rules.landings import debark, invade, powers_with_passengers
from grognard.titles.wif.rules.lend_lease import deliver_build_points, deliver_trade
from grognard.titles.wif.rules.lending import begin_lending, lend, lenders
from grognard.titles.wif.rules.liberation import liberate_countries, liberators
from grognard.titles.wif.rules.minors import allocate
from grognard.titles.wif.rules.missions import KINDS, WORDS, fly, flyers
from grognard.titles.wif.rules.naval_air import fly_over_sea, patrolling_powers
from grognard.titles.wif.rules.naval_combat import answer_combat, answering, forget_combats, seek_combat, seekers
from grognard.titles.wif.rules.naval_movement import move_ships
from grognard.titles.wif.rules.occupations import occupy, occupying
from grognard.titles.wif.rules.offensives import deliver_chits, spend_points, spending_powers
from grognard.titles.wif.rules.pacts import break_pacts, breaking_powers, marking_powers, place_markers
from grognard.titles.wif.rules.paradrops import PARADROPS
from grognard.titles.wif.rules.partisan_hqs import raise_leaders
from grognard.titles.wif.rules.partisans import change_hands, raise_partisans
from grognard.titles.wif.rules.peace import desperate, envoys, offer_peace, support_minors, surrender
from grognard.titles.wif.rules.pilots import first_pilots, graduate, man_aircraft, manning_powers
from grognard.titles.wif.rules.port_attack import PORT_ATTACK
from grognard.titles.wif.rules.powers import political, powers_of
from grognard.titles.wif.rules.pressure import canal_keepers, keep_canal, mine_norway, mining_powers, press, pressing_powers
from grognard.titles.wif.rules.production import begin_production, count_build_points, produce, producing_powers
from grognard.titles.wif.rules.promotions import raise_banners
from grognard.titles.wif.rules.rail import move_by_rail
from grognard.titles.wif.rules.rebase import rebase_aircraft
from grognard.titles.wif.rules.recruits import dismiss_warlords, muster
from grognard.titles.wif.rules.reinforcements import (
    arriving_powers,
    change_force_pools,
    give_up_isolated,
    place_reinforcements,
    powers_with_isolated,
)
from grognard.titles.wif.rules.reorganisation import reorganise, reorganise_finally, reorganising_powers
from grognard.titles.wif.rules.replacements import convert_ships, yards
from grognard.titles.wif.rules.rerolls import clear_markers, lay_markers, laying_powers
from grognard.titles.wif.rules.reserves import call_reserves, calling_powers, national_guard
from grognard.titles.wif.rules.return_to_base import bring_home, end_watch, stay_or_return, watching_powers
from grognard.titles.wif.rules.seizures import search_convoys, searching_powers
from grognard.titles.wif.rules.service_squadrons import harbour_powers, work_harbours
from grognard.titles.wif.rules.shore_bombardment import fire_guns, gunners
from grognard.titles.wif.rules.stocks import disband, disbanding_powers
from grognard.titles.wif.rules.supply import beaches_used, clear_beaches
from grognard.titles.wif.rules.supply_units import expend, storekeepers
from grognard.titles.wif.rules.tankers import refit_convoys, refitting_powers
from grognard.titles.wif.rules.territorials import settle_territorials
from grognard.titles.wif.rules.trade_terms import bargain, bargaining_powers, check_convoys
from grognard.titles.wif.rules.ukraine import decide_ukraine, founders
from grognard.titles.wif.rules.v_weapons import launch_rockets, launching_powers
from grognard.titles.wif.rules.vichy import declare_vichy, installers
from grognard.titles.wif.rules.vichy_collapse import end_vichy, masters
from grognard.titles.wif.rules.weather import roll_weather
from grognard.titles.wif.state import BOMBER, ESCORT, INTERCEPTOR, PATROL, War


def with_cavalry(g: War) -> bool:
    return g.options.air_cavalry


@rule("3.1")
def missions(name: str, kind: str, rule: str) -> Part:
    """The segments of a mission step (14.2): patrols, bombers and escorts, the defender's answer, interceptors, combat."""
    answer = (BOMBER, ESCORT, INTERCEPTOR) if KINDS[kind].defended else (INTERCEPTOR,)
    own = (BOMBER, ESCORT, PATROL) if KINDS[kind].defended else (BOMBER, ESCORT)  # 11.15.4: the attacker patrols there too
    way = [(PATROL, False), *((role, True) for role in own), *((role, False) for role in answer), (INTERCEPTOR, True)]
    flights = [
        Each("", "power", flyers(kind, role, active), Segment(f"{name}: {WORDS[role]}", fly(kind, role), rule=rule))
        for role, active in way
    ]
    flights.insert(2, Each("", "power", ambushers(kind), Segment(f"{name}: on the way", lie_in_wait(kind), rule="14.2.5")))
    return Part(name, *flights, Segment(f"{name}: over the target", carry_out(kind), rule=rule, when=anybody_flies))


REINFORCEMENT = Part(
    "Reinforcement",
    Each("", "power", refitting_powers, Segment("Tankers", refit_convoys, rule="22.16")),
    Segment("Force pools", change_force_pools, rule="4.1"),
    Each("", "power", yards, Segment("Replacement ships", convert_ships, rule="4.1.3")),
    Segment("Facilities of the year", lay_out_facilities, rule="13.6.6", when=lambda g: g.options.facilities and political(g)),
    Each("", "power", due_works, Segment("Facilities", open_works, rule="4.2.2")),
    Segment("Guards Banner armies", raise_banners, rule="22.4", when=lambda g: g.options.guards_banner),
    Each("", "power", arriving_powers, Segment("Reinforcements", place_reinforcements, rule="4.2")),
    Segment("Trained pilots", graduate, rule="14.6.2", when=lambda g: bool(g.training)),
    Segment("Offensive chits", deliver_chits, rule="16", when=lambda g: bool(g.chits)),
    Each("", "power", manning_powers, Segment("Pilots and machines", man_aircraft, rule="14.6.1")),
    Each("", "power", recruiting_powers, Segment("Poles", recruit_poles, rule="19.5.1")),
    Each("", "power", national_guard, Segment("National Guard", call_reserves, rule="13.3.2")),
    Each("", "power", disbanding_powers, Segment("Disbanding", disband, rule="4.3")),
    Each("", "power", powers_with_isolated, Segment("Isolated units", give_up_isolated, rule="4.3")),
)


Pause = Callable[[str], tuple[Part | Segment, ...]]


def impulses(*declarations: Part | Segment, before: Pause = lambda step: ()) -> While:
    """D: the impulses of a turn. `declarations`: what a title does before its powers choose their actions (9); `before`: what it
    does before a step."""
    return While(
        "Impulse",
        lambda g: not g.ended,
        Segment("Weather", roll_weather, rule="8", when=lambda g: g.pair == 0),
        Segment("Thaw", leave_thawed_lakes, rule="8.2.1", when=anybody_on_ice),
        Segment("Declarations", begin_impulse, rule="9"),
        *declarations,
        Segment("Guards Banner", raise_banners, rule="22.4", when=lambda g: g.options.guards_banner),
        Each("", "power", lambda g: powers_of(g, g.side), Segment("Action", choose_action, rule="10.1")),
        Each("", "power", spending_powers, Segment("Offensive points", spend_points, rule="16.1")),
        Each("", "power", fuelling_powers, Segment("Oil", buy_fuel, rule="10.3")),
        Each("", "power", storekeepers(True), Segment("Supply units", expend, rule="22.3")),
        Each("", "power", storekeepers(False), Segment("Supply units of the other side", expend, rule="22.3")),
        Each("", "power", rescuers(False), Segment("Emergency supply", rescue(False), rule="2.4.3")),
        Each("", "power", mining_powers, Segment("Mining of Norway", mine_norway, rule="13.3.3")),
        missions("Port attacks", PORT_ATTACK.name, "11.2"),
        Segment("Sea areas", forget_combats, rule="11.5.1"),
        Each("", "power", patrolling_powers, Segment("Naval air missions", fly_over_sea, rule="11.3")),
        Each("", "power", canal_keepers, Segment("Suez Canal", keep_canal, rule="13.3.3")),
        Each("", "power", harbour_powers, Segment("Service squadrons", work_harbours, rule="22.13")),
        Each("", "power", milking_powers, Segment("Milchcows", milk, rule="22.16")),
        *before("naval movement"),
        Each("", "power", able(Activity.NAVAL_MOVE), Segment("Naval movement", move_ships, rule="11.4")),
        Each("", "power", laying_powers, Segment("Naval offensives", lay_markers, rule="16.3.1")),
        *before("naval combat"),
        Each("", "power", seekers, Segment("Naval combat", seek_combat, rule="11.5")),
        Each("", "power", answering, Segment("Opponent's naval combat", answer_combat, rule="11.6")),
        Segment("After naval offensives", clear_markers, rule="16.3.1", when=lambda g: bool(g.rerolls)),
        missions("Strategic bombardment", BOMBARDMENT.name, "11.7"),
        Each("", "power", launching_powers, Segment("V-weapons", launch_rockets, rule="22.17")),
        Each("", "power", salvo_powers, Segment("Missiles of submarines", fire_missiles, rule="22.16")),
        Each("", "power", shelling_powers(STRIKE, True), Segment("Artillery strikes", shell(STRIKE), rule="22.2")),
        Segment("Beaches before ground strikes", clear_beaches, rule="2.4.2", when=beaches_used),
        missions("Ground strikes", "ground strike", "11.8"),
        Each("", "power", shelling_powers(ROCKETS, True), Segment("Rockets", shell(ROCKETS), rule="22.2")),
        Each("", "power", able(Activity.RAIL), Segment("Rail movement", move_by_rail, rule="11.9")),
        *before("land movement"),
        Segment("Beaches before land movement", clear_beaches, rule="2.4.2", when=beaches_used),
        Segment("Guests before land movement", note_guests, rule="18.2", when=anybody_abroad),
        Each("", "power", able(Activity.LAND_MOVE), Segment("Land movement", move_land_units, rule="11.10")),
        Segment("Foreign troops after land movement", dismiss_guests, rule="18.2", when=anybody_abroad),
        missions("Air transport", TRANSPORT.name, "11.11"),
        When("", with_cavalry, missions("Air cavalry", MOVES.name, "22.12")),
        *before("landings"),
        Each("", "power", powers_with_passengers(Activity.DEBARK), Segment("Debarking", debark, rule="11.12")),
        Each("", "power", powers_with_passengers(Activity.INVASION), Segment("Invasions", invade, rule="11.13")),
        missions("Paradrops", PARADROPS.name, "11.14"),
        When("", with_cavalry, missions("Air assaults", ASSAULTS.name, "22.12")),
        *before("land combat"),
        Part(
            "Land combat",
            Segment("Beaches before land combat", clear_beaches, rule="2.4.2", when=beaches_used),
            Segment("Guests before land combat", note_guests, rule="18.2", when=anybody_abroad),
            Each("", "power", rescuers(False), Segment("Emergency supply of attackers", rescue(False), rule="2.4.3")),
            Each("", "power", attacking_powers, Segment("Declaring attacks", declare_attacks, rule="11.15.1")),
            *before("support"),
            Each("", "power", enhancing_powers, Segment("Land offensives", enhance_attacks, rule="16.3.3")),
            Each("", "power", powers_landed_upon, Segment("Notional units", ignore_notionals, rule="11.15.1")),
            Each("", "power", rescuers(True), Segment("Emergency supply of defenders", rescue(True), rule="2.4.3")),
            Each("", "power", gunners(False), Segment("Shore bombardment", fire_guns(False), rule="11.15.2")),
            Each("", "power", gunners(True), Segment("Defensive shore bombardment", fire_guns(True), rule="11.15.2")),
            Each("", "power", supporting_powers(False), Segment("HQ support", announce_support(False), rule="11.15.3")),
            Each("", "power", supporting_powers(True), Segment("Defensive HQ support", announce_support(True), rule="11.15.3")),
            Each("", "power", shelling_powers(SUPPORT, True), Segment("Artillery support", shell(SUPPORT), rule="22.2")),
            Each("", "power", shelling_powers(SUPPORT, False), Segment("Defensive artillery", shell(SUPPORT), rule="22.2")),
            missions("Ground support", "ground support", "11.15.4"),
            Each("", "power", resolving_powers, Segment("Fighting", resolve_attacks, rule="11.15.5")),
            Segment("Stores of HQs", close_stores, rule="2.4.3", when=anybody_rescued),
            Segment("Foreign troops after land combat", dismiss_guests, rule="18.2", when=anybody_abroad),
        ),
        Segment("Warlords", dismiss_warlords, rule="22.6", when=lambda g: g.options.warlords),
        *before("rebases"),
        Each("", "power", able(Activity.AIR_REBASE), Segment("Rebases", rebase_aircraft, rule="11.16")),
        Segment("Air cavalry again", rest_cavalry, rule="22.12", when=with_cavalry),
        When("", with_cavalry, missions("Air cavalry rebases", MOVES.name, "22.12")),
        missions("Air supply", AIR_SUPPLY.name, "11.17.1"),
        Each("", "power", reorganising_powers, Segment("Reorganisation", reorganise, rule="11.17")),
        Segment("End of offensives", end_offensives, rule="16.3", when=lambda g: g.options.offensive_points),
        Segment("Last impulse test", test_last_impulse, rule="12"),
    )


RETURN_TO_BASE: tuple[Part | Segment, ...] = (
    Each("", "power", watching_powers, Segment("Units at sea", stay_or_return, rule="13.4")),
    Each("", "power", watching_powers, Segment("Return to base", bring_home, rule="13.4")),
    Segment("Lost at sea", end_watch, rule="13.4.3"),
    Segment("Final reorganisation", reorganise_finally, rule="13.5"),
)
PRODUCTION: tuple[Part | Segment, ...] = (
    Segment("Production", begin_production, rule="13.6"),
    Segment("Recruits", muster, rule="22.8", when=lambda g: g.options.warlords or g.options.volunteers),
    Each("", "power", breaking_down, Segment("Breaking down", break_down, rule="22.1")),
    Segment("Convoys of trade", check_convoys, rule="5.1", when=political),
    Each("", "power", searching_powers, Segment("Search and seizure", search_convoys, rule="13.6.1")),
    Each("", "power", producing_powers, Segment("Build points", count_build_points, rule="13.6.3")),
    Segment("Lend lease", deliver_build_points, rule="13.6.4", when=lambda g: bool(g.lent)),
    Segment("Build points of trade", deliver_trade, rule="5.1", when=political),
    Segment("Intelligence", make_effort, rule="13.6.11", when=lambda g: g.options.intelligence),
    Each("", "power", producing_powers, Segment("Building", produce, rule="13.6.5")),
    Each("", "power", reforming, Segment("Reforming", reform, rule="22.1")),
)

DECLARATIONS = Part(
    "Politics",
    Segment("Headlines", watch_japan, rule="13.3.3", when=political),
    Each("", "power", breaking_powers, Segment("Pacts", break_pacts, rule="9.2")),
    Each("", "power", declaring_powers, Segment("Declarations on major powers", declare_on_majors, rule="9.3")),
    Each("", "power", attempts, Segment("American declarations", attempt_war, rule="9.4")),
    Each("", "power", claimants, Segment("Soviet claims", make_claims, rule="19.6")),
    Each("", "power", mediators, Segment("Demands on Rumania", mediate, rule="19.6.2")),
    Each("", "power", attacking_minors, Segment("Declarations on minors", declare_on_minors, rule="9.3")),
    Segment("American reaction to war", react, rule="13.3.3", when=outraged),
    Segment("Attacked minors", allocate, rule="9.5", when=lambda g: bool(g.attacked)),
    Each("", "power", courting_powers, Segment("Alignments", align_minors, rule="9.6")),
    Each("", "power", founders, Segment("Ukraine", decide_ukraine, rule="19.12")),
    Segment("American reaction to alignments", react, rule="13.3.3", when=outraged),
    Segment("Raiders in port", intern_raiders, rule="22.16", when=lambda g: g.options.convoys_in_flames),
    Each("", "power", bargaining_powers, Segment("Soviet inroads", bargain, rule="5.1")),
    Each("", "power", occupying, Segment("Occupations", occupy, rule="13.3.2")),
    Each("", "power", pressing_powers, Segment("Burma Road", press, rule="13.3.3")),
    Each("", "power", masters, Segment("Collapse of Vichy", end_vichy, rule="17.4.5")),
    Segment("Partisans change hands", change_hands, rule="13.1.2", when=political),
    Segment("Territorials", settle_territorials, rule="22.7", when=lambda g: g.options.territorials),
    Each("", "power", calling_powers, Segment("Reserves", call_reserves, rule="9.7")),
)

PEACE = Part(
    "Peace",
    Segment("Conquest", conquests, rule="13.7.1", when=political),
    Segment("Chinese factions", settle_factions, rule="20", when=political),
    Segment("Support of minors", support_minors, rule="13.7.2", when=political),
    Each("", "power", envoys, Segment("Mutual peace", offer_peace, rule="13.7.3")),
    Each("", "power", settlers, Segment("Enforced peace", enforce_peace, rule="19.6")),
    Each("", "power", installers, Segment("Vichy declaration", declare_vichy, rule="13.7.4")),
    Segment("Ceded land", give_back, rule="19.6", when=political),
    Segment("Chinese factions that return", return_faction, rule="20", when=lambda g: bool(g.disbanded)),
    Each("", "power", liberators, Segment("Liberation", liberate_countries, rule="13.7.5")),
    Each("", "power", desperate, Segment("Surrender", surrender, rule="13.7.6")),
    Segment("Territorials after peace", settle_territorials, rule="22.7", when=lambda g: g.options.territorials),
    Segment("American reaction to peace", react, rule="13.3.3", when=outraged),
)

OPENING = (
    Segment("First pilots", first_pilots, rule="14.6", when=lambda g: g.options.pilots),
    Segment("Entry markers at the start", open_pools, rule="13.3", when=political),
)
VICTORY = Segment("Victory", check_victory, rule="13.9")


def turns(
    *arrivals: Segment | Part,
    declarations: tuple[Segment | Part, ...] = (),
    builds: tuple[Segment | Part, ...] = (),
    victory: Segment = VICTORY,
) -> While:
    """The turns of a campaign. `arrivals`, `declarations`, `builds`: what a title does besides with reinforcements, after the
    declarations of an impulse, after production; `victory`: how it ends."""
    return While(
        "Turn",
        lambda g: g.turn <= g.last_turn,
        REINFORCEMENT,
        *arrivals,
        Segment("Lending", begin_lending, rule="5", when=political),
        Each("", "power", lenders, Segment("Loans", lend, rule="5")),
        Segment("Initiative", determine_initiative, rule="6"),
        Segment("Action stage", begin_action_stage, rule="7"),
        impulses(
            DECLARATIONS,
            *declarations,
        ),
        Part(
            "End of turn",
            Segment("American reaction", react, rule="13.3.3", when=outraged),
            Segment("Partisan HQs", raise_leaders, rule="22.15", when=lambda g: g.options.partisan_hqs and political(g)),
            Segment("Partisans", raise_partisans, rule="13.1", when=political),
            Each("", "power", marking_powers, Segment("Entry markers", place_markers, rule="13.2")),
            Segment("US entry markers", draw_regular, rule="13.3.1", when=entry_runs),
            Segment("US entry options", choose_options, rule="13.3.2", when=entry_runs),
            *RETURN_TO_BASE,
            *PRODUCTION,
            *builds,
            PEACE,
            Each("", "power", scorchers, Segment("Scorched earth", scorch, rule="13.8")),
            victory,
            Segment("Next turn", next_turn, rule="3"),
        ),
    )


SEQUENCE = Part("", *OPENING, turns())
