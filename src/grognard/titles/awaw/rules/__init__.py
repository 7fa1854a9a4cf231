"""The rules, one module per chapter. Rules 1-9 are the publisher's; numbers marked `ours` are the stand-ins of docs/awaw.md.

| module | chapter | open |
|---|---|---|
| `units`, `zones`, `stacking` | 3.11, ours 10, 12, 53.1 | |
| `supply` | ours 30 | capacities of sea lines (30.332), their interception and transports, 30.52 |
| `boxes`, `lanes` | 5, ours 24.5, 25.3 | Murmansk battles (40.4) |
| `campaign`, `deployment` | 7.2, 7.3, ours V | V.8 to V.10 |
| `operations`, `movement` | 9.5-9.9, ours 13 | picking up airbases (18.14) |
| `air`, `airlift`, `airdrops` | ours 17, 18, 19, 10.5 | NAS over land, jets, kamikazes, air supply, spotting |
| `strength`, `battle`, `combat` | ours 15 | 15.44 several hexes at once |
| `exploitation`, `attrition` | ours 16, 14 | 16.14, zones of 14.3 |
| `weather` | ours 34 | monsoon |
| `construction`, `shipyards` | ours 27 | 27.45, 27.46, 27.75 raising |
| `redeployment`, `voyages`, `quays` | ours 28, 20.16, 21.2 to 21.43 | railheads, CARRY offers, 28.81, 28.9 |
| `ships`, `interception`, `seabattle`, `landing`, `boats` | ours 20 to 23 | 22.31, 20.524, harbor attacks, air cover |
| `fleet`, `raiders` | ours 20.5, 21.53 | 21.538, raiders outside the Atlantic |
| `control` | ours 29, 83 | 29.3, 29.5, 29.6, 31.4, 31.5, 11.6 |
| `economy`, `areas`, `yearstart`, `grants`, `trade` | ours 35 to 40 | 35.8, 37.7, 40.5, 40.6 |
| `oil`, `want` | ours 33 | |
| `mobilization` | ours 36 | |
| `research`, `production` | ours 41, 42 | fortifications, ports, railheads, oil plants |
| `intelligence`, `codes`, `secrets` | ours 44 to 48 | strategic cards (48.6), search by a tactical card |
| `atomic`, `sky_war`, `strategic`, `bombing` | ours 43, 24 to 26 | AAF and escorts in bombing, oil as a target, rockets |
| `influence`, `diplomacy`, `tension` | ours 49 | automatic rolls, volunteers, hex control by result 8 |
| `war`, `eastern`, `far_lands`, `peoples` | ours 50 to 53, 63 to 88 | 53.3, 53.4, 64.2, 67.3, 69, 76, 77.6, 77.7, 85.5, 88.1 |
| `surrender`, `victory`, `elections` | ours 54 to 62, 77, V | 56.3, 57.2, 57.5, 77.3 |
| `partisans` | ours 11 | 11.6 |
| `end` | 8.29, ours 60, V.4 to V.7 | |
| not begun | 32 fortifications, 79 Turkey | |
"""
