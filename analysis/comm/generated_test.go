package comm_test

import (
	"flag"
	"fmt"
	"runtime/debug"
	"testing"

	"github.com/parlens/parlens/internal/oracle/generate"
)

var (
	pairPrograms = flag.Int("pairs", 300, "number of generated programs for the pairs")
	pairSeed     = flag.Uint64("pairseed", 1, "seed of the first of them")
)

// The pairs listed from the closed forms are those that the element interpreter
// finds by executing the program: same messages, same elements, for every pair
// of processors. Where a volume is a bound, no pair has less.
func TestPairsEqualTheElementInterpreter(t *testing.T) {
	total := tally{}
	if testing.Short() {
		*pairPrograms = min(*pairPrograms, 30)
	}
	for i := range uint64(*pairPrograms) {
		p := generate.Seeded(*pairSeed + i)
		if first := differs(p, &total); first != "" {
			small := shrink(p)
			t.Fatalf("seed %d: %s\nsmaller: %s\n%s", *pairSeed+i, first, differs(small, &tally{}), small.Text())
		}
	}
	t.Logf("%d pairs equal, %d in bounds, %d communications not listed: %v", total.equal, total.bound, total.unlisted, total.why)
	if total.equal < *pairPrograms {
		t.Errorf("only %d pairs", total.equal)
	}
}

// differs compares a generated program and returns the first difference, "" for
// none.
func differs(p *generate.Program, total *tally) (first string) {
	defer func() { // so that a program that breaks the analysis is made smaller too
		if r := recover(); r != nil {
			first = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	grids := map[int][][]int{1: {{2}, {3}, {5}}, 2: {{2, 2}, {3, 2}}, 3: {{2, 1, 2}, {2, 2, 2}}}[p.Rank]
	if p.Grid != nil { // that the tables are for
		grids = [][]int{p.Grid}
	}
	d := &differences{}
	comparePairs(d, "generated", "generated.f90", p.Text(), nil, grids, total)
	return d.first
}

// shrink makes a program smaller for as long as it still differs.
func shrink(p *generate.Program) *generate.Program {
	for _, q := range p.Smaller() {
		if differs(q, &tally{}) != "" {
			return shrink(q)
		}
	}
	return p
}

// reporter is told what differs: a test, or differences.
type reporter interface {
	Helper()
	Errorf(format string, args ...any)
}

// differences keeps the first one.
type differences struct{ first string }

func (d *differences) Helper() {}

func (d *differences) Errorf(format string, args ...any) {
	if d.first == "" {
		d.first = fmt.Sprintf(format, args...)
	}
}
