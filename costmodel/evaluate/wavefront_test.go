package evaluate

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// The loops of an ACROSS go over the processors as a wavefront, on the machine whose
// addition takes 1 us and whose message 6 us and 2 us for each element.
func TestAcross(t *testing.T) {
	m := roundMachine(t, "", "")
	for _, c := range []struct {
		name, directives, loop string
		grid                   []int
		clocks                 []float64 // at the end, in microseconds
		bytes                  float64   // of old and new values, in all
	}{
		// 3 additions; then twice 8 for the message and 4 additions
		{"upwards", "real a(12)\n!DVM$ DISTRIBUTE a(BLOCK)\n", "!DVM$ PARALLEL (i) ON a(i), ACROSS(a(1:0))\ndo i = 2, 12\na(i) = a(i) + a(i-1)\nend do\n",
			[]int{3}, []float64{3, 15, 27}, 8},
		{"downwards", "real a(12)\n!DVM$ DISTRIBUTE a(BLOCK)\n", "!DVM$ PARALLEL (i) ON a(i), ACROSS(a(0:1))\ndo i = 11, 1, -1\na(i) = a(i) + a(i+1)\nend do\n",
			[]int{3}, []float64{27, 15, 3}, 8},
		// Old values from above: 20, 10, 10 and 0. Then 4 additions, behind one message of 10
		// or two: 24, 24 + 14 twice, 38 + 24.
		{"in two dimensions", "real a(4,4)\n!DVM$ DISTRIBUTE a(BLOCK,BLOCK)\n", "!DVM$ PARALLEL (j,i) ON a(i,j), ACROSS(a(1:1,1:1))\ndo j = 1, 4\ndo i = 1, 4\na(i,j) = a(i,j) + 1.0\nend do\nend do\n",
			[]int{2, 2}, []float64{24, 38, 38, 62}, 64},
		// 8 additions in 2 parts, each behind a message of 2 elements: 4 + 2 (10 + 4)
		{"in stages", "real a(4,4)\n!DVM$ DISTRIBUTE a(BLOCK,*)\n", "!DVM$ PARALLEL (j,i) ON a(i,j), ACROSS(a(1:0,0:0)), STAGE(2)\ndo j = 1, 4\ndo i = 1, 4\na(i,j) = a(i,j) + 1.0\nend do\nend do\n",
			[]int{2}, []float64{8, 32}, 16},
		{"in more stages than iterations", "real a(4,2)\n!DVM$ DISTRIBUTE a(BLOCK,*)\n", "!DVM$ PARALLEL (j,i) ON a(i,j), ACROSS(a(1:0,0:0)), STAGE(9)\ndo j = 1, 2\ndo i = 1, 4\na(i,j) = a(i,j) + 1.0\nend do\nend do\n",
			[]int{2}, []float64{4, 2 + 2*(8+2)}, 8}, // 2 additions and a message of an element, twice
		{"in no stage", "real a(4,2)\n!DVM$ DISTRIBUTE a(BLOCK,*)\n", "!DVM$ PARALLEL (j,i) ON a(i,j), ACROSS(a(1:0,0:0)), STAGE(0)\ndo j = 1, 2\ndo i = 1, 4\na(i,j) = a(i,j) + 1.0\nend do\nend do\n",
			[]int{2}, []float64{4, 4 + 10 + 4}, 8},
		// 64 additions and 128 for elements by 6 for a message: the root of 32 is 5 parts
		{"in as many as cost least", "real a(2,64)\n!DVM$ DISTRIBUTE a(BLOCK,*)\n", "!DVM$ PARALLEL (j,i) ON a(i,j), ACROSS(a(1:0,0:0))\ndo j = 1, 64\ndo i = 1, 2\na(i,j) = a(i,j) + 1.0\nend do\nend do\n",
			[]int{2}, []float64{64, 12.8 + 5*(6+25.6+12.8)}, 256},
		{"by a falling subscript", "real a(12)\n!DVM$ DISTRIBUTE a(BLOCK)\n", "!DVM$ PARALLEL (i) ON a(13-i), ACROSS(a(0:1))\ndo i = 2, 12\na(13-i) = a(13-i) + a(14-i)\nend do\n",
			[]int{3}, []float64{27, 15, 3}, 8},
		// Elements 9 to 12 lie on the first processor, 1 to 4 on the last one.
		{"aligned in reverse", "real a(12)\n!DVM$ TEMPLATE t(12)\n!DVM$ DISTRIBUTE t(BLOCK)\n!DVM$ ALIGN a(i) WITH t(13-i)\n", "!DVM$ PARALLEL (i) ON a(i), ACROSS(a(1:0))\ndo i = 2, 12\na(i) = a(i) + a(i-1)\nend do\n",
			[]int{3}, []float64{27, 15, 3}, 8},
		{"beside another arrangement", "real a(4,4), c(4)\n!DVM$ DISTRIBUTE a(BLOCK,BLOCK)\n!DVM$ DISTRIBUTE c(BLOCK)\n", "!DVM$ PARALLEL (j,i) ON a(i,j), ACROSS(a(1:1,1:1))\ndo j = 1, 4\ndo i = 1, 4\na(i,j) = a(i,j) + 1.0\nend do\nend do\n",
			[]int{2, 2}, []float64{24, 38, 38, 62}, 64},
		// 4 additions, the message to the right, the one below, both: nothing is in parts,
		// since what goes one way needs all that goes the other way.
		{"two arrays in two directions", "real a(4,4), b(4,4)\n!DVM$ DISTRIBUTE a(BLOCK,BLOCK)\n!DVM$ ALIGN b(i,j) WITH a(i,j)\n", "!DVM$ PARALLEL (j,i) ON a(i,j), ACROSS(a(1:0,0:0), b(0:0,1:0))\ndo j = 1, 4\ndo i = 1, 4\na(i,j) = a(i,j) + 1.0\nend do\nend do\n",
			[]int{2, 2}, []float64{4, 4 + 10 + 4, 4 + 10 + 4, 18 + 20 + 4}, 32},
		// In one part where the loop has more iterations for some rows than for others: 10
		// additions of the lower rows behind 3 of the upper ones and a message of 4 elements.
		{"over a triangle", "real a(4,4)\n!DVM$ DISTRIBUTE a(BLOCK,*)\n", "!DVM$ PARALLEL (i,j) ON a(i,j), ACROSS(a(1:0,0:0))\ndo i = 1, 4\ndo j = 1, i\na(i,j) = a(i,j) + 1.0\nend do\nend do\n",
			[]int{2}, []float64{3, 3 + 14 + 7}, 16},
		// two arrays: two messages
		{"of two arrays", "real a(4), b(4)\n!DVM$ DISTRIBUTE a(BLOCK)\n!DVM$ ALIGN b(i) WITH a(i)\n", "!DVM$ PARALLEL (i) ON a(i), ACROSS(a(1:0), b(1:0))\ndo i = 2, 4\na(i) = a(i-1) + b(i-1)\nb(i) = 1.0\nend do\n",
			[]int{2}, []float64{1, 1 + 16 + 2}, 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "program p\ninteger i, j\n" + c.directives + c.loop + "end program\n"
			s := settings.Settings{Grid: c.grid}
			r := reportOf(t, "x.f90", text, s)
			if len(r.Diagnostics) > 0 {
				t.Errorf("%v", r.Diagnostics)
			}
			model := modelsOf("x.f90", text, m)[0]
			n := numbersOf(t, model, s)
			run, err := model.program.Run(context.Background(), n.options(n.env))
			if err != nil {
				t.Fatal(err)
			}
			if !slices.EqualFunc(run.Clocks, c.clocks, func(x, y float64) bool { return math.Abs(x*1e6-y) < 1e-9 }) {
				t.Errorf("clocks %v s, by hand %v us", run.Clocks, c.clocks)
			}
			bytes := 0.0
			for _, l := range r.Units[0].Lines {
				for _, x := range l.Comms {
					bytes += x.TotalBytes
				}
			}
			if bytes != c.bytes {
				t.Errorf("%g bytes, want %g", bytes, c.bytes)
			}
		})
	}
}

// Only BLOCKs have edges to pass on.
func TestAcrossOfCyclic(t *testing.T) {
	text := "program p\nreal a(12)\n!DVM$ DISTRIBUTE a(CYCLIC)\n!DVM$ PARALLEL (i) ON a(i), ACROSS(a(1:0))\ndo i = 2, 12\na(i) = a(i-1)\nend do\nend program\n"
	r := reportOf(t, "x.f90", text, settings.Settings{Procs: 4})
	if len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != "non-local-reference" {
		t.Errorf("%v", r.Diagnostics)
	}
}
