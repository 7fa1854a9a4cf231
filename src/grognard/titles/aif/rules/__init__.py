"""Rules of America in Flames that World in Flames does not have. Everything else is kept by its modules, under the settings of
this edition; sections.csv says which section of that book a section stands on.

| chapter | module |
|---|---|
| 4.1.2 special additions | heavy |
| 9.2, 9.8, 13.6.11 the track | allegiance (flags and rights), declarations (wars, alignment), influence (buying, drift) |
| 11.7.1 atomic bombs, whom partisans fight | atomic, grudges |
| 13.6.5, 13.6.8 research, points kept | research |
| 13.7 conquest, what is given back | peace, reversion |
| 13.8 victory | victory |
| 19.4 armies of minors | minors |
| 22.1 factories | factories |
| 22.7, 22.8 the Walther boat, the flying corps | walther |
| 22.10 hidden units | hidden |
| 23.3, 23.7 before the game | opening |
| 23.5.3 setting up | deployment |
"""
