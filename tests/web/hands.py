"""Somebody at the mouse who plays any title: a counter where the answer is a counter, a place where it is a place, else a button.
Whatever the table puts in the way (the curtain, dice, a last question) is met as a person would meet it."""

from __future__ import annotations

import random
from typing import Any

from tests.web.browser import Sitter

RESTS = (
    "(() => { const d = window.grognard.desk; return !d.busy.value && d.marching.value === '' && (Boolean(d.question.value)"
    " || document.querySelector('[data-deed=endturn]') !== null || Boolean(d.live.view.value?.outcome)); })()"
)
ASKED = """() => {
  const d = window.grognard.desk, q = d.question.value, t = d.ties.value;
  return q && { prompt: q.prompt, place: d.live.view.value.place, spaces: [...t.spaces], pieces: [...t.pieces],
    options: q.options.map((o) => ({ text: o.text, words: o.words, spaces: o.spaces ?? [], pieces: o.pieces ?? [] })) };
}"""
COME_OF = """(step) => { const d = window.grognard.desk;
  return d.committing.value !== null || (!d.busy.value && d.live.view.value.step !== step)
    || document.querySelector('.popover:not([hidden]) [data-option]') !== null; }"""
LAST = ("done", "pass", "stop", "end", "halt", "none", "no", "stay", "enough", "keep", "no_loan", "sign")
OPEN = ".popover:not([hidden])"


class Mouse:
    """Plays by clicks; `done` tells what was clicked and how."""

    def __init__(self, one: Sitter, wishes: tuple[str, ...], seed: int = 3) -> None:
        self.one, self.page, self.wishes = one, one.page, wishes
        self.rng = random.Random(seed)
        self.seen: dict[str, int] = {}
        self.done: list[tuple[str, str]] = []

    def answers(self, count: int) -> None:
        """So many answers of whoever is asked; whoever is asked next sits at an open table."""
        until = self.one.step + count
        while self.one.step < until and not self.page.evaluate("window.grognard.desk.live.view.value.outcome"):
            self._clear("dialog.curtain button", "[data-deed=endturn]", "[data-option='!commit']")
            asked = self.page.evaluate(ASKED)
            if asked:
                self.give(self._choose(asked), asked)
        self._clear("dialog.curtain button")

    def _clear(self, *buttons: str) -> None:
        """What lies over the table: dice that fall, the curtain, word of what the others did, the end of a turn."""
        self.one.until(RESTS)
        self._lay_aside()
        for button in buttons:
            if self.page.locator(button).count():
                self.page.locator(button).first.click()
                self.one.until(RESTS)

    def _lay_aside(self) -> None:
        """Dice and word of what the others did are put away as soon as they have been seen."""
        self.one.settle()
        for overlay in (".dice-window:not([hidden])", ".recap:not([hidden])"):
            for _ in range(4):
                if self.page.locator(overlay).count():
                    self.page.keyboard.press("Escape")
                    self.one.settle()

    def _choose(self, asked: dict[str, Any]) -> dict[str, Any]:
        """What is wished for, some moves of each segment, then the word that ends it."""
        options = asked["options"]
        for wish in self.wishes:
            found = [option for option in options if option["text"].startswith(wish)]
            if found and self.seen.setdefault(wish, 0) < 5:
                self.seen[wish] += 1
                return dict(self.rng.choice(found))
        segment = asked["place"][-1]
        self.seen[segment] = self.seen.get(segment, 0) + 1
        lit = {*asked["spaces"], *asked["pieces"]}
        moves = [option for option in options if lit & {*option["spaces"], *option["pieces"]}]
        ends = [option for option in options if option["text"].split(" ")[0] in LAST]
        plain = [option for option in options if not option["text"][-1].isdigit()]  # numbers of a kind stand in one row
        return dict(self.rng.choice(moves if moves and self.seen[segment] < 5 else ends or plain or options))

    def give(self, option: dict[str, Any], asked: dict[str, Any]) -> None:
        step, text = self.one.step, option["text"]
        unit = next((piece for piece in option["pieces"] if piece in asked["pieces"] and not option["spaces"]), "")
        space = next((space for space in reversed(option["spaces"]) if space in asked["spaces"]), "")
        self._lay_aside()
        if unit:
            at = self.one.pieces()[unit]["at"]
            self.page.evaluate("(id) => window.grognard.board.reveal([id], true)", at)
            self.one.take_up(unit)
        elif space:
            self.page.evaluate("(id) => window.grognard.board.reveal([id], true)", space)
            self.one.click_board(space)
        else:
            self._press(option)
        self.one.until(COME_OF, step)
        if self.one.step == step and self.page.locator(f"{OPEN} [data-option='{text}']").count():
            self.page.click(f"{OPEN} [data-option='{text}']")
            self.one.until(COME_OF, step)
        if self.one.step == step and self.page.locator("[data-option='!commit']").count():
            self.page.click("[data-option='!commit']")
        self.one.until("(step) => window.grognard.desk.live.view.value.step !== step", step)
        self.done.append(("unit" if unit else "space" if space else "button", text))

    def _press(self, option: dict[str, Any]) -> None:
        """Its button on the card, found by its words where the list is long, in its group where it is folded away."""
        button = self.page.locator(f".question [data-option='{option['text']}']").first
        search = self.page.locator(".question input[type=search]")
        if not button.count() or not button.is_visible():
            if search.count():
                search.fill(option["words"][:40])
            groups = self.page.locator(".question .options details")
            for n in range(groups.count()):
                if groups.nth(n).get_attribute("open") is None and (not button.count() or not button.is_visible()):
                    groups.nth(n).locator("summary").first.click()
        button.click()
