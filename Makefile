# The four commands a newcomer needs: setup, demo, test, models.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# On a Pi --system-site-packages: the camera and the pins come from the system.
VENV_FLAGS ?=
STAMP := $(VENV)/.installed
NETWORKS := reader index title locator refiner corner_locator stick_reader stick_locator stick_refiner

# The real picamera2, which the tests hold our stand-in for it against; the product takes it from the system.
PICAMERA2 := build/picamera2/.installed
# Where the Debian trixie root of test-picamera2 is kept, and found again.
TRIXIE ?= build/trixie

# ONNX Runtime tells its maker nothing, in trainings and tests either.
export ORT_DISABLE_TELEMETRY := 1

.PHONY: screenshots icons words setup demo demo-club test test-late test-picamera2 test-install test-appliance test-card test-plug deb card lock check lint types scripts quick models sums faults fuzz hostile soak load eye stills draws club-load club-growth club-faults audit clean

setup: $(STAMP)

$(STAMP): pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "Familiar needs Python 3.11 or newer: sudo apt install python3 python3-venv" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Familiar needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) -V 2>&1): try make PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is missing: sudo apt install python3-venv" >&2; exit 1; }
	@rm -f $(STAMP)
	$(PYTHON) -m venv $(VENV_FLAGS) $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $(STAMP)

demo: setup
	$(BIN)/familiar demo

# A championship of eight tables, a broker (sudo apt install mosquitto) and the club's board.
demo-club: setup
	$(BIN)/familiar club championship

# The tests run in several processes, one more than there are cores, for many wait: for a browser, a broker, a clock;
# two more where there is plenty of memory, of which each takes up to 1.3 GB.
# Each computes in one thread, since the processes fill the cores. By hand `pytest` runs them in one. What one of them
# has compiled the others, and the many commands that they start, need not compile again: also where a shell forbids it.
# What they write lies in memory where there is plenty.
MEMORY := $(shell tests/memory.sh 3000)
WORKERS ?= $(shell echo $$(($$(nproc) + $(if $(MEMORY),2,1))))
PYTEST := $(if $(MEMORY),PYTEST_DEBUG_TEMPROOT=$(MEMORY) TMPDIR=$(MEMORY)) PYTHONDONTWRITEBYTECODE= OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 OPENCV_FOR_THREADS_NUM=1 \
  $(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal

test: setup compiled $(PICAMERA2)
	$(PYTEST)

# The same with everything a second late: what a test takes for granted that comes a moment later is found so.
test-late: setup compiled $(PICAMERA2)
	$(PYTEST) --late 1

# In a fresh clone every process would compile all tests for itself, at the same time as the others, which takes
# three times as long as to read them: half of them each is compiled once, by two processes. What does not load is
# said by the tests themselves.
.PHONY: compiled
compiled: setup
	@test -d tests/web/__pycache__ || { for half in 0 1; do PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --collect-only \
	  $$(find tests -name 'test_*.py' | sort | awk "NR % 2 == $$half") >/dev/null 2>&1 & done; wait; }

$(PICAMERA2): tests/trixie/requirements.txt | setup
	@rm -rf $(@D)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target $(@D) "$$(grep ^picamera2== $<)" \
	  && touch $@ || echo "NOT TESTED: the camera's adapter against picamera2, which could not be had" >&2

# The camera on the real picamera2 and libcamera: needs root's rights, debootstrap and 700 MB.
test-picamera2:
	tests/trixie/run.sh '$(TRIXIE)'

# Installing, updating, going back and removing, in a copy of that root.
test-install: setup
	tests/install/run.sh '$(TRIXIE)'

# A whole arm64 machine, on which the package is installed, played at and updated. Needs root's rights, QEMU and
# patience: docs/platform.md 7.
APPLIANCE ?= build/appliance
test-appliance: setup
	tests/appliance/run.sh '$(APPLIANCE)'

# The image of a card, started in an emulated machine on a larger card; the plug pulled at its first start.
CARD ?= build/card
test-card: setup
	tests/appliance/run_card.sh '$(CARD)'

# The plug pulled at block level, in an evening of the real program and in its updates: needs root's rights. See docs/faults.md.
test-plug: setup
	@$(BIN)/python -c 'import sys; sys.path.insert(0, "tests/appliance"); from logged import missing; why = missing(); \
	  why and (print("NOT TESTED: the plug pulled at block level:", why, file=sys.stderr), sys.exit(3))'
	$(BIN)/python -m pytest -p no:cacheprovider tests/appliance/check_plug.py tests/appliance/check_update.py

# The Debian package, in dist/, and the SHA-256 that goes with it on another way: see docs/install.md.
deb:
	@package=$$(PYTHON=$(PYTHON) packaging/build_deb.sh dist) && sha256sum "$$package"

# The image of a Pi's card, and the list from which Raspberry Pi Imager offers it: see docs/install.md.
CARD_URL ?=
card:
	@image=$$(PYTHON=$(PYTHON) packaging/build_card.sh '$(CARD)') && \
	  $(PYTHON) packaging/imager_entry.py "$$image" $(if $(CARD_URL),--url '$(CARD_URL)')

# What the package may install, to the byte: after a change in pyproject.toml or packaging/constraints.txt, and for
# newer versions. UPGRADE='--upgrade-package NAME' brings up only that one, UPGRADE= none.
UPGRADE ?= --upgrade
lock:
	@test -x build/lock/bin/uv || { $(PYTHON) -m venv build/lock && \
	  build/lock/bin/python -m pip install --quiet --disable-pip-version-check uv; }
	@UV=build/lock/bin/uv packaging/lock.sh $(UPGRADE)

# What to run before every commit, in less than three minutes on two cores.
check: setup
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint types scripts quick

lint: setup
	@$(BIN)/ruff check --quiet . && $(BIN)/ruff format --quiet --check . && echo "ruff: clean"

types: setup
	@$(BIN)/mypy

# Biome is a developer's tool: fetched once, by npm where that is there, and needed by nothing else.
BIOME_VERSION := 2.6.8
BIOME := build/biome-$(BIOME_VERSION)
scripts:
	@test -x $(BIOME)/node_modules/.bin/biome || npm install --silent --no-audit --no-fund --prefix $(BIOME) \
	  @biomejs/biome@$(BIOME_VERSION) >/dev/null 2>&1 || true
	@if test -x $(BIOME)/node_modules/.bin/biome; then $(BIOME)/node_modules/.bin/biome lint --error-on-warnings web club tests; \
	  else echo "NOT CHECKED: the pages' scripts and styles, for want of Biome, which npm fetches: sudo apt install npm" >&2; fi

# The quick tier: the rules, the sentences, the table, past games, the house's plan, and of vision what needs no
# network. Left to `make test`: pages, brokers, files, cameras, whole evenings, trainings, the program, installing.
QUICK := tests/test_structure.py tests/games tests/texts tests/chronicle tests/table \
  $(addprefix tests/vision/test_,decide.py geometry.py joint.py lying.py registration.py residual.py rows.py)
quick: setup
	@$(PYTEST) $(QUICK)

models: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[train]'
	for network in reader locator refiner stick_reader; do $(BIN)/python -m models.training.train $$network || exit 1; done
	$(BIN)/python -m models.training.train index --start build/reader.pt --hold 3
	$(BIN)/python -m models.training.train title --start build/index.pt
	$(BIN)/python -m models.training.train corner_locator --start build/locator.pt
	for network in locator refiner; do \
	  $(BIN)/python -m models.training.train stick_$$network --start build/$$network.pt || exit 1; done
	for network in $(NETWORKS); do \
	  $(BIN)/python -m models.training.quantize $$network --out models/$$network.onnx || exit 1; done
	$(MAKE) sums

# What a network must hash to before it is loaded; after any model file was replaced.
sums:
	cd models && LC_ALL=C sha256sum *.onnx > SHA256SUMS

# The pictures of the documentation, taken anew from the pages as they are; the icons from their one drawing.
screenshots: setup
	$(BIN)/python tests/screenshots/take.py

icons: setup
	$(BIN)/python tests/screenshots/draw_icons.py

# The long forms of what the tests do in short: hours of a Pi's bad luck, tried in minutes. See docs/faults.md.
faults: setup
	$(BIN)/python tests/campaigns/run_faults.py

# Games and wishes drawn by chance, and moments of a program's start, of which the tests try a part.
CHANCE := tests/table/test_wishes.py tests/familiar/test_start.py $(wildcard tests/games/*_random.py tests/games/*/test_random.py)
fuzz: setup
	FAMILIAR_FUZZ=$${FAMILIAR_FUZZ:-2000} $(BIN)/python -m pytest tests/fuzz $(CHANCE)

# A hostile evening: kills, damaged journals, every route by every role, secrets, a hostile broker, bad files.
hostile: setup
	$(BIN)/python tests/campaigns/run_hostile.py

# What hands do to cards, before several cameras, at drawn tables: EYE='--save F' before a change, '--against F' after it.
eye: setup
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python tests/campaigns/run_eye.py $(EYE)

# Cards upon each other in one picture, as after a restart: drawn fans, rows, heaps and scatters.
stills: setup
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python tests/campaigns/run_stills.py $(STILLS)

soak: setup
	$(BIN)/python tests/campaigns/run_soak.py

# A full room: 24 phones that stream, 200 joins a second, and how soon a slow phone can use its first page.
load: setup
	$(BIN)/python tests/campaigns/run_load.py

# A hall: 64 tables and 256 players on one Mosquitto, how the board grows, and evenings of faults. See docs/club-scale.md.
club-load: setup
	$(BIN)/python tests/campaigns/run_club.py load

club-growth: setup
	$(BIN)/python tests/campaigns/run_club.py growth --svg docs/club-scale.svg

club-faults: setup
	$(BIN)/python tests/campaigns/run_club.py faults --evenings 3
	$(BIN)/python tests/campaigns/run_club.py faults --cup --evenings 3

# A club's draws: who meets again, and how long they take.
draws: setup
	$(BIN)/python tests/campaigns/run_draws.py

# Known weaknesses of what the product is made of, here and in the package, asked of the package index: needs the network.
audit: setup
	@test -x build/audit/bin/pip-audit || { $(PYTHON) -m venv build/audit && \
	  build/audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit; }
	@$(BIN)/python -m pip freeze --exclude-editable | sed 's/+.*//' > build/audit/requirements.txt
	@build/audit/bin/pip-audit --strict --no-deps --disable-pip --progress-spinner off -r build/audit/requirements.txt \
	  && build/audit/bin/pip-audit --strict --require-hashes --disable-pip --progress-spinner off -r packaging/requirements.txt \
	  || { echo "NOT CLEAN: a weakness stands above, or the index could not be asked and nothing is known" >&2; exit 1; }

clean:
	rm -rf $(VENV) build dist *.egg-info

# What is said in the code, found for the translators: texts/locale/*.po is brought up to date. Of a header only the
# few lines that do not change with each day are kept, the language's plural among them.
LANGUAGES := fr de
words: setup
	@mkdir -p build
	$(BIN)/pybabel -q extract --mapping-file texts/babel.cfg --output build/familiar.pot --no-wrap --add-location=file --sort-by-file \
	  --omit-header --no-default-keywords --keywords 'say say_as:1c,2 say_many:1,2 t tn:1,2 tc:1c,2 _' texts files games table vision device chronicle simulation kit web club familiar
	for language in $(LANGUAGES); do file=texts/locale/$$language.po; sed '/^$$/q' $$file >build/header.po; \
	  $(BIN)/pybabel -q update --input-file build/familiar.pot --output-file $$file \
	    --locale $$language --no-wrap --omit-header --no-fuzzy-matching --ignore-obsolete --init-missing || exit 1; \
	  cat build/header.po $$file >build/whole.po && mv build/whole.po $$file; done
