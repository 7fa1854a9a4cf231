# The two commands: `make play` and `make test`. Both need only Python 3.11 and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TOOLS := $(VENV)/.tools
JOBS ?= 2

.PHONY: setup tools play test lint browser database soak bench web clean

setup: $(READY)

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $(READY)

# What tests, the linter and the atelier need; players do not.
tools: $(TOOLS)

$(TOOLS): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,atelier]'
	touch $(TOOLS)

play: setup
	$(BIN)/grognard play

lint: tools
	$(BIN)/ruff check src tests bench
	$(BIN)/mypy

# Browser tests want Chromium; where it cannot be installed they say so and are left out.
browser:
	@command -v chromium >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1 || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 && apt-get -qq update && apt-get -qq install -y chromium >/dev/null; } || \
	  echo "Chromium is not here and cannot be installed: browser tests will be left out."

# So do the tests of several servers with PostgreSQL.
database:
	@command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 && apt-get -qq update && apt-get -qq install -y postgresql >/dev/null; } || \
	  echo "PostgreSQL is not here and cannot be installed: tests of that store will be left out."

# Of one title alone: make test TITLE=tw
test: lint browser database
	$(BIN)/pytest -n $(JOBS) $(if $(TITLE),tests/kernel tests/house tests/titles/$(TITLE))

# Long runs: fuzzing of every title, tournaments. Not part of the tests.
soak: tools
	$(BIN)/pytest -m soak -n $(JOBS) -o addopts=-q
	$(BIN)/grognard fuzz tests.kernel.skirmish:TITLE --answers 200000 --random-options
	for title in gw36 tw; do $(BIN)/grognard fuzz $$title --answers 300000 --random-options || exit 1; done
	for title in wif aif awaw; do $(BIN)/grognard fuzz $$title --answers 300000 --random-options --sparing 20 || exit 1; done

bench: setup
	$(BIN)/grognard bench

# The client is built only by those who change it; what it builds is committed.
web:
	cd web && npm install --no-audit --no-fund && npm run build

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache web/node_modules
