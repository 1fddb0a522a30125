package advise

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/costmodel/settings"
)

// long is a serial program without directives: procedures with sweeps along both
// dimensions of arrays that they are passed, more of them along the first one.
func long(procedures int) string {
	var b strings.Builder
	b.WriteString("program main\n  integer, parameter :: n = 32\n  real(8) :: u(n,n), v(n,n), w(n,n)\n  integer :: it\n  u = 1.0d0; v = 2.0d0\n  w = 0.5d0\n  do it = 1, 2\n")
	for k := range procedures {
		fmt.Fprintf(&b, "    call step%d(u, v, w)\n", k)
	}
	b.WriteString("  end do\n  print *, u(1,1)\nend program\n")
	for k := range procedures {
		fmt.Fprintf(&b, "subroutine step%d(a, b, c)\n  integer, parameter :: n = 32\n  real(8) :: a(n,n), b(n,n), c(n,n)\n  integer :: i, j\n", k)
		for m := range 6 {
			x, y := []string{"a", "b", "c"}[(k+m)%3], []string{"a", "b", "c"}[(k+2*m+1)%3]
			if (k+m)%5 > 0 {
				fmt.Fprintf(&b, "  do j = 1, n\n    do i = 2, n\n      %[1]s(i,j) = %[1]s(i-1,j)*0.5d0 + %[2]s(i,j)\n    end do\n  end do\n", x, y)
			} else {
				fmt.Fprintf(&b, "  do j = 2, n\n    do i = 1, n\n      %[1]s(i,j) = %[1]s(i,j-1)*0.5d0 + %[2]s(i,j)\n    end do\n  end do\n", x, y)
			}
		}
		b.WriteString("end subroutine\n")
	}
	return b.String()
}

// A large program is searched by a sample within its budget of statements; what is
// proposed has been predicted for the whole, and is as good as the best of all plans that
// map its arrays alike.
func TestLargeProgramIsSampled(t *testing.T) {
	text := long(12)
	e := Effort{Predictions: 300, Statements: 6000, Most: 5}
	snap := snapshot("/w/p.f90", text)
	s := settings.Settings{Machine: "cluster", Procs: 4}
	search, err := searched(context.Background(), snap, "/w/p.f90", s, e)
	if err != nil {
		t.Fatal(err)
	}
	if x := search.sample; x.Of < manySize || x.Statements > x.Of/2 || x.Tried < 3 || x.Tried*x.Statements+len(search.order)*x.Of > e.Statements+2*x.Of {
		t.Errorf("%+v, %d in full", x, len(search.order))
	}
	if n := len(search.order); n > finals+2 {
		t.Errorf("%d mappings of the whole program", n)
	}
	best := search.best()[0]
	if testing.Short() {
		promised(t, snap, search, best.edited())
		return
	}
	for _, x := range search.order {
		promised(t, snap, search, x.edited())
	}
	for _, p := range search.uniform(search.program.Now()) {
		o, err := search.measure(context.Background(), search.program.Edits(p))
		if err != nil {
			t.Fatal(err)
		}
		if o.ok && o.time < best.time*(1-leastGain) {
			t.Errorf("%s takes %v, the best found (%s) %v", p.Key(), o.time, best.plan.Key(), best.time)
		}
	}
	if x := search.left(); x < 0 || x >= 1 {
		t.Errorf("left %v", x)
	}
}

// A large program with directives is seen as if it had none too, as a whole.
func TestLargeProgramIsMappedAnew(t *testing.T) {
	text := strings.Replace(long(12), "  integer :: it\n", "  integer :: it\n!HPF$ DISTRIBUTE (BLOCK,*) :: u, v, w\n", 1)
	s, err := searched(context.Background(), snapshot("/w/p.f90", text), "/w/p.f90", settings.Settings{Machine: "cluster", Procs: 4}, Effort{Predictions: 20, Statements: 6000, Most: 3})
	if err != nil {
		t.Fatal(err)
	}
	if s.sample.Of == 0 || s.other == nil || s.other.first == nil || s.until != searchPart {
		t.Errorf("%+v, %+v", s.sample, s.other)
	}
}

// A sample is the text with nests blank, line by line as long as before; sweeps along both
// dimensions are kept in the proportion of their times.
func TestSample(t *testing.T) {
	text := long(12)
	g, _, err := goalOf(context.Background(), snapshot("/w/p.f90", text), "/w/p.f90", settings.Settings{Machine: "cluster"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.Read(g.snap, "/w/p.f90", 4)
	if err != nil {
		t.Fatal(err)
	}
	s := newSampler(g, p)
	if _, err := s.weigh(context.Background(), nil, 0); err != nil {
		t.Fatal(err)
	}
	sum, first := 0.0, 0.0
	for _, n := range s.nests {
		sum += n.share
		if strings.Contains(n.class, "-1,") {
			first += n.share
		}
	}
	if sum < 0.7 || sum > 1.0001 {
		t.Errorf("nests take %v of the time", sum)
	}
	kept := s.kept()
	size, rows := 0, 0.0
	for _, n := range kept {
		size += n.size
		if strings.Contains(n.class, "-1,") {
			rows++
		}
	}
	if size < sampled || size > sampled+2 {
		t.Errorf("%d statements are kept", size)
	}
	if x := rows / float64(len(kept)); x < first/sum-0.1 || x > first/sum+0.1 {
		t.Errorf("%.2f of the nests kept sweep along the first dimension, which takes %.2f of the time", x, first/sum)
	}
	small, n := s.sample()
	f, err := small.snap.File("/w/p.f90")
	if err != nil {
		t.Fatal(err)
	}
	before, after := strings.Split(text, "\n"), strings.Split(f.Text.String(), "\n")
	if len(before) != len(after) || n >= s.size {
		t.Fatalf("%d lines, %d statements of %d", len(after), n, s.size)
	}
	blank := 0
	for i, line := range after {
		if len(line) != len(before[i]) || line != before[i] && strings.TrimSpace(line) != "" {
			t.Errorf("line %d is %q, was %q", i+1, line, before[i])
		}
		if line != before[i] {
			blank++
		}
	}
	if blank != 5*(len(s.nests)-1-len(kept))+1 { // the assignment of w has one line
		t.Errorf("%d lines are blank of %d nests, %d kept", blank, len(s.nests), len(kept))
	}
}

// What scalars, calls or input and output depend on stays.
func TestWhatIsNoNest(t *testing.T) {
	for statement, want := range map[string]bool{
		"a = 2.0*b":                                            true,
		"where (a > 1.0) b = a":                                true,
		"forall (i = 1:9) a(i) = b(i)":                         true,
		"do i = 1, 9\n a(i) = b(i)\n end do":                   true,
		"do i = 1, 9\n a(i) = b(i)\n s = s + a(i)\n end do":    true,
		"do i = 1, 9\n a(i) = b(i)\n m = m + 1\n end do":       false,
		"do i = 1, 9\n a(i) = b(i)\n call f(a)\n end do":       false,
		"do i = 1, 9\n a(i) = b(i)\n print *, i\n end do":      false,
		"do i = 1, 9\n a(i) = b(i)\n if (i > 3) exit\n end do": false,
		"k = 3":        false,
		"k(2) = 3":     false,
		"s = 2.0":      false,
		"a = b; s = 1": false,
		"10 a = b":     false,
		"call f(a)":    false,
	} {
		t.Run(statement, func(t *testing.T) {
			text := "program main\nreal :: a(9), b(9), s\ninteger :: i, m, k(9)\n" + statement + "\nend program\n"
			snap := snapshot("/w/p.f90", text)
			p, err := plan.Read(snap, "/w/p.f90", 4)
			if err != nil {
				t.Fatal(err)
			}
			s := newSampler(&goal{snap: snap, path: "/w/p.f90"}, p)
			if got := len(s.nests) == 1; got != want {
				t.Errorf("it may be left out: %v, want %v", got, want)
			}
		})
	}
}
