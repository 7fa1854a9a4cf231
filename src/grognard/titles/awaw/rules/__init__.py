"""The rules, one module per chapter. Rules 1-9 are the publisher's; numbers marked `ours` are the stand-ins of docs/awaw.md.

| module | chapter | open |
|---|---|---|
| `units`, `zones`, `stacking` | 3.11, ours 10.34, 12 | ports' 50 factors (12.5) |
| `supply` | ours 30 | transports of lines through boxes, interception of sea lines, 30.332 capacities |
| `boxes` | 5 | the naval activities that use the routes |
| `operations` | 9.5-9.9 | 9.92 (needs the Pacific war), 9.93A |
| `movement` | ours 13 | sea transport, 13.8 floors of boxes |
| `air` | ours 17, 18, 19 | NAS over land, jets, air transport, air supply |
| `strength`, `battle`, `combat` | ours 15 | shore bombardment, 15.44 several hexes at once |
| `exploitation` | ours 16 | |
| `attrition` | ours 14 | |
| `weather` | ours 34 | monsoon |
| `construction` | ours 27 | shipyards, 27.8 share of SW units |
| `redeployment` | ours 28 | NR |
| `control` | ours 29, 83 | 29.3, 29.71 |
| `economy` | ours 35, 37 | campaign year start, mobilization, grants |
| `partisans` | ours 11 | other countries than Russia, 11.6 |
| `research` | ours 41 | effects other than on submarines, 42 production, 43 to 48 |
| `strategic` | ours 24, 25 | boxes other than the Atlantic, bombing (26) |
| `fleet`, `raiders` | ours 20.5, 21.53, 22.5 | 20.524 critical hits, search, strikes, interception, 21.538 return, TFs |
| `end` | 8.29, ours 54, 60, V | other powers' resistance, other scenarios |
| not begun | most of 20-23, 26, 31-33, 36, 38, 40, 42-53, 63-88 | |
"""
