package evaluate

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/elements"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// patternHead declares vectors of n elements that lie in one way or another, and
// an index array.
func patternHead(format string) string {
	return "program x\ninteger, parameter :: n = 40\ninteger :: i, j, k, l, idx(n), jdx(n)\ndata jdx /40*3/\nreal :: a(n), b(n), c(n,n), d(n)\n" +
		"!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE a(" + format + ") ONTO p\n!HPF$ ALIGN (i) WITH a(i) :: b, idx\n!HPF$ ALIGN c(i,*) WITH a(i)\n!HPF$ DISTRIBUTE d(CYCLIC) ONTO p\n" +
		"a = 1.0\nb = 2.0\nc = 3.0\nd = 4.0\n"
}

// Statements behind the head, with an irregular reference that can be traced.
var patternBodies = []string{
	"do i = 1, n\nidx(i) = mod(7*i, n) + 1\nend do\nforall (i = 1:n) a(i) = b(idx(i))\n",
	"forall (i = 1:n) idx(i) = n + 1 - i\ndo i = 1, n\na(i) = b(idx(i)) + d(idx(i))\nend do\n",
	"forall (i = 1:n) idx(i) = mod(3*i, n) + 1\na = b(idx)\n",
	"forall (i = 1:n) idx(i) = mod(3*i, n) + 1\na(1:n:2) = b(idx(2:n:2))\n",
	"forall (i = 1:n) idx(i) = (i + 3) / 2\na(2:n-1) = b(idx(2:n-1)) + b(2:n-1)\n",
	"do i = 1, n\nk = i - 1\nl = 0\ndo j = 1, 5\nl = 2*l + mod(k, 2)\nk = k / 2\nend do\nidx(i) = l + 1\nend do\nforall (i = 1:n) a(i) = b(idx(i))\n",
	"forall (i = 1:n) a(i) = b(mod(7*i, n) + 1)\n",
	"k = 11\nforall (i = 1:n) a(i) = b(mod(k*i, n) + 1)\n",
	"forall (i = 1:n) a(i) = b(jdx(i))\n",
	"forall (i = 1:n) idx(i) = mod(5*i, n) + 1\nforall (i = 1:n, j = 1:n) c(i,j) = b(idx(j)) + c(idx(i),j)\n",
	"forall (i = 1:n) idx(i) = mod(5*i, n) + 1\ndo i = 1, n\nk = idx(idx(3))\na(i) = c(k,3) + c(idx(i),k)\nend do\n",
	"forall (i = 1:n) idx(i) = mod(5*i, n) + 1\nforall (i = 1:n, j = 1:n) c(i,j) = c(idx(mod(i+j,n)+1),j) + c(idx(i),3)\n",
	"forall (i = 1:n) idx(i) = mod(5*i, n) + 1\ndo k = 1, 3\nforall (i = 1:n) a(i) = b(idx(i))\nforall (i = 1:n) b(i) = a(i) + k\nend do\n",
	"forall (i = 1:n) idx(i) = mod(5*i, n) + 1\nforall (i = 1:n, i > 3 .and. i < 20) a(i) = d(idx(i))\n",
}

// What irregular references bring is, processor by processor, what the element
// interpreter counts, where the program computes its index arrays.
func TestPatternsEqualTheElementInterpreter(t *testing.T) {
	moved := 0.0
	formats, grids := []string{"BLOCK", "CYCLIC", "CYCLIC(3)"}, []int{1, 3, 4}
	if testing.Short() {
		formats, grids = formats[1:], grids[2:]
	}
	for _, format := range formats {
		for i, body := range patternBodies {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				text := patternHead(format) + body + "print *, a(1)\nend program\n"
				for _, procs := range grids {
					moved += comparePatterns(t, text, procs, !strings.Contains(body, ".and."))
				}
			})
		}
	}
	if moved < 1000 {
		t.Errorf("only %g elements were compared", moved)
	}
	t.Logf("%g elements", moved)
}

// comparePatterns compares what the processors receive on every line, and
// returns how much that is altogether.
func comparePatterns(t *testing.T, text string, procs int, exact bool) float64 {
	t.Helper()
	m := shipped(t, "ipsc860")
	w := workspace.New(texts.FS{"x.f90": text})
	f, _ := w.Snapshot().File("x.f90")
	unit := w.Snapshot().Program(f).Units[0]
	want, err := elements.Run(elements.Of(unit.Fork(), source.NewText(text)), elements.Options{Grid: []int{procs}, Scheme: scheme.Collective})
	if err != nil {
		t.Fatal(err)
	}
	md := newModel(context.Background(), unit.Fork(), source.NewText(text), m, nil, &unitCache{})
	n := numbersOf(t, md, settings.Settings{Procs: procs})
	moved := 0.0
	for at := range procs {
		env := n.at([]int{at})
		got := map[int]elements.Traffic{}
		for _, c := range md.counts.comms {
			if c.unit.Comm.Array == nil {
				continue
			}
			line := md.text.LineOf(c.unit.At.Start)
			x := got[line]
			x.Messages += int64(math.Round(c.messages.eval(env)))
			x.Elements += int64(math.Round(c.elements.eval(env)))
			x.Bytes = 4 * x.Elements
			got[line] = x
			if exact && n.known(c.unit.Comm).Bound {
				t.Errorf("%s\non %d: %s", text, procs, n.known(c.unit.Comm).Describe())
			}
		}
		for line, l := range want.Lines {
			var x elements.Traffic
			for _, tr := range l.Transfers {
				r := tr.Received(at)
				x.Messages, x.Elements, x.Bytes = x.Messages+r.Messages, x.Elements+r.Elements, x.Bytes+r.Bytes
			}
			moved += float64(x.Elements)
			if got[line] != x && exact {
				t.Errorf("%s\nline %d, processor %d of %d: %+v, want %+v", text, line, at, procs, got[line], x)
			}
			if got[line].Elements < x.Elements {
				t.Errorf("%s\nline %d, processor %d of %d: %+v is no bound of %+v", text, line, at, procs, got[line], x)
			}
		}
	}
	return moved
}

// Where the index array is not computed by the program, the bound stays, and
// says so.
func TestUntracedPatternsAreBounds(t *testing.T) {
	for nth, c := range []struct{ body, want string }{
		{"forall (i = 1:n) idx(i) = mod(7*i, n) + 1\nforall (i = 1:n) a(i) = b(idx(i))\n", "gather of B: its subscript is traced: "},
		{"read *, idx\nforall (i = 1:n) a(i) = b(idx(i))\n", "gather of B: its subscript is known at run time only (an upper bound): "},
		{"call fill(idx)\nforall (i = 1:n) a(i) = b(idx(i))\n", "gather of B: its subscript is known at run time only (an upper bound): "},
		{"forall (i = 1:n) idx(i) = i\nread *, idx(3)\nforall (i = 1:n) a(i) = b(idx(i))\n", "gather of B: its subscript is known at run time only (an upper bound): "},
		{"idx = 1\ndo k = 1, 2\nforall (i = 1:n) a(i) = b(idx(i))\nidx = 2\nend do\n", "gather of B: its subscript is known at run time only (an upper bound): "},
	} {
		t.Run(fmt.Sprint(nth), func(t *testing.T) {
			text := patternHead("BLOCK") + c.body + "end program\n"
			u := unitOf(t, "x.f90", text, settings.Settings{})
			line := 0
			for i, l := range strings.Split(text, "\n") {
				if strings.Contains(l, "b(idx(i))") {
					line = i + 1
				}
			}
			l := lineOf(u, line)
			if l == nil || len(l.Comms) != 1 || !strings.HasPrefix(l.Comms[0].Reason, c.want) {
				t.Errorf("%s: %+v", c.body, l)
			}
		})
	}
}

// A formula names no pattern, but the numbers that it gives.
func TestFormulaOfAPattern(t *testing.T) {
	text := patternHead("BLOCK") + "forall (i = 1:n) idx(i) = mod(7*i, n) + 1\nforall (i = 1:n) a(i) = b(idx(i))\nend program\n"
	u := unitOf(t, "x.f90", text, settings.Settings{})
	if f := lineOf(u, 15).Formula.String(); f == "" || strings.Contains(f, "pattern") {
		t.Errorf("the formula is %q", f)
	}
	for _, a := range u.Assumptions {
		if strings.Contains(a.Name, "pattern") {
			t.Errorf("%+v", a)
		}
	}
	if u.Serial <= 0 || u.Serial >= 1 {
		t.Errorf("%g s on one processor", u.Serial)
	}
}

// A subscript that runs with one loop is found once for each of its iterations: of
// c(idx(i),j) each processor looks at the i that are its own, 40 altogether, and all four
// at the 40 j of b(idx(j)). Listed element by element, c alone would take 40*40, and with
// 400 instead of 40 more than are counted.
func TestSubscriptsAreFoundLoopByLoop(t *testing.T) {
	for _, c := range []struct {
		body string
		n    int
		want int // subscripts that are looked at
	}{
		{"forall (i = 1:n, j = 1:n) c(i,j) = c(idx(i),j)\n", 40, 40},
		{"forall (i = 1:n, j = 1:n) c(i,j) = c(idx(i),j)\n", 400, 400},
		{"forall (i = 1:n, j = 1:n) c(i,j) = b(idx(j))\n", 40, 4 * 40},
		{"do i = 1, n\nk = idx(idx(3))\na(i) = c(k,3)\nend do\n", 40, 4},
		{"forall (i = 1:n, j = 1:n) c(i,j) = c(idx(mod(i+j,n)+1),j)\n", 40, 2 * 40 * 40}, // run with two: of c, and of idx, which is fetched too
	} {
		t.Run(fmt.Sprint(c.body, c.n), func(t *testing.T) {
			text := strings.ReplaceAll(patternHead("BLOCK"), "40", fmt.Sprint(c.n)) + "forall (i = 1:n) idx(i) = mod(7*i, n) + 1\n" + c.body + "end program\n"
			w := workspace.New(texts.FS{"x.f90": text})
			f, _ := w.Snapshot().File("x.f90")
			md := newModel(context.Background(), w.Snapshot().Program(f).Units[0].Fork(), source.NewText(text), shipped(t, "ipsc860"), nil, &unitCache{})
			n := numbersOf(t, md, settings.Settings{Procs: 4})
			md.listing.list(md.graph, func(g *aag.Graph) {
				counted := n.counting(g)
				for _, u := range patterned(md.graph) {
					if counted.count(u.Comm.Pattern); n.env[u.Comm.Pattern] == 0 {
						t.Errorf("%s is not counted", u.Comm.Pattern)
					}
				}
				if counted.list.Visited != c.want {
					t.Errorf("%d subscripts were looked at, not %d", counted.list.Visited, c.want)
				}
			})
		})
	}
}

// A procedure that is called with two index arrays, and nothing else that differs, takes
// what it takes with the one and with the other.
func TestCallsWithTwoPatternsTakeTheSumOfThem(t *testing.T) {
	call := func(t *testing.T, loop string) float64 {
		text := patternHead("BLOCK") + "do k = " + loop + "\nforall (i = 1:n) idx(i) = mod(5*k*i, n) + 1\ncall step(a, b, n, idx)\nend do\nend program\n" +
			"subroutine step(a, b, n, idx)\ninteger :: n, i, idx(n)\nreal :: a(n), b(n)\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE (BLOCK) ONTO p :: a, b, idx\n" +
			"forall (i = 1:n) a(i) = b(idx(i))\nend subroutine\n"
		l := lineOf(reportOf(t, "x.f90", text, settings.Settings{}).Units[0], 17)
		return l.Charge.Total()
	}
	one, other, both := call(t, "1, 1"), call(t, "2, 2"), call(t, "1, 2")
	if one == other || math.Abs(one+other-both) > 1e-12*both {
		t.Errorf("%g s and %g s, together %g s", one, other, both)
	}
}

// What goes to an element whose place only the run time knows is computed where its value and place
// are: at most all 16 elements of a processor come from others, in one message from each of the 3.
func TestScatteredByPlacesNotKnown(t *testing.T) {
	const text = "program p\ninteger, parameter :: n = 64\ninteger :: key(n), moved(n), place(n), i\n!HPF$ DISTRIBUTE (BLOCK) :: key, moved, place\nread *, place\nforall (i = 1:n) moved(place(i)) = key(i)\nend program\n"
	for _, c := range []struct{ processors, messages, bytes int }{{1, 0, 0}, {4, 4 * 3, 4 * 16 * 4}} {
		t.Run(fmt.Sprint(c.processors), func(t *testing.T) {
			for _, m := range lineIn(reportOf(t, "p.f90", text, settings.Settings{Procs: c.processors}), 6).Comms {
				if int(m.TotalMessages) != c.messages || int(m.TotalBytes) != c.bytes {
					t.Errorf("%g messages, %g bytes, want %d, %d: %s", m.TotalMessages, m.TotalBytes, c.messages, c.bytes, m.Reason)
				}
			}
		})
	}
}
