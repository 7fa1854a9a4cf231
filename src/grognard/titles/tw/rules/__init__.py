"""The rules of The War, a module for a subject. Which chapter is where:

| chapter | modules |
|---|---|
| 3, 3.10 the turn and its end | ../sequence, end, victory |
| 4 logistics | logistics, supply (12) |
| 5 strategic warfare | strategic_units, strategic_war, uboats, raiders, bombing, bombing_war, bombing_raids, convoys |
| 6, 16, 22, 23 politics | declarations, minors, pact, american_entry; surrender (18.4) |
| 7 the sea | seas, task_forces, interception, sea_fight, sea_battle, voyages, missions, invasions, patrols |
| 8 strategic movement | travel, rail (land and air), sea_movement, grants (14.8) |
| 9 ground movement | allowance, movement, stacking, zones, breakdown, reserves |
| 10 ground combat | combat, strength, results, retreat, automatic_victory |
| 11 air | airbases, staging, flight, air_support, air_combat, counter_air, drops |
| 12, 13 supply, fortresses | supply, hunger, sea_supply, control |
| 14 money | money, grants |
| 15 building | construction, disbanding, installations, training, shipyards, yard_work, strategic_units |
| 17 to 21 nations | national, western_surprise, surrender, weather (26) |
| 23 minor countries | ../lands, minors, leanings, affairs, defections, outposts, homelands |
| 24 oil | oil |
| 25 partisans | partisans, homelands |
| 28 Variants | variants, projects, ../boons |
| 27 victory | victory, end (short scenarios) |
"""
