package comm_test

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scalarize"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
)

// TestAffine reads subscripts inside "do k", which is fixed, and the ranges
// i = 1..n and j = n, 1, -2 (so that j = n - 2*x for a running x).
func TestAffine(t *testing.T) {
	for _, c := range []struct{ subscript, want string }{
		{"7", "7"},
		{"n", "n"},
		{"m + 1", "m + 1"},
		{"i", "1*i + 0"},
		{"i + 3", "1*i + 3"},
		{"n + 1 - i", "-1*i + n + 1"},
		{"2*i - n", "2*i + -n"},
		{"2*(i + 1) - i", "1*i + 2"},
		{"-i*3", "-3*i + 0"},
		{"+i", "1*i + 0"},
		{"i - i + 5", "5"},
		{"0*i", "0"},
		{"j", "-2*j' + n"},
		{"1 - j", "2*j' + 1 - n"},
		{"k", "k"},
		{"i + k", "1*i + k"},
		{"n/2", "if n >= 0 then n div 2 else ceil(n/2)"},
		{"k/2 + i", "1*i + if k >= 0 then k div 2 else ceil(k/2)"},
		{"mod(k, 3)", "if k >= 0 then k mod 3 else -(2*k) mod 3"},
		{"m*k", "k*m"},
		{"i + j", "irregular i + n - 2*j'"},
		{"i*j", "irregular i*(n - 2*j')"},
		{"i/2", "irregular if i >= 0 then i div 2 else ceil(i/2)"},
		{"m*i", "irregular i*m"},
		{"mod(i, 4)", "irregular if i >= 0 then i mod 4 else -(3*i) mod 4"},
		{"modulo(i, 4)", "irregular i mod 4"},
		{"min(j, 4)", "irregular min(4, n - 2*j')"},
		{"idx(i)", "irregular"},
		{"int(r)", "irregular"},
	} {
		t.Run(c.subscript, func(t *testing.T) {
			b, e := subscript(t, c.subscript)
			if got := describe(b, b.Affine(e.expr, e.scope)); got != c.want {
				t.Errorf("%s: got %s, want %s", c.subscript, got, c.want)
			}
		})
	}
}

type scoped struct {
	expr  program.Expr
	scope comm.Scope
}

func subscript(t *testing.T, text string) (*comm.Builder, scoped) {
	t.Helper()
	f := lower.Lower(fortran.Parse(source.NewText(fmt.Sprintf(`subroutine s(n, m, r, idx)
integer :: n, m, i, j, k, idx(n), x
real :: r
do k = 1, n
  do i = 1, n
    do j = n, 1, -2
      x = %s
    end do
  end do
end do
end subroutine
`, text)), fortran.FormOf("t.f90")))
	u := f.Units[0]
	b := comm.NewBuilder(u.Arena, nil, nil, scheme.Collective)
	var loops []*comm.Loop
	var e program.Expr
	program.Statements(u.Body, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Do:
			l, err := scalarize.Range(comm.Nest{B: b}, s.Var, s.Lo, s.Hi, s.Step, loops)
			if err != nil {
				t.Fatal(err)
			}
			loops = append(loops, l)
		case *program.Assign:
			e = s.RHS
		}
		return true
	})
	return b.Around(loops), scoped{e, loops[1:]}
}

func describe(b *comm.Builder, x comm.Affine) string {
	switch {
	case x.Irregular && x.Offset == 0:
		return "irregular"
	case x.Irregular:
		return "irregular " + b.A.String(x.Offset)
	case x.Loop == nil:
		return b.A.String(x.Offset)
	}
	return fmt.Sprintf("%d*%s + %s", x.Scale, x.Loop.Name, b.A.String(x.Offset))
}

// TestNormalForm brings loops to steps of 1: what the index is, and how often
// it runs.
func TestNormalForm(t *testing.T) {
	for _, c := range []struct {
		lo, hi, step int64
		values       []int64
	}{
		{1, 4, 1, []int64{1, 2, 3, 4}},
		{2, 9, 3, []int64{2, 5, 8}},
		{2, 8, 3, []int64{2, 5, 8}},
		{5, 1, -2, []int64{5, 3, 1}},
		{5, 2, -2, []int64{5, 3}},
		{3, 2, 1, nil},
		{1, 5, -1, nil},
		{5, 1, 2, nil},
		{4, 4, 7, []int64{4}},
	} {
		t.Run(fmt.Sprint(c.lo), func(t *testing.T) {
			b := comm.NewBuilder(nil, nil, nil, scheme.Collective)
			l := comm.NewLoop(b.A, "x", b.A.Int(c.lo), b.A.Int(c.hi), b.A.Int(c.step))
			trip, _ := b.A.ConstInt(l.Trip(b.A))
			lo, _ := b.A.ConstInt(l.Lo)
			base, _ := b.A.ConstInt(l.Base)
			var got []int64
			for x := lo; x < lo+trip; x++ {
				got = append(got, l.Scale*x+base)
			}
			if fmt.Sprint(got) != fmt.Sprint(c.values) {
				t.Errorf("%d, %d, %d: got %v, want %v", c.lo, c.hi, c.step, got, c.values)
			}
		})
	}
}
