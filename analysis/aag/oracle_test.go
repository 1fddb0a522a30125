package aag_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/oracle/elements"
)

// The closed forms of the graph must give, per line and processor, the very
// counts that the element interpreter finds by executing the program element
// by element: operations, messages, elements and executions.

var formats = []string{"BLOCK", "CYCLIC", "CYCLIC(2)"}

func TestCountsEqualTheElementInterpreter(t *testing.T) {
	var sizes []int
	for n := 8; n <= 33; n++ {
		sizes = append(sizes, n)
	}
	if testing.Short() {
		sizes = []int{8, 17}
	}
	files, _ := filepath.Glob("../../testdata/hpf/*.f*")
	if len(files) < 7 {
		t.Fatalf("found %d programs", len(files))
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range formats {
			t.Run(filepath.Base(file)+"/"+format, func(t *testing.T) {
				t.Parallel()
				every := sizes
				if format == "CYCLIC(2)" && len(sizes) > 5 { // between the other two
					every = []int{8, 13, 18, 23, 33}
				}
				checkProgram(t, file, strings.ReplaceAll(string(data), "BLOCK", format), every)
			})
		}
	}
}

// checkProgram compares, and returns the lines of the last run that are bounds.
func checkProgram(t *testing.T, file, text string, sizes []int) map[int]bool {
	u, err := lowered(file, text)
	if err != nil {
		t.Fatal(err)
	}
	src := source.NewText(text)
	closed := newClosedForms(u, src)
	for line, why := range closed.void {
		if why != "input and output are not modelled" {
			t.Errorf("line %d: no estimate: %s", line, why)
		}
	}
	runs := 0
	for _, n := range sizes {
		for _, grid := range grids(u.Grid.Rank()) {
			values := map[string]float64{"n": float64(n), "sweeps": 2, "steps": 2}
			want, err := elements.Run(elements.Of(u, src), elements.Options{Values: values, Grid: grid, Scheme: scheme.Collective, Kept: closed.graph.Keeps()})
			if err != nil {
				t.Fatalf("n=%d grid %v: %v", n, grid, err)
			}
			got, err := closed.counts(values, grid)
			if err != nil {
				t.Fatalf("n=%d grid %v: %v", n, grid, err)
			}
			report(t, fmt.Sprintf("n=%d grid %v", n, grid), closed.differences(counted(want), got))
			runs++
		}
	}
	if runs < 9 {
		t.Errorf("only %d runs", runs)
	}
	return closed.bound
}

// grids returns arrangements of 1 to 9 processors.
func grids(rank int) [][]int {
	var out [][]int
	for p := 1; p <= 9; p++ {
		if rank == 1 {
			out = append(out, []int{p})
			continue
		}
		for q := 1; q <= p; q++ {
			if p%q == 0 {
				out = append(out, []int{q, p / q})
			}
		}
	}
	return out
}

// The suite of paper 003, likewise, and without a bound: array statements,
// messages and bytes. In lfk2 the levels of the loop are known only by running it
// (costmodel/predict compares them), as are the places of the particles in lfk14.
func TestSuiteEqualsTheElementInterpreter(t *testing.T) {
	files, _ := filepath.Glob("../../testdata/suite/*.f90")
	if len(files) != 13 {
		t.Fatalf("found %d programs", len(files))
	}
	for _, file := range files {
		if name := filepath.Base(file); name == "lfk2.f90" {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			if bound := checkProgram(t, file, string(data), []int{8, 17}); len(bound) > 0 {
				t.Errorf("bounds on the lines %v", bound)
			}
		})
	}
}
