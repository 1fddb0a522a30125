package reaching

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// resolved returns what stands in a unit with the declarations of the tests: loops,
// assignments to arrays, conditions and calls, each on a line.
func resolved(t *testing.T, statements string) string {
	t.Helper()
	text := "subroutine s(n, m)\n integer n, m, i, j, k, l, c, iv(10)\n integer, parameter :: d = 2\n real a(n), b(n,n)\n" + strings.ReplaceAll(statements, "; ", "\n") + "\nend subroutine\n"
	f := lower.Lower(fortran.Parse(source.NewText(text), fortran.FormOf("t.f90")))
	for _, d := range f.Diagnostics {
		if d.Severity == source.Error {
			t.Fatalf("%s: %s", statements, d.Message)
		}
	}
	u := f.Units[0].Unit
	Resolve(u, Options{
		Changed: func(c *program.CallStmt) []*program.Symbol {
			var out []*program.Symbol
			for _, a := range c.Args {
				if r, ok := a.Value.(*program.Ref); ok {
					out = append(out, r.Sym)
				}
			}
			return out
		},
		Constants: map[*program.Symbol]int64{u.Lookup("d"): 2},
	})
	var out []string
	program.Statements(u.Body, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Do:
			if s.Var != nil {
				out = append(out, fmt.Sprintf("%s=%s,%s", s.Var.Name, program.Named(s.Lo), program.Named(s.Hi)))
			}
		case *program.Assign:
			if s.LHS.Sym.Rank() > 0 {
				out = append(out, program.Named(s.LHS))
			}
		case *program.If:
			out = append(out, program.Named(s.Branches[0].Cond))
		case *program.CallStmt:
			for _, a := range s.Args {
				x := program.Named(a.Value)
				if r, ok := a.Value.(*program.Ref); ok && r.Value != nil {
					x += "=" + program.Named(r.Value)
				}
				out = append(out, "call "+x)
			}
		}
		return true
	})
	return strings.Join(out, "; ")
}

func TestResolve(t *testing.T) {
	for _, c := range []struct{ name, program, want string }{
		{"one definition keeps the name", "k = 3; do i = 1, k; a(i) = 0; end do", "i=1,k; a(i)"},
		{"each assignment has a name", "k = 3; a(k) = 0; k = 5; a(k) = 0", "a(k); a(k#2)"},
		{"what a dummy is at the beginning has the plain name", "m = 5; a(m) = 0; call f(n)", "a(m); call n"},
		{"a dummy that is used and then assigned", "a(m) = 0; m = 5; a(m) = 0", "a(m); a(m#2)"},
		{"extents name the beginning", "n = 5; a(n) = 0", "a(n#2)"},
		{"branches meet in a new one", "k = 1; if (m > 0) k = 2; a(k) = 0", "m>0; a(k)"},
		{"before, in and behind a branch", "k = 1; a(k) = 0; if (m > 0) then; k = 2; a(k) = 0; end if; a(k) = 0", "a(k); m>0; a(k#2); a(k#3)"},
		{"a branch that leaves does not meet", "k = 1; if (m > 0) then; k = 2; return; end if; a(k) = 0; k = 3; a(k) = 1", "m>0; a(k); a(k#2)"},
		{"a call changes its argument", "k = 1; a(k) = 0; call f(k); a(k) = 0", "a(k); call k; a(k#2)"},
		{"a call leaves the indices around it", "do i = 1, n; do j = 1, n; call f(i); a(i+j) = 0; end do; end do", "i=1,n; j=1,n; call i; a(i+j)"},
		{"not those of other loops", "do i = 1, n; a(i) = 0; end do; call f(i); a(i) = 0", "i=1,n; a(i); call i#2; a(i#3)"},
		{"read changes", "k = 1; a(k) = 0; read *, k; a(k) = 0", "a(k); a(k#2)"},
		{"follows the index", "do i = 1, n; k = i + 1; a(k) = 0; end do", "i=1,n; a(i+1)"},
		{"counts down", "do i = 1, 10; k = 11 - i; a(k) = 0; end do", "i=1,10; a(11-i)"},
		{"of two loops", "do i = 1, n; do j = 1, n; k = i + 2*j; a(k) = 0; end do; end do", "i=1,n; j=1,n; a(i+2*j)"},
		{"steps by a constant", "k = 0; do i = 1, n; k = k + 2; a(k) = 0; end do", "i=1,n; a(2*(i-1)+2)"},
		{"used before it steps", "k = 5; do i = 3, n; a(k) = 0; k = k - 1; end do", "i=3,n; a(5+-1*(i-3))"},
		{"steps by a name", "k = m; do i = 1, n; a(k) = 0; k = k + l; end do", "i=1,n; a(m+l*(i-1))"},
		{"a step of two", "k = 0; do i = 1, 9, 2; k = k + 2; a(k) = 0; end do", "i=1,9; a(i-1+2)"},
		{"steps in the inner of two loops", "k = 0; do i = 1, 4; do j = 1, 3; k = k + 1; a(k) = 0; end do; end do", "i=1,4; j=1,3; a(3*(i-1)+(j-1)+1)"},
		{"up to what is not known", "k = 0; do i = 1, min(n, 9); k = k + 1; a(k) = 0; end do; a(k) = 0", "i=1,min(n,9); a(i-1+1); a(k)"},
		{"between elements of an array", "k = 2; iv(1) = 3; do i = iv(1), iv(2); k = k + 1; a(k) = 0; end do", "iv(1); i=iv(1),iv(2); a(2+(i-iv(1))+1)"},
		{"from a quotient", "k = 2; do i = m/2, 9; k = k + 1; a(k) = 0; end do", "i=m/2,9; a(2+(i-m/2)+1)"},
		{"from an element that changes in the loop", "k = 2; do i = iv(1), 9; k = k + 1; iv(1) = i; a(k) = 0; end do", "i=iv(1),9; iv(1); a(k)"},
		{"doubles: a name, whose value is found otherwise", "c = 1; do i = 1, 5; a(c) = 0; c = c*2; end do", "i=1,5; a(c)"},
		{"begins with what is not known", "read *, k; do i = 1, n; k = k + 1; a(k) = 0; end do", "i=1,n; a(k)"},
		{"steps in some iterations only", "k = 0; do i = 1, n; if (a(i) > 0) k = k + 1; a(k) = 0; end do", "i=1,n; a(i)>0; a(k)"},
		{"an iteration may end early", "k = 0; do i = 1, n; if (a(i) > 0) cycle; k = k + 1; a(k) = 0; end do", "i=1,n; a(i)>0; a(k)"},
		{"names what has changed since", "do i = 1, n; k = i + m; m = 3; a(k) = 0; end do", "i=1,n; a(k)"},
		{"behind the loop it is a name", "do i = 1, n; k = i + 1; a(k) = 0; end do; a(k) = 0", "i=1,n; a(i+1); a(k)"},
		{"in a condition and a bound", "do i = 1, n; k = i - 1; if (k > 3) a(i) = 0; do j = k, n; a(j) = 0; end do; end do", "i=1,n; (i-1)>3; a(i); j=i-1,n; a(j)"},
		{"as an argument", "do i = 1, n; k = i - 1; call f(k); a(k) = 0; end do", "i=1,n; call k=i-1; a(k#2)"},
		{"swapped", "k = 1; l = 2; do i = 1, n; b(i,k) = b(i,l); c = k; k = l; l = c; end do", "i=1,n; b(i,k)"},
		{"a jump back", "k = 1\n10 a(k) = 0; k = k + 1; if (k < 5) goto 10", "a(k); k#2<5"},
		{"a distance is its number", "do i = 1, n; a(i+d) = 0; end do", "i=1,n; a(i+2)"},
		{"elements of an array", "iv(1) = 3; a(iv(1)) = 0; iv(1) = 4; a(iv(1)) = 0", "iv(1); a(iv(1)); iv(1); a(iv#2(1))"},
		{"the index behind its loop", "do i = 1, n; a(i) = 0; end do; a(i) = 1", "i=1,n; a(i); a(i#2)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := resolved(t, c.program); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}
