package evaluate

import (
	"context"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/arrayop"
	"github.com/parlens/parlens/costmodel/arrayprogram"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/pages"
	"github.com/parlens/parlens/machines"
)

// publishedKernel is a row of paper 000, table 6: mean run times, seconds. The paper
// prints 1.35 s for ave on cm5-cmf-cmax, which its own error of -16.1% corrects to
// 2.35; tomcatv on cm5-cmf ran into the limit of 7200 s.
type publishedKernel struct {
	kernel, machine     string
	predicted, measured float64
	within              float64 // of the published prediction, what is promised for ours
	why                 string  // of a larger difference
}

var publishedKernels = []publishedKernel{
	{"ave", "cm5-cmf", 61.6, 57.7, .01, ""},
	{"ave", "cm5-cmf-cmax", 1.97, 2.35, .01, ""},
	{"ave", "ymp-c90-cf77", 1.32, 1.79, .01, ""},
	{"ave", "ymp-c90-f90", 5.10, 4.75, .01, ""},
	{"merge", "cm5-cmf", 5.46, 4.77, .02, ""},
	{"merge", "cm5-cmf-cmax", .924, .916, .02, ""},
	{"merge", "ymp-c90-cf77", .195, .190, .02, ""},
	{"merge", "ymp-c90-f90", .510, .703, .02, ""},
	{"ep", "cm5-cmf", .947, 1.34, .45, "sections"},
	{"ep", "cm5-cmf-cmax", .947, 1.31, .45, "sections"},
	{"ep", "ymp-c90-cf77", .401, .294, .15, ""},
	{"ep", "ymp-c90-f90", .917, .915, .15, ""},
	{"multi", "cm5-cmf", 16.0, 25.5, .01, ""},
	{"multi", "cm5-cmf-cmax", 16.0, 25.3, .01, ""},
	{"multi", "ymp-c90-cf77", 1.55, 1.01, .01, ""},
	{"multi", "ymp-c90-f90", 4.26, 1.12, .01, ""},
	{"tomcatv", "cm5-cmf", 16600, math.NaN(), .05, ""},
	{"tomcatv", "cm5-cmf-cmax", 838, 966, .05, ""},
	{"tomcatv", "ymp-c90-cf77", 1.36, .980, .60, "serial"},
	{"tomcatv", "ymp-c90-f90", 3.16, 3.38, .60, "serial"},
}

// kernelUnit predicts a kernel with the counts of its instrumented run.
func kernelUnit(t *testing.T, kernel, machine string) *report.Unit {
	t.Helper()
	file := kernel + ".f90"
	data, err := os.ReadFile("../../testdata/arrayops/" + file)
	if err != nil {
		t.Fatal(err)
	}
	s := settings.Settings{Machine: machine}
	if counted, err := os.ReadFile("../../testdata/arrayops/" + kernel + ".counts.csv"); err == nil {
		if s.Counts, err = settings.ParseCounts(kernel+".counts.csv", counted); err != nil {
			t.Fatal(err)
		}
	}
	return reportOf(t, file, string(data), s).Units[0]
}

// The kernels of paper 000 from source on its four machines.
func TestArrayKernels(t *testing.T) {
	for _, k := range publishedKernels {
		t.Run(k.kernel+" "+k.machine, func(t *testing.T) {
			got := kernelUnit(t, k.kernel, k.machine).Charge.Total()
			if off := got/k.predicted - 1; math.Abs(off) > k.within {
				t.Errorf("%.4g s, published prediction %g s: %+.1f%%", got, k.predicted, 100*off)
			}
		})
	}
}

// The parts of the predictions that the paper's tables give in full.
func TestMainSweepOfAve(t *testing.T) {
	for machine, want := range map[string]float64{"ymp-c90-cf77": 1.31, "ymp-c90-f90": 5.09, "cm5-cmf": 1.64, "cm5-cmf-cmax": 1.64} {
		t.Run(machine, func(t *testing.T) {
			u := kernelUnit(t, "ave", machine)
			for _, l := range u.Lines {
				if len(l.Operations) > 0 && strings.Contains(l.Formula.String(), "3000 x RS-MUL") {
					compute := l.Charge.Total() - l.Charge.Communication
					if math.Abs(compute/want-1) > .01 {
						t.Errorf("%s: %g s, want %g", machine, compute, want)
					}
				}
			}
		})
	}
}

// The page shows what is predicted.
func TestArrayOperationsDocument(t *testing.T) {
	pages.Tables(t, "../../docs/array-operations.md", func(doc string) string {
		var b strings.Builder
		b.WriteString("| kernel | machine | ours | 90% interval | published prediction | error | published measurement | |\n|---|---|--:|--:|--:|--:|--:|---|\n")
		for _, k := range publishedKernels {
			t.Run(k.kernel, func(t *testing.T) {
				u := kernelUnit(t, k.kernel, k.machine)
				measured := "> 7200"
				if !math.IsNaN(k.measured) {
					measured = fmt.Sprintf("%.3g", k.measured)
				}
				why := ""
				if k.why != "" {
					why = "[why](#" + k.why + ")"
				}
				total := u.Charge.Total()
				fmt.Fprintf(&b, "| %s | %s | %s | %s to %s | %s | %+.1f%% | %s | %s |\n", k.kernel, k.machine, three(total), three(u.Interval.Low), three(u.Interval.High), three(k.predicted), 100*(total/k.predicted-1), measured, why)
			})
		}
		doc = pages.Between(t, doc, "kernels", b.String())
		doc = pages.Between(t, doc, "ep", epTable(t))
		doc = pages.Between(t, doc, "tomcatv", tomcatvTable(t))
		return pages.Between(t, doc, "scalar", scalarTable(t))
	})
}

// scalarTable is table 7 of paper 000: predictions for cf77 by a method for scalar
// programs, and by array operations.
func scalarTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| kernel | scalar, ours | scalar, published | arrays, ours | arrays, published | measured |\n|---|--:|--:|--:|--:|--:|\n")
	for _, k := range []struct {
		kernel                  string
		scalar, array, measured float64
	}{{"ave", 87.5, 1.32, 1.79}, {"merge", 3.04, .195, .190}, {"ep", 5.80, .395, .294}, {"multi", 12.5, 1.55, 1.01}, {"tomcatv", 16.1, 1.36, .980}} {
		ours := kernelUnit(t, k.kernel, "ymp-c90-cf77").Charge.Total()
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", k.kernel, three(scalarMethod(t, k.kernel)), three(k.scalar), three(ours), three(k.array), three(k.measured))
	}
	return b.String()
}

// scalarMethod counts every element of every array operation as one operation of a
// scalar unit, without loop and index arithmetic, as the paper's table does.
func scalarMethod(t *testing.T, kernel string) float64 {
	t.Helper()
	m, err := machines.Load("ymp-c90-cf77", nil)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile("../../testdata/arrayops/" + kernel + ".f90")
	if err != nil {
		t.Fatal(err)
	}
	f := lower.Lower(fortran.Parse(source.NewText(string(data)), fortran.Free))
	r := arrayprogram.Predict(context.Background(), f.Units[0].Unit, arrayop.New(m), arrayprogram.Options{Procedure: func(_ *program.Unit, name string) *arrayprogram.Procedure {
		for _, u := range f.Units {
			if u.Name == name {
				return &arrayprogram.Procedure{Unit: u.Unit}
			}
		}
		return nil
	}})
	operations := 0.0
	for _, c := range r.Costs {
		for _, x := range c.Parts {
			switch {
			case x.Name == "SERIAL":
				operations += x.Count
			case !x.Indexed:
				operations += x.Count * x.Elements
			}
		}
	}
	each, _ := arrayop.New(m).Value(arrayop.Term{Count: 1, Name: "SERIAL"})
	return operations * each.Mean
}

// The paper's finding: predictions from array operations are within 50% of the
// measurement mostly, and the scalar method is far off everywhere.
func TestArraysAgainstScalars(t *testing.T) {
	near, all := 0, 0
	for _, k := range publishedKernels {
		if math.IsNaN(k.measured) {
			continue
		}
		all++
		if off := kernelUnit(t, k.kernel, k.machine).Charge.Total()/k.measured - 1; math.Abs(off) <= .5 {
			near++
		}
	}
	if near < 16 || all != 19 {
		t.Errorf("%d of %d within 50%%", near, all)
	}
	for _, k := range publishedKernels {
		if k.machine == "ymp-c90-cf77" {
			if scalar := scalarMethod(t, k.kernel); scalar < 4*k.measured {
				t.Errorf("%s: the scalar method gives %g s, measured %g", k.kernel, scalar, k.measured)
			}
		}
	}
}

func three(x float64) string {
	if x >= 1000 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}
