# What a person does with this project. `make help` lists it.

PREFIX ?= /usr/local
DESTDIR ?=

# One build serves the tests and all checks: the same flags everywhere, so that nothing is built twice. Without BUILD_FLAGS it
# is a debug build.
BUILD = swift build $(BUILD_FLAGS)
BUILD_TESTS = $(BUILD) --build-tests --explicit-target-dependency-import-check error
BIN = $$(swift build $(BUILD_FLAGS) --show-bin-path)
PROGRAM = "$(BIN)/atrium"
# The flags of `make ci`, which builds once and debugs nothing. C is optimized, since each log-in hashes a password there.
CI_BUILD_FLAGS = -debug-info-format none -Xcc -O2
# Each use of a generic type would look its parts' conformances up by name when a process first comes to it, in a table of
# thousands: a sixth of a short command's time. With this the compiler writes the conformances down that it knows.
RELEASE_FLAGS = --static-swift-stdlib \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
# Only `make release` keeps debug information: it costs a tenth of the build and more than half of the program's size.
DEBUG_INFO = none
# One release build serves the demonstration and the installation.
BUILD_RELEASE = swift build -c release --product atrium -debug-info-format $(DEBUG_INFO) $(RELEASE_FLAGS)
RELEASE = $(shell swift build -c release --show-bin-path)/atrium
# How many calls `make http` generates for each route.
CALLS ?= 60
# How long `make fuzz` tries each reader.
FUZZ_SECONDS ?= 60
# How often `make faults` kills each kind of write, and cuts the power three times.
FAULT_ROUNDS ?= 50
# How many cards the files have that it imports meanwhile.
FAULT_CARDS ?= 1000
# `make web WEB=forms` runs one script of Scripts/web; `WEB="a11y --sample"` also gives it options.
WEB ?=
# `make attacks ATTACKS=--short` tries the same with smaller files.
ATTACKS ?=
SWIFT_SOURCES = Package.swift Sources Plugins Tests Fuzz/Package.swift Fuzz/Sources

.DEFAULT_GOAL := help
.PHONY: attacks bench bench-codecs bench-commands bench-growth bench-http bench-life bench-quick bench-start build \
        build-cost check check-demo check-module check-picture check-reference ci clean commands corpus corpus-changed count \
        demo demo-large docs due eval faults format fuzz fuzz-regression help http install lint lint-python module month \
        openapi picture proof reference release setup terminal test uninstall web web-quick

help: ## List these targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 26

setup: ## Install the Debian packages that are missing
	@Scripts/setup.sh

demo: setup ## Build, import the sample data into a throw-away home and show it; SERVE=1 then offers its page
	$(BUILD_RELEASE)
	@SERVE="$(SERVE)" Scripts/demo.sh "$(RELEASE)"

check-demo: setup ## Run the same with the debug build, and show only what goes wrong
	$(BUILD) --product atrium
	@SERVE= Scripts/demo.sh $(PROGRAM) >/dev/null

demo-large: setup ## Build, and make a home with a large life in .build/demo-large to try things on
	@Scripts/setup.sh python3
	$(BUILD_RELEASE)
	@Scripts/demo-large.sh "$(RELEASE)" .build/demo-large

build: setup ## Build the program and all tests, and check that every target declares what it imports
	$(BUILD_TESTS)

test: build ## Build and run all tests
	swift test $(BUILD_FLAGS) --skip-build --disable-xctest

check: setup ## Run what each change needs: tests, lint, documents, demonstration, corpus; print what each step cost
	@python3 -B Scripts/checks.py check

proof: setup ## Run everything that takes longer, with fewer rounds than by itself; SHARE=1 to 4 for a quarter of it
	@python3 -B Scripts/checks.py proof $(SHARE)

ci: setup ## Run both as continuous integration does: optimised, with one SHARE of the proof, within 85 minutes
	@BUILD_FLAGS="$(CI_BUILD_FLAGS)" python3 -B Scripts/checks.py all $(or $(SHARE),1)

build-cost: setup ## Build the tests and the release anew beside the other builds; print the cost of each target
	@python3 -B Scripts/build_cost.py "$(CI_BUILD_FLAGS)" "-debug-info-format $(DEBUG_INFO) $(RELEASE_FLAGS)"

count: ## Count the lines of each target; BEFORE=commit shows the difference
	@python3 -B Scripts/count.py $(BEFORE)

corpus: setup ## Try every file of ../shared/corpus, if it is there; see docs/formats.md
	$(BUILD_TESTS)
	@if [ -e ../shared/corpus/MANIFEST.tsv ] || [ -n "$$CI" ]; then \
		"$(BIN)/CorpusCheck" ../shared/corpus docs/formats.md; \
	else echo "corpus: skipped, because ../shared/corpus is absent"; fi

corpus-changed: setup ## Try the files of the formats that changed in the last day, or since a commit: SINCE=COMMIT
	$(BUILD_TESTS)
	@python3 -B Scripts/corpus_changed.py "$(BIN)/CorpusCheck" ../shared/corpus docs/formats.md $(SINCE)

faults: setup ## Kill it, fill its disk, cut its power: what bad luck does to a vault; see Scripts/faults
	@Scripts/setup.sh strace sqlite3
	$(BUILD) --product atrium
	@python3 -B Scripts/faults/all.py $(PROGRAM) --rounds $(FAULT_ROUNDS) --cards $(FAULT_CARDS)

terminal: setup ## Try imports at a terminal: progress, questions, Ctrl-C
	$(BUILD) --product atrium
	python3 -B Scripts/terminal.py $(PROGRAM)

month: setup ## Play a user's month, from three sources in to a second home out, and compare
	$(BUILD) --product atrium
	@python3 -B Scripts/month.py $(PROGRAM)

reference: setup ## Write docs/reference, and the README's table of modules, from what the program says of itself
	$(BUILD) --product atrium
	@python3 -B Scripts/reference.py $(PROGRAM)

check-reference: setup ## Check that docs/reference is what the program says of itself
	$(BUILD) --product atrium
	@python3 -B Scripts/reference.py $(PROGRAM) --check

commands: setup ## Hold the commands that the documents name to the program
	$(BUILD) --product atrium
	@python3 -B Scripts/commands.py $(PROGRAM)

picture: setup ## Draw the README's session, docs/session.svg, and its pages, docs/page-*.png, from what the program does
	@Scripts/setup.sh python3 python3-venv chromium
	$(BUILD) --product atrium
	@python3 -B Scripts/picture.py $(PROGRAM)
	@Scripts/web/run.sh pictures $(PROGRAM) docs

check-picture: setup ## Check that docs/session.svg is what the program does
	$(BUILD) --product atrium
	@python3 -B Scripts/picture.py $(PROGRAM) --check

attacks: setup ## Hostile files, archives, backups, texts on a terminal, arguments, requests: each within bounds; see Scripts/attacks
	$(BUILD) --product atrium
	@python3 -B Scripts/attacks/all.py $(PROGRAM) $(ATTACKS)

due: setup ## Try the timer that tells what came due; see docs/examples
	$(BUILD) --product atrium
	@Scripts/due.sh $(PROGRAM)

http: setup ## Try the HTTP interface: generated calls (CALLS=60 a route), nginx, TLS, full disks, SIGTERM; see Scripts/http
	@Scripts/setup.sh python3 python3-venv nginx-light openssl curl e2fsprogs
	$(BUILD) --product atrium
	@for script in proxy disk stop; do \
		python3 -B Scripts/http/$$script.py $(PROGRAM) || exit 1; done
	@Scripts/http/openapi.sh $(PROGRAM)
	@Scripts/http/schemathesis.sh $(PROGRAM) $(CALLS)

web: setup ## Try the pages in a browser: every form, axe, keyboard, bad input, speed on a large life; WEB=names and options
	@Scripts/setup.sh python3 python3-venv chromium nginx-light openssl zbar-tools
	$(BUILD_RELEASE)
	@Scripts/web/run.sh "$(RELEASE)" --corpus $(WEB)

web-quick: setup ## Try sessions, pages without script and bad input, one form of each module, with the debug build
	@Scripts/setup.sh python3 python3-venv chromium nginx-light openssl zbar-tools
	$(BUILD) --product atrium
	@Scripts/web/run.sh $(PROGRAM) --quick

openapi: setup ## Have a validator of others judge the description of the HTTP interface; it comes from PyPI
	@Scripts/setup.sh python3 python3-venv
	$(BUILD) --product atrium
	@Scripts/http/openapi.sh $(PROGRAM)

module: ## Make a new module: NAME=Plants, and RECORD=plant if that is not the name without its s
	@python3 -B Scripts/module/new.py "$(NAME)" "$(RECORD)"

check-module: setup ## Make a module as docs/module-guide.md says, in a copy of the tree, and run its tests and commands
	$(BUILD_TESTS)
	@Scripts/module/try.sh $(BUILD_FLAGS)

lint: ## Check format, documentation comments and wording
	swift format lint --strict --recursive --parallel $(SWIFT_SOURCES)
	@python3 -B Scripts/plain_english.py --self-test
	@python3 -B Scripts/plain_english.py --check

# One version for everybody: another has other rules, and another form.
RUFF_VERSION = 0.17.6
RUFF = .build/python-lint/$(RUFF_VERSION)/bin/ruff

$(RUFF):
	@Scripts/setup.sh python3-venv
	python3 -m venv .build/python-lint/$(RUFF_VERSION)
	.build/python-lint/$(RUFF_VERSION)/bin/pip install --quiet --disable-pip-version-check ruff==$(RUFF_VERSION)

lint-python: $(RUFF) ## Check format and code of the Python scripts; the first time it takes ruff from PyPI
	$(RUFF) format --check
	$(RUFF) check

format: ## Format all Swift files in place
	swift format --in-place --recursive --parallel $(SWIFT_SOURCES)

fuzz: setup ## Fuzz each reader for FUZZ_SECONDS (60) seconds
	@status=0; for target in $$(Fuzz/run.sh --list); do \
		Fuzz/run.sh $$target $(FUZZ_SECONDS) || status=1; \
	done; exit $$status

# The same changed inputs for each reader on every machine, two readers at a time.
fuzz-regression: setup ## Try each reader with the same inputs as everywhere
	Fuzz/run.sh --list | xargs -P 2 -I TARGET Fuzz/run.sh TARGET --regression

docs: ## Check the links between the documents
	@Scripts/check-docs.sh

bench: ## Measure everything, into docs/benchmarks.md: more than an hour on an idle machine
	@status=0; for part in start commands growth codecs http life; do \
		$(MAKE) --no-print-directory bench-$$part || status=1; \
	done; exit $$status

bench-quick: setup ## Look at commands, growth and lists at small sizes, in three minutes; no bound decides
	@Scripts/setup.sh gcc sqlite3 python3
	$(BUILD_RELEASE)
	@python3 -B Benchmarks/run.py --atrium "$(RELEASE)" --count 10000 --sets 30000 --rounds 3 --no-peers --only-show
	@python3 -B Benchmarks/run_growth.py --atrium "$(RELEASE)" --sizes 1000,5000,20000 --rounds 3 --only-show
	@python3 -B Benchmarks/run_life.py --atrium "$(RELEASE)" --scale 0.1 --rounds 3 --only-show

bench-commands: setup ## Measure imports, exports and commands, into docs/benchmarks.md; BEFORE=path/to/atrium: beside that build
	@Scripts/setup.sh gcc sqlite3 python3-venv
	$(BUILD_RELEASE)
ifdef BEFORE
	@python3 -B Benchmarks/compare.py --before "$(BEFORE)" --atrium "$(RELEASE)"
else
	@python3 -B Benchmarks/run.py --atrium "$(RELEASE)" --write docs/benchmarks.md
endif

bench-start: setup ## Measure what starting consists of, by valgrind, into docs/benchmarks.md
	@Scripts/setup.sh gcc python3 valgrind
	$(BUILD_RELEASE)
	@python3 -B Benchmarks/run_start.py --atrium "$(RELEASE)" --write docs/benchmarks.md

bench-growth: setup ## Measure how commands grow from a thousand items to a million, into docs/benchmarks.md
	@Scripts/setup.sh gcc python3
	$(BUILD_RELEASE)
	@python3 -B Benchmarks/run_growth.py --atrium "$(RELEASE)" --write docs/benchmarks.md

bench-codecs: setup ## Measure the codecs beside libical, sqlite3 and xmllint, into docs/benchmarks.md
	@Scripts/setup.sh gcc sqlite3 libxml2-utils
	@python3 -B Benchmarks/run_codecs.py --write docs/benchmarks.md

bench-http: setup ## Measure the HTTP interface beside hand-written routes and Radicale, into docs/benchmarks.md
	@Scripts/setup.sh wrk python3-venv
	$(BUILD_RELEASE)
	swift build -c release --package-path Benchmarks/HTTP --product twin $(RELEASE_FLAGS)
	@python3 -B Benchmarks/run_http.py --atrium "$(RELEASE)" --write docs/benchmarks.md

eval: setup ## Say how often the analysis of texts is right, on the labelled texts of Plugins/MentalModels
	ATRIUM_EVALUATION=1 swift test --disable-xctest --filter MentalModelsTests.EvaluationTests

bench-life: setup ## Measure lists, agendas, drawings and days on a large life, into docs/benchmarks.md
	@Scripts/setup.sh gcc sqlite3 python3
	$(BUILD_RELEASE)
	@python3 -B Benchmarks/run_life.py --atrium "$(RELEASE)" --write docs/benchmarks.md

release: DEBUG_INFO = dwarf
release: setup ## Make a Debian package in .build/packages and try it in a folder with nothing else in it (as root)
	@Scripts/setup.sh python3 debhelper debootstrap lintian mandoc groff man-db libicu-dev
	$(BUILD_RELEASE)
	@rm -rf .build/packages
	@Scripts/release/make.sh "$(RELEASE)" .build/packages
	@for package in .build/packages/*.deb; do Scripts/release/try.sh "$$package" || exit 1; done

install: setup ## Install a release build with completions into $(DESTDIR)$(PREFIX)
	$(BUILD_RELEASE)
	@Scripts/install.sh "$(RELEASE)" "$(DESTDIR)$(PREFIX)"

uninstall: ## Remove what install has put there
	@Scripts/install.sh --remove "$(DESTDIR)$(PREFIX)"

clean: ## Remove all build products
	rm -rf .build
