"""The rules, one module per chapter. Rules 1-9 are the publisher's; numbers marked `ours` are the stand-ins of docs/awaw.md.

| module | chapter | open |
|---|---|---|
| `units`, `zones`, `stacking` | 3.11, ours 10, 12, 53.1 | |
| `supply` | ours 30, lines out of boxes (5.28H, 5.38G, 5.48G, 5.58G) | interception of sea lines (AW-DEC-09) |
| `boxes`, `lanes` | 5, ours 24.5, 25.3 | |
| `campaign`, `deployment`, `reinforcement`, `dates`, `history` | 7.11, 7.2, 7.3, ours V | |
| `operations`, `movement` | 9.5-9.9, ours 13 | |
| `air`, `airlift`, `airdrops`, `airsea` | ours 17, 18, 19, 10.5, 21.44, 21.55, 23.5 | odd squadrons are not rebuilt apart |
| `strength`, `battle`, `combat` | ours 15 | |
| `exploitation`, `attrition` | ours 16, 14 | |
| `weather` | ours 34 | |
| `construction`, `shipyards`, `engineers` | ours 27, 28.65, 31.4, 31.5, 32, 21.12 | routes out of boxes to port counters |
| `redeployment`, `voyages`, `quays` | ours 28, 20.16, 21.2 to 21.45, 31.2 | |
| `ships`, `interception`, `seabattle`, `landing`, `boats` | ours 20 to 23 | |
| `fleet`, `raiders` | ours 20.5, 21.53 | |
| `control`, `allegiance` | 7.23, ours 29, 53.3, 67.3, 69, 83, 85.5 | |
| `economy`, `areas`, `yearstart`, `grants`, `trade` | ours 35 to 40 | |
| `oil`, `want` | ours 33 | |
| `mobilization` | ours 36 | |
| `research`, `production` | ours 41, 42 | |
| `intelligence`, `codes`, `secrets` | ours 44 to 48, 20.16 | a strategic card that looks at a task force (48.6) |
| `atomic`, `sky_war`, `strategic`, `bombing` | ours 43, 24 to 26 | |
| `influence`, `diplomacy`, `tension` | ours 49 | French units in Belgium (49.52), hex control by result 8 |
| `war`, `eastern`, `far_lands`, `peoples` | ours 50 to 53, 63 to 88 | |
| `surrender`, `empire`, `victory`, `elections` | ours 54 to 62, 77, V | |
| `partisans` | ours 11 | |
| `end` | 8.29, ours 60, V.4 to V.7 | |
"""
