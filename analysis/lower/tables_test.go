package lower

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

func unitOf(text string) (*Unit, []source.Diagnostic) {
	f := Lower(fortran.Parse(source.NewText(text), fortran.FormOf("t.f90")))
	return f.Units[0], f.Diagnostics
}

func TestTables(t *testing.T) {
	for i, c := range []struct{ declaration, format, statement, want string }{
		{"integer, parameter :: g(4) = [2, 3, k, 4]", "gen_block(g)", "", "[2 3 1 4]"},
		{"integer, parameter :: g(4) = (/ 2, 3, -1+2, 4 /)", "gen_block(g)", "", "[2 3 1 4]"},
		{"integer, parameter :: g(4) = 3", "gen_block(g)", "", "[3 3 3 3]"},
		{"integer :: g(4)\ndata g / 2, 2*4, 0 /", "gen_block(g)", "", "[2 4 4 0]"},
		{"integer :: g(10) = [1, 2, 3, 4, 4, 3, 2, 1, 1, 2]", "indirect(g)", "", "[1 2 3 4 4 3 2 1 1 2]"},
		{"integer :: g(4)", "gen_block(g)", "", "the values of g are not known before run time: GEN_BLOCK is taken as blocks of equal size; SET g = 3, 5, 2 gives it values"},
		{"integer :: g(4) = [3, 3, 3, 1]", "gen_block(g)", "g(1) = 4", "the values of g are not known before run time: GEN_BLOCK is taken as blocks of equal size; SET g = 3, 5, 2 gives it values"},
		{"integer :: g(4) = [3, 3, 3, 1]", "gen_block(g)", "call change(g)", "the values of g are not known before run time: GEN_BLOCK is taken as blocks of equal size; SET g = 3, 5, 2 gives it values"},
		{"integer, parameter :: g(4) = [2, 3, 1, 3]", "gen_block(g)", "", "the blocks of g hold 9 of 10 indices"},
		{"integer, parameter :: g(3) = [4, 4, 2]", "gen_block(g)", "", "g has 3 elements for 4 processors"},
		{"integer, parameter :: g(10) = [1, 2, 3, 4, 5, 3, 2, 1, 1, 2]", "indirect(g)", "", "element 5 of g is 5, which is none of the 4 processors"},
		{"real :: g(4)", "gen_block(g)", "", "g is no integer vector"},
		{"integer :: g(4)", "gen_block(g(1))", "", "GEN_BLOCK needs the name of an integer vector, or a list of constants"},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			u, problems := unitOf("program x\ninteger, parameter :: k = 1\n" + c.declaration + "\nreal :: a(10)\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE a(" + c.format + ") ONTO p\na = 1\n" + c.statement + "\nend program\n")
			got := ""
			if f := u.Layouts[u.Lookup("a")].Axes[0].Format; f.Numbers != nil {
				got = fmt.Sprint(f.Numbers.Values)
			}
			for _, d := range problems {
				if strings.Contains(d.Message, "g") && d.Severity <= source.Warning {
					got = d.Message
				}
			}
			if got != c.want {
				t.Errorf("%s, %s: %q, want %q", c.declaration, c.format, got, c.want)
			}
		})
	}
}

func TestExplicitUnits(t *testing.T) {
	u, problems := unitOf(`program x
integer, parameter :: n = 16, w = 2
real :: a(n), b(n), s
integer :: i
!$XMP NODES p(4)
!$XMP TEMPLATE t(:)
!$XMP TEMPLATE_FIX t(0:n)
!$XMP DISTRIBUTE t(BLOCK) ONTO p
!$XMP ALIGN (i) WITH t(i) :: a, b
!$XMP SHADOW a(w:1)
!$XMP SHADOW b(*)
!$XMP REFLECT (a, b) WIDTH (/PERIODIC/1:0)
!$XMP REFLECT (a)
!$XMP LOOP (i) ON t(i) REDUCTION(+:s)
do i = 1, n
  s = s + a(i)
end do
!$XMP GMOVE
a(1:8) = b(9:16)
!$XMP BCAST (s)
!$XMP TASK ON p(1)
!$XMP END TASK
end program
`)
	var got []string
	for _, d := range problems {
		got = append(got, d.Code)
	}
	program.Statements(u.Body, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Explicit:
			got = append(got, fmt.Sprintf("%v %v", s.Kind, s.Widths))
		case *program.If:
			got = append(got, "if")
		case *program.Assign:
			got = append(got, fmt.Sprintf("%s moves %v", s.LHS.Sym.Name, s.Moves))
		case *program.Do:
			got = append(got, fmt.Sprintf("do on %s %v", s.Independent.OnHome.Sym.Name, s.Independent.Reduction))
		}
		return true
	})
	want := "reflect [[{1 0 true}] [{1 0 true}]] reflect [[{2 1 false}]] do on t [s] s moves false a moves true bcast [] if"
	if strings.Join(got, " ") != want {
		t.Errorf("%q, want %q", strings.Join(got, " "), want)
	}
	if !u.Explicit || len(u.Shadows) != 2 {
		t.Errorf("explicit %v, shadows %v", u.Explicit, u.Shadows)
	}
}
