package depend

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/program"
)

// reads are the references to arrays on right sides, in source order.
func reads(u *program.Unit) []*program.Ref {
	var out []*program.Ref
	program.Statements(u.Body, func(s program.Stmt) bool {
		if a, ok := s.(*program.Assign); ok {
			program.Walk(a.RHS, func(e program.Expr) bool {
				if r, ok := e.(*program.Ref); ok && r.Sym.Rank() > 0 {
					out = append(out, r)
				}
				return true
			})
		}
		return true
	})
	return out
}

// TestOnto: how far out the fetch of each read can go.
func TestOnto(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"do i = 2, n; b(i) = b(i-1); end do", "B(i-1):1"},
		{"do i = 2, n; b(i) = b(i+1); end do", "B(i+1):0"},
		{"do k = 1, n; do i = 2, n; b(i) = b(i+1); end do; end do", "B(i+1):1"},
		{"do k = 1, n; do i = 2, n; c(i) = b(i+1); end do; do i = 2, n; b(i) = c(i); end do; end do", "B(i+1):1 C(i):1"},
		{"do i = 1, n; do j = 1, n; a(i,j) = a(i,j+n); end do; end do", "A(i,j+n):0"},
		{"do j = 2, n; do i = 1, n; a(i,j) = a(i,j-1) + a(i,1); end do; end do", "A(i,j-1):1 A(i,1):0"},
		{"do j = 2, n; do i = 2, n; a(i,j) = a(i-1,j) + a(i,j-1); end do; end do", "A(i-1,j):2 A(i,j-1):1"},
		{"do j = 1, n; a(:,j) = d(:,j); do i = 2, n; d(i,j) = a(i-1,j); end do; end do", "D(:,j):0 A(i-1,j):1"},
		{"do i = 1, n; c(i) = b(i+1); b(i) = 0; end do", "B(i+1):0"},
		{"do i = 1, n; b(i) = 0; c(i) = b(i+1) + b(i); end do", "B(i+1):0 B(i):1"},
		{"do i = 1, n; c(i) = b(i); b(i) = 0; end do", "B(i):0"},
		{"!independent; do i = 1, n; b(i) = b(idx(i)); end do", "B(idx(i)):0 IDX(i):0"},
		{"!independent; do i = 1, n; b(i) = 0; c(i) = b(i); end do", "B(i):1"},
		{"do k = 1, n; !independent; do i = 1, n; b(i) = b(idx(i)); end do; end do", "B(idx(i)):1 IDX(i):0"},
		{"do k = 1, n; do i = 1, n; c(i) = b(i); end do; call f(x); end do", "B(i):1"},
		{"do k = 1, n; do i = 1, n; c(i) = b(i); print *, x; end do; end do", "B(i):0"},
		{"!independent; do k = 1, n; c(k) = b(k); call f(x); end do", "B(k):0"},
		{"do k = 1, n; do j = k+1, n; do i = k+1, n; a(i,j) = a(i,j) - a(i,k)*a(k,j); end do; end do; end do", "A(i,j):1 A(i,k):1 A(k,j):1"},
		{"!independent; do k = 1, n; call f(x); c(k) = b(k); end do", "B(k):1"}, // in the same iteration
		{"do k = 1, n; !independent; do i = 1, n; call f(x); c(i) = b(i); end do; end do", "B(i):2"},
		{"do k = 1, n; call f(x); !independent; do i = 1, n; c(i) = b(i); end do; end do", "B(i):1"},
		{"b(1) = c(1)", "C(1):none"},
	} {
		t.Run(c.body, func(t *testing.T) {
			u := unitOf(t, declarations+strings.ReplaceAll(strings.ReplaceAll(c.body, "; ", "\n"), "!ind", "!hpf$ ind")+"\nend\n")
			r := Analyze(u, Options{})
			var got []string
			for _, ref := range reads(u) {
				pin, ok := r.Onto(ref)
				s := fmt.Sprintf("%s:%d", refText(ref), pin.Level)
				if !ok {
					s = refText(ref) + ":none"
				}
				if (pin.Level > 0) != (pin.Why != "") {
					t.Errorf("%s: %s at level %d says %q", c.body, refText(ref), pin.Level, pin.Why)
				}
				got = append(got, s)
			}
			if got := strings.Join(got, " "); got != c.want {
				t.Errorf("%s\n got  %s\n want %s", c.body, got, c.want)
			}
		})
	}
}

func TestFalseIndependent(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"!independent; do i = 2, n; b(i) = b(i-1); end do", "B(i) written here is read by B(i-1) in the next iteration: true dependence, distance 1"},
		{"!independent; do i = 1, n; b(i) = b(i+1); end do", "B(i+1) read here is written by B(i) in the next iteration: anti dependence, distance 1"},
		{"!independent; do i = 1, n; b(1) = c(i); end do", "B(1) written here is written again by B(1) in a later iteration: output dependence"},
		{"!independent; do i = 1, n; b(i) = b(n); end do", "B(n) read here is written by B(i) in a later iteration: anti dependence"},
		{"!independent; do i = 1, n; b(i) = b(m); end do", ""},
		{"!independent; do i = 1, n; b(idx(i)) = c(i); end do", ""},
		{"!independent; do i = 2, n; if (c(i) > 0) b(i) = b(i-1); end do", ""},
		{"!independent; do i = 2, n; if (i > 5) b(i) = b(i-1); end do", "B(i) written here is read by B(i-1) in the next iteration: true dependence, distance 1"},
		{"!independent; do i = 2, n; call f(x); b(i) = b(i-1); end do", "B(i) written here is read by B(i-1) in the next iteration: true dependence, distance 1"},
		{"!independent; do i = 2, n; if (c(i) > 0) cycle; b(i) = b(i-1); end do", ""},
		{"!independent, new(b); do i = 2, n; b(1) = c(i); c(i) = b(1); end do", ""},
		{"!independent; do i = 1, n; t = b(i); c(i) = t; end do", ""},
		{"!independent; do i = 1, n; c(i) = t; t = b(i); end do", "T written here is read by T in the next iteration: true dependence, distance 1"},
		{"!independent; do i = 1, n; x = x + b(i); end do", "X written here is read by X in the next iteration: true dependence, distance 1; it accumulates, which REDUCTION(X) would say"},
		{"!independent, reduction(x); do i = 1, n; x = x + b(i); end do", ""},
		{"!independent; do i = 1, n; do j = 2, n; a(i,j) = a(i,j-1); end do; end do", ""},
		{"!independent; do i = 1, 10; b(i) = b(i+10); end do", ""},
		{"!independent; do i = 2, n; do j = 1+mod(i,2), n, 2; a(j,i) = a(j-1,i) + a(j,i-1); end do; end do", ""},
		{"!independent; do i = 2, n; do j = 1+mod(i,2), n, 2; a(j,i) = a(j-1,i) + a(j-1,i-1); end do; end do", "A(j,i) written here is read by A(j-1,i-1) in the next iteration: true dependence, distance 1"},
		{"!independent; do i = -4, n; do j = 1+mod(i,2), n, 2; a(j,i) = a(j-1,i-1); end do; end do", ""}, // mod(-3,2) is -1
		{"do i = 2, n; b(i) = b(i-1); end do", ""},
	} {
		t.Run(c.body, func(t *testing.T) {
			got := ""
			for _, d := range analyzed(t, c.body, Options{}).Diagnostics() {
				if d.Code != "false-independent" || d.Span.Empty() || d.Because == nil {
					t.Errorf("%s: %+v", c.body, d)
				}
				got += strings.TrimPrefix(d.Message, "the iterations of this loop are not independent: ")
			}
			if got != c.want {
				t.Errorf("%s\n got  %q\n want %q", c.body, got, c.want)
			}
		})
	}
}

// TestWhy: the reason shown for each loop.
func TestWhy(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"do i = 1, n; b(i) = c(i); end do", "no iteration uses what another one stores"},
		{"do i = 1, n; t = b(i); c(i) = t; x = x + t; end do", "no iteration uses what another one stores; private: T; reduction: X (+)"},
		{"do i = 1, n; call f(b); end do", "the call of F may use and change any variable"},
		{"do i = 1, n; b(i) = g(c(i)); end do", "the function G may use and change any variable"},
		{"do i = 1, n; print *, b(i); end do", "PRINT keeps the order of the iterations"},
		{"do i = 1, n; if (b(i) > 0) exit; end do", "EXIT may end the loop before its last iteration"},
		{"Outer: do j = 1, n; do i = 1, n; if (b(i) > 0) exit; c(i) = 1; end do; end do Outer", "C(i) written here is written again by C(i) in a later iteration: output dependence"},
		{"Outer: do j = 1, n; do i = 1, n; if (b(i) > 0) exit; a(i,j) = 1; end do; end do Outer", "no iteration uses what another one stores; private: I"},
		{"Outer: do j = 1, n; do i = 1, n; if (b(i) > 0) cycle OUTER; a(i,j) = 1; end do; end do Outer", "no iteration uses what another one stores; private: I"},
		{"Outer: do j = 1, n; do i = 1, n; if (b(i) > 0) exit outer; a(i,j) = 1; end do; end do Outer", "EXIT may end the loop before its last iteration"},
		{"do while (c(1) > x); t = 1; end do", "whether there is a next iteration is known only after this one"},
		{"do i = 1, n; b(idx(i)) = c(i); end do", "B(idx(i)) written here may be written again by B(idx(i)) in a later iteration: output dependence assumed, because IDX(I) is known at run time only"},
		{"do i = 1, n; b(i) = b(i+m); end do", "B(i) written here may be read by B(i+m) in a later iteration: true dependence assumed, because whether they meet depends on M"},
		{"do i = -4, n; do j = 1+mod(i,2), n, 2; a(j,i) = a(j-1,i-1); end do; end do", "A(j,i) written here may be read by A(j-1,i-1) in the next iteration: true dependence, distance 1 assumed, because MOD(I,2) is known at run time only"},
		{"do i = 5, n; b(i) = b(i-4); end do", "B(i) written here is read by B(i-4) 4 iterations later: true dependence, distance 4"},
		{"do i = 1, n; b(i) = b(2*i+1-i*(n-1)); end do", "B(i) written here may be read by B(2*i+1-i*(n-1)) in a later iteration: true dependence assumed, because I*(N-1) is known at run time only"},
	} {
		t.Run(c.body, func(t *testing.T) {
			if got := analyzed(t, c.body, Options{}).Loops[0].Why; got != c.want {
				t.Errorf("%s\n got  %s\n want %s", c.body, got, c.want)
			}
		})
	}
}

// TestOptions: what the values of PARAMETERs and the ranges of scalars decide.
func TestOptions(t *testing.T) {
	body := "do i = 1, 10; b(i) = b(i+np); end do"
	if got := summary(analyzed(t, body, Options{})); got != "unknown anti(<)?" {
		t.Errorf("a PARAMETER of any size: %s", got)
	}
	if got := summary(analyzed(t, body, Options{Fixed: true})); got != "independent" {
		t.Errorf("a PARAMETER of 64: %s", got)
	}
	body = "do i = 1, n; b(i) = b(i+m); end do"
	known := func(s *program.Symbol) (lo, hi int64) {
		switch s.Name {
		case "n":
			return 1, 100
		case "m":
			return 100, Open
		}
		return -Open, Open
	}
	if got := summary(analyzed(t, body, Options{Range: known})); got != "independent" {
		t.Errorf("M at least 100, N at most: %s", got)
	}
}

// TestCallsThatAreKnown: what a call is known to leave alone is not held by it.
func TestCallsThatAreKnown(t *testing.T) {
	u := unitOf(t, `subroutine s(a, b, c)
real :: a(9), b(9), c(9)
integer :: i
do i = 1, 9
  a(i) = b(3) + c(4)
  call touch(b)
end do
end subroutine
`)
	o := Options{Calls: func(s *program.CallStmt) ([]*program.Symbol, bool) {
		return []*program.Symbol{s.Args[0].Value.(*program.Ref).Sym}, true
	}}
	do := u.Body[0].(*program.Do)
	sum := do.Body[0].(*program.Assign).RHS.(*program.Binary)
	for i, c := range []struct {
		o    Options
		b, c int
	}{{Options{}, 1, 1}, {o, 1, 0}} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			r := Analyze(u, c.o)
			onB, _ := r.Onto(sum.X.(*program.Ref))
			onC, _ := r.Onto(sum.Y.(*program.Ref))
			if onB.Level != c.b || onC.Level != c.c {
				t.Errorf("levels %d and %d, want %d and %d", onB.Level, onC.Level, c.b, c.c)
			}
			if v := r.Loop(do).Verdict; v == Independent {
				t.Errorf("%v in spite of the call", v)
			}
		})
	}
}
