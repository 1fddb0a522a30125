package symbolic

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// loadCase is the work of a loop nest over a 2-D grid: for i = lo..hi by step,
// for j = jlo..jhi (plus i when triangular), on the owner of (a*i+b, c*j+d).
type loadCase struct {
	p, q            Layout
	lo, hi, step    int64
	jlo, jhi, jstep int64
	lower, upper    bool // triangular: j from i, or j up to i
	a, b, c, d      int64
}

func randomLoad(rng *rand.Rand) loadCase {
	n := int64(rng.IntN(150) + 1)
	layout := func() Layout {
		l := Layout{Extent: int64(rng.IntN(40) + 1), Cyclic: rng.IntN(2) == 0, Origin: 1}
		l.Block = int64(rng.IntN(5) + 1)
		if !l.Cyclic { // BLOCK: the blocks must hold the template
			l.Block = (4*n+8)/l.Extent + 1
			if rng.IntN(2) == 0 {
				l.Block = n/l.Extent + 1
			}
		}
		return l
	}
	t := loadCase{p: layout(), q: layout(), lo: 1 + int64(rng.IntN(4)), step: 1, jlo: 1 + int64(rng.IntN(4)), jstep: 1, a: 1, c: 1}
	t.hi, t.jhi = t.lo+n-1, t.jlo+n-1
	switch rng.IntN(5) {
	case 0:
		t.lower = true
	case 1:
		t.upper = true
	case 2:
		t.step, t.jstep = int64(rng.IntN(4)+1), int64(rng.IntN(4)+1)
	case 3:
		t.a, t.c = int64(rng.IntN(3)+1), int64(rng.IntN(3)+1)
		t.b, t.d = int64(rng.IntN(4)), int64(rng.IntN(4))
	}
	return t
}

// loads counts the iterations of every processor.
func (t loadCase) loads() map[[2]int64]int64 {
	out := map[[2]int64]int64{}
	for i := t.lo; i <= t.hi; i += t.step {
		from, to := t.jlo, t.jhi
		if t.lower {
			from = max(from, i)
		}
		if t.upper {
			to = min(to, i)
		}
		p := t.p.Owner(t.a*i + t.b)
		if p >= t.p.Extent {
			continue
		}
		for j := from; j <= to; j += t.jstep {
			if q := t.q.Owner(t.c*j + t.d); q < t.q.Extent {
				out[[2]int64{p, q}]++
			}
		}
	}
	return out
}

// representatives gives both dimensions the bounds of both loops, for a
// triangular nest moves one into the other.
func (t loadCase) representatives() (ps, qs []int64) {
	is := []int64{t.lo, t.hi, t.jlo, t.jhi}
	at := func(k, c int64) (out []int64) {
		for _, x := range is {
			out = append(out, k*x+c)
		}
		return out
	}
	ps = Representatives(t.p, at(t.a, t.b), []int64{t.step, t.a})
	qs = Representatives(t.q, at(t.c, t.d), []int64{t.jstep, t.c})
	return ps, qs
}

// TestRepresentatives: among the representatives is always a busiest processor.
func TestRepresentatives(t *testing.T) {
	n := 20000
	if testing.Short() {
		n = 2000
	}
	rng := rand.New(rand.NewPCG(9, 10))
	misses, taken, triangular, extent := 0, 0, 0, int64(0)
	for range n {
		c := randomLoad(rng)
		all := c.loads()
		want := int64(0)
		for _, v := range all {
			want = max(want, v)
		}
		ps, qs := c.representatives()
		got := int64(0)
		for _, p := range ps {
			for _, q := range qs {
				got = max(got, all[[2]int64{p, q}])
			}
		}
		taken += len(ps) + len(qs)
		extent += c.p.Extent + c.q.Extent
		if c.lower || c.upper {
			triangular++
		}
		if got != want {
			misses++
			if misses < 4 {
				t.Errorf("largest load %d, among representatives %d: %+v %v %v", want, got, c, ps, qs)
			}
		}
	}
	t.Logf("%d cases (%d triangular), %d misses, %d of %d coordinates looked at", n, triangular, misses, taken, extent)
}

func TestRepresentativesAreFew(t *testing.T) {
	l := Layout{Extent: 1_000_000, Block: 7, Cyclic: true, Origin: 1}
	got := Representatives(l, []int64{1, 5_000_000}, []int64{1, 3})
	if len(got) > 40 || !slices.IsSorted(got) {
		t.Errorf("%d coordinates: %v", len(got), got)
	}
	if Representatives(Layout{}, nil, nil) != nil {
		t.Error("an empty dimension has no coordinates")
	}
}
