package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A function that returns an array costs what the subroutine does that has the result as
// one more argument: with the left side in its place, or a temporary that lies as the text
// of the subroutine's caller says here.
func TestArrayFunctions(t *testing.T) {
	head := "program p\nuse m\ninteger, parameter :: n = 640\nreal u(n), v(n), w(n), a(20,30), tmp(n), other(n), matrix(20,30)\n" +
		"real, allocatable :: z(:)\ntype(box) x1\nreal x\ninteger i\n!HPF$ DISTRIBUTE (BLOCK) :: u, v, tmp, other\nu = 1.0\nv = 2.0\nw = 3.0\na = 4.0\nx = 5.0\n"
	known := map[string]float64{}
	for _, c := range []struct{ name, function, subroutine string }{
		{"into the left side", "v = near(u)", "call subnear(u, v)"},
		{"into a section", "v(2:n-1) = near(u(2:n-1))", "call subnear(u(2:n-1), v(2:n-1))"},
		{"into an array that nobody maps", "w = ramp(n)", "call subramp(n, w)"},
		{"by keywords", "w = ramp(n=n)", "call subramp(n=n, r=w)"},
		{"of another rank", "a = grid(20, 30)", "call subgrid(20, 30, a)"},
		{"of a declared bound", "w = fixed()", "call subfixed(w)"},
		{"into what it reads", "u = near(u)", "call subnear(u, tmp)\nu = tmp"},
		{"in an expression", "v = u + 2.0*near(u)", "call subnear(u, tmp)\nv = u + 2.0*tmp"},
		{"twice", "v = near(u)*near(v)", "call subnear(u, tmp)\ncall subnear(v, other)\nv = tmp*other"},
		{"one in another", "v = near(near(u))", "call subnear(u, tmp)\ncall subnear(tmp, v)"},
		{"in a reduction: it lies like the argument", "x = sum(near(u))", "call subnear(u, tmp)\nx = sum(tmp)"},
		{"in an argument", "call subramp(int(sum(near(u))), w)", "call subnear(u, tmp)\ncall subramp(int(sum(tmp)), w)"},
		{"in what is written", "print *, sum(near(u))", "call subnear(u, tmp)\nprint *, sum(tmp)"},
		{"in a condition", "if (sum(near(u)) > 1.0) u = 0.0", "call subnear(u, tmp)\nif (sum(tmp) > 1.0) u = 0.0"},
		{"in the condition of a construct", "if (sum(near(u)) > 1.0) then\nu = 0.0\nelse\nv = near(u)\nend if", "call subnear(u, tmp)\nif (sum(tmp) > 1.0) then\nu = 0.0\nelse\ncall subnear(u, v)\nend if"},
		{"behind a condition", "if (x > 1.0) v = near(u)", "if (x > 1.0) call subnear(u, v)"},
		{"under a mask, in full", "where (u > 0.0) v = near(u)", "call subnear(u, tmp)\nwhere (u > 0.0) v = tmp"},
		{"in a mask", "where (near(u) > 0.0) v = u", "call subnear(u, tmp)\nwhere (tmp > 0.0) v = u"},
		{"under a mask of a construct", "where (u > 0.0)\nv = near(u)\nelsewhere\nv = near(v)\nend where",
			"call subnear(u, tmp)\ncall subnear(v, other)\nwhere (u > 0.0)\nv = tmp\nelsewhere\nv = other\nend where"},
		{"in a loop", "do i = 1, 5\nv = near(u)\nend do", "do i = 1, 5\ncall subnear(u, v)\nend do"},
		{"in an ASSOCIATE", "associate (q => u)\nv = near(q)\nend associate", "call subnear(u, v)"},
		{"allocating the left side: by an argument", "z = ramp(3*n)\nz = -z", "allocate(z(3*n))\ncall subramp(3*n, z)\nz = -z"},
		{"by a size", "z = near(u(1:n/2))\nz = -z", "allocate(z(n/2))\ncall subnear(u(1:n/2), z)\nz = -z"},
		{"by what the function allocates", "z = made(2*n)\nz = -z", "allocate(z(2*n))\ncall submade(2*n, z)\nz = -z"},
		{"by what the function assigns", "z = copied(w)\nz = -z", "allocate(z(n))\ncall subcopied(w, z)\nz = -z"},
		{"by an operator of the name", "w = make(n)", "call subramp(n, w)"},
		{"in a BLOCK", "block\nreal b(n)\nb = near(u)\nend block", "block\nreal b(n)\ncall subnear(u, b)\nend block"},
		{"bound to a type", "w = x1%apply(n)", "call subramp(n, w)"},
		{"of an interface body", "w = outer(n)", "call subramp(n, w)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			outer := "interface\nfunction outer(k)\ninteger, intent(in) :: k\nreal outer(k)\nend function\nend interface\n"
			timeOf := func(body string) float64 {
				if x, ok := known[body]; ok {
					return x
				}
				text := functions + strings.Replace(head, "integer, p", outer+"integer, p", 1) + body + "\nend program\n" + outside
				r := reportOf(t, "x.f90", text, settings.Settings{Procs: 4})
				u := r.Units[len(r.Units)-2]
				if u.Partial() || u.Name != "p" {
					t.Fatalf("%s: %s has lines without an estimate", body, u.Name)
				}
				known[body] = u.Charge.Total()
				return known[body]
			}
			none := timeOf("continue")
			got, want := timeOf(c.function)-none, timeOf(c.subroutine)-none
			if strings.Contains(c.subroutine, "allocate") { // a statement of its own
				want -= timeOf("allocate(z(n))") - none
			}
			if want <= 0 || got < want*(1-1e-9) || got > want*(1+1e-9) {
				t.Errorf("%g s, %g s with a subroutine", got, want)
			}
		})
	}
}

const outside = "function outer(k)\ninteger, intent(in) :: k\nreal outer(k)\ninteger i\ndo i = 1, k\nouter(i) = sin(0.5*i)\nend do\nend function\n"

// functions is a module with each procedure as a function and, with "sub" before its name,
// as a subroutine.
var functions = func() string {
	out := "module m\nprivate\npublic near, subnear, ramp, subramp, grid, subgrid, fixed, subfixed, made, submade, copied, subcopied, make, box\n" +
		"integer, parameter :: size_of = 640\ninterface make\nmodule procedure hidden\nend interface\ntype box\ninteger k\ncontains\nprocedure, nopass :: apply => hidden\nend type\ncontains\n"
	for _, p := range []struct{ name, dummies, declarations, result, body string }{
		{"near", "u", "real, intent(in) :: u(:)", "real%s r(size(u))", "r = cshift(u, 1) + u\n"},
		{"ramp", "n", "integer, intent(in) :: n\ninteger i", "real%s, dimension(n) :: r", "do i = 1, n\nr(i) = sin(0.5*i)\nend do\n"},
		{"grid", "n, m", "integer, intent(in) :: n, m\ninteger i", "real%s r(0:n-1,m)", "do i = 1, m\nr(:,i) = 0.5*i\nend do\n"},
		{"fixed", "", "integer i", "real%s r(size_of)", "do i = 1, size_of\nr(i) = 0.5*i\nend do\n"},
		{"made", "n", "integer, intent(in) :: n", "real, allocatable%s :: r(:)", "allocate(r(n))\nr = 2.5\n"},
		{"copied", "u", "real, intent(in) :: u(:)", "real, allocatable%s :: r(:)", "r = 2.0*u\n"},
		{"hidden", "n", "integer, intent(in) :: n\ninteger i", "real%s, dimension(n) :: r", "do i = 1, n\nr(i) = sin(0.5*i)\nend do\n"},
	} {
		result := func(intent string) string {
			text := strings.Replace(p.result, "%s", intent, 1)
			if intent != "" && !strings.Contains(text, "::") {
				text = strings.Replace(text, " r(", " :: r(", 1)
			}
			return text
		}
		last := strings.TrimPrefix(p.dummies+", r", ", ")
		out += "function " + p.name + "(" + p.dummies + ") result(r)\n" + p.declarations + "\n" + result("") + "\n" + p.body + "end function\n" +
			"subroutine sub" + p.name + "(" + last + ")\n" + p.declarations + "\n" + result(", intent(out)") + "\n" + p.body + "end subroutine\n"
	}
	return out + "end module\n"
}()
