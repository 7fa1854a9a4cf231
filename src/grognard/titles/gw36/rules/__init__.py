"""The rules of Global War 1936-1945, one module per subject.

| module | chapters | what |
|---|---|---|
| nations | 4, 0.5, 0.9 | powers, alliances, Aligned, Friendly, Enemy, possession, seats, whose turn |
| calendar, turns | 6 | dates, order of nations, what begins, joins and ends turns |
| terrain, crossings, supply | 1.5-1.23 | terrain, cities, fortified lines, narrow crossings, Burma Road, supply paths |
| passages, permissions | 1.15, 1.19, 15.6, 4.4, 1.5 | straits, canals and routes; leave to enter and to trace supply |
| alignment | 4.7-4.12, 15.11 | who takes a minor, special conditions, Pan-America, warlords |
| war, returns | 5, 8.1, 9.21 | declarations, penalty, Monroe Doctrine, political windows, asking for zones |
| income_increases | 5.1-5.3 | peacetime income and its increases |
| production, chart, repair, treasury | 7.0-7.5 | purchases, production chart, repair, money |
| technology | 7.6-7.8 | research |
| lend_lease | 7.9, 11.4 | declaring, delivering, interdicting |
| units, movement | 0.8, 8.2-8.4, 10.1 | movement points; where land, air and naval units can go |
| combat_movement, land_orders, sea_orders, air_orders, bombers, attacks | 8 | the Combat Movement Phase |
| obstacles | 0.8, 8, 10 | why a unit does not get somewhere |
| convoys | 9.11, 1.6, 15.2 | convoy lines: values, closed lines, prey |
| sea_contact, sightings | 8.6-8.9, 5.5 | patrols and submarines that meet a mover; scramble; ships sighted at peace |
| annexation, clashes | 0.9, 14.2, 14.3, 15.4 | annexations, Slovakia, border clashes |
| combat, battle, rounds, fire, casualties, retreat, modifiers | 9.1-9.6 | the Combat Phase and its battles |
| naval, amphibious, blitz, bombing, raiding | 9.5-9.18 | naval battles, landings, blitz, bombing, raids |
| conquest | 9.19-9.24 | capture, recapture, capitals, surrender, defeat |
| non_combat, moves, flights, strategic, holding | 10 | Non-Combat Movement: moves, landings, rail, strategic naval |
| placement, upgrades, recruitment, facilities | 11.1-11.5, 12 | placing, upgrading, recruiting, facilities |
| income | 11.6, 5.4 | collecting income and bonus income |
| spain, china | 13 | Spain, Abyssinia, China |
| pacts, france | 14 | pacts; French surrender, Vichy, Free France |
| objectives, victory | 2.1, 3 | points, end of the game |

A procedure asks by yielding `Ask`s; a computation returns a value; a legality test returns `No(rule, reason)` or None.
"""
