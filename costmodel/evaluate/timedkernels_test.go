package evaluate

import (
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parlens/parlens/internal/oracle/pages"
)

// timed is a kernel that was run on the machine that its prediction is for.
type timed struct {
	set, name, flags            string
	predicted, measured, spread float64 // seconds, seconds, a share of measured
}

func (k timed) off() float64 { return math.Abs(k.predicted/k.measured - 1) }

// TestMeasuredKernels keeps the tables of docs/validity.md what testdata/kernels says:
// how far predictions are off, and how often they tell which of two kernels is faster.
func TestMeasuredKernels(t *testing.T) {
	rows := timedKernels(t)
	pages.Tables(t, "../../docs/validity.md", func(doc string) string {
		doc = pages.Between(t, doc, "measured", measuredTable(rows))
		return pages.Between(t, doc, "order", orderTable(rows))
	})
}

// timedKernels is what measured.csv holds, then the fresh kernels again with what
// frozen.csv holds: predictions that were written down before the first run.
func timedKernels(t *testing.T) []timed {
	t.Helper()
	frozen := map[[2]string]float64{}
	for _, r := range rowsOf(t, "frozen.csv") {
		frozen[[2]string{r[0], r[1]}] = number(t, r[2])
	}
	var out, before []timed
	for _, r := range rowsOf(t, "measured.csv") {
		k := timed{r[0], r[1], r[2], number(t, r[3]), number(t, r[4]), number(t, r[5])}
		out = append(out, k)
		if k.set == "fresh" {
			k.set, k.predicted = "fresh, frozen", frozen[[2]string{k.name, k.flags}]
			before = append(before, k)
		}
	}
	return append(out, before...)
}

// rowsOf is a table of testdata/kernels without its head.
func rowsOf(t *testing.T, name string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(kernelFile(t, name))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

var sets = []string{"known", "held", "former", "recent", "fresh", "fresh, frozen"}

// of are the kernels of a set that were compiled with some flags.
func of(rows []timed, set, flags string) []timed {
	var out []timed
	for _, k := range rows {
		if k.set == set && k.flags == flags {
			out = append(out, k)
		}
	}
	return out
}

// pairs calls see with every two kernels, the one that is predicted slower first.
func pairs(some []timed, see func(slow, fast timed)) {
	for i, a := range some {
		for _, b := range some[:i] {
			if a.predicted < b.predicted {
				see(b, a)
			} else {
				see(a, b)
			}
		}
	}
}

// measuredTable has a row for each set and the flags that it was compiled with. Pairs
// count where the times that were measured differ by more than a tenth.
func measuredTable(rows []timed) string {
	var b strings.Builder
	b.WriteString("| programs | flags | kernels | median error | nine of ten | within 30% | worst factor | pairs in order | noise floor |\n|---|---|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, set := range sets {
		for _, flags := range []string{"-O2", "-O3"} {
			some := of(rows, set, flags)
			var errors, spreads []float64
			within, worst, right, all := 0, 1.0, 0, 0
			for _, k := range some {
				errors, spreads = append(errors, k.off()), append(spreads, k.spread)
				worst = max(worst, k.predicted/k.measured, k.measured/k.predicted)
				if k.off() <= 0.3 {
					within++
				}
			}
			pairs(some, func(slow, fast timed) {
				if max(slow.measured, fast.measured) > 1.1*min(slow.measured, fast.measured) {
					if all++; slow.measured > fast.measured {
						right++
					}
				}
			})
			slices.Sort(errors)
			slices.Sort(spreads)
			n := len(errors)
			fmt.Fprintf(&b, "| %s | `%s` | %d | %.0f%% | %.0f%% | %.0f%% | %.1f | %.0f%% | %.1f%% |\n", set, flags, n, 100*middle(errors), 100*errors[(n-1)*9/10],
				100*float64(within)/float64(n), worst, 100*float64(right)/float64(all), 100*middle(spreads))
		}
	}
	return b.String()
}

// middle is the median of sorted numbers.
func middle(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// orderTable tells, by how far apart two kernels are predicted, how often the one that
// is predicted faster was faster: of what was seen while the model was made, and of
// what had been predicted before.
func orderTable(rows []timed) string {
	var b strings.Builder
	b.WriteString("| predicted apart by | all programs but fresh | fresh, frozen |\n|---|--:|--:|\n")
	steps := []float64{1, 1.1, 1.25, 1.5, 2, 4, math.Inf(1)}
	for i, from := range steps[:len(steps)-1] {
		to := steps[i+1]
		share := func(sets ...string) string {
			right, all := 0, 0
			for _, set := range sets {
				for _, flags := range []string{"-O2", "-O3"} {
					pairs(of(rows, set, flags), func(slow, fast timed) {
						if r := slow.predicted / fast.predicted; from <= r && r < to {
							if all++; slow.measured > fast.measured {
								right++
							}
						}
					})
				}
			}
			return fmt.Sprintf("%d of %d, %.0f%%", right, all, 100*float64(right)/float64(all))
		}
		name := fmt.Sprintf("%g to %g times", from, to)
		if math.IsInf(to, 1) {
			name = fmt.Sprintf("%g times and more", from)
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", name, share(sets[:4]...), share("fresh, frozen"))
	}
	return b.String()
}
