package comm_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestClasses goes through the classes of references: which communication each
// needs, and what the reader is told.
func TestClasses(t *testing.T) {
	for _, c := range []struct{ declarations, statements, want string }{
		// Local: identical places, everybody's copies, dimensions not distributed.
		{rows, "forall (i=1:n) a(i) = b(i)", ""},
		{rows, "forall (i=1:n) a(i) = w(n+1-i)", ""},
		{rows, "forall (i=2:n, j=1:n) u(i,j) = v(i,n+1-j)", ""},
		{rows, "a(3) = b(3)", ""},
		{rows, "w = 0.0", ""},
		// Shifts.
		{rows, "forall (i=1:n-1) a(i) = b(i+1)", "shift of B by +1 along dimension 1"},
		{rows, "forall (i=3:n) a(i) = b(i-1) + b(i-2)", "shift of B by -2 along dimension 1"},
		{rows, "forall (i=2:n-1) a(i) = b(i-1) + b(i+1)", "shift of B by -1 along dimension 1 + shift of B by +1 along dimension 1"},
		{rows, "forall (i=2:n-1) a(i) = b(i-1) + a(i-1)", "shift of B by -1 along dimension 1 + shift of A by -1 along dimension 1"},
		{rows, "a(1:n-1) = b(2:n)", "shift of B by +1 along dimension 1"},
		{rows, "forall (i=1:n-2) c(i) = c(i+1) + c(i+2)", "shift of C by +1 along dimension 1 + shift of C by +2 along dimension 1"},
		{rows, "forall (i=4:n) a(i) = b(i-1) + b(i-3)", "shift of B by -3 along dimension 1"},
		{grid, "forall (i=2:n, j=2:n) u(i,j) = v(i-1,j-1)", "shift of V by -1 along dimension 1 and by -1 along dimension 2"},
		// One owner to all, or to one.
		{rows, "s = b(3)", "broadcast of B from its owner"},
		{rows, "forall (i=1:n) a(i) = b(3)", "broadcast of B from its owner"},
		{rows, "forall (i=1:n) a(i) = x(i)", "broadcast of X from its owner"},
		{rows, "a(3) = b(9)", "copy of B from its owner"},
		{grid, "u(:,3) = v(:,9)", "copy of V from its owner"},
		{grid, "r = v(:,9)", "broadcast of V from its owner"},
		// A whole dimension.
		{rows, "w = b", "gather of B: its whole range is needed"},
		{rows, "forall (i=1:n, j=1:n) u(i,j) = b(j)", "gather of B: its whole range is needed"},
		{rows, "x = a", "gather of A: its whole range is needed"},
		// Another mapping.
		{rows, "forall (i=1:n) a(i) = d(i)", "remap of D: mapped otherwise than the left side"},
		{rows, "forall (i=1:n) a(i) = c(i)", "remap of C: mapped otherwise than the left side"},
		{rows, "forall (i=1:n) c(i) = a(i)", "remap of A: mapped otherwise than the left side"},
		{rows, "forall (i=1:n) a(i) = b(n+1-i)", "remap of B: mapped otherwise than the left side"},
		{rows, "forall (i=1:n, j=1:n) u(i,j) = uc(i,j)", "transpose of UC: another dimension is distributed on the left side"},
		{grid, "forall (i=1:n, j=1:n) u(i,j) = vt(i,j)", "remap of VT: mapped otherwise than the left side"},
		{grid, "forall (i=1:n, j=1:n) u(i,j) = v(j,i)", "remap of V: mapped otherwise than the left side"},
		{grid, "forall (i=1:n) r(i) = v(i,i)", "remap of V: mapped otherwise than the left side"},
		// Known at run time only.
		{rows, "forall (i=1:n) a(i) = b(idx(i))", "gather of B: its subscript is known at run time only (an upper bound)"},
		{rows, "forall (i=1:4, j=1:12) u(i,j) = b(i+j)", "gather of B: its subscript is known at run time only (an upper bound)"},
		{rows, "forall (i=1:8, j=1:8) u(i,j) = b(i+j)", "shift of B by +8 along dimension 1"}, // a window: b(9:16) for i = 1..8
		// Masks: not all of it may be needed.
		{rows, "where (a > 0.0) a = c", "remap of C: mapped otherwise than the left side (an upper bound)"},
		// Reductions.
		{rows, "s = sum(a)", "reduction by sum over all processors"},
		{rows, "s = 0.0; do i = 1, n; s = s + a(i); end do", "reduction by + over all processors"},
		{rows, "s = sum(w)", ""},
	} {
		t.Run(c.declarations, func(t *testing.T) {
			var got []string
			for _, x := range communications(graphOf(t, c.declarations, c.statements)) {
				got = append(got, x.Describe())
			}
			if text := strings.Join(got, " + "); text != c.want {
				t.Errorf("%s\n got %s\nwant %s", c.statements, text, c.want)
			}
		})
	}
}

// TestLevels goes through message vectorisation: how many loops stay around a
// message, and why.
func TestLevels(t *testing.T) {
	for i, c := range []struct {
		statements string
		level      int
		where      string
	}{
		{"do i = 2, n; a(i) = b(i-1); end do", 0, "hoisted out of 1 loop"},
		{"do k = 1, 9; do i = 2, n; a(i) = b(i-1); end do; end do", 0, "hoisted out of 2 loops"},
		{"do i = 2, n; a(i) = a(i-1); end do", 1, "stays inside the loop over I: A(i) written here is read by A(i-1) in the next iteration: true dependence, distance 1"},
		{"do i = 1, n-1; a(i) = a(i+1); end do", 0, "hoisted out of 1 loop"},
		{"do i = 1, n-4; a(i) = b(i+1); b(i+4) = s; end do", 1, "stays inside the loop over I: B(i+4) written here is read by B(i+1) 3 iterations later: true dependence, distance 3"},
		{"do k = 1, n-1; do i = k+1, n; uc(i,k) = uc(i,k) / uc(k,k); end do; do j = k+1, n; do i = k+1, n; uc(i,j) = uc(i,j) - uc(i,k)*w(j); end do; end do; end do", 1, "stays inside the loop over K: UC(i,j) written here is read by UC(i,k) in a later iteration: true dependence"},
		{"do k = 1, 9; do i = 2, n; a(i) = b(i-1); end do; b = a; end do", 1, "stays inside the loop over K: B written here is read by B(i-1) in a later iteration: true dependence"},
		{"do k = 1, 9; m = k; do i = 1, n; a(i) = b(m); end do; end do", 1, "stays inside the loop over K: M changes in it"},
		{"do k = 1, 9; a(1) = b(k+1); end do", 0, "hoisted out of 1 loop"},
		{"do k = 1, 9; do j = 1, 9; end do; a(1) = b(j); end do", 1, "stays inside the loop over K: J changes in it"},
		{"do k = 1, 9; call change(b); a(1) = b(3); end do", 1, "stays inside the loop over K: the call of CHANGE may use and change any variable"},
		{"!HPF$ INDEPENDENT; do i = 2, n; a(i) = a(i-1); end do", 0, "hoisted out of 1 loop"},
		{"do k = 1, 9\n!HPF$ INDEPENDENT; do i = 2, n; a(i) = a(i-1); end do; end do", 1, "stays inside the loop over K: A(i) written here is read by A(i-1) in a later iteration: true dependence"},
		{"do k = 1, 9; s = sum(a); end do", 1, ""},
		{"do k = 1, 9; do i = 1, n; s = s + a(i); end do; end do", 1, "once, after the loop"},
		{"if (n > 3) then; a(1) = b(3); end if", 0, ""},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			all := communications(graphOf(t, rows, c.statements))
			if len(all) != 1 {
				t.Errorf("%s: %d communications", c.statements, len(all))
				return
			}
			if x := all[0]; x.Level != c.level || x.Where() != c.where {
				t.Errorf("%s\n got %d %q\nwant %d %q", c.statements, x.Level, x.Where(), c.level, c.where)
			}
		})
	}
}
