# make test   everything: formatting, vet, staticcheck, Go tests with the race
#             detector, the tests in the real editors (installs what they need)
# make check  the same without the editors
# make bench  benchmarks: prediction of the examples, latency of the server, large
#             files (with ratios to gfortran and fortls where they are installed)
# make install  the command, with go install

GO      ?= go
PKGS    := ./...
STATIC  := honnef.co/go/tools/cmd/staticcheck

.PHONY: test check format vet static go-test editors bench install

test: check editors

check: format vet static go-test

format:
	@files=$$(gofmt -l $$(git ls-files '*.go')); \
	if [ -n "$$files" ]; then echo "gofmt would change:"; echo "$$files"; exit 1; fi

vet:
	$(GO) vet $(PKGS)

static:
	$(GO) tool staticcheck $(PKGS)

# The race detector makes exhaustive comparisons ten times slower: they run
# once more, in full, without it.
go-test:
	$(GO) test -race -short -timeout 900s $(PKGS)
	$(GO) test -timeout 900s $$($(GO) list $(PKGS) | grep -E '/(aag|comm|mapping|symbolic|process|calculus|pamela)$$')

editors:
	editors/neovim/test/run.sh
	editors/vscode/test/run.sh

bench:
	$(GO) test -run '^$$' -bench . -benchmem $(PKGS)

install:
	$(GO) install ./cmd/parlens
