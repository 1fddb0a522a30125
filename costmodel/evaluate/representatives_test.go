package evaluate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/settings"
)

// On a grid whose processors are not evaluated one by one, the slowest of them
// can stand in the middle; its time is found all the same.
func TestSlowestProcessorInTheMiddle(t *testing.T) {
	const P = 1_000_000
	const store = 50 // ns: 25, and 200 for the miss of 1 of 8
	for _, c := range []struct {
		name, format, loop string
		share              float64 // of the slowest processor, in stores to neighbouring elements
	}{
		{"a remainder of CYCLIC", "CYCLIC", "i = 300001, 4700000", 5},
		{"a remainder of CYCLIC(3)", "CYCLIC(3)", "i = 900004, 3900006", 6},
		{"a piece of BLOCK", "BLOCK", "i = 2500001, 2500006", 5},
		{"one element", "BLOCK", "i = 2500003, 2500003", 1},
		{"a stride", "CYCLIC", "i = 400001, 2900001, 5", 9}, // 3 iterations; 5 of 8 miss the cache, not 1 of 8
	} {
		t.Run(c.name, func(t *testing.T) {
			text := fmt.Sprintf(`program x
integer, parameter :: n = 5000000
real :: a(n)
integer :: i
!HPF$ PROCESSORS p(%d)
!HPF$ DISTRIBUTE a(%s) ONTO p
do %s
a(i) = 1.0
end do
end program
`, P, c.format, c.loop)
			u := unitOf(t, "x.f90", text, settings.Settings{})
			got := 0.0
			for _, l := range u.Lines {
				if l.Line == 8 {
					got = l.Busy * 1e9
				}
			}
			if want := c.share * store; math.Abs(got-want) > 1e-6*want {
				t.Errorf("%s: the slowest processor takes %.0f ns, want %.0f (%s)", c.name, got, want, u.Reading)
			}
		})
	}
}

// The busiest processor is always among the representatives: random loops over
// random layouts take as long on them as on all processors.
func TestRepresentativesAgainstAllProcessors(t *testing.T) {
	cases := 120
	if testing.Short() {
		cases = 20
	}
	left := 0
	for seed := range uint64(cases) {
		text := randomLoops(rand.New(rand.NewPCG(seed, 5)))
		m := modelsOf("x.f90", text, shipped(t, "ipsc860"))[0]
		n := numbersOf(t, m, settings.Settings{})
		opt := n.options(n.env)
		opt.Reading = process.Barrier
		all, err := m.program.Run(context.Background(), opt)
		if err != nil {
			t.Fatal(err)
		}
		opt.MaxProcessors = int(all.Count) - 1
		some, err := m.program.Run(context.Background(), opt)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(some.T-all.T) > 1e-9*all.T {
			t.Errorf("seed %d: %g on the representatives, %g on all\n%s", seed, some.T, all.T, text)
		}
		left += len(some.Processors)
	}
	t.Logf("%d cases, %d processors looked at in each", cases, left/cases)
}

// randomLoops is a program with a few loops over one or two distributed
// dimensions.
func randomLoops(r *rand.Rand) string {
	format := func() string {
		return []string{"BLOCK", "CYCLIC", "CYCLIC(2)", "CYCLIC(3)", "CYCLIC(7)"}[r.IntN(5)]
	}
	n := 200 + r.IntN(3000)
	rank2 := r.IntN(2) == 0
	processors := "p(997)"
	if rank2 {
		processors = "p(23,37)"
	}
	text := fmt.Sprintf("program x\ninteger, parameter :: n = %d\nreal :: a(n), b(n,n)\ninteger :: i, j\n!HPF$ PROCESSORS %s\n", n, processors)
	if rank2 {
		text += fmt.Sprintf("!HPF$ DISTRIBUTE b(%s,%s) ONTO p\n", format(), format())
	} else {
		text += fmt.Sprintf("!HPF$ DISTRIBUTE a(%s) ONTO p\n", format())
	}
	stretch := func(shift int) string {
		lo := 1 + r.IntN(n-20)
		hi := lo + r.IntN(n-lo-shift-5)
		return fmt.Sprintf("%d, %d, %d", lo, hi, 1+r.IntN(4)*r.IntN(2))
	}
	for range 1 + r.IntN(3) {
		c := r.IntN(4)
		switch {
		case !rank2:
			text += fmt.Sprintf("do i = %s\na(i+%d) = 1.0\nend do\n", stretch(c), c)
		case r.IntN(3) == 0:
			text += fmt.Sprintf("do j = %s\ndo i = j, n-4\nb(i+%d,j) = 1.0\nend do\nend do\n", stretch(c), c)
		default:
			text += fmt.Sprintf("do j = %s\ndo i = %s\nb(i,j+%d) = 1.0\nend do\nend do\n", stretch(c), stretch(c), c)
		}
	}
	return text + "end program\n"
}
