# make demo | make test | make proof; `make help` lists the rest.
# Everything is installed into .venv from the hash-locked files in deploy/locks; a second run finds the stamps.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOCKS := deploy/locks
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
PACKAGES := domain projections service
CHECKED := $(PACKAGES) tests
# One more than there are cores: a third of the time of the tests is waiting for servers and browsers.
WORKERS ?= $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 1)")
UPGRADE ?=
# The tests start some hundred processes: each would compile the project anew where nothing may be kept.
export PYTHONDONTWRITEBYTECODE :=
GENERATORS := service.games.agot_lcg.vocabulary service.tools.command_page service.tools.analytics_page service.tools.game_page tests.published_names tests.refusals tests.api.http.write \
	tests.api.http.roles tests.api.event_guide tests.api.tour tests.api.http.guide tests.api.http.judges_guide \
	tests.examples.quotes tests.space_schema

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help
help: ## these lines
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 10

.PHONY: demo
demo: $(VENV)/runtime.stamp ## a match played, looked up, replayed and verified
	$(BIN)/praetor demo

.PHONY: test
test: lint browser ## every check, and every test but those of the proof, in minutes
	$(BIN)/python -m compileall -q $(PACKAGES)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

# What changed since the last commit, and whether the units still hold.
.PHONY: fast
fast: $(VENV)/test.stamp ## ruff over what changed, mypy, the unit tests: about two minutes on two cores
	@changed=$$(git diff --name-only --diff-filter=d HEAD -- '*.py'; git ls-files --others --exclude-standard -- '*.py'); \
	[ -z "$$changed" ] || { $(BIN)/python -m ruff check $$changed && $(BIN)/python -m ruff format --check $$changed; }
	$(BIN)/python -m mypy
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal tests/unit --deselect tests/unit/service/tools/test_rule_coverage.py -q

.PHONY: generated
generated: $(VENV)/test.stamp ## every generated file anew: documents, guides, tables; read what changed before you commit it
	@set -e; for each in $(GENERATORS); do echo $$each; $(BIN)/python -m $$each; done
	@git status --short

.PHONY: proof
proof: $(VENV)/test.stamp ## every count that the conformance rests on; each test's figures are printed
	$(BIN)/python -m pytest -m proof -n $(WORKERS) --dist worksteal -rP

.PHONY: bench
bench: $(VENV)/runtime.stamp ## the benchmarks, each beside its floor
	$(BIN)/praetor bench

# The tests of the console look at it in Chromium: best in its shell without windows, which takes half the time.
# Who is root gets that here; everybody else is told how, unless some Chromium is there.
.PHONY: browser
browser: ## chromium, which the tests of the console need: there, or installed where make runs as root
	@command -v chromium-headless-shell >/dev/null || \
	{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && export DEBIAN_FRONTEND=noninteractive && \
	  { apt-get install -y -qq --no-install-recommends chromium-headless-shell || \
	    apt-get install -y -qq --no-install-recommends chromium; }; } || \
	command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
	{ echo "make: the tests of the console need Chromium. On Debian: sudo apt-get install chromium-headless-shell" >&2; exit 2; }

.PHONY: lint
lint: $(VENV)/test.stamp ## ruff, mypy --strict, import-linter
	$(BIN)/python -m ruff check $(CHECKED)
	$(BIN)/python -m ruff format --check $(CHECKED)
	$(BIN)/python -m mypy
	$(BIN)/lint-imports --no-logo

.PHONY: dead
dead: $(VENV)/test.stamp ## what nothing seems to use (vulture): places to look at, not verdicts
	-$(BIN)/python -m vulture

.PHONY: format
format: $(VENV)/test.stamp ## ruff's fixes and format
	$(BIN)/python -m ruff check --fix $(CHECKED)
	$(BIN)/python -m ruff format $(CHECKED)

# uv does not read pip's configuration, so the index that pip uses is handed to it for this one run; no lock names it.
.PHONY: locks
locks: $(VENV)/uv.stamp ## the locks anew from pyproject.toml; UPGRADE=--upgrade takes newer versions
	@set -eu; \
	index=$${PIP_INDEX_URL:-$$($(PIP) config get global.index-url 2>/dev/null || true)}; \
	if [ -n "$$index" ]; then export UV_DEFAULT_INDEX="$$index"; fi; \
	export UV_CUSTOM_COMPILE_COMMAND="make locks"; \
	compile="$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-emit-find-links $(UPGRADE)"; \
	$$compile pyproject.toml --output-file $(LOCKS)/runtime.txt; \
	$$compile pyproject.toml --extra test --constraints $(LOCKS)/runtime.txt --output-file $(LOCKS)/test.txt; \
	$$compile pyproject.toml --extra analytics --constraints $(LOCKS)/runtime.txt --output-file $(LOCKS)/analytics.txt; \
	$$compile pyproject.toml --extra cluster --constraints $(LOCKS)/runtime.txt --output-file $(LOCKS)/cluster.txt; \
	$$compile --group pyproject.toml:build --constraints $(LOCKS)/test.txt --output-file $(LOCKS)/build.txt
	@grep -c -- '==' $(LOCKS)/*.txt

.PHONY: clean
clean: ## away with .venv, caches and what was built
	rm -rf $(VENV) .venv-second dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find $(CHECKED) -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/runtime.stamp: $(LOCKS)/runtime.txt $(LOCKS)/build.txt pyproject.toml | $(BIN)/pip
	$(PIP) install --require-hashes -r $(LOCKS)/build.txt -r $(LOCKS)/runtime.txt
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/test.stamp: $(LOCKS)/test.txt $(VENV)/runtime.stamp
	$(PIP) install --require-hashes -r $(LOCKS)/test.txt
	@touch $@

$(VENV)/uv.stamp: pyproject.toml | $(BIN)/pip
	$(PIP) install 'uv>=0.9'
	@touch $@

# pip is the last thing that venv puts in, so an interrupted .venv is completed by the next run.
$(BIN)/pip:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "make: $(PYTHON) is not installed. On Debian or Ubuntu: apt-get install python3 python3-venv" >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "make: Python 3.11 or later is needed; $(PYTHON) is $$($(PYTHON) -V 2>&1)." >&2; \
	  echo "On Debian 12 or later: apt-get install python3 python3-venv" >&2; \
	  echo "Where a newer one is installed beside it: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "make: $(PYTHON) has no ensurepip, which Debian keeps in the package python3-venv." >&2; \
	  echo "Install it with: apt-get install $$($(PYTHON) -c 'import sys; print("python3.%d-venv" % sys.version_info[1])')" >&2; \
	  exit 2; }
	$(PYTHON) -m venv $(VENV)
