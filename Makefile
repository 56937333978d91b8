# If the machine's Node.js is too old, scripts/ensure-node.sh fetches one into .tools, which is first on PATH.
export PATH := $(CURDIR)/.tools/node/node_modules/node/bin:$(CURDIR)/.tools/bin:$(PATH)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run demo unit test test-long check clients wordpress e2e bench tokens snapshots golden soak kills mutations explore generate clean build compile node

# Every recipe needs a shell (`exec`, `&&`). Without one, make may search programs on its initial PATH.

help: ## this list
	@exec awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

run: build ## install missing programs, build, start everything in the foreground; Ctrl-C stops it
	@exec node standalone/dist/main.js --end-with-parent

demo: build ## a small web application to try sessions on, on PORT=8090 (docs/walkthrough.md)
	@exec node test/dist/demo/main.js $(PORT)

unit: compile ## the tests without a server or a browser: the inner loop
	@exec scripts/test.sh unit

test: build ## run make check, then all tests, on real servers and browsers; PACKAGE=api: only that package's tests
	@exec scripts/test.sh $(PACKAGE)

test-long: build ## before a release: long tests, kills, soak, mutations, the whole explorer, every cluster scenario
	@scripts/test.sh long && $(MAKE) kills && $(MAKE) soak && $(MAKE) soak RENDERS=1000 && $(MAKE) mutations && $(MAKE) explore && exec $(MAKE) e2e

check: build ## the fast checks of each change: types, lint, words, generated files
	@exec node_modules/.bin/biome check
	@exec node scripts/words/check-words.mjs
	@exec scripts/check-generated.sh

clients: build ## take the walk of clients/conformance with each library; LANGUAGES=python,go: only these
	@node standalone/dist/install-main.js && node test/dist/kit/programs/install-test-programs.js && exec node test/dist/clients/main.js '$(call quoted,$(LANGUAGES))'

wordpress: node ## write the WordPress plugin, clients/wordpress/dist/tintype.zip
	@exec node scripts/bundle-wordpress.mjs

e2e: build ## start a real cluster on this machine, install the chart, play every scenario; Linux, as root; CASE=…: only these
	@node standalone/dist/install-main.js && TINTYPE_TEST_CASE='$(call quoted,$(CASE))' exec node test/dist/e2e/main.js $(FLAGS)

bench: build ## measure speed; ROWS=png,cpu: only these rows
	@node standalone/dist/install-main.js && exec node test/dist/bench/main.js $(ROWS)

tokens: build ## count a model's tokens for one task, with our tools and with playwright-mcp: the table in docs/agents.md
	@node standalone/dist/install-main.js && exec node test/dist/bench/tokens/main.js

snapshots: build ## measure the snapshots of ten pages: the table in docs/actions.md
	@node standalone/dist/install-main.js && exec node test/dist/pages/main.js

golden: build ## write test/real-pages/golden.txt: how real pages look, for make test-long; PAGES=aos,wow: only these
	@node standalone/dist/install-main.js && exec node test/dist/real-pages/main.js $(PAGES)

soak: build ## informers under faults for MINUTES=20 (ENGINE=jetstream: on NATS); RENDERS=1000: renders among kills
	@node standalone/dist/install-main.js && $(if $(RENDERS),exec nice node test/dist/soak/renders/main.js,node test/dist/kit/programs/install-control-plane.js && exec nice node test/dist/soak/main.js)

kills: build ## open SESSIONS=200 with real browsers and kill parts at random; SEED=n repeats parts and pauses
	@node standalone/dist/install-main.js && exec nice node test/dist/kills/main.js

mutations: build ## put known mistakes into the code; print which tests notice each; NAMES=…: only these mistakes
	@exec node test/dist/mutations/main.js $(if $(filter undefined,$(origin NAMES)),,'$(call quoted,$(NAMES))')

# Escapes a value for single quotes of the shell.
quoted = $(subst ','\'',$(1))

explore: build ## play a session's life with every fault at every call, and random schedules; SEED=n, SEEDS=from-to, CASE=…: only these
	@exec node test/dist/explorer/main.js $(if $(filter undefined,$(origin SEED)),,'--seed=$(call quoted,$(SEED))') $(if $(filter undefined,$(origin SEEDS)),,'--seeds=$(call quoted,$(SEEDS))') $(if $(filter undefined,$(origin CASE)),,'--case=$(call quoted,$(CASE))')

generate: node_modules/.installed ## write the generated files
	@node scripts/generate-devices.mjs && node node_modules/typescript/bin/tsc -b && node scripts/generate-openapi.mjs && node scripts/generate-console-types.mjs && node scripts/generate-vectors.mjs && node scripts/generate-clients.mjs && node scripts/generate-crds.mjs && node scripts/generate-crds-reference.mjs && node scripts/generate-seccomp.mjs && node scripts/generate-dashboard.mjs && node scripts/generate-chart.mjs && node scripts/generate-attack-list.mjs && exec node scripts/generate-browser-differences.mjs

clean: ## remove build output and leftovers of tests; keeps .tintype, .tools and node_modules
	@exec rm -rf */dist */*.tsbuildinfo test/results

build: compile
	@exec scripts/alone.sh node scripts/bundle-programs.mjs

# Without bundles of the programs, which no unit test starts.
compile: node_modules/.installed
	@echo "building"
	@exec scripts/alone.sh sh -c 'node node_modules/typescript/bin/tsc -b && node scripts/remove-stale.mjs && node scripts/bundle-console.mjs && exec node scripts/bundle-n8n.mjs'

node_modules/.installed: package-lock.json | node
	@exec scripts/alone.sh scripts/install-packages.sh

node:
	@exec scripts/alone.sh scripts/ensure-node.sh
