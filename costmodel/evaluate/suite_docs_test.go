package evaluate

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/internal/oracle/pages"
)

// TestSuiteDocument keeps the tables of docs/suite.md what parlens predicts.
func TestSuiteDocument(t *testing.T) {
	pages.Tables(t, "../../docs/suite.md", func(doc string) string {
		doc = pages.Between(t, doc, "times", timesTable(t))
		doc = pages.Between(t, doc, "nbody", phasesTable(t, "nbody.f90"))
		doc = pages.Between(t, doc, "finance", phasesTable(t, "finance.f90"))
		return pages.Between(t, doc, "larger", largerTable(t))
	})
}

// timesTable is the suite on 1 to 8 processors: T, and on 8 processors how it is
// made up.
func timesTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| program | data elements | P = 1 | 2 | 4 | 8 | of it computation, communication, overhead, wait in % |\n|---|--:|--:|--:|--:|--:|---|\n")
	for _, p := range suite {
		for i, n := range p.elements {
			title := p.title
			if i > 0 {
				title = ""
			}
			fmt.Fprintf(&b, "| %s | %d |", title, n)
			var last *report.Unit
			for _, procs := range []int{1, 2, 4, 8} {
				last = p.on(t, n, procs)
				fmt.Fprintf(&b, " %s |", report.Seconds(last.Charge.Total()))
			}
			fmt.Fprintf(&b, " %s |\n", split(last.Charge))
		}
	}
	return b.String()
}

// phasesTable is the profile of a program's phases on 4 processors, as figures
// 21 and 23 draw it.
func phasesTable(t *testing.T, file string) string {
	var b strings.Builder
	b.WriteString("| n | phase | lines | computation | communication | overhead | wait |\n|--:|---|---|--:|--:|--:|--:|\n")
	p := member(t, file)
	for _, n := range p.elements {
		for _, ph := range phases(p.text(t), p.on(t, n, 4)) {
			c := ph.charge
			fmt.Fprintf(&b, "| %d | %s | %d-%d | %s | %s | %s | %s |\n", n, ph.title, ph.first, ph.last,
				report.Seconds(c.Computation), report.Seconds(c.Communication), report.Seconds(c.Overhead), report.Seconds(c.Wait))
		}
	}
	return b.String()
}

// largerTable is what processors beyond the machine's 8 bring (figures 18 and
// 19).
func largerTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| program | data elements | P = 8 | 16 | 32 | speedup on 8 | on 32 |\n|---|--:|--:|--:|--:|--:|--:|\n")
	for _, file := range []string{"pi.f90", "finance.f90"} {
		p := member(t, file)
		for _, n := range p.elements {
			eight, more, most := p.on(t, n, 8), p.on(t, n, 16), p.on(t, n, 32)
			fmt.Fprintf(&b, "| %s | %d | %s | %s | %s | %.1f | %.1f |\n", p.title, n, report.Seconds(eight.Charge.Total()), report.Seconds(more.Charge.Total()), report.Seconds(most.Charge.Total()), eight.Speedup, most.Speedup)
		}
	}
	return b.String()
}

// N-body: each phase has n/2 circular shifts of the data, so that their
// communication is the same; phase 1 computes more, for it finds the forces
// (paper 003, section 5.2.3).
func TestNBodyPhases(t *testing.T) {
	p := member(t, "nbody.f90")
	for _, n := range p.elements {
		for _, procs := range []int{2, 4, 8} {
			t.Run(fmt.Sprint(procs), func(t *testing.T) {
				u := p.on(t, n, procs)
				both := phases(p.text(t), u)
				if len(both) != 2 {
					t.Fatalf("%d phases", len(both))
				}
				for _, ph := range both {
					shifts := 0
					for _, l := range u.Lines {
						if l.Line < ph.first || l.Line > ph.last || len(l.Comms) == 0 {
							continue
						}
						shifts++
						if c := l.Comms[0]; l.Comms[0].Messages != float64(n)/2 || c.Kind != "shift" {
							t.Errorf("n = %d on %d: line %d: %+v, want n/2 shifts", n, procs, l.Line, c)
						}
					}
					if shifts != 5 { // x, y, mass and both forces
						t.Errorf("n = %d on %d: %s moves %d arrays", n, procs, ph.title, shifts)
					}
				}
				one, two := both[0].charge, both[1].charge
				if math.Abs(one.Communication-two.Communication) > 1e-9*one.Communication || one.Communication == 0 {
					t.Errorf("n = %d on %d: communication %g and %g s", n, procs, one.Communication, two.Communication)
				}
				if one.Computation < 2*two.Computation {
					t.Errorf("n = %d on %d: computation %g and %g s", n, procs, one.Computation, two.Computation)
				}
			})
		}
	}
}

// Option pricing: the second phase communicates nothing, the first one does
// (paper 003, section 5.2.3).
func TestFinancePhases(t *testing.T) {
	p := member(t, "finance.f90")
	for _, n := range p.elements {
		for _, procs := range []int{2, 4, 8} {
			t.Run(fmt.Sprint(procs), func(t *testing.T) {
				both := phases(p.text(t), p.on(t, n, procs))
				if len(both) != 2 || both[0].charge.Communication == 0 || both[1].charge.Communication != 0 || both[1].charge.Wait != 0 || both[1].charge.Computation == 0 {
					t.Errorf("n = %d on %d: %+v", n, procs, both)
				}
			})
		}
	}
}

// On 4 and 8 processors Laplace is faster with a 1-D mapping than with the 2-D
// one, but for n = 32, where only the shorter edges of 2-D blocks are cheap to
// send. (BLOCK,*), which the paper prefers, is 2% behind at 256. docs/suite.md
// says why.
func TestLaplaceMappings(t *testing.T) {
	at := func(file string, n, procs int) float64 { return member(t, file).on(t, n, procs).Charge.Total() }
	for _, procs := range []int{4, 8} {
		t.Run(fmt.Sprint(procs), func(t *testing.T) {
			for _, n := range []int{16, 32, 64, 128, 256} {
				t.Run(fmt.Sprint(n), func(t *testing.T) {
					both, rows, columns := at("laplace.f90", n, procs), at("laplace_rows.f90", n, procs), at("laplace_columns.f90", n, procs)
					if n != 32 && columns >= both || n == 32 && (columns <= both || columns > 1.04*both) {
						t.Errorf("n = %d on %d: (*,BLOCK) %g s, (BLOCK,BLOCK) %g s", n, procs, columns, both)
					}
					behind := map[int]float64{32: 1.15, 256: 1.02}[n]
					if behind == 0 && rows >= both || behind > 0 && (rows <= both || rows > behind*both) {
						t.Errorf("n = %d on %d: (BLOCK,*) %g s, (BLOCK,BLOCK) %g s", n, procs, rows, both)
					}
				})
			}
		})
	}
}

// pi gains from every doubling up to 32 processors at its largest size, option
// pricing has little from more than 8 unless the problem is large (paper 003,
// section 5.2.2, figures 18 and 19).
func TestLargerConfigurations(t *testing.T) {
	at := func(file string, n, procs int) float64 { return member(t, file).on(t, n, procs).Charge.Total() }
	for procs := 1; procs < 32; procs *= 2 {
		if before, after := at("pi.f90", 4096, procs), at("pi.f90", 4096, 2*procs); after > 0.85*before {
			t.Errorf("pi on %d and %d processors: %g and %g s", procs, 2*procs, before, after)
		}
	}
	gain := func(n int) float64 { return 1 - at("finance.f90", n, 32)/at("finance.f90", n, 8) }
	if small, large := gain(32), gain(512); small > 0.02 || large < 0.4 {
		t.Errorf("32 instead of 8 processors save %.0f%% of option pricing with 32 elements and %.0f%% with 512", 100*small, 100*large)
	}
}
