# Everything a newcomer types. Needs Python 3.11 or newer and make; nothing else has to be installed.

PYTHON ?= python3
Q ?= How long do I have to return something?

# uv makes the environment in seconds. Where it is not on the PATH it goes into .tools/, and where it cannot be
# had at all, pip installs the same pinned files.
UV := $(or $(shell command -v uv 2>/dev/null),.tools/bin/uv)
UV_MADE := $(filter .tools/bin/uv,$(UV))
BIN := .venv/bin
# What the demo and the tests use of the extras.
EXTRAS := models browser server mcp apps postgres duckdb
RUN_READY := .venv/.run-ready
DEV_READY := .venv/.dev-ready
BENCH_READY := .venv/.bench-ready

.DEFAULT_GOAL := help
.PHONY: help demo ask test check format eval bench docs pins clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(RUN_READY) ## Open the page with all five assistants on demo data: no key, no network (PORT=8421 for another port)
	$(BIN)/answerable serve --demo $(if $(PORT),--port $(PORT))

ask: $(RUN_READY) ## Ask the demo shop one question: make ask Q="What is postage to Norway?"
	@$(BIN)/answerable sandbox shop --ask "$$QUESTION"

test: $(DEV_READY) ## Run the tests
	$(BIN)/pytest -n 2 --dist loadfile

check: $(DEV_READY) ## Check style and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

format: $(DEV_READY) ## Put the code into its style
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

eval: $(RUN_READY) ## Score every suite against its floors, and walk at random over the guarded tools
	$(BIN)/answerable eval run
	$(BIN)/python evals/actions.py

bench: $(BENCH_READY) ## Measure every claim about speed, beside its peers
	@failed=0; for claim in benchmarks/*.py; do echo "== $$claim"; $(BIN)/python "$$claim" || failed=1; done; \
		exit $$failed

docs: $(DEV_READY) ## Write docs/settings.md and docs/cli.md anew
	$(BIN)/python docs/generate.py

pins: $(UV_MADE) ## Pin the newest versions that pyproject.toml allows
	$(COMPILE) pyproject.toml $(patsubst %,--extra %,$(EXTRAS)) --group build -o requirements/run.txt
	$(COMPILE) --group dev --constraint requirements/run.txt -o requirements/dev.txt
	$(COMPILE) --group bench --constraint requirements/run.txt -o requirements/bench.txt

clean: ## Remove the environment and everything tools have made
	rm -rf .venv .tools .mypy_cache .pytest_cache .ruff_cache .hypothesis dist

# ---- how the environment is made -------------------------------------------------------------------------

COMPILE = $(UV) pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header \
	--no-annotate --no-emit-index-url

# The question travels in the environment: quotes and dollar signs in it mean nothing to the shell.
ask: export QUESTION = $(value Q)

.tools/bin/uv:
	@$(PYTHON) -m venv .tools
	@.tools/bin/python -m pip install --quiet --disable-pip-version-check 'uv>=0.13,<0.14' \
		|| echo "uv cannot be installed here; pip takes over, which is slower."

.venv/bin/python: | $(UV_MADE)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed. Name one: make PYTHON=python3.12"; exit 1; }
	@if [ -x "$(UV)" ]; then "$(UV)" venv --quiet --python "$$(command -v $(PYTHON))" .venv; \
		else $(PYTHON) -m venv .venv; fi

$(RUN_READY): requirements/run.txt pyproject.toml | .venv/bin/python
	$(call install,--require-hashes -r requirements/run.txt)
	$(call install,--no-deps --no-build-isolation --editable .)
	@touch $@

$(BENCH_READY): requirements/bench.txt $(RUN_READY)
	$(call install,--require-hashes -r requirements/bench.txt)
	@touch $@

$(DEV_READY): requirements/dev.txt $(RUN_READY)
	$(call install,--require-hashes -r requirements/dev.txt)
	@touch $@

install = @if [ -x "$(UV)" ]; then "$(UV)" pip install --quiet --python $(BIN)/python $(1); \
	else $(BIN)/python -m pip install --quiet --disable-pip-version-check $(1); fi
