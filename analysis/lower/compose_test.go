package lower

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/parlens/parlens/analysis/mapping"
)

// link is an alignment index -> scale*index + offset, as a directive writes it
// and as it is followed by hand.
type link struct{ scale, offset int }

func (l link) of(j int) int { return l.scale*j + l.offset }

// written writes the link as a function of a dummy, or as a triplet of the target
// for the ":" of an alignee that begins at lower.
func (l link) written(r *rand.Rand, lower, upper int) (source, target string) {
	if r.IntN(2) == 0 {
		return "j", fmt.Sprintf("%d*j%+d", l.scale, l.offset)
	}
	return ":", fmt.Sprintf("%d:%d:%d", l.of(lower), l.of(upper), l.scale)
}

// TestComposedAlignments follows chains of up to four alignments, with any
// strides, offsets and lower bounds, element by element (HPF 1.1, section 3.5).
func TestComposedAlignments(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 4))
		const count = 3 // elements of the last array
		depth := 1 + r.IntN(4)
		links := make([]link, depth)
		lower, upper := -1+r.IntN(4), 0
		upper = lower + count - 1
		first := lower
		text := ""
		for i := range links {
			l := link{[]int{1, 2, -1, -2, 3}[r.IntN(5)], r.IntN(9) - 4}
			links[i] = l
			from, to := l.written(r, lower, upper)
			array := string(rune('a' + i))
			target := string(rune('a' + i + 1))
			text += fmt.Sprintf("real :: %s(%d:%d)\n!HPF$ ALIGN %s(%s) WITH %s(%s)\n", array, lower, upper, array, from, target, to)
			lower, upper = min(l.of(lower), l.of(upper))-r.IntN(2), max(l.of(lower), l.of(upper))+r.IntN(3)
		}
		root := string(rune('a' + depth))
		text = fmt.Sprintf("program x\n!HPF$ TEMPLATE %s(%d:%d)\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE %s(BLOCK) ONTO p\n%send program\n", root, lower, upper, root, text)
		u, problems := unitOf(text)
		if len(problems) > 0 {
			t.Fatalf("seed %d: %s\n%s", seed, problems[0].Message, text)
		}
		axis := u.Layouts[u.Lookup("a")].Axes[0]
		for j := first; j < first+count; j++ {
			want := j
			for _, l := range links {
				want = l.of(want)
			}
			got, err := u.Arena.Eval(axis.At(u.Arena, u.Arena.Int(int64(j))), nil)
			if err != nil || got != float64(want) || axis.Kind != mapping.Aligned {
				t.Fatalf("seed %d: element %d lies on %v, want %d (%v)\n%s", seed, j, got, want, err, text)
			}
		}
	}
}

// TestAxesOfChains: what collapses, is replicated or fixed on the way, stays so.
func TestAxesOfChains(t *testing.T) {
	const start = "program x\ninteger, parameter :: n = 8\nreal :: a(n), b(n,n), c(n), d(n,n), s\n!HPF$ PROCESSORS p(2,2)\n!HPF$ TEMPLATE t(n,2*n)\n!HPF$ DISTRIBUTE t(BLOCK,CYCLIC) ONTO p\n"
	for nth, c := range []struct{ directives, array, want string }{
		{"ALIGN b(i,j) WITH t(i,j)", "b", "aligned 1 aligned 2"},
		{"ALIGN b(i,j) WITH t(j,2*i)", "b", "aligned 2 aligned 1"},
		{"ALIGN b(i,*) WITH t(i,3)", "b", "aligned 1 fixed"},
		{"ALIGN a(i) WITH t(i,*)", "a", "aligned 1 replicated"},
		{"ALIGN a(i) WITH b(3,i)\n!HPF$ ALIGN b(i,j) WITH t(i,j)", "a", "fixed aligned 1"},
		{"ALIGN a(i) WITH b(*,i)\n!HPF$ ALIGN b(i,j) WITH t(i,j)", "a", "replicated aligned 1"},
		{"ALIGN a(*) WITH b(2,2)\n!HPF$ ALIGN b(i,j) WITH t(i,j)", "a", "fixed fixed"},
		{"ALIGN a(i) WITH b(*,i)\n!HPF$ ALIGN b(i,*) WITH t(i,*)", "a", "replicated replicated"}, // b's second dimension is collapsed
		{"ALIGN WITH d :: b\n!HPF$ ALIGN d(i,j) WITH t(j,n+1-i)", "b", "aligned 2 aligned 1"},
		{"ALIGN a(:) WITH t(:,5)", "a", "aligned 1 fixed"},
		{"DISTRIBUTE d(*,BLOCK)", "d", "aligned 2"},
		{"DISTRIBUTE d(CYCLIC,BLOCK) ONTO p", "d", "aligned 1 aligned 2"},
		{"DYNAMIC a", "a", ""},
	} {
		t.Run(fmt.Sprint(nth), func(t *testing.T) {
			u, problems := unitOf(start + "!HPF$ " + c.directives + "\nend program\n")
			got := ""
			for i, x := range u.Layouts[u.Lookup(c.array)].Axes {
				if i > 0 {
					got += " "
				}
				got += map[mapping.AxisKind]string{mapping.Aligned: fmt.Sprintf("aligned %d", x.Dim+1), mapping.Fixed: "fixed", mapping.Replicated: "replicated"}[x.Kind]
			}
			if got != c.want {
				t.Errorf("%s: %q, want %q (%v)", c.directives, got, c.want, problems)
			}
		})
	}
}
