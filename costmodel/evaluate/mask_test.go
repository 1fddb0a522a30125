package evaluate

import (
	"fmt"
	"math"
	"testing"

	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/elements"
	"github.com/parlens/parlens/internal/oracle/texts"
)

const maskHead = "program x\ninteger, parameter :: n = 40\ninteger :: i, j, t(n)\nreal :: a(n), b(n), c(n,n)\n" +
	"!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO p\n!HPF$ ALIGN (i) WITH a(i) :: b, t\n!HPF$ ALIGN c(i,*) WITH a(i)\n" +
	"forall (i = 1:n) t(i) = mod(i, 10)\nforall (i = 1:n) a(i) = i\nc = 1.0\n"

// The share of the elements for which a mask holds is found by evaluating it:
// the assignments are executed as often as the element interpreter counts.
func TestMasksEqualTheElementInterpreter(t *testing.T) {
	for i, body := range []string{
		"where (t < 3) b = 1.0 / a\n",
		"where (t < 3)\nb = 1.0\nelsewhere (t < 5)\nb = 2.0\nelsewhere\nb = 3.0\nend where\n",
		"where (a(2:n-1) > 30.5)\nb(2:n-1) = a(1:n-2)\nend where\n",
		"forall (i = 1:n, mod(i, 5) == 0) b(i) = sqrt(a(i))\n",
		"forall (i = 1:n, j = 1:n, i > j) c(i,j) = 2.0\n",
		"where (t == 3) t = 4\nwhere (t == 4) b = 0.0\n",
		"do j = 1, 3\nwhere (t < j) b = 1.0\nend do\n",
		"do i = 1, n\nif (t(i) < 4) a(i) = 0.0\nend do\n",
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			text := maskHead + body + "end program\n"
			src := source.NewText(text)
			unit := workspace.New(texts.FS{}).Snapshot().Program(&workspace.File{Path: "x.f90", Text: src}).Units[0].Fork()
			want, err := elements.Run(elements.Of(unit, src), elements.Options{Grid: []int{4}, Scheme: scheme.Collective})
			if err != nil {
				t.Fatal(err)
			}
			u := unitOf(t, "x.f90", text, settings.Settings{})
			compared := 0
			for line, w := range want.Lines {
				if line < 12 {
					continue
				}
				if l := lineOf(u, line); l == nil || math.Abs(l.Executions-float64(w.Executions)) > 1e-9 {
					t.Errorf("%s: line %d: %+v, want %d executions", body, line, l, w.Executions)
				}
				compared++
			}
			if compared == 0 {
				t.Errorf("%s: nothing was compared", body)
			}
		})
	}
}

// A mask that only the run decides holds for a share that is assumed, and can be
// set.
func TestAssumedMask(t *testing.T) {
	text := maskHead + "read *, b\nwhere (b > 0.0) b = sqrt(b)\nend program\n"
	half := unitOf(t, "x.f90", text, settings.Settings{})
	all := unitOf(t, "x.f90", text, settings.Settings{Values: map[string]float64{"weight1": 1}})
	if got := assumption(half, "weight1"); got != "0.5 (assumed: for how many elements the mask holds is not known before run time) line 13" {
		t.Error(got)
	}
	if a, b := lineOf(half, 13), lineOf(all, 13); a.Executions != 20 || b.Executions != 40 || a.Charge.Total() >= b.Charge.Total() {
		t.Errorf("%+v, %+v", a, b)
	}
}
