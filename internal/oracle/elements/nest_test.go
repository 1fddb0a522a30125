package elements

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
)

// expect compares what every processor receives on a line, "messages/elements"
// by processor number.
func expect(t *testing.T, l *Line, want string) {
	t.Helper()
	got := ""
	for p := range l.Processors {
		r := l.Received(p)
		got += fmt.Sprintf("%d/%d ", r.Messages, r.Elements)
	}
	if got != want+" " {
		t.Errorf("received %q, want %q", got, want)
	}
}

func iterations(l *Line) []int64 {
	var n []int64
	for _, p := range l.Processors {
		n = append(n, p.Iterations)
	}
	return n
}

func expectIterations(t *testing.T, l *Line, want ...int64) {
	t.Helper()
	if got := iterations(l); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("iterations %v, want %v", got, want)
	}
}

// The 2-D example: u, w (BLOCK,BLOCK) over 100 x 100 on 2 x 2, v(i) with
// t(i,*). Processors 0 and 1 are grid column 0; 0 and 2 are grid row 0.
func TestTwoDimensions(t *testing.T) {
	b := build(t, 2)
	u, w := b.matrix("u", 100), b.matrix("w", 100)
	v := b.mapOnto(b.real("v", 100), b.aligned(0, 1, 0, 100, mapping.Block, 0), mapping.Axis{Kind: mapping.Replicated})
	s := b.real("s")
	i, j := b.int("i"), b.int("j")
	b.add(b.let(el(u, sec(2, 99), all), el(w, sec(1, 98), all)))
	at := source.Span{Start: 2}
	b.line++
	transpose := &program.Forall{Node: program.Node{At: at}, Ranges: []program.IndexRange{{Var: i, Lo: num(1), Hi: num(100)}, {Var: j, Lo: num(1), Hi: num(100)}}}
	transpose.Body = []program.Stmt{&program.Assign{Node: program.Node{At: at}, LHS: el(u, sym(i), sym(j)), RHS: el(w, sym(j), sym(i))}}
	b.add(transpose)
	b.add(b.let(sym(v), el(u, all, 7)))
	b.add(b.let(sym(s), call("sum", sym(u))))
	b.add(b.loop(i, 2, 100, func() []program.Stmt {
		return []program.Stmt{b.let(el(u, sym(i), all), op(val(0.5), program.Mul, el(u, op(sym(i), program.Sub, num(1)), all)))}
	}))
	c := b.run(2, 2)

	expect(t, c.Lines[1], "0/0 1/50 0/0 1/50") // w(50,:) goes from row 0 to row 1
	expectIterations(t, c.Lines[1], 49*50, 49*50, 49*50, 49*50)
	expect(t, c.Lines[2], "0/0 1/2500 1/2500 0/0") // off the diagonal in pairs
	if c.Lines[2].Executions != 10000 {
		t.Errorf("transpose executes %d elements", c.Lines[2].Executions)
	}
	expect(t, c.Lines[3], "0/0 0/0 1/50 1/50") // column 7 lies on grid column 0
	expectIterations(t, c.Lines[3], 50, 50, 50, 50)
	sum := c.Lines[4]
	if r := sum.Reductions[0]; r.Participants != 4 || r.Executions != 1 || r.Values != 1 || sum.Processors[3].Ops["real_add"] != 2500 || sum.Processors[3].Combined != 2500 {
		t.Errorf("sum: %+v %+v", r, sum.Processors[3])
	}
	expect(t, c.Lines[6], "0/0 1/50 0/0 1/50") // only i = 51 crosses
	expectIterations(t, c.Lines[6], 49*50, 50*50, 49*50, 50*50)
	expectIterations(t, c.Lines[5], 49, 50, 49, 50)
	if c.Lines[6].Executions != 9900 || c.Lines[5].Executions != 1 {
		t.Errorf("executions %d and %d", c.Lines[6].Executions, c.Lines[5].Executions)
	}
}

// A fetch leaves every loop that does not store its array, and only those:
// do k = 1, 3; a(:) = b shifted; [b = a]; end do, n = 8 on 2.
func TestHoisting(t *testing.T) {
	for _, stored := range []bool{false, true} {
		t.Run(fmt.Sprint(stored), func(t *testing.T) {
			b := build(t, 1)
			x, y, k := b.vector("a", 8, mapping.Block, 0), b.vector("b", 8, mapping.Block, 0), b.int("k")
			b.add(b.loop(k, 1, 3, func() []program.Stmt {
				body := []program.Stmt{b.let(el(x, sec(1, 7)), el(y, sec(2, 8)))}
				if stored {
					body = append(body, b.let(sym(y), sym(x)))
				}
				return body
			}))
			want := "1/1 0/0"
			if stored {
				want = "3/3 0/0"
			}
			expect(t, b.run(2).Lines[2], want)
		})
	}
}

// In an INDEPENDENT loop the home is the first mapped left side: the second
// assignment, to b(i+1), is computed there and sent, once per nest; private
// scalars are computed with the iteration. n = 8 on 2, i = 1..7.
func TestIndependent(t *testing.T) {
	b := build(t, 1)
	x, y, z := b.vector("a", 8, mapping.Block, 0), b.vector("b", 8, mapping.Block, 0), b.vector("c", 8, mapping.Block, 0)
	i, s := b.int("i"), b.real("s")
	next := op(sym(i), program.Add, num(1))
	b.add(independent(b.loop(i, 1, 7, func() []program.Stmt {
		return []program.Stmt{
			b.let(sym(s), op(el(z, next), program.Mul, val(2))), // line 2
			b.let(el(x, sym(i)), sym(s)),
			b.let(el(y, next), op(sym(s), program.Add, el(z, sym(i)))),
		}
	})))
	c := b.run(2)
	expectIterations(t, c.Lines[1], 4, 3)
	expectIterations(t, c.Lines[2], 4, 3)
	expectIterations(t, c.Lines[4], 4, 3)
	expect(t, c.Lines[2], "1/1 0/0") // c(5)
	expect(t, c.Lines[3], "0/0 0/0")
	expect(t, c.Lines[4], "0/0 1/1") // b(5), computed by processor 0
	if tr := c.Lines[4].Transfers[0]; !tr.Store || tr.Array != "b" {
		t.Errorf("%+v", tr)
	}
	if got := c.Lines[2].Processors[0].Ops; got["real_multiply"] != 4 || got["load"] != 4 || got["store"] != 0 {
		t.Errorf("ops %v", got)
	}
}

// ON HOME overrides the left side.
func TestOnHome(t *testing.T) {
	b := build(t, 1)
	x, y, i := b.vector("a", 8, mapping.Block, 0), b.vector("b", 8, mapping.Cyclic, 0), b.int("i")
	do := independent(b.loop(i, 1, 8, func() []program.Stmt {
		return []program.Stmt{b.let(el(x, sym(i)), el(y, sym(i)))}
	}))
	do.Independent.OnHome = el(y, sym(i))
	b.add(do)
	c := b.run(2)
	expectIterations(t, c.Lines[2], 4, 4)
	// a(1:4) lives on 0; 2 and 4 are computed by 1, 5 and 7 by 0
	expect(t, c.Lines[2], "1/2 1/2")
}

// An INDEPENDENT outer loop whose home needs the inner index: a scalar between
// the loops is computed by the whole grid column.
func TestHomeOfAnOuterLoop(t *testing.T) {
	b := build(t, 2)
	u, i, j, s := b.matrix("u", 4), b.int("i"), b.int("j"), b.real("s")
	b.add(independent(b.loop(j, 1, 4, func() []program.Stmt {
		return []program.Stmt{
			b.let(sym(s), val(1)),
			independent(b.loop(i, 1, 4, func() []program.Stmt { return []program.Stmt{b.let(el(u, sym(i), sym(j)), sym(s))} })),
		}
	})))
	c := b.run(2, 2)
	expectIterations(t, c.Lines[1], 2, 2, 2, 2)
	expectIterations(t, c.Lines[2], 2, 2, 2, 2)
	expectIterations(t, c.Lines[3], 4, 4, 4, 4)
	expectIterations(t, c.Lines[4], 4, 4, 4, 4)
}

// s = s + x(i)*y(i) is a reduction in a plain loop, and not when s is used
// otherwise.
func TestReductionLoop(t *testing.T) {
	for _, used := range []bool{false, true} {
		t.Run(fmt.Sprint(used), func(t *testing.T) {
			b := build(t, 1)
			x, y, i, s := b.vector("x", 10, mapping.Block, 0), b.vector("y", 10, mapping.Block, 0), b.int("i"), b.real("s")
			b.add(b.loop(i, 1, 10, func() []program.Stmt {
				body := []program.Stmt{b.let(sym(s), op(sym(s), program.Add, op(el(x, sym(i)), program.Mul, el(y, sym(i)))))}
				if used {
					body = append(body, b.let(el(x, sym(i)), sym(s)))
				}
				return body
			}))
			c := b.run(4)
			if used {
				expectIterations(t, c.Lines[2], 10, 10, 10, 10)
				if len(c.Lines[2].Reductions) != 0 {
					t.Error("a scan is no reduction")
				}
				return
			}
			expectIterations(t, c.Lines[2], 3, 3, 3, 1)
			if r := c.Lines[2].Reductions[0]; r.Executions != 1 || r.Participants != 4 || r.Name != "s" {
				t.Errorf("%+v", r)
			}
			if got := c.Lines[2].Processors[0].Ops; got["real_add"] != 3 || got["real_multiply"] != 3 || got["load"] != 6 {
				t.Errorf("ops %v", got)
			}
		})
	}
}

// An element read by all is one message to each processor that lacks it; an
// unmapped array is assigned by all.
func TestBroadcast(t *testing.T) {
	b := build(t, 1)
	x, s, r := b.vector("x", 8, mapping.Block, 0), b.real("s"), b.real("r", 8)
	b.add(b.let(sym(s), el(x, 3)), b.let(sym(r), sym(x)))
	c := b.run(4)
	expect(t, c.Lines[1], "1/1 0/0 1/1 1/1")
	expect(t, c.Lines[2], "3/6 3/6 3/6 3/6") // allgather
	expectIterations(t, c.Lines[2], 8, 8, 8, 8)
}

// A Fixed axis: the whole array lies on the owner of one template index.
func TestFixed(t *testing.T) {
	b := build(t, 1)
	x := b.mapOnto(b.real("x", 3), b.fixed(7, 8))
	y := b.vector("y", 8, mapping.Block, 0)
	b.add(b.let(sym(x), el(y, sec(1, 3))))
	c := b.run(4)
	expectIterations(t, c.Lines[1], 0, 0, 0, 3)
	expect(t, c.Lines[1], "0/0 0/0 0/0 2/3")
}

// What the scheme's switches change: do k = 1, 3; a(1:6) = b(2:7) + b(3:8),
// n = 8 on 2. Together the two references bring b(5:6) to processor 0 (which
// executes a(1:4)); apart one brings b(5), the other b(5:6).
func TestScheme(t *testing.T) {
	for _, c := range []struct {
		vectorize, overlap bool
		want               string
	}{
		{true, true, "1/2 0/0"},
		{true, false, "2/3 0/0"},
		{false, true, "6/6 0/0"}, // each element a message
	} {
		t.Run(c.want, func(t *testing.T) {
			b := build(t, 1)
			x, y, k := b.vector("a", 8, mapping.Block, 0), b.vector("b", 8, mapping.Block, 0), b.int("k")
			b.add(b.loop(k, 1, 3, func() []program.Stmt {
				return []program.Stmt{b.let(el(x, sec(1, 6)), op(el(y, sec(2, 7)), program.Add, el(y, sec(3, 8))))}
			}))
			counts, err := Run(b.in, Options{Grid: []int{2}, Scheme: scheme.Scheme{Vectorize: c.vectorize, Coalesce: true, OverlapAreas: c.overlap}})
			if err != nil {
				t.Fatal(err)
			}
			expect(t, counts.Lines[2], c.want)
		})
	}
}
