package aag_test

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/source"
)

// Routines, remaps and calls that are wrong, or go beyond the model, have no
// estimate and a reason; nothing panics.
func TestMalformed(t *testing.T) {
	for i, statement := range []string{
		"x = cshift()", "x = cshift(y)", "x = cshift(y, 1, 9)", "x = cshift(q, 1)", "v = cshift(y, 1)", "x = cshift(y, v)", "x = cshift(y, 1, k)",
		"x = eoshift(y, 1.5)", "x = transpose(v)", "v = transpose(y)", "x = transpose()", "x = spread(v)", "x = spread(v, 4, n)", "x = spread(q, 1, n)",
		"x = matmul(v, w)", "x = matmul(y)", "v = matmul(y, z)", "x = matmul(q, y)", "x = reshape(y, s)", "x = reshape(y, [n, n, n])", "x = reshape(y)",
		"v = pack(w)", "v = pack(w, .true.)", "v = unpack(w, l, q)", "v = sum(y, 3)", "v = sum(y, k)", "v = sum()", "k = maxloc()", "k = maxloc(q)",
		"v = sum(y)", "q = sum(y, 1)", "x = sum_prefix()", "x = sum_scatter(y)", "v = sort_up()", "v = grade_up(w)", "v = copy_scatter(w, v, k, k)",
		"forall (i = 1:n) v(i) = sum(pack(w, l))", "forall (i = 1:n) x(i,:) = unpack(w, l, v)", "forall (i = 1:n) v(i) = sum(cshift(w, i) + matmul(y, w))",
		"where (cshift(v, 1) > 0.0) x = y", "where (any(y > 0.0)) x = y", "if (sum(y, 1) > 0.0) q = 1.0", "do i = 1, sum(k)\nq = 1.0\nend do", "v(k) = cshift(w(k), 1)",
		"v(i:j:i) = cshift(w, 1)", "v(5:4) = cshift(w(5:4), 1)", "v(cshift(k, 1)) = 0.0", "x = y + transpose(transpose(y) * 2.0)", "call s", "call s(q)", "call s(x, y)",
		"call s(v(2))", "call s(x)", "call t(v, i)", "call t(v, 3, 4)", "call t(other=v)", "call r(v)", "call s(transpose(x))",
		"!HPF$ REDISTRIBUTE x(BLOCK,BLOCK) ONTO none", "!HPF$ REDISTRIBUTE v(BLOCK,BLOCK)", "!HPF$ REALIGN v(i) WITH x(i)", "!HPF$ REALIGN q WITH x", "!HPF$ REALIGN x(i,j) WITH x(j,i)",
		"!HPF$ REALIGN v(i) WITH x(i,i)", "!HPF$ REDISTRIBUTE v(BLOCK(0))", "if (q > 0.0) then\n!HPF$ REDISTRIBUTE v(CYCLIC)\nend if\nv = 1.0",
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			text := "program p\ninteger, parameter :: n = 12\ninteger :: i, j, k(2), s(2)\nreal :: x(n,n), y(n,n), z(n,n), v(n), w(n), q\nlogical :: l(n)\n" +
				"!HPF$ PROCESSORS pr(4)\n!HPF$ DISTRIBUTE (BLOCK,*) ONTO pr :: x, y\n!HPF$ DISTRIBUTE (CYCLIC) ONTO pr :: v, w\n!HPF$ DYNAMIC x, v\n" + statement + "\nend program\n" +
				"subroutine s(a)\nreal a(12)\n!HPF$ DISTRIBUTE a(BLOCK)\nend\nsubroutine t(a, m)\nreal a(m)\n!HPF$ TEMPLATE tt(m,m)\n!HPF$ DISTRIBUTE tt(BLOCK,BLOCK)\n!HPF$ ALIGN a(i) WITH tt(i,*)\nend\nsubroutine r(a)\nreal a(*)\nend\n"
			f := lower.Lower(fortran.Parse(source.NewText(text), fortran.Free))
			func() {
				defer func() {
					if v := recover(); v != nil {
						t.Errorf("%s: %v", statement, v)
					}
				}()
				c := newCallingForms(f.Units[0], source.NewText(text), visible("p.f90", text))
				if _, err := c.counts(map[string]float64{"k": 1, "i": 1, "j": 2, "m": 1}, []int{4}); err != nil {
					t.Logf("%s: %v", statement, err)
				}
			}()
		})
	}
}
