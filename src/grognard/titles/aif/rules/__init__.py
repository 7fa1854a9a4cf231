"""Rules of America in Flames that World in Flames does not have. Everything else is kept by its modules, under the settings of
this edition; sections.csv says which section of that book a section stands on.

| chapter | module |
|---|---|
| 9.2, 9.8, 13.6.11 the track | allegiance (flags and rights), declarations (wars, alignment), influence (buying, drift) |
| 13.6.5, 13.6.8 research, points kept | research |
| 13.7 conquest | peace |
| 13.8 victory | victory |
| 19.4 armies of minors | minors |
| 22.10 hidden units | hidden |
| 23.3, 23.7 before the game | opening |
"""
