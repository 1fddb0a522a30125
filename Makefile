# make test     everything, once and in full: what check runs, then the tests in
#               the real editors and viewers, and a job array on a real Slurm;
#               installs what they need (Debian packages, npm)
# make check    the same without those
# make quick    the inner loop: vet and the short tests, those that a change
#               does not touch from the cache
# make bench    benchmarks: prediction of the examples, latency of the server, large
#               files (with ratios to gfortran and fortls where they are installed)
# make measure  the errors of predictions on the machine that it runs on: measures it,
#               predicts and runs the programs of testdata/kernels (10 minutes;
#               CACHES=48K/12,1M/8,32M/16 where the system does not describe them)
# make misses   the misses of each cache, predicted and simulated by cachegrind
# make simulated the messages of MPI programs, simulated by SimGrid
# make release  the command for six platforms and the VS Code extension with each
#               of them inside, with checksums, in dist/
# make pictures the pictures of VS Code in docs/images, on light and dark ground, taken
#               by its tests
# make install  the command, with go install

GO   ?= go
PKGS := ./...

# Tests make thousands of small heaps: collected later, and without the profile that each
# collection writes, they take a third less of the processors. Those that wait for the
# server's clock wait side by side.
TEST := GOGC=400 GODEBUG=memprofilerate=0 $(GO) test -parallel 8

# What the Go tests call besides Go: compilers as judges, dot as a reader of graphs.
TOOLS := gcc libc6-dev gfortran graphviz

# Tests share memory between goroutines in the server, in what it remembers, and where a
# model is stopped. Elsewhere, and in the tests of ALONE, which make one prediction after
# the other, the race detector would only make exhaustive comparisons ten times slower.
ALONE := TestGapToExhaustiveSearch|TestEveryCandidateKeepsItsPromise|TestEveryActionOnALineKeepsItsPromise|TestFromBadMappings
ALONE := $(ALONE)|TestStepsBoundAllThatIsPredicted|TestChangedLoopsStoreTheSame|TestKeysHaveEveryPart|TestSparKeysHaveEveryPart
ALONE := $(ALONE)|TestPrintedModelHasTheSettings|TestPrintedUnits|TestSparFormulas|TestSparTriangles|TestSparModelAndReportAgree
RACE := $(addprefix ./,lsp/... cmd/... analysis/workspace costmodel/predict costmodel/spar advise)

# The checks in the real VS Code that take pictures of what README.md shows.
SHOWN := hint stands|hover says|typing another|mappings are|code action|tree of|cost explorer

.PHONY: test check quick short tools format tidy vet static dead go-test race editors jobs pictures bench measure misses simulated release install

test: check editors jobs

check: tools format tidy vet static dead go-test race

quick:
	@$(MAKE) --no-print-directory -j3 format vet short

short:
	$(TEST) -vet=off -short $(PKGS)

tools:
	tools/install-packages $(TOOLS)

format:
	@files=$$(gofmt -l $$(git ls-files '*.go')); \
	if [ -n "$$files" ]; then echo "gofmt would change:"; echo "$$files"; exit 1; fi

tidy:
	$(GO) mod tidy -diff

vet:
	$(GO) vet $(PKGS)

static:
	$(GO) tool staticcheck $(PKGS)

dead:
	@unreached=$$($(GO) tool deadcode -test $(PKGS)) || exit 1; \
	if [ -n "$$unreached" ]; then echo "$$unreached"; exit 1; fi

go-test:
	$(TEST) -timeout 1500s $(PKGS)

race:
	$(TEST) -race -short -timeout 900s -skip '$(ALONE)' $(RACE)
	$(TEST) -race -short -run 'Stopped|ExplainBeside' ./costmodel/evaluate

editors:
	editors/neovim/test/run.sh
	editors/others/test/run.sh
	editors/vscode/test/run.sh
	editors/viewers/test/run.sh

jobs:
	cmd/parlens/test/slurm.sh

bench:
	$(GO) test -run '^$$' -bench . -benchmem $(PKGS)

measure:
	tools/install-packages gfortran libc6-dev python3
	$(GO) build -o dist/parlens ./cmd/parlens
	tools/measured-table dist/parlens testdata/kernels/measured.csv
	$(GO) test -count 1 ./costmodel/evaluate -run TestMeasuredKernels -update

misses:
	tools/install-packages gfortran libc6-dev python3 valgrind
	tools/misses-table testdata/kernels/misses.csv
	$(GO) test -count 1 ./costmodel/evaluate -run TestMissesOfEachCache -update

simulated:
	tools/install-packages gfortran libc6-dev python3 libsimgrid-dev
	tools/simulated-table testdata/simulated/simulated.csv
	$(GO) test -count 1 ./costmodel/evaluate -run TestSimulatedMessages -update

release:
	tools/release

pictures:
	PARLENS_THEME='Default Light Modern' PARLENS_SHOT=$(CURDIR)/docs/images/vscode.png PARLENS_CHECKS='$(SHOWN)' editors/vscode/test/run.sh
	PARLENS_THEME='Default Dark Modern' PARLENS_SHOT=$(CURDIR)/docs/images/vscode-dark.png PARLENS_CHECKS='$(SHOWN)' editors/vscode/test/run.sh
	@large=$$(find docs/images -name '*.png' -size +300k); if [ -n "$$large" ]; then echo "too large: $$large"; exit 1; fi

install:
	$(GO) install ./cmd/parlens
