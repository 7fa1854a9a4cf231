"""The table in German: the client's own words everywhere, a title's prompts, answers and log where it has a catalogue, and the
same codes underneath."""

from __future__ import annotations

from typing import Any

import pytest

from tests.house.test_words import german
from tests.web.browser import Sitter

ENGLISH = {text for text, said in german().items() if text != said and "{" not in text}
READ = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) found.push(walk.currentNode.data.trim());
  for (const one of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    for (const name of ["aria-label", "title", "placeholder"]) found.push(one.getAttribute(name) ?? "");
  return found;
}"""


def read(one: Sitter) -> set[str]:
    return set(one.page.evaluate(READ)) - {""}


@pytest.fixture
def sitter(sit: Any) -> Sitter:
    one: Sitter = sit()
    one.context.add_init_script("localStorage.setItem('grognard.language', '\"de\"')")
    return one.lobby()


def test_the_lobby_speaks_german(sitter: Sitter) -> None:
    sitter.reads(".play-now h2", "Gleich spielen")
    assert not read(sitter) & ENGLISH
    sitter.page.click("[data-title=tw] [data-start=setup]")
    sitter.page.wait_for_selector("dialog .setup")
    assert not read(sitter) & ENGLISH
    assert sitter.page.evaluate("document.documentElement.lang") == "de"


def test_a_title_speaks_german_where_it_has_a_catalogue(sitter: Sitter) -> None:
    page = sitter.page
    page.select_option("[data-title=tw] select >> nth=0", "poland")
    sitter.start("tw")
    sitter.reads(".question .prompt", "Polen hat 24 NARF: wähle eine Anstrengung")
    assert page.locator(".question button.option").first.inner_text().startswith("Dauernde Anstrengung Polen")
    assert sitter.options[0] == "sle n.poland"  # the code is the same in every language
    for tab in page.locator("[role=tab]").all():
        tab.click()
        sitter.settle()
        if tab.get_attribute("data-tab") not in ("printed", "rules"):  # cells and headings of the title's own
            assert not read(sitter) & ENGLISH
    page.click("[data-tab=log]")
    page.click("[data-tool=layers]")
    assert not read(sitter) & ENGLISH
    for text in ("rle n.poland 1", "lle n.germany 1"):
        sitter.give(text)
    assert sitter.prompt == "Deutschland: setze begrenzte Anstrengung 1 von 1"
    sitter.told("Deutschland plant LLE", "Das Wetter im Osten: ")
    pole = next(piece for piece in sitter.pieces().values() if piece["side"] == "poland")
    why = page.evaluate("(piece) => window.grognard.desk.whyNot(null, piece)", pole["id"])
    assert why and all(one["rule"] for one in why)


def test_the_language_is_switched_in_the_table(sit: Any) -> None:
    one = sit().lobby().start("skirmish")
    page = one.page
    assert page.inner_text("[data-deed=undo]") == "Undo"
    page.click("[data-tool=layers]")
    with page.expect_navigation():
        page.select_option("#layers-menu [data-tool=language]", "de")
    one.reads("[data-deed=undo]", "Zurück")


def test_an_answer_about_a_counter_tells_what_it_is_and_no_code(sit: Any) -> None:
    """World in Flames: the numbers of an aircraft in words under the pointer."""
    one: Sitter = sit().lobby()
    one.page.select_option("[data-title=wif] select >> nth=0", "barbarossa_1941")
    one.start("wif")
    for text in ("act land", "done"):
        one.give(text)
    titles = one.page.eval_on_selector_all(
        ".question .options [data-option]", "(all) => all.map((one) => [one.dataset.option, one.title])"
    )
    planes = [title for text, title in titles if text.startswith("patrol ")]
    assert planes and all(" against factories, range " in title for title in planes)
    assert not [text for text, title in titles if title == text]
