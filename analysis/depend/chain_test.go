package depend

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/program"
)

// The chains of the innermost loop over i, by hand: the variable, the operators of
// one turn, the iterations that it spans; "stored" where it passes through elements
// over more than one.
func TestChains(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"do i = 2, n; c(i) = b(i) - x*c(i-1); end do", "c:*-/1"},
		{"do i = 2, n; c(i) = b(i) - x*c(i); end do", ""},
		{"do i = 2, n; c(i-1) = b(i) - x*c(i); end do", ""},
		{"do i = 3, n; c(i) = c(i-2) + b(i); end do", "c:+/2 stored"},
		{"do i = 1, n; x = x + c(i)*b(i); end do", "x:+/1"},
		{"do i = 1, n; x = c(i); b(i) = x + 1; end do", ""},
		{"do i = 2, n; x = c(i-1)*2; c(i) = b(i) + x; end do", "c:+*/1"},
		{"do i = 2, n; b(i) = x; x = c(i)/(x + 1); end do", "x:+//1"},
		{"do j = 2, n; do i = 2, n; a(i,j) = a(i-1,j) + a(i+1,j) + a(i,j-1)*x; end do; end do", "a:++/1"},
		{"do j = 2, n; do i = 2, n; a(i,j) = a(i,j-1)*x; end do; end do", ""},
		{"do k = 1, n; do j = 1, n; do i = 1, n; a(k,j) = a(k,j) + b(i)*c(i); end do; end do; end do", "a:+/1"},
		{"do i = 1, n; c(idx(i)) = c(idx(i)) + 1; end do", ""},
		{"do i = 1, n; x = max(x, c(i)); end do", "x:max/1"},
		{"do i = 2, n; c(i) = b(i-1) + 1; b(i) = c(i)*2; end do", "b:*+/1"},
		{"do i = 1, n; do j = 1, n; x = x + 1; end do; end do", ""},
	} {
		t.Run(c.body, func(t *testing.T) {
			r := analyzed(t, c.body, Options{})
			var got []string
			for _, l := range r.Loops {
				if l.Do.Var.Name != "i" {
					continue
				}
				for _, x := range r.Chains(l.Do) {
					s := x.Sym.Name + ":"
					for _, e := range slices.Backward(x.Path) {
						s += operatorOf(e)
					}
					s += fmt.Sprintf("/%d", x.Distance)
					if x.Stored {
						s += " stored"
					}
					got = append(got, s)
				}
			}
			if s := strings.Join(got, ", "); s != c.want {
				t.Errorf("%s: %q, want %q", c.body, s, c.want)
			}
		})
	}
}

func operatorOf(e program.Expr) string {
	switch e := e.(type) {
	case *program.Binary:
		return e.Op.String()
	case *program.Call:
		return e.Name
	}
	return "?"
}
