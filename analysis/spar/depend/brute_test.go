package depend

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// subscript is a random subscript of a nest with iterators i and j (and h inside).
type subscript struct{ ci, cj, ch, c, mod int }

func (s subscript) text() string {
	out := fmt.Sprintf("%d*i + %d*j + %d*h + %d", s.ci, s.cj, s.ch, s.c)
	if s.mod > 0 {
		out += fmt.Sprintf(" + (i + j) %% %d", s.mod)
	}
	return out
}

func (s subscript) value(i, j, h int) int {
	out := s.ci*i + s.cj*j + s.ch*h + s.c
	if s.mod > 0 {
		out += (i + j) % s.mod
	}
	return out
}

// Of random nests all pairs of iterations are tried: none that is said to be
// independent has two that meet, and each that is said to be dependent has.
func TestVerdictsAgainstAllIterations(t *testing.T) {
	count := map[Verdict]int{}
	seeds := 6000
	if testing.Short() {
		seeds = 1500
	}
	for seed := range seeds {
		r := rand.New(rand.NewSource(int64(seed)))
		draw := func() subscript {
			s := subscript{c: r.Intn(5) + 8}
			s.ci, s.cj, s.ch = r.Intn(4)*r.Intn(2), r.Intn(3)*r.Intn(2), r.Intn(3)*r.Intn(2)
			if r.Intn(6) == 0 {
				s.mod = 2
			}
			return s
		}
		rank := 1 + r.Intn(2)
		draws := func() []subscript {
			out := []subscript{draw()}
			if rank == 2 {
				out = append(out, draw())
			}
			return out
		}
		w, reads := draws(), [][]subscript{draws()}
		if r.Intn(3) == 0 {
			reads[0] = append([]subscript(nil), w...)
			reads[0][0].c += r.Intn(3)
		}
		lo, hi, jlo, jhi, hs := r.Intn(2), 2+r.Intn(5), r.Intn(2), 2+r.Intn(4), 1+r.Intn(3)
		element := func(x []subscript) string {
			var list []string
			for _, s := range x {
				list = append(list, s.text())
			}
			return "a[" + strings.Join(list, ",") + "]"
		}
		text := fmt.Sprintf("class x { static double a[%s]; static void f() { foreach( i :- %d:%d, j :- %d:%d ) for( h :- :%d ) %s = %s; } }",
			map[int]string{1: "*", 2: "*,*"}[rank], lo, hi, jlo, jhi, hs, element(w), element(reads[0]))
		l := loopsOf(text)[0]
		meets := func(x, y []subscript) bool {
			for i := lo; i < hi; i++ {
				for j := jlo; j < jhi; j++ {
					for i2 := lo; i2 < hi; i2++ {
						for j2 := jlo; j2 < jhi; j2++ {
							for h := range hs {
								for h2 := range hs {
									same := i != i2 || j != j2
									for d := range x {
										same = same && x[d].value(i, j, h) == y[d].value(i2, j2, h2)
									}
									if same {
										return true
									}
								}
							}
						}
					}
				}
			}
			return false
		}
		conflict := meets(w, w) || meets(w, reads[0])
		count[l.Verdict]++
		if l.Verdict == Independent && conflict || l.Verdict == Dependent && !conflict {
			t.Errorf("seed %d: verdict %d (%s), a conflict: %v\n%s", seed, l.Verdict, l.Why, conflict, text)
		}
	}
	if count[Independent] < seeds/30 || count[Dependent] < seeds/10 {
		t.Errorf("verdicts: %v", count)
	}
	t.Log(count)
}
