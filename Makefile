# The two commands: `make play` and `make test`. Both need only Python 3.11 and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
JOBS ?= 2

.PHONY: setup play test lint soak bench web clean

setup: $(READY)

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,atelier]'
	touch $(READY)

play: setup
	$(BIN)/grognard play

lint: setup
	$(BIN)/ruff check src tests bench
	$(BIN)/mypy

test: lint
	$(BIN)/pytest -n $(JOBS)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache
