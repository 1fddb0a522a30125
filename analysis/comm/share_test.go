package comm_test

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/aag"
)

// TestShares checks how many iterations of a statement each of the four
// processors executes, by hand: BLOCK over 32 template indices gives 8 each,
// so that an array of 16 lies on the first two processors only.
func TestShares(t *testing.T) {
	for _, c := range []struct {
		statements string
		want       [4]float64
	}{
		{"a = 0.0", [4]float64{8, 8, 0, 0}},
		{"d = 0.0", [4]float64{4, 4, 4, 4}},                                                  // on every second index
		{"c = 0.0", [4]float64{4, 4, 4, 4}},                                                  // CYCLIC
		{"w = 0.0", [4]float64{16, 16, 16, 16}},                                              // everybody's
		{"x = 0.0", [4]float64{16, 0, 0, 0}},                                                 // on template index 5
		{"a(3) = 0.0", [4]float64{1, 0, 0, 0}},                                               // one element
		{"a(10) = 0.0", [4]float64{0, 1, 0, 0}},                                              //
		{"s = 0.0", [4]float64{1, 1, 1, 1}},                                                  // a scalar
		{"a(2:16:2) = 0.0", [4]float64{4, 4, 0, 0}},                                          // 2..8, 10..16
		{"a(16:2:-2) = 0.0", [4]float64{4, 4, 0, 0}},                                         // the same backwards
		{"a(3:2) = 0.0", [4]float64{}},                                                       // an empty section
		{"forall (i=1:8) a(2*i) = 0.0", [4]float64{4, 4, 0, 0}},                              // 2*i <= 8
		{"forall (i=1:16) a(17-i) = 0.0", [4]float64{8, 8, 0, 0}},                            // backwards
		{"forall (i=1:16:3) c(i) = 0.0", [4]float64{2, 1, 1, 2}},                             // 1 4 7 10 13 16 on 0 3 2 1 0 3
		{"u = 0.0", [4]float64{128, 128, 0, 0}},                                              // rows
		{"uc(:,3) = 0.0", [4]float64{16, 0, 0, 0}},                                           // a column is one owner's
		{"forall (i=1:8) u(i,i) = 0.0", [4]float64{8, 0, 0, 0}},                              // a diagonal
		{"do i = 1, n; do j = i, n; a(j) = 0.0; end do; end do", [4]float64{36, 100, 0, 0}},  // a(j) is assigned j times
		{"do i = 1, 8; do j = 1, 8; a(i+j) = 0.0; end do; end do", [4]float64{28, 36, 0, 0}}, // i+j <= 8: 1+2+..+7
		{"s = sum(a)", [4]float64{8, 8, 0, 0}},                                               // the local part
		{"do i = 1, n; s = s + d(i); end do", [4]float64{4, 4, 4, 4}},                        // the same in a loop
		{"!HPF$ INDEPENDENT, ON HOME(d(i)); do i = 1, n; a(i) = 0.0; end do", [4]float64{4, 4, 4, 4}},
		{"!HPF$ INDEPENDENT, NEW(s); do i = 1, n; s = 1.0; c(i) = s; end do", [4]float64{4, 4, 4, 4}},
		{"do i = 1, 4; if (i == 2) then; a(i) = 0.0; end if; end do", [4]float64{1, 0, 0, 0}},
		{"do i = 1, n; if (i > 4) then; a(i) = 0.0; end if; end do", [4]float64{4, 8, 0, 0}},
	} {
		t.Run(c.statements, func(t *testing.T) {
			g := graphOf(t, rows, c.statements)
			u := firstWork(g)
			if u == nil {
				t.Errorf("%s: nothing is executed", c.statements)
				return
			}
			var got [4]float64
			for p := range got {
				env := map[string]float64{"n": 16, "p": 4, "c": float64(p)}
				v, err := g.Builder.A.Eval(g.Builder.Total(u.Repeat, u.Local), env)
				if err != nil {
					t.Errorf("%s: %v", c.statements, err)
				}
				got[p] = v
			}
			if got != c.want {
				t.Errorf("%s: got %v, want %v", c.statements, got, c.want)
			}
		})
	}
}

// firstWork returns the first statement that stores, adds up or assigns to a
// scalar; conditions do none of these.
func firstWork(g *aag.Graph) *aag.AAU {
	for _, u := range g.Units {
		if e := u.Element; e != nil && (e.Left != nil || e.Scalar != nil || e.Combines != nil) {
			return u
		}
	}
	return nil
}

// TestOperations checks what one element of a statement costs.
func TestOperations(t *testing.T) {
	for _, c := range []struct{ statement, want string }{
		{"s = 1.0", "map[]"},
		{"s = s + 1.0", "map[real_add:1]"},
		{"a(3) = b(4)", "map[load:1 store:1]"},
		{"a(2*i+1) = 0.0", "map[store:1]"},          // address arithmetic is free
		{"a(i) = b(idx(i))", "map[load:2 store:1]"}, // the index is loaded
		{"a = b*b - 2.0/b", "map[load:3 real_add:1 real_divide:1 real_multiply:1 store:1]"},
		{"i = i*3 + mod(i, 2)", "map[integer_add:1 integer_divide:1 integer_multiply:1]"},
		{"s = -s", "map[real_add:1]"},
		{"s = s**2", "map[real_multiply:1]"},
		{"s = s**3", "map[real_multiply:2]"},
		{"s = s**7", "map[real_multiply:4]"},
		{"s = s**8", "map[real_multiply:3]"},
		{"s = s**1", "map[]"},
		{"s = s**0.5", "map[real_power:1]"},
		{"s = max(s, 1.0, 2.0)", "map[minmax:2]"},
		{"s = sqrt(abs(s)) + exp(sin(s))", "map[abs:1 exp:1 real_add:1 sqrt:1 trig:1]"},
		{"s = real(i)", "map[convert:1]"},
		{"a = sum(b)", "map[load:1 real_add:1]"}, // the reduction comes first
		{"s = dot_product(a, b)", "map[load:2 real_add:1 real_multiply:1]"},
		{"s = maxval(abs(a))", "map[abs:1 load:1 minmax:1]"},
	} {
		t.Run(c.statement, func(t *testing.T) {
			u := firstWork(graphOf(t, rows, c.statement))
			if u == nil {
				t.Errorf("%s: nothing is executed", c.statement)
				return
			}
			if got := fmt.Sprint(u.Element.Ops); got != c.want {
				t.Errorf("%s: got %s, want %s", c.statement, got, c.want)
			}
		})
	}
}

// TestVolumes checks messages and elements of the processors, by hand.
func TestVolumes(t *testing.T) {
	for _, c := range []struct {
		declarations, statements string
		messages, elements       [4]float64
	}{
		{rows, "forall (i=1:n-1) a(i) = b(i+1)", [4]float64{1, 0, 0, 0}, [4]float64{1, 0, 0, 0}},
		{rows, "forall (i=3:n) a(i) = b(i-1) + b(i-2)", [4]float64{0, 1, 0, 0}, [4]float64{0, 2, 0, 0}},
		{rows, "forall (i=2:n, j=1:n) u(i,j) = v(i-1,j)", [4]float64{0, 1, 0, 0}, [4]float64{0, 16, 0, 0}},
		{rows, "forall (i=1:n-1) c(i) = c(i+1)", [4]float64{1, 1, 1, 1}, [4]float64{4, 4, 4, 3}},
		{rows, "s = b(9)", [4]float64{1, 0, 1, 1}, [4]float64{1, 0, 1, 1}},
		{rows, "a(3) = b(9)", [4]float64{1, 0, 0, 0}, [4]float64{1, 0, 0, 0}},
		{rows, "w = b", [4]float64{1, 1, 2, 2}, [4]float64{8, 8, 16, 16}},
		{rows, "forall (i=1:n) a(i) = d(i)", [4]float64{1, 2, 0, 0}, [4]float64{4, 8, 0, 0}}, // 8 on 2..16: 4 here; 18..32 there
		{rows, "forall (i=1:n) a(i) = c(i)", [4]float64{3, 3, 0, 0}, [4]float64{6, 6, 0, 0}},
		{rows, "forall (i=1:n) a(i) = b(n+1-i)", [4]float64{1, 1, 0, 0}, [4]float64{8, 8, 0, 0}},
		{grid, "forall (i=2:n, j=2:n) u(i,j) = v(i-1,j-1)", [4]float64{0, 1, 1, 3}, [4]float64{0, 7, 7, 15}},
		{grid, "forall (i=1:n, j=1:n) u(i,j) = v(j,i)", [4]float64{0, 1, 1, 0}, [4]float64{0, 64, 64, 0}},
		{grid, "u(:,3) = v(:,9)", [4]float64{1, 1, 0, 0}, [4]float64{8, 8, 0, 0}},
		{grid, "r = v(:,9)", [4]float64{1, 1, 0, 0}, [4]float64{8, 8, 0, 0}},
	} {
		t.Run(c.declarations, func(t *testing.T) {
			g := graphOf(t, c.declarations, c.statements)
			all := communications(g)
			if len(all) != 1 {
				t.Errorf("%s: %d communications", c.statements, len(all))
				return
			}
			for p := range 4 {
				env := map[string]float64{"n": 16, "p": 4, "c": float64(p), "p1": 2, "p2": 2, "c1": float64(p % 2), "c2": float64(p / 2)}
				messages, err1 := g.Builder.A.Eval(all[0].Messages, env)
				elements, err2 := g.Builder.A.Eval(all[0].Elements, env)
				if err1 != nil || err2 != nil || messages != c.messages[p] || elements != c.elements[p] {
					t.Errorf("%s, processor %d: %v messages, %v elements, want %v and %v (%v, %v)", c.statements, p, messages, elements, c.messages[p], c.elements[p], err1, err2)
				}
			}
		})
	}
}
