package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/pages"
)

// TestLaplaceDocument keeps the tables of docs/laplace.md what parlens
// predicts.
func TestLaplaceDocument(t *testing.T) {
	pages.Tables(t, "../../docs/laplace.md", func(doc string) string {
		for _, machine := range []string{"ipsc860", "cluster"} {
			t.Run(machine, func(t *testing.T) {
				doc = pages.Between(t, doc, machine, laplaceTable(t, machine))
			})
		}
		return doc
	})
}

// laplaceTable compares the three mappings: T in the first columns, the
// smallest of a row in bold, then how T is made up.
func laplaceTable(t *testing.T, machine string) string {
	mappings := []struct{ title, file string }{
		{"(BLOCK,BLOCK)", "laplace.f90"}, {"(BLOCK,*)", "laplace_rows.f90"}, {"(*,BLOCK)", "laplace_columns.f90"},
	}
	var b strings.Builder
	b.WriteString("| N | P | (BLOCK,BLOCK) | (BLOCK,*) | (\\*,BLOCK) | computation, communication, overhead, wait of each in % |\n|--:|--:|--:|--:|--:|---|\n")
	for _, n := range []float64{64, 256, 1024} {
		for _, p := range []int{1, 4, 16} {
			var times, splits []string
			best, least := 0, 0.0
			for i, m := range mappings {
				u := unitOf(t, m.file, example(t, m.file), settings.Settings{Machine: machine, Procs: p, Values: map[string]float64{"n": n}})
				total := u.Charge.Total()
				if i == 0 || total < least*(1-1e-9) {
					best, least = i, total
				}
				times = append(times, report.Seconds(total))
				splits = append(splits, split(u.Charge))
			}
			if p > 1 {
				times[best] = "**" + times[best] + "**"
			}
			fmt.Fprintf(&b, "| %g | %d | %s | %s |\n", n, p, strings.Join(times, " | "), strings.Join(splits, " · "))
		}
	}
	return b.String()
}

func split(c report.Charge) string {
	percent := func(x float64) string { return fmt.Sprintf("%.0f", 100*x/c.Total()) }
	return strings.Join([]string{percent(c.Computation), percent(c.Communication), percent(c.Overhead), percent(c.Wait)}, " ")
}
