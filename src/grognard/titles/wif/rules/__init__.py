"""The rules, one module per subject. Which module holds which chapter (a colleague's chapter goes into a module of its own):

| chapter | module |
|---|---|
| 2.2 zones of control | zones |
| 2.3 stacking | stacking |
| 2.4 supply, isolation | supply, supply_sources, supply_paths, supply_seas; emergency_supply |
| 2.5 control | control |
| 4 reinforcement | reinforcements |
| 6 initiative; 7, 12 impulses, last impulse test | initiative; impulses |
| 8 weather | weather |
| 5 lending; 5.1 trade | lending; trade, trade_terms (inroads, broken convoys) |
| 9.1, 18 sides, wars, co-operation | powers (relations, no procedure), wars (war, peace, militia), access |
| 9.2, 13.2 pacts and their markers | pacts, markers, garrisons |
| 9.8 mixed wars | sea_wars (and the neutral US Navy), missions, powers |
| 9.3, 9.5 to 9.7, 19 declarations, minors, reserves | declarations, minors, alignments, claims, spheres, reserves |
| 9.4, 13.3 US entry | entry (pools, actions), entry_options, occupations, pressure, american_war, headlines |
| 10 actions and activity limits | actions |
| 11.2 port attack | port_attack |
| 11.3 naval air missions | naval_air |
| 11.4 naval movement, transport, interception | gates, sailing (how far), task_forces, naval_movement, interception |
| 11.5, 11.6 naval combat | naval_search, naval_combat, naval_damage |
| 11.7 strategic bombardment | bombardment |
| 11.8 ground strike, 11.15.4 ground support | air_missions |
| 11.9 rail | rail |
| 11.10 land movement; overrun | land_steps (cost and entry), land_movement; overrun |
| 11.11 air transport | air_transport |
| 11.12 debarking, 11.13 invasions; 11.14 paradrops | landings; paradrops |
| 11.15 land combat | land_attack, land_strength, land_odds (table, odds, die), land_results, retreats |
| 11.16 rebase; 11.17, 13.5 reorganisation | rebase; reorganisation |
| 13.1 partisans | partisans |
| 13.4 return to base | return_to_base |
| 13.6 production; search and seizure; building ahead | resources, production, building; seizures; building_ahead |
| 13.7 peace | conquerors, conquest, peace, liberation, claims |
| 13.9; the victory of short scenarios | victory; end_of_turn |
| 14.1 range; 14.2, 14.3 missions, air-to-air; 14.4 carriers | flight; missions, air_combat, homeward; carriers |
| 14.6 pilots | pilots, pilot_deaths |
| 11.15.7 spotting fleets | spotting |
| 15 surprise | surprise |
| 22.1 divisions; 22.2 artillery; 22.3 supply units | divisions; artillery, anti_aircraft; supply_units |
| 22.4, 22.11 promotions; 22.6, 22.8 units of a city; 22.7 territorials | promotions; warlords, recruits; territorials |
| 4.1.3 replacement ships; 22.13 service squadrons; 22.15 partisan HQs | replacements; service_squadrons; partisan_hqs |
| 22.9, 4.2.2, 13.6.6, 13.6.7, 13.8 facilities | forts (in combat), facilities |
| 17 Vichy | vichy, vichy_collapse, loyalty, access |
| 19.5.1 Poles in exile | exiles |
| 20 the two Chinas; 19.12 Ukraine | factions; ukraine |
| 10.3, 10.4 oil; 13.6.9 saving; 16 offensive points | fuel; stocks; offensives, hq_benefits, rerolls |
| 22.12 air cavalry; 22.17 V-weapons | air_cavalry; v_weapons |
| 13.6.11 intelligence; 22.16 Convoys in Flames | intelligence; hulls (which ships), naval_combat, interception, tankers, boats |

Storeys, imports go down only: powers, units < control, weather, zones < stacking, flight, supply < strengths and odds < the
procedures of the steps < impulses < sequence. A computation is a noun, a procedure a verb.
"""
