"""The rules of Global War 1936-1945, one module per subject.

| module | chapters | what |
|---|---|---|
| nations | 4, 0.5, 0.9 | powers, alliances, Aligned, Friendly, Enemy, possession, seats, whose turn |
| calendar | 6 | dates, order of nations, what begins and ends turns |
| terrain | 1.7-1.23 | terrain, cities, rivers, fortified lines, supply paths of 1.5 |
| passages | 1.15, 1.19, 15.6 | straits, canals, Northern Sea Route |
| alignment | 4.7-4.12, 15.11 | who takes a minor, special conditions, Pan-America, warlords |
| war | 5, 8.1 | declarations, who may, penalty, Monroe Doctrine, political windows |
| income_increases | 5.1-5.3 | peacetime income and its increases |
| production | 7.0-7.3 | the Production Phase: purchases, construction, advances |
| chart | 7.1-7.3 | what may be bought, what it costs, the production chart |
| repair | 7.4, 15.5 | facilities, railways, ships |
| technology | 7.6-7.8 | research |
| facilities | 12.3-12.10 | what factories and yards make, where facilities may stand |
| supply | 1.5, 12.10 | supply paths, what a railway joins |
| treasury | 2.3, 7.0 | money, and the purses of a split USA |
| lend_lease | 7.9, 11.4 | declaring, delivering, interdicting |
| movement | 0.8, 8.2-8.4, 10.1 | where land, air and naval units can go |
| combat_movement | 8 | the Combat Movement Phase |
| sea_contact | 8.7-8.10 | patrols, submarines and screens meeting a mover; scramble (8.6) |
| combat, ... | 9 | the Combat Phase: battles, bombing, raiding |
| conquest | 9.19-9.24 | capture, recapture, capitals, surrender, defeat |
| non_combat | 10 | Non-Combat Movement: moves, landings, rail, strategic naval |
| placement | 11.1, 11.3, 15.3 | placing units and facilities |
| upgrades | 11.2, 15.9 | Militia, Motorized, early fighters |
| recruitment | 11.5 | rolls of controlled minors |
| income | 11.6, 5.4 | collecting income and bonus income |
| spain, abyssinia, china | 13 | historical events |
| pacts, france | 14 | pacts; French surrender, Vichy, Free France |
| objectives, victory | 2.1, 3 | points, end of the game |

A procedure asks by yielding `Ask`s; a computation returns a value; a legality test returns `No(rule, reason)` or None.
"""
