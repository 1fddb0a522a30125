package elements

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scheme"
)

// The closed forms for what each processor receives, where p divides n, against
// the transfers of elements.

// Circular shift of blocks of k, dealt round n/(kp) times: with q, r the
// quotient and the rest of (s mod kp) by k, k-r elements of each block come
// from q processors further up and r from q+1.
func TestCircularShiftVolume(t *testing.T) {
	for _, p := range []int64{1, 2, 3, 4} {
		t.Run(fmt.Sprint(p), func(t *testing.T) {
			for _, k := range []int64{1, 2, 3} {
				t.Run(fmt.Sprint(k), func(t *testing.T) {
					for rounds := int64(1); rounds <= 2; rounds++ {
						for s := -k * p; s <= 2*k*p; s++ {
							circularShift(t, p, k, rounds, s)
						}
					}
				})
			}
		})
	}
}

func circularShift(t *testing.T, p, k, rounds, s int64) {
	t.Helper()
	kind, n := mapping.Cyclic, k*p*rounds
	if rounds == 1 {
		kind = mapping.Block
	}
	round := k * p
	q, r := ((s%round+round)%round)/k, ((s%round+round)%round)%k
	want := Traffic{}
	if q%p != 0 {
		want = want.plus(Traffic{Messages: 1, Elements: rounds * (k - r)})
	}
	if (q+1)%p != 0 && r > 0 {
		want = want.plus(Traffic{Messages: 1, Elements: rounds * r})
	}
	for _, alone := range []bool{true, false} {
		b := build(t, 1)
		x, y := b.vector("a", n, kind, k), b.vector("b", n, kind, k)
		right := call("cshift", sym(y), num(s))
		if !alone {
			right = op(right, program.Add, sym(y))
		}
		b.add(b.let(sym(x), right))
		line := b.run(int(p)).Lines[1]
		for c := range line.Processors {
			got := line.Received(c)
			got.Bytes = 0
			if got != want {
				t.Fatalf("n=%d p=%d k=%d shift %d: processor %d receives %+v, want %+v", n, p, k, s, c, got, want)
			}
		}
	}
}

// Transpose of n x n, rows in blocks: (n/p)(n - n/p) elements in p-1 messages.
// Product: all of one matrix, n*n*(1-1/p).
func TestTransposeAndProductVolume(t *testing.T) {
	for p := int64(1); p <= 4; p++ {
		n := 2 * p
		b := build(t, 1)
		rows := func(name string) *program.Symbol {
			return b.mapOnto(b.real(name, n, n), b.aligned(0, 1, 0, n, mapping.Block, 0))
		}
		u, w, c := rows("u"), rows("w"), rows("c")
		b.add(b.let(sym(u), call("transpose", sym(w))))
		b.add(b.let(sym(c), call("matmul", sym(u), sym(w))))
		counts := b.run(int(p))
		for q := range int(p) {
			if got := counts.Lines[1].Received(q); got.Messages != p-1 || got.Elements != n/p*(n-n/p) {
				t.Errorf("transpose on %d: %+v", p, got)
			}
			if got := counts.Lines[2].Received(q); got.Messages != p-1 || got.Elements != n*n-n*n/p {
				t.Errorf("product on %d: %+v", p, got)
			}
			if ops := counts.Lines[2].Processors[q].Ops; ops["real_multiply"] != float64(n*n*n/p) {
				t.Errorf("product on %d: %v", p, ops)
			}
		}
	}
}

// BLOCK(m) to BLOCK(m2): pair (c,d) exchanges the overlap of their intervals;
// BLOCK to CYCLIC: (n/p)(1-1/p) elements where p*p divides n.
func TestRemapVolume(t *testing.T) {
	for n := int64(1); n <= 12; n++ {
		for p := int64(1); p <= 4; p++ {
			least := (n + p - 1) / p
			for m := least; m <= least+2; m++ {
				for m2 := least; m2 <= least+2; m2++ {
					remapBlocks(t, n, p, m, m2)
				}
			}
		}
	}
	for p := int64(1); p <= 4; p++ {
		b := build(t, 1)
		n := 2 * p * p
		l := b.remapped(n, p, b.aligned(0, 1, 0, n, mapping.Block, 0), b.aligned(0, 1, 0, n, mapping.Cyclic, 0))
		for c := range l.Processors {
			if got := l.Received(c); got.Elements != n/p-n/p/p || got.Messages != p-1 {
				t.Errorf("to CYCLIC on %d: %+v", p, got)
			}
		}
	}
}

func (b *builder) remapped(n, p int64, from, to mapping.Axis) *Line {
	b.t.Helper()
	l, err := Remap(b.in, Options{Grid: []int{int(p)}, Scheme: scheme.Collective}, b.real("x", n), b.layout(from), b.layout(to))
	if err != nil {
		b.t.Fatal(err)
	}
	return l
}

func remapBlocks(t *testing.T, n, p, m, m2 int64) {
	t.Helper()
	b := build(t, 1)
	l := b.remapped(n, p, b.aligned(0, 1, 0, n, mapping.Block, m), b.aligned(0, 1, 0, n, mapping.Block, m2))
	for c := range p {
		for d := range p {
			want := max(0, min((c+1)*m, (d+1)*m2, n)-max(c*m, d*m2))
			if c == d {
				want = 0
			}
			got := int64(0)
			for _, tr := range l.Transfers {
				got += tr.Pairs[Pair{int(c), int(d)}].Elements
			}
			if got != want {
				t.Fatalf("n=%d p=%d BLOCK(%d) to BLOCK(%d): %d>%d has %d, want %d", n, p, m, m2, c, d, got, want)
			}
		}
	}
}
