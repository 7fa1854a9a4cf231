"""The rules, one module per chapter. Rules 1-9 are the publisher's; numbers marked `ours` are the stand-ins of docs/awaw.md.

| module | chapter | open |
|---|---|---|
| `units`, `zones`, `stacking` | 3.11, ours 10.34, 12, 53.1 | Chindits, commandos (10.4), airdrops (10.5) |
| `supply` | ours 30 | capacities of sea lines (30.332), their interception and transports |
| `boxes` | 5 | Murmansk battles (40.4) |
| `campaign`, `deployment` | 7.2, 7.3, ours V | |
| `operations` | 9.5-9.9 | |
| `movement` | ours 13 | |
| `air`, `airlift` | ours 17, 18, 19 | NAS over land, jets, kamikazes, air supply |
| `strength`, `battle`, `combat` | ours 15 | 15.44 several hexes at once |
| `exploitation`, `attrition` | ours 16, 14 | |
| `weather` | ours 34 | monsoon |
| `construction`, `shipyards` | ours 27 | 27.75 raising, 27.8 share of SW units |
| `redeployment`, `voyages` | ours 28, 21.2, 21.43 | railheads |
| `ships`, `interception`, `seabattle`, `landing` | ours 20 to 23 | 20.16, 21.41, 22.9, counter-interception, several groups |
| `fleet`, `raiders` | ours 20.5, 21.53 | critical hits, 21.538 |
| `control` | ours 29, 83 | 29.3, 29.71, 31.4 |
| `economy`, `areas`, `yearstart`, `grants` | ours 35 to 40 | trade (38.1), scorched earth (35.8), Persia (40.5) |
| `mobilization` | ours 36 | |
| `research`, `production` | ours 41, 42 | fortifications, ports, railheads, oil plants |
| `strategic`, `bombing` | ours 24 to 26 | boxes other than the Atlantic, rockets, oil as a target |
| `influence`, `diplomacy`, `tension` | ours 49 | reaction rolls, volunteers, hex control by result 8 |
| `war`, `eastern` | ours 50, 52, 63 to 67, 82, 84, 85 | Pearl Harbor strike (51.4), 85.5 |
| `surrender`, `victory` | ours 54 to 61, 77, V | 62, V.10, 57.2 |
| `partisans` | ours 11 | production partisans, 11.6 |
| `end` | 8.29, ours 60, V.4 to V.7 | |
| not begun | 33 oil, 43 to 48, 62, 68, 71 to 74, 80, 86 to 88 | |
"""
