package evaluate

import (
	"math"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Amounts by hand on the iPSC/860, in nanoseconds: load 50, store 25, addition
// 75; a miss 400 more for a load and 200 for a store, in 1 of 8 sequential
// elements; the columns of w fall into the same set of 2 lines, and 10 elements of
// one take 10/8 of a line, and 7/8 where they end, 42.5 ns each; a loop 200 and 100 for each iteration; a test 50.
func TestAmountsByHand(t *testing.T) {
	const declared = "integer, parameter :: n = 10\nreal :: a(n,n), b(n), w(1024,n)\ninteger :: i, j, t\n!HPF$ DISTRIBUTE b(BLOCK)\n"
	cases := []struct {
		name, body string
		want       float64
	}{
		{"sequential stores", "do i = 1, n\nb(i) = 1.0\nend do\n", 200 + 10*100 + 10*(25+25)},
		{"an array construct", "b = 1.0\n", 200 + 10*100 + 10*(25+25)},
		{"a triangle of DO loops", "do j = 1, n\ndo i = 1, j\na(i,j) = 1.0\nend do\nend do\n", 200 + 10*100 + 10*200 + 55*100 + 55*(25+25)},
		{"a triangle with a FORALL", "do j = 1, n\nforall (i = 1:j) a(i,j) = 1.0\nend do\n", 200 + 10*100 + 10*200 + 55*100 + 55*(25+25)},
		{"a FORALL is nested for the cache", "forall (i = 1:n, j = 1:n) a(i,j) = 1.0\n", 200 + 10*100 + 10*200 + 100*100 + 100*(25+25)},
		{"in whichever order it is written", "forall (j = 1:n, i = 1:n) w(i,j) = 1.0\n", 200 + 10*100 + 10*200 + 100*100 + 100*(25+42.5)},
		{"unless its bounds forbid", "forall (i = 1:n)\nforall (j = 1:i) w(i,j) = 1.0\nend forall\n", 200 + 10*100 + 10*200 + 55*100 + 55*(25+200)},
		{"DO loops are not nested anew", "do i = 1, n\ndo j = 1, n\nw(i,j) = 1.0\nend do\nend do\n", 200 + 10*100 + 10*200 + 100*100 + 100*(25+200)},
		{"a line for each of few columns stays", "do i = 1, n\ndo j = 1, n\na(i,j) = 1.0\nend do\nend do\n", 200 + 10*100 + 10*200 + 100*100 + 100*(25+25)},
		{"a pass repeated in the cache misses once", "do t = 1, 5\ndo i = 1, n\nb(i) = b(i) + 1.0\nend do\nend do\n", 200 + 5*100 + 5*200 + 50*100 + 50*(50+75+25) + 10*(50+25)},
		{"a temporary for what is read shifted", "b(2:n) = b(1:n-1)\n", 200 + 9*100 + 9*(50+50+25+25) + 9*(50+25)},
		{"an owner test before a loop", "do t = 1, 5\nb(1) = 1.0\nend do\n", 200 + 5*100 + 50 + 5*25 + 200},
		{"an owner test in each iteration, beside what all do", "do t = 1, 5\nb(1) = 1.0\na(t,1) = 2.0\nend do\n", 200 + 5*100 + 5*50 + 5*25 + 200 + 5*(25+25)},
		{"nothing in an empty range", "do i = n, 1\nb(i) = 1.0\nend do\n", 200},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			u := unitOf(t, "x.f90", "program x\n"+declared+c.body+"end program\n", settings.Settings{Procs: 1})
			if got := u.Charge.Total() * 1e9; math.Abs(got-c.want) > 1e-6*c.want {
				t.Errorf("%s: %.1f ns, want %g", c.name, got, c.want)
				for _, l := range u.Lines {
					t.Logf("line %d: %+v, %g executions", l.Line, l.Charge, l.Executions)
				}
			}
			for _, a := range u.Assumptions {
				if a.Name == "i" || a.Name == "j" || a.Name == "t" {
					t.Errorf("%s: the index of a loop is taken for a size: %+v", c.name, a)
				}
			}
		})
	}
}

// The loops inside a partitioned one are started by whoever makes its iteration:
// 200 ns a start and 100 ns an iteration, by hand for 16 of 64 columns of 10, or
// for all of them where the statements disagree.
func TestInnerLoopsOfAPartitionedOne(t *testing.T) {
	const declared = "real :: a(10,64), b(10,64), w(10)\ninteger :: i, j\n!HPF$ DISTRIBUTE (*,BLOCK) :: a\n!HPF$ DISTRIBUTE (*,CYCLIC) :: b\n"
	const own, all = 16*200 + 16*10*100, 64*200 + 64*10*100
	cases := []struct {
		name, body string
		want       float64 // overhead of the loop over i, line 8
	}{
		{"with a NEW array", "!HPF$ INDEPENDENT, NEW(w)\ndo j = 1, 64\ndo i = 1, 10\nw(i) = 1.0\nend do\na(:,j) = w\nend do\n", own},
		{"with the owner's elements", "a = 1.0\ndo j = 1, 64\ndo i = 1, 10\na(i,j) = 2.0\nend do\nend do\n", own},
		{"with a statement below a condition", "!HPF$ INDEPENDENT\ndo j = 1, 64\ndo i = 1, 10\nif (i < 5) a(i,j) = 2.0\nend do\nend do\n", own},
		{"with cyclic columns", "b = 1.0\ndo j = 1, 64\ndo i = 1, 10\nb(i,j) = 2.0\nend do\nend do\n", own},
		{"with columns of two kinds", "a = 1.0\ndo j = 1, 64\ndo i = 1, 10\na(i,j) = 2.0\nb(i,j) = 2.0\nend do\nend do\n", all},
		{"with a shifted column", "a = 1.0\ndo j = 1, 63\ndo i = 1, 10\na(i,j) = 2.0\na(i,j+1) = 2.0\nend do\nend do\n", 63*200 + 63*10*100},
		{"with a scalar of everybody", "a = 1.0\ndo j = 1, 64\ndo i = 1, 10\na(i,j) = 2.0\nx = 2.0\nend do\nend do\n", all},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			u := unitOf(t, "x.f90", "program x\n"+declared+c.body+"end program\n", settings.Settings{Procs: 4})
			if got := lineOf(u, 8).Charge.Total() * 1e9; math.Abs(got-c.want) > 1e-6*c.want {
				t.Errorf("%g ns, want %g", got, c.want)
			}
		})
	}
}
