"""The rules, one module per chapter. Rules 1-9 are the publisher's; numbers marked `ours` are the stand-ins of docs/awaw.md.

| module | chapter | open |
|---|---|---|
| `units`, `zones`, `stacking` | 3.11, ours 10, 12, 53.1 | |
| `supply` | ours 30 | capacities of sea lines (30.332), their interception and the transports of boxes (30.331C) |
| `boxes`, `lanes` | 5, ours 24.5, 25.3 | |
| `campaign`, `deployment` | 7.2, 7.3, ours V | V.9 |
| `operations`, `movement` | 9.5-9.9, ours 13 | |
| `air`, `airlift`, `airdrops` | ours 17, 18, 19, 10.5 | NAS over land, jets, kamikazes, army air at sea (17.22, 23.2) |
| `strength`, `battle`, `combat` | ours 15 | 15.44, 15.45 several hexes at once |
| `exploitation`, `attrition` | ours 16, 14 | |
| `weather` | ours 34 | |
| `construction`, `shipyards`, `engineers` | ours 27, 28.65, 31.4, 32 | port counters (21.12), artificial ports (31.5) |
| `redeployment`, `voyages`, `quays` | ours 28, 20.16, 21.2 to 21.43 | CARRY offers (21.45), 31.2 |
| `ships`, `interception`, `seabattle`, `landing`, `boats` | ours 20 to 23 | 22.31, harbor attacks (21.44) |
| `fleet`, `raiders` | ours 20.5, 21.53 | 21.538, raiders outside the Atlantic |
| `control`, `allegiance` | ours 29, 53.3, 67.3, 69, 83, 85.5 | ENTER and LEND offers (29.5, 53.4) |
| `economy`, `areas`, `yearstart`, `grants`, `trade` | ours 35 to 40 | scorched earth (35.8) |
| `oil`, `want` | ours 33 | |
| `mobilization` | ours 36 | |
| `research`, `production` | ours 41, 42 | port counters, oil plants |
| `intelligence`, `codes`, `secrets` | ours 44 to 48, 20.16 | strategic cards (48.6), search by a tactical card (48.5) |
| `atomic`, `sky_war`, `strategic`, `bombing` | ours 43, 24 to 26 | |
| `influence`, `diplomacy`, `tension` | ours 49 | volunteers (49.52), hex control by result 8 |
| `war`, `eastern`, `far_lands`, `peoples` | ours 50 to 53, 63 to 88 | |
| `surrender`, `empire`, `victory`, `elections` | ours 54 to 62, 77, V | |
| `partisans` | ours 11 | |
| `end` | 8.29, ours 60, V.4 to V.7 | |
"""
