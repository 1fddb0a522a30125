package aag_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/oracle/elements"
	"github.com/parlens/parlens/internal/oracle/generate"
)

var (
	programs = flag.Int("programs", 300, "number of generated programs")
	seed     = flag.Uint64("seed", 1, "seed of the first generated program")
)

// budget is the number of programs: short tests have a twentieth of it.
func budget() uint64 {
	if testing.Short() {
		return uint64(*programs / 20)
	}
	return uint64(*programs)
}

// TestGeneratedPrograms compares the closed forms with the element interpreter
// on random programs: counts are equal, or marked as bounds and not below.
func TestGeneratedPrograms(t *testing.T) {
	var tally outcome
	failed, programs := 0, budget()
	for i := range programs {
		p := generate.Seeded(*seed + i)
		o := try(p)
		o.slow = *seed + i
		tally.add(o)
		if o.failure == "" {
			continue
		}
		small := shrink(scheme.Collective, p)
		t.Errorf("seed %d: %s\n%s", *seed+i, try(small).failure, numbered(small.Text()))
		if failed++; failed == 10 {
			break
		}
	}
	t.Logf("%d runs compared, %d programs refused by the interpreter, %d counts, %d in bounds, %d of them loose (sum %.0f for %.0f), %d lines without estimate; slowest %v (seed %d)",
		tally.runs, tally.refused, tally.counts, tally.bounds, tally.loose, tally.bounded, tally.truth, tally.void, tally.slowest, tally.slow)
	if tally.runs < int(programs) {
		t.Errorf("only %d runs", tally.runs)
	}
	var reasons []string
	for why := range tally.why {
		reasons = append(reasons, fmt.Sprintf("%d: %s", tally.why[why], why))
	}
	sort.Strings(reasons)
	t.Log(strings.Join(reasons, "\n"))
}

// TestGeneratedProgramsUnderOtherSchemes: the switches change both sides alike.
func TestGeneratedProgramsUnderOtherSchemes(t *testing.T) {
	unvectorised := scheme.Collective
	unvectorised.Vectorize = false
	apart := scheme.Collective
	apart.OverlapAreas = false
	uncoalesced := scheme.Collective
	uncoalesced.Coalesce = false
	for name, s := range map[string]scheme.Scheme{"element-wise": scheme.ElementWise, "not vectorised": unvectorised, "no overlap areas": apart, "not coalesced": uncoalesced} {
		t.Run(name, func(t *testing.T) {
			runs := 0
			programs := budget() / 10
			for i := range programs {
				p := generate.Seeded(*seed + i)
				o := tryUnder(s, p)
				runs += o.runs
				if o.failure != "" {
					small := shrink(s, p)
					t.Fatalf("%s, seed %d: %s\n%s", name, *seed+i, tryUnder(s, small).failure, numbered(small.Text()))
				}
			}
			if runs < int(programs) {
				t.Errorf("%s: only %d runs", name, runs)
			}
		})
	}
}

// TestGeneratedProgramsOnParts: templates take parts of the arrangement.
func TestGeneratedProgramsOnParts(t *testing.T) {
	var tally outcome
	programs := budget() / 2
	for i := range programs {
		p := generate.NewOnParts(rand.New(rand.NewPCG(*seed+i, 2)))
		o := try(p)
		tally.add(o)
		if o.failure != "" {
			small := shrink(scheme.Collective, p)
			t.Fatalf("seed %d: %s\n%s", *seed+i, try(small).failure, numbered(small.Text()))
		}
	}
	t.Logf("%d runs compared, %d programs refused by the interpreter, %d counts, %d in bounds", tally.runs, tally.refused, tally.counts, tally.bounds)
	if tally.runs < int(programs)*2/3 {
		t.Errorf("only %d runs", tally.runs)
	}
}

// outcome is what comparing a program gave.
type outcome struct {
	failure                                    string // the first difference, or ""
	runs, refused, counts, bounds, loose, void int
	bounded, truth                             float64 // sums over the counts that are bounds
	slowest                                    time.Duration
	slow                                       uint64
	why                                        map[string]int
}

func (o *outcome) add(x outcome) {
	o.runs, o.refused, o.counts = o.runs+x.runs, o.refused+x.refused, o.counts+x.counts
	o.bounds, o.loose, o.void = o.bounds+x.bounds, o.loose+x.loose, o.void+x.void
	o.bounded, o.truth = o.bounded+x.bounded, o.truth+x.truth
	if x.slowest > o.slowest {
		o.slowest, o.slow = x.slowest, x.slow
	}
	if o.why == nil {
		o.why = map[string]int{}
	}
	for w, n := range x.why {
		o.why[w] += n
	}
}

// mostElements is how many elements a generated program may execute: few execute
// more, and those would take most of the time.
const mostElements = 200_000

// try compares a program on several arrangements.
func try(p *generate.Program) outcome { return tryUnder(scheme.Collective, p) }

func tryUnder(s scheme.Scheme, p *generate.Program) (o outcome) {
	defer func() { // so that a program that breaks the analysis is made smaller too
		if r := recover(); r != nil {
			o.failure = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	text := p.Text()
	u, err := lowered("generated.f90", text)
	if err != nil {
		return outcome{refused: 1, why: map[string]int{err.Error(): 1}}
	}
	src := source.NewText(text)
	inputs, err := elements.Parse("generated.f90", text)
	if err != nil {
		return outcome{refused: 1, why: map[string]int{err.Error(): 1}}
	}
	start := time.Now()
	closed := newFormsUnder(s, u, src, visible("generated.f90", text))
	o.slowest = time.Since(start)
	o.void = len(closed.void)
	o.why = map[string]int{}
	for _, why := range closed.void {
		o.why["no estimate: "+why]++
	}
	for _, grid := range gridsOf(p) {
		ran, err := elements.Run(inputs[0], elements.Options{Grid: grid, Scheme: s, Kept: closed.graph.Keeps(), Steps: mostElements})
		if err != nil {
			if strings.Contains(err.Error(), "is fetched before") { // a message was hoisted too far
				o.failure = fmt.Sprintf("grid %v: %v", grid, err)
				return o
			}
			o.refused = 1
			why := err.Error()
			if _, after, ok := strings.Cut(why, ": "); ok {
				why = after
			}
			o.why[why]++
			continue
		}
		got, err := closed.counts(nil, grid)
		if err != nil {
			o.failure = fmt.Sprintf("grid %v: %v", grid, err)
			return o
		}
		want := countedTo(ran, src.LineOf(u.End))
		if d := closed.differences(want, got); len(d) > 0 {
			o.failure = fmt.Sprintf("grid %v: %s", grid, least(d))
			return o
		}
		o.runs++
		o.counts += len(want)
		o.addBounds(closed, want, got)
	}
	return o
}

// gridsOf returns the arrangements that a program is compared on.
func gridsOf(p *generate.Program) [][]int {
	if p.Grid != nil {
		return [][]int{p.Grid}
	}
	return map[int][][]int{1: {{1}, {2}, {3}, {4}, {5}, {7}}, 2: {{1, 1}, {2, 1}, {1, 3}, {2, 2}, {3, 2}, {2, 3}, {3, 3}}, 3: {{1, 1, 1}, {2, 1, 2}, {1, 3, 2}, {2, 2, 2}}}[p.Rank]
}

func least(ss []string) string {
	sort.Strings(ss)
	return ss[0]
}

func (o *outcome) addBounds(c *closedForms, want, got map[count]float64) {
	for k, g := range got {
		if !c.bound[k.line] || k.what != "elements" {
			continue
		}
		o.bounds++
		o.bounded, o.truth = o.bounded+g, o.truth+want[k]
		if g > want[k] {
			o.loose++
		}
	}
}

// shrink leaves out statements for as long as the program still fails.
func shrink(s scheme.Scheme, p *generate.Program) *generate.Program {
	for {
		next := p
		for _, q := range p.Smaller() {
			if tryUnder(s, q).failure != "" {
				next = q
				break
			}
		}
		if next == p {
			return p
		}
		p = next
	}
}

func numbered(text string) string {
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		fmt.Fprintf(&b, "%3d %s\n", i+1, line)
	}
	return b.String()
}
