# Two commands do everything: `make run` and `make test`. `make help` lists the rest.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip --disable-pip-version-check --quiet
CORE := $(wildcard core/*.cpp core/*.h core/*/*.cpp core/*/*.h) CMakeLists.txt
BESIDE := $(wildcard benchmarks/*/*.cpp tests/core/*.cpp tests/core/*.h tools/*.cpp tools/*.h tools/*/*.cpp tools/*/*.h)
NEXT = echo; \
	echo 'What to try next:'; \
	echo '  make run ARGS="deal 11982"              another deal'; \
	echo '  make run ARGS="deal 617 --explain"      how the number becomes the board'; \
	echo '  make run ARGS="solve 617 --short"       how it is won'; \
	echo '  make run ARGS="play 617"                the page, in the browser'; \
	echo '  make run ARGS="--help"                  all commands'; \
	echo 'The command itself is $(BIN)/freecell; README.md shows the library.'

# Modules that were compiled once are kept, also where the machine's settings say otherwise: the tests start hundreds of
# processes, and each would compile them again.
export PYTHONDONTWRITEBYTECODE :=

# Half of the time a test waits: for a browser, a process or a timeout. Twice as many tests as processors keep them busy.
PROCESSES := $(shell expr 2 \* $$(nproc))
PAGE := "src/freecell/web/static/**/*.{js,css}" "tests/js/*.mjs" "tools/pictures/*.mjs"
WASM := src/freecell/web/static/engine/engine.wasm

.PHONY: help run test check bench fuzz signature survey-million survey-cells atlas shortest sanitize wasm pictures screenshots format weights stub docs core-coverage \
	test-newer test-long clean

help:  ## List these targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# What a command needs beyond the first deal: the page needs its engine, the service its extra.
COMMAND := $(firstword $(ARGS))
run: $(VENV)/built $(if $(filter play serve site,$(COMMAND)),$(WASM)) $(if $(filter serve,$(COMMAND)),$(VENV)/serving)  ## Build and deal game 617; make run ARGS="..." runs any command
	@$(BIN)/freecell $(or $(ARGS),deal 617)
	@$(if $(ARGS),:,$(NEXT))

test:  ## Install what the tests need, check the code, run all tests
	@$(MAKE) $(TWO_AT_A_TIME) peers types style collected
	@rm -f .coverage*
	$(BIN)/python -m pytest -n $(PROCESSES) --dist worksteal --durations=15 --durations-min=10 --cov --cov-report=
	$(BIN)/python tools/coverage_bars.py

# What installs, compiles and checks uses one processor for most of the time.
TWO_AT_A_TIME := --no-print-directory --jobs=2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

# Asserts are rewritten here once; the processes that run the tests find them in the cache, and do not all do it at once.
.PHONY: collected
collected: $(VENV)/tested $(WASM)
	@tools/step "collecting the tests" $(BIN)/python -m pytest --collect-only -q

# The browser engines; where they cannot be installed, their tests are skipped and say why. Under .ci/run they fail.
.PHONY: engines
engines: node_modules
	@tools/need chromium:chromium || echo "without it the tests of the page are left out"
	@tools/need chromium-headless-shell:chromium-headless-shell || echo "without it they run in Chromium, which takes twice as long"
	@tools/need firefox-esr:firefox-esr || echo "without it the tests in Firefox are left out"
	@tools/need WebKitWebDriver:webkit2gtk-driver Xvfb:xvfb || echo "without them the tests in WebKit are left out"

# The browser engines, and the programs of others that tests compare with. Where one is missing, its tests say so.
.PHONY: peers
peers: engines
	@tools/need fc-solve:freecell-solver-bin || echo "without it the comparisons with Freecell Solver are left out"
	@tools/need wrk:wrk || echo "without it the load on the service is not tried"

test-newer: $(VENV)/tested  ## Run the tests of the library on a newer Python, where there is one
	@tools/test-newer-python

.PHONY: times
times: $(VENV)/tested $(WASM) peers  ## Count the CPU seconds of all tests, or of TESTS="tests/web", by folder, file and test
	$(BIN)/python -m pytest -q -n auto --dist worksteal --cov --cov-report= -p tests.cpu_seconds $(TESTS)

test-long: $(VENV)/tested $(WASM) peers  ## Run the tests that take too long for every change
	@tools/step "installing a planner" $(PIP) install --group planner
	@tools/need nginx:nginx-light || echo "without it the configuration for nginx is not tried"
	$(BIN)/python -m pytest -n auto --dist worksteal -m long
	@echo "the properties with ten times as many examples:"
	FREECELL_HYPOTHESIS=long $(BIN)/python -m pytest -q -n auto --dist worksteal -m "hypothesis and not long" tests/library \
		tests/text tests/core tests/cli
	@echo "the tests of the library with python -O, which runs no assertion:"
	PYTHONOPTIMIZE=1 $(BIN)/python -m pytest -q -n auto -p no:cacheprovider \
		-W default::pytest.PytestConfigWarning tests/library tests/text tests/own_dealer tests/drawing
	@$(MAKE) --no-print-directory test-newer

.PHONY: test-nginx soak cross steady
steady: $(VENV)/tested $(WASM) peers  ## Run all tests again and again on a busy machine, and count what fails: ROUNDS=12
	$(BIN)/python -m tools.steady --rounds $(or $(ROUNDS),1) $(if $(SEED),--seed $(SEED)) \
		$(if $(LOG),--log $(LOG)) $(TESTS)

test-nginx: $(VENV)/tested $(WASM)  ## Try the configuration for nginx in docs/serving.md with a real nginx
	@tools/need nginx:nginx-light
	$(BIN)/python -m pytest -m long tests/web/test_nginx.py

soak: $(VENV)/tested $(WASM)  ## Load the service for half an hour, with misbehaving clients and killed workers: SECONDS=60
	FREECELL_SOAK_SECONDS=$(or $(SECONDS),1800) $(BIN)/python -m benchmarks.soak

cross: $(VENV)/tested  ## Compile the core for Windows, macOS and Linux on ARM, and check it under wine and qemu
	@tools/need /usr/lib/wine/wine64:wine64 qemu-aarch64-static:qemu-user-static
	$(PIP) install "ziglang>=0.13"
	$(BIN)/python -m tools.cross

.PHONY: workflows
workflows: $(VENV)/built  ## Check the workflows in .github, and which wheels cibuildwheel would make
	@tools/step "installing what checks workflows" $(PIP) install --group workflows
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/zizmor --offline --quiet .github/workflows
	@for system in linux:x86_64,aarch64 windows:AMD64 macos:x86_64,arm64; do \
		$(BIN)/cibuildwheel --platform $${system%:*} --archs $${system#*:} --print-build-identifiers; done

.PHONY: wheels
wheels: $(VENV)/ready  ## Make the sdist and the wheels for all systems in dist/, and check them; ONLY="win abi3-macos" makes some
	@tools/step "installing zig and what checks wheels" $(PIP) install --group wheels
	@tools/need qemu-aarch64-static:qemu-user-static || echo "without it the wheels for ARM64 are made and not run"
	@tools/need /usr/lib/wine/wine64:wine64 || echo "without it the wheels for Windows are made and not run"
	$(BIN)/python -m tools.wheels.make $(ONLY)
	$(BIN)/python -m tools.wheels.check

check:  ## Lint, formatting and types of Python, C++ and JavaScript
	@$(MAKE) $(TWO_AT_A_TIME) types style

.PHONY: types style
types: $(VENV)/tested
	$(BIN)/mypy --no-error-summary

style: $(VENV)/tested node_modules
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --check --quiet
	node_modules/.bin/tsc --project .
	node_modules/.bin/tsc --project tsconfig.worker.json
	node_modules/.bin/prettier --log-level warn --check $(PAGE)
	$(BIN)/clang-format --dry-run --Werror $(filter-out CMakeLists.txt,$(CORE)) $(BESIDE)

format: $(VENV)/tested node_modules  ## Format Python, C++, JavaScript and CSS
	$(BIN)/ruff check --fix --quiet
	$(BIN)/ruff format --quiet
	$(BIN)/clang-format -i $(filter-out CMakeLists.txt,$(CORE)) $(BESIDE)
	node_modules/.bin/prettier --log-level warn --write $(PAGE)

bench: $(VENV)/tested  ## Measure side by side with the peers; table and bench-*.json
	@tools/need node:nodejs
	$(PIP) install --group bench
	$(BIN)/python -m benchmarks.dealing
	$(BIN)/python -m benchmarks.finding
	$(BIN)/python -m benchmarks.judging
	@tools/need freecell-solver-range-parallel-solve:freecell-solver-bin wrk:wrk
	$(BIN)/python -m benchmarks.solving
	$(BIN)/python -m benchmarks.proving
	$(BIN)/python -m benchmarks.shortest
	$(BIN)/python -m benchmarks.surveying
	$(BIN)/python -m benchmarks.serving
	$(BIN)/python -m benchmarks.fair_searches
	$(BIN)/python -m benchmarks.verdicts

.PHONY: pyodide
pyodide: $(VENV)/built node_modules  ## Fill the folder pyodide/ from npm, for Python in the page for learners: FOLDER=pyodide
	$(BIN)/python tools/fill_pyodide.py $(or $(FOLDER),pyodide)

wasm: $(WASM)  ## Compile the engine for the browser

pictures: $(VENV)/tested  ## Draw the film and the sheet of cards in docs/images
	$(BIN)/python -m tools.images.draw_pictures

screenshots: $(VENV)/tested $(WASM)  ## Take the pictures of the page in docs/images; with ALL=FOLDER every state, for review
	$(BIN)/python -m tools.images.take_screenshots $(ALL)

.PHONY: fuzz-text
fuzz: $(VENV)/made  ## Call all public functions with all arguments, with sanitizers: make fuzz SECONDS=600
	@tools/sanitize -m tools.fuzz $(or $(SECONDS),600)

core-coverage: $(VENV)/tested  ## Measure with gcov what the tests reach of the core's player of lines
	$(BIN)/python tools/core_coverage.py

fuzz-text: $(VENV)/tested  ## Feed random and damaged text to every reader, for some minutes
	FREECELL_HYPOTHESIS=fuzz $(BIN)/python -m pytest -q -n auto tests -k 'any_text or damaged or survives'

signature: $(VENV)/tested  ## Print the number of positions searched for a fixed list of deals
	@$(BIN)/python -m benchmarks.signature

survey-million: $(VENV)/built  ## Solve Microsoft's million deals: about a minute and a half a core
	@$(BIN)/python -m benchmarks.survey_million

survey-cells: $(VENV)/tested  ## Find the fewest cells of deals 1 to 2000: about two minutes a core
	@$(BIN)/python -m benchmarks.survey_cells

atlas: $(VENV)/tested  ## Extend the atlas of the million deals; make atlas RANGE=1-2000 ARGS="--effort 3"
	$(BIN)/python -m tools.atlas.make --report $(ARGS) -- $(or $(RANGE),-4-1000000)

shortest: $(VENV)/tested  ## Write the tables and pictures of docs/shortest.md from the atlas: some minutes
	$(BIN)/python -m tools.atlas.write_shortest

sanitize: $(VENV)/made  ## Run the tests of the solver with AddressSanitizer and UBSan
	@tools/sanitize

.PHONY: sanitize-threads
sanitize-threads: $(VENV)/built  ## Run eight threads in the core with the thread sanitizer
	@tools/sanitize-threads $(DEALS)

weights: $(VENV)/tested  ## Find the weights of the searches again: half an hour; to try it: SHARE=100 FILE=build/weights.cpp
	tools/weights/find_weights $(or $(SHARE),1) $(or $(FILE),core/search/weights.cpp)
	$(BIN)/clang-format -i $(or $(FILE),core/search/weights.cpp)

# PyTorch is needed here alone, and lies beside the virtual environment.
.PHONY: picture-weights
picture-weights: $(VENV)/tested  ## Train the classifier of cards in pictures: a quarter of an hour with 16 cores and a GPU
	@tools/need fc-list:fontconfig rsvg-convert:librsvg2-bin node:nodejs npm:npm
	$(PIP) install --target build/pictures/torch torch
	tools/pictures/install-fonts
	tools/pictures/npm-decks
	$(BIN)/python -m tools.pictures.glyphs
	$(BIN)/python -m tools.pictures.strips test 5000 5060
	for first in $$(seq 100001 10000 230001); do \
		$(BIN)/python -m tools.pictures.strips training $$first $$((first + $(or $(DECKS),1600))) & done; wait
	PYTHONPATH=build/pictures/torch $(BIN)/python -m tools.pictures.train --seed 23 --seconds $(or $(SECONDS),470)

# Alone in the idle class, so that it slows nothing else down; results stay in build/puzzles.
.PHONY: puzzles
puzzles: $(VENV)/tested  ## Make the puzzles again, and check every one of them: a quarter of an hour of one core
	chrt -i 0 $(BIN)/python -m tools.puzzles.make $(ARGS)
	chrt -i 0 $$($(BIN)/python -m benchmarks.programs check_puzzles) src/freecell/puzzles.txt

stub: $(VENV)/tested  ## Write the types of the compiled core, src/freecell/_core.pyi
	$(BIN)/python -m nanobind.stubgen -q -m freecell._core -o src/freecell/_core.pyi

docs: $(VENV)/tested  ## Write docs/command-line.md and docs/reference.md from the program itself, and draw docs/dealing.md's pictures
	$(BIN)/python tools/write_command_line.py
	$(BIN)/python tools/write_reference.py
	$(BIN)/python -m tools.images.draw_dealing

clean:  ## Remove everything that was built
	rm -rf $(VENV) build dist .coverage* .pytest_cache .mypy_cache .ruff_cache .hypothesis

# The virtual environment with what it takes to build; then the package itself, compiled.
$(VENV)/made:
	@command -v "$${CXX:-c++}" >/dev/null || tools/need g++:g++
	@python=$$(tools/python-for-venv); \
	tools/step "making $(VENV) with $$($$python --version)" $$python -m venv $(VENV)
	@touch $@

$(VENV)/ready: $(VENV)/made pyproject.toml
	@tools/step "installing what it is built with, and what it needs" \
		$(PIP) install --no-compile --upgrade "pip>=25.1" $$($(BIN)/python tools/requirements.py build)
	@touch $@

$(VENV)/built: $(VENV)/ready $(CORE)
	@tools/step "compiling the core" $(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

# What `freecell serve` needs; what is installed already is not built again.
$(VENV)/serving: $(VENV)/built
	@tools/step "installing what the service needs" $(PIP) install "freecell[serve]"
	@touch $@

# The page's engine, for which no more is needed than one of two compilers; see build_backend/page_engine.py.
$(WASM): $(CORE) tools/build-wasm build_backend/page_engine.py | $(VENV)/built
	@tools/build-wasm

# The page has no build step; these only check it.
node_modules: package-lock.json
	@tools/need node:nodejs npm:npm
	npm ci --silent --no-audit --no-fund
	@touch $@

$(VENV)/tested: $(VENV)/built
	@tools/step "installing what the tests need" $(PIP) install --no-compile --group dev
	@touch $@
