package evaluate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// suiteProgram is an application of paper 003, table 3, at the sizes and
// processors of table 4.
type suiteProgram struct {
	file, title string
	elements    []int // data elements: smallest, one between, largest
	values      func(elements int) map[string]float64
}

// square makes n by n of the elements.
func square(elements int) map[string]float64 {
	n := 1
	for n*n < elements {
		n++
	}
	return map[string]float64{"n": float64(n)}
}

func line(elements int) map[string]float64 { return map[string]float64{"n": float64(elements)} }

var vectorSizes = []int{128, 1024, 4096}

var suite = []suiteProgram{
	{file: "lfk1.f90", title: "LFK 1, hydro fragment", elements: vectorSizes, values: line},
	{file: "lfk2.f90", title: "LFK 2, ICCG excerpt", elements: vectorSizes, values: line},
	{file: "lfk3.f90", title: "LFK 3, inner product", elements: vectorSizes, values: line},
	{file: "lfk9.f90", title: "LFK 9, integrate predictors", elements: vectorSizes, values: line},
	{file: "lfk14.f90", title: "LFK 14, 1-D particle in cell", elements: vectorSizes, values: line},
	{file: "lfk22.f90", title: "LFK 22, Planckian distribution", elements: vectorSizes, values: line},
	{file: "pbs1.f90", title: "PBS 1, trapezoidal rule", elements: vectorSizes, values: line},
	{file: "pbs2.f90", title: "PBS 2, sum of products", elements: []int{256, 4096, 65536}, values: square},
	{file: "pbs3.f90", title: "PBS 3, sum of products of elements", elements: []int{256, 4096, 65536}, values: square},
	{file: "pbs4.f90", title: "PBS 4, sum of reciprocals", elements: vectorSizes, values: line},
	{file: "pi.f90", title: "pi", elements: vectorSizes, values: line},
	{file: "nbody.f90", title: "N-body", elements: []int{16, 256, 4096}, values: line},
	{file: "finance.f90", title: "stock option pricing", elements: []int{32, 128, 512}, values: line},
	{file: "laplace.f90", title: "Laplace (BLOCK,BLOCK)", elements: []int{16, 64, 256}, values: line},
	{file: "laplace_rows.f90", title: "Laplace (BLOCK,\\*)", elements: []int{16, 64, 256}, values: line},
	{file: "laplace_columns.f90", title: "Laplace (\\*,BLOCK)", elements: []int{16, 64, 256}, values: line},
}

// text returns the program, of testdata/suite or testdata/hpf.
func (p suiteProgram) text(t testing.TB) string {
	t.Helper()
	folder := "suite"
	if strings.HasPrefix(p.file, "laplace") {
		folder = "hpf"
	}
	data, err := os.ReadFile(filepath.Join("../../testdata", folder, p.file))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// on predicts the program for a number of data elements and processors of the
// iPSC/860.
func (p suiteProgram) on(t testing.TB, elements, procs int) *report.Unit {
	t.Helper()
	return unitOf(t, p.file, p.text(t), settings.Settings{Procs: procs, Values: p.values(elements)})
}

func member(t testing.TB, file string) suiteProgram {
	t.Helper()
	for _, p := range suite {
		if p.file == file {
			return p
		}
	}
	t.Fatalf("no program %s", file)
	return suiteProgram{}
}

// phase is what a marked part of a program costs: the lines from a comment
// "! phase 1: ..." to the next one, or to "! end of the phases".
type phase struct {
	title       string
	first, last int
	charge      report.Charge
}

func phases(text string, u *report.Unit) []phase {
	var out []phase
	for i, l := range strings.Split(text, "\n") {
		comment, marked := strings.CutPrefix(l, "! ")
		ends := marked && strings.HasPrefix(comment, "end of the phases")
		begins := marked && strings.HasPrefix(comment, "phase ")
		if (begins || ends) && len(out) > 0 {
			out[len(out)-1].last = i
		}
		if begins {
			out = append(out, phase{title: comment, first: i + 2})
		}
	}
	for i := range out {
		for _, l := range u.Lines {
			if out[i].first <= l.Line && l.Line <= out[i].last {
				out[i].charge = addCharges(out[i].charge, l.Charge)
			}
		}
	}
	return out
}

// Nothing in the suite is without an estimate but the items of PRINT, and no size has to be
// assumed: each follows from n (the places of particles do not).
func TestSuiteIsKnown(t *testing.T) {
	for _, p := range suite {
		t.Run(p.title, func(t *testing.T) {
			u := p.on(t, p.elements[0], 4)
			for _, l := range u.Lines {
				if l.NoEstimate != "" && !strings.HasPrefix(l.NoEstimate, "what collecting") && !strings.HasPrefix(l.NoEstimate, "what computing an item") {
					t.Errorf("%s line %d: %s", p.file, l.Line, l.NoEstimate)
				}
			}
			for _, a := range u.Assumptions {
				if strings.HasPrefix(a.Source, "assumed") {
					t.Errorf("%s: %+v", p.file, a)
				}
			}
		})
	}
}
