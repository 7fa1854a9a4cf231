"""What the log says in words: lands and cities by name, one partisan or several, an Espionage chit."""

from __future__ import annotations

from grognard.titles.tw.nations import GERMANY, INDEX, USSR
from grognard.titles.tw.rules.espionage import COUNTER, ESPIONAGE, spend_chit
from grognard.titles.tw.rules.money import income, industries, land_words, territories
from tests.titles.tw.test_05_strategic import campaign


def test_income_names_lands_and_cities():
    g = campaign()
    g.nations[GERMANY].surrendered = 0
    names = [item.label for item in income(g, GERMANY).items]
    names += [land_words(land.key) for land in territories(g)] + [land_words(city.key) for city in industries(g)]
    assert "Slovakia" in names and "Vichy France" in names and "Italian East Africa" in names
    assert all(name[0].isupper() or name == "NARF base" for name in names if name != "synthetic oil"), names
    assert land_words("bulgaria") == g.nations[INDEX["bulgaria"]].label


def test_a_chit_has_its_article():
    g = campaign()
    row = g.nations[USSR]
    row.spies = row.guards = 1
    for kind, words in ((ESPIONAGE, "plays an Espionage chit"), (COUNTER, "plays a Counter-Espionage chit")):
        spend_chit(g, USSR, kind)
        assert g.journal.lines[-1].text.endswith(words)
    assert (row.spies, row.guards) == (0, 0)
