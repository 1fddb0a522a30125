package evaluate

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/elements"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// Kernel 2 halves a vector level by level: what is executed, sent and received
// in all levels together is what the element interpreter counts.
func TestEvolutionEqualsTheElementInterpreter(t *testing.T) {
	p := member(t, "lfk2.f90")
	text := source.NewText(p.text(t))
	unit := workspace.New(texts.FS{}).Snapshot().Program(&workspace.File{Path: p.file, Text: text}).Units[0].Fork()
	moved := 0.0
	for _, n := range []int{8, 33, 128} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			for _, procs := range []int{1, 2, 3, 8} {
				want, err := elements.Run(elements.Of(unit, text), elements.Options{Values: p.values(n), Grid: []int{procs}, Scheme: scheme.Collective})
				if err != nil {
					t.Fatal(err)
				}
				u := p.on(t, n, procs)
				for line, w := range want.Lines {
					l := lineOf(u, line)
					if len(w.Transfers) == 0 && w.Executions == 0 {
						continue
					}
					if l == nil {
						t.Errorf("n = %d on %d: no line %d", n, procs, line)
						continue
					}
					messages, bytes := 0.0, 0.0
					for _, x := range w.Transfers {
						messages += float64(x.Total().Messages)
						bytes += float64(x.Total().Bytes)
					}
					moved += bytes
					gotMessages, gotBytes := 0.0, 0.0
					for _, c := range l.Comms {
						gotMessages += c.TotalMessages
						gotBytes += c.TotalBytes
					}
					if math.Abs(gotMessages-messages) > 1e-6 || math.Abs(gotBytes-bytes) > 1e-6 {
						t.Errorf("n = %d on %d, line %d: %g messages of %g bytes, want %g of %g", n, procs, line, gotMessages, gotBytes, messages, bytes)
					}
					if math.Abs(l.Executions-float64(w.Executions)) > 1e-6 {
						t.Errorf("n = %d on %d, line %d: %g executions, want %d", n, procs, line, l.Executions, w.Executions)
					}
				}
			}
		})
	}
	if moved < 1000 {
		t.Errorf("only %g bytes were compared", moved)
	}
	t.Logf("%g bytes", moved)
}

// The lines of an averaged unit still add up to it.
func TestEvolutionAddsUp(t *testing.T) {
	p := member(t, "lfk2.f90")
	for _, procs := range []int{1, 4, 8} {
		t.Run(fmt.Sprint(procs), func(t *testing.T) {
			u := p.on(t, 1024, procs)
			sum := 0.0
			for _, l := range u.Lines {
				sum += l.Charge.Total()
			}
			profiles, err := profilesPath(context.Background(), workspace.New(texts.FS{p.file: p.text(t)}).Snapshot(), p.file, "", report.AllLines, settings.Settings{Procs: procs, Values: p.values(1024)})
			if err != nil || len(profiles) != 1 {
				t.Fatal(profiles, err)
			}
			if total, got := u.Charge.Total(), profiles[0]; math.Abs(got.Cumulative.Total()-total) > 1e-9*total || math.Abs(got.Share-1) > 1e-9 || math.Abs(got.Serial-u.Serial) > 1e-9*u.Serial {
				t.Errorf("on %d: the unit takes %g s, its profile is %+v", procs, total, got)
			}
			if total := u.Charge.Total(); math.Abs(sum-total) > 1e-9*total || total == 0 {
				t.Errorf("on %d: the lines take %g s, the unit %g s", procs, sum, total)
			}
		})
	}
}

// The mean of several evaluations lies between the means of their bounds, however the sums are
// rounded.
func TestBoundsHoldTheMean(t *testing.T) {
	for seed := range 100 {
		var parts []part
		for k := range 3 {
			c := report.Charge{Computation: 0.1 / float64(seed+k+1), Communication: 0.7, Overhead: 0.013 * float64(k+seed)}
			u := &report.Unit{Charge: c, Between: report.Between{Low: 0.1, High: c.Total()}}
			parts = append(parts, part{&numbers{out: u}, 1.0 / 3, 1})
		}
		into := &report.Unit{}
		if average(into, parts); into.Between.High < into.Charge.Total() {
			t.Fatalf("%v is above %v", into.Charge.Total(), into.Between.High)
		}
	}
}

// What a branch computes from values that change together is executed as often as they say in the
// iterations that take it: of l = 1, 3, 5, 7 the first three, 64 times each, whatever 7 would do.
func TestEvolutionInABranch(t *testing.T) {
	const text = "program p\ninteger, parameter :: m = 7\ninteger l, i, k, lk, li\nreal x(200)\ndo l = 1, m, 2\nlk = 2**(l-1)\nli = 2**(m-l)\nif (l /= m) then\nlk = 2**l\nli = 2**(m-l-1)\n" +
		"do i = 0, li-1\ndo k = 0, lk-1\nx(i*lk+k+1) = 1\nend do\nend do\nend if\nend do\nend program\n"
	u := unitOf(t, "p.f90", text, settings.Settings{})
	if got := lineOf(u, 13).Executions; got != 3*64 {
		t.Errorf("%v, want %v", got, 3*64)
	}
}

// Iterations that are like others are one, however many there are: the levels of a transform, of
// 400 columns, four, have 8 elements each.
func TestEvolutionOfManyRuns(t *testing.T) {
	const text = "program p\ninteger, parameter :: n = 16\ninteger i, j, k, l, le\nreal x(n,400)\ndo j = 1, 400\nl = 1\ndo while (l < n)\nle = n/(2*l)\n" +
		"do k = 0, l-1\ndo i = 1, le\nx(2*k*le+i,j) = 1\nend do\nend do\nl = l*2\nend do\nend do\nend program\n"
	u := unitOf(t, "p.f90", text, settings.Settings{})
	if got := lineOf(u, 11).Executions; got != 400*4*8 {
		t.Errorf("%v, want %v", got, 400*4*8)
	}
}
