package evaluate

import (
	"math"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// A loop whose iterations reduce sections that one processor has is executed where these are,
// with or without a directive; what lies on several processors is reduced by all of them.
func TestReductionsOfWhatOneProcessorHas(t *testing.T) {
	line := func(t *testing.T, mapping, body string) *report.Line {
		u := unitOf(t, "x.f90", "program x\ninteger, parameter :: n = 64\ninteger :: i, j\nreal(8) :: a(n,n), b(n,n), c(n,n), v(n)\n!HPF$ PROCESSORS p(4)\n"+mapping+"\na = 1\nb = 2\nv = 1\nc = 1\n"+body+"\nprint *, v, c\nend program\n", settings.Settings{Machine: "cluster"})
		for _, l := range u.Lines {
			if l.Line == 14 {
				return l
			}
		}
		t.Fatalf("no line 14 of %s", body)
		return nil
	}
	const columns = "!HPF$ DISTRIBUTE (*,BLOCK) ONTO p :: a, b, c\n!HPF$ ALIGN v(i) WITH a(*,i)\n!"
	const rows = "!HPF$ DISTRIBUTE (BLOCK,*) ONTO p :: a, c\n!HPF$ ALIGN v(i) WITH a(i,*)\n!"
	for _, c := range []struct {
		name, mapping, loop, body, end string
		local                          bool
	}{
		{"sums of columns", columns, "do j = 1, n", "v(j) = sum(a(:,j))", "end do", true},
		{"of what two arrays have", columns, "do j = 1, n", "v(j) = v(j) + maxval(a(:,j)*b(:,j))", "end do", true},
		{"a product of matrices", rows, "do i = 1, n", "forall (j = 1:n) c(i,j) = dot_product(a(i,:), b(:,j))", "end do", true},
		{"sums of rows that lie in columns", columns, "do j = 1, n", "v(j) = sum(a(j,:))", "end do", false},
		{"of everything", columns, "do j = 1, n", "v(j) = sum(a)", "end do", false},
		{"with a result of the iteration before", columns, "do j = 2, n", "v(j) = v(j-1) + sum(a(:,j))", "end do", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := line(t, c.mapping, c.loop+"\n"+c.body+"\n"+c.end)
			if local := l.Charge.Communication == 0; local != c.local {
				t.Errorf("%g s of communication: %+v", l.Charge.Communication, l.Comms)
			}
			if !c.local {
				return
			}
			marked := line(t, c.mapping[:len(c.mapping)-2], "!HPF$ INDEPENDENT\n"+c.loop+"\n"+c.body+"\n"+c.end)
			if math.Abs(marked.Charge.Total()/l.Charge.Total()-1) > 1e-9 {
				t.Errorf("%g s, with a directive %g s", l.Charge.Total(), marked.Charge.Total())
			}
		})
	}
}

// What each processor reduces by itself takes what the same loops take that are written out:
// every element waits for the sum of those before it.
func TestReductionsWaitForTheirSums(t *testing.T) {
	time := func(body string) float64 {
		return unitOf(t, "x.f90", "program x\ninteger, parameter :: n = 512\ninteger :: i, j\nreal(8) :: a(n,n), v(n), s\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE a(*,BLOCK) ONTO p\n!HPF$ ALIGN v(i) WITH a(*,i)\n!HPF$ INDEPENDENT, NEW(s, i)\ndo j = 1, n\n"+body+"\nend do\nend program\n", settings.Settings{Machine: "cluster"}).Charge.Total()
	}
	called, written := time("v(j) = sum(a(:,j))"), time("s = 0\ndo i = 1, n\ns = s + a(i,j)\nend do\nv(j) = s")
	if math.Abs(called/written-1) > 0.05 {
		t.Errorf("%g s, written out %g s", called, written)
	}
}
