package evaluate

import (
	"context"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// Arrays that ALLOCATE always gives one shape are mapped alike by one directive: a
// neighbour's element is shifted. Where the shapes may differ, whatever is read is
// remapped.
func TestAllocatedAlike(t *testing.T) {
	const specification = "real, allocatable, dimension(:) :: a, b\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE (BLOCK) ONTO p :: a, b\ninteger :: n, m, ierr\ninteger, parameter :: k = 64\n"
	const use = "n = 64\n@\nforall (i = 2:60) b(i) = a(i-1)\n"
	program := func(allocate string) string {
		return "program x\n" + specification + strings.Replace(use, "@", allocate, 1) + "end program\n"
	}
	module := func(procedure, more string) string {
		return "module fields\n" + specification + "contains\n" + procedure + "\nsubroutine step\nforall (i = 2:60) b(i) = a(i-1)\nend subroutine\nend module\n" +
			"program x\nuse fields\n" + more + "call step\nend program\n"
	}
	cases := []struct {
		name, text string
		alike      bool
	}{
		{"one statement", program("allocate(a(n), b(n))"), true},
		{"two statements", program("allocate(a(n), stat=ierr)\nif (ierr /= 0) stop 1\nallocate(b(n))"), true},
		{"lower bounds", program("allocate(a(0:n), b(0:n))"), true},
		{"constants", program("allocate(a(k))\nn = 3\nallocate(b(k))"), true},
		{"by SOURCE", program("allocate(a(n))\nn = 70\nallocate(b, source=a)"), true},
		{"by MOLD, of another shape later", program("allocate(a(n))\nallocate(b, mold=a)\ndeallocate(a)\nallocate(a(m))"), false},
		{"other bounds", program("allocate(a(n), b(n+1))"), false},
		{"a variable changes", program("allocate(a(n))\nn = 2*n\nallocate(b(n))"), false},
		{"a call between", program("allocate(a(n))\ncall change(n)\nallocate(b(n))"), false},
		{"in a branch only", program("allocate(a(n))\nif (m > 1) then\nn = 65\nend if\nallocate(b(n))"), false},
		{"behind an IF", program("allocate(a(n))\nif (m > 1) n = 65\nallocate(b(n))"), false},
		{"again behind an IF, otherwise", program("allocate(a(n), b(n))\ndeallocate(b)\nif (m > 1) allocate(b(m))"), false},
		{"again, otherwise", program("allocate(a(n), b(n))\ndeallocate(b)\nallocate(b(m))"), false},
		{"by the module", module("subroutine start\nallocate(a(n), b(n))\nend subroutine", "n = 64\ncall start\n"), true},
		{"by two procedures", module("subroutine start\nallocate(a(k))\nend subroutine\nsubroutine next\nallocate(b(k))\nend subroutine", "call start\ncall next\n"), true},
		{"by dummies of one name", module("subroutine start(k)\nallocate(a(k))\nend subroutine\nsubroutine next(k)\nallocate(b(k))\nend subroutine", "call start(64)\ncall next(70)\n"), false},
		{"a local of the name", module("subroutine start\nreal, allocatable :: b(:)\nallocate(a(n), b(n))\nend subroutine", "n = 64\ncall start\nallocate(b(65))\n"), false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			found := ""
			for _, u := range reportOf(t, "x.f90", c.text, settings.Settings{}).Units {
				for _, l := range u.Lines {
					for _, m := range l.Comms {
						found += m.Reason + "\n"
					}
				}
			}
			if shifted := strings.HasPrefix(found, "shift of A by -1"); shifted != c.alike || found == "" {
				t.Errorf("%s: %s", c.text, found)
			}
		})
	}
}

// What is computed from a value that is assumed follows from it, and the question is
// about that value.
func TestFollowsFromAssumed(t *testing.T) {
	cases := []struct {
		statements, want string
		runs             float64
		asked            string
	}{
		{"read *, n\nm = 2*n", "200 (assumed: it follows from n) line 5", 200, "n"},
		{"read *, n, k\nm = n + k", "200 (assumed: it follows from n and k) line 5", 200, "n k"},
		{"read *, n\nk = n/2; m = k + 1", "51 (assumed: it follows from k) line 5", 51, "n"},
		{"read *, n\nm = 2*n; call mpi_bcast(a, m, mpi_real, 0, mpi_comm_world, k)", "200 (assumed: it follows from n) line 5", 200, "n"},
		{"read *, m\nn = 2", "100 (assumed: no value of m is known before run time) line 2", 100, "m"},
		{"integer :: q = 30; read *, q\nm = 2*q", "60 (assumed: it follows from q) line 5", 60, "q"},
		{"integer :: q = 30; read *, q; call mpi_bcast(q, 1, mpi_integer, 0, mpi_comm_world, k)\nm = 2*q", "60 (assumed: it follows from q) line 5", 60, "q"},
		{"integer :: q = 0; read *, q\nm = 2*q", "200 (assumed: it follows from q) line 5", 200, "q"},
		{"integer :: q = 30; read *, q; call unseen(q)\nm = 2*q", "100 (assumed: no value of m is known before run time) line 2", 100, "m"},
		{"read *, n\nm = k - n; k = m", "100 (assumed: no value of m is known before run time) line 2", 100, "m"},
	}
	for _, c := range cases {
		t.Run(c.statements, func(t *testing.T) {
			text := "program x\ninteger :: i, n, m, k\nreal :: a(1000)\n" + c.statements + "\ndo i = 1, m\na(i) = 1.0\nend do\nend program\n"
			r := reportOf(t, "x.f90", text, settings.Settings{})
			u := r.Units[0]
			if got := assumption(u, "m"); got != c.want || lineOf(u, 7).Executions != c.runs {
				t.Errorf("m is %s, %g executions", got, lineOf(u, 7).Executions)
			}
			var asked []string
			for _, d := range r.Diagnostics {
				if q, ok := d.Data.(report.AskedValue); ok {
					asked = append(asked, q.Name)
				}
			}
			if strings.Join(asked, " ") != c.asked {
				t.Errorf("asked for %v", asked)
			}
			for _, name := range asked {
				if assumption(u, name) == "" {
					t.Errorf("%s is asked for and not listed", name)
				}
			}
		})
	}
}

// An ALLOCATE in one procedure of a module is part of what the others depend on.
func TestAllocatedAlikeIsIncremental(t *testing.T) {
	const text = "module f\nreal, allocatable :: a(:), b(:)\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE (BLOCK) ONTO p :: a, b\ncontains\n" +
		"subroutine start(n)\nallocate(a(n), b(n))\nend subroutine\nsubroutine step\nforall (i = 2:60) b(i) = a(i-1)\nend subroutine\nend module\n"
	w := workspace.New(texts.FS{})
	s := w.Open("f.f90", "", 0, text)
	for version, want := range []string{"shift of A", "remap of A", "shift of A"} {
		r, err := File(context.Background(), s, "f.f90", settings.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Units[len(r.Units)-1].Lines[0].Comms[0].Reason; !strings.HasPrefix(got, want) {
			t.Errorf("version %d: %s, want %s", version, got, want)
		}
		edited := text
		if version == 0 {
			edited = strings.Replace(text, "b(n)", "b(2*n)", 1)
		}
		if s, err = w.Change("f.f90", int32(version+1), source.NewText(edited)); err != nil {
			t.Fatal(err)
		}
	}
}

// What is computed from values that the program gives is one, and asked for by nobody: the structures
// of each process.
func TestFollowsFromTraced(t *testing.T) {
	const text = "program x\nuse mpi\ntype body\nreal(8) :: x(3), m\nend type\ninteger :: np, ierr, nloc\ntype(body), allocatable :: b(:), c(:)\ncall mpi_init(ierr)\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\nnloc = 1024/np\nallocate(b(nloc), c(nloc))\nc = b\nend program\n"
	r := reportOf(t, "x.f90", text, settings.Settings{Procs: 8})
	if got := assumption(r.Units[0], "size(b,1)"); got != "128 (traced) line 11" {
		t.Errorf("size(b,1) is %s", got)
	}
	for _, d := range r.Diagnostics {
		t.Errorf("%+v", d)
	}
}
