package advise

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/settings"
)

const hinted = `program main
  integer, parameter :: n = 256
  real(8) :: a(n,n), b(n,n), c(n), d(n)
  integer :: i, j, it
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE a%s ONTO p
!HPF$ DISTRIBUTE b%s ONTO p
%s
end program
`

// Each hint stands on its line, with what it is about; a program that deals its work out
// evenly and sends little has none.
func TestHints(t *testing.T) {
	for _, c := range []struct{ name, formats, body, want string }{
		{"recurrence", "(*,BLOCK)", "do j = 2, n\n do i = 1, n\n  a(i,j) = a(i,j-1) + b(i,j)\n end do\nend do", "8 serialised-loop A(i,j) written here is read by A(i,j-1) in the next iteration: true dependence, distance 1"},
		{"local recurrence", "(BLOCK,*)", "do j = 2, n\n do i = 1, n\n  a(i,j) = a(i,j-1) + b(i,j)\n end do\nend do", ""},
		{"not mapped", "(*,BLOCK)", "do it = 1, 1000\n do i = 1, n\n  c(i) = sqrt(d(i)) + c(i)\n end do\nend do", "8 replicated-loop makes all 1000 iterations"},
		{"call", "(*,BLOCK)", "do j = 1, n\n call solve(a(:,j), c(j))\nend do\ncontains\nsubroutine solve(x, last)\n real(8) :: x(n), last\n last = 1\n integer :: k\n do k = 2, n\n  x(k) = sqrt(x(k-1))\n end do\nend subroutine", "8 replicated-loop as all make the CALL at line 9: INDEPENDENT in front of the loop"},
		{"independent call", "(*,BLOCK)", "!HPF$ INDEPENDENT\ndo j = 1, n\n call solve(a(:,j))\nend do\ncontains\nsubroutine solve(x)\n real :: x(n)\n integer :: k\n do k = 2, n\n  x(k) = sqrt(x(k-1))\n end do\nend subroutine", ""},
		{"a call that deals its work out", "(*,BLOCK)", "do it = 1, 50\n call relax\nend do\ncontains\nsubroutine relax\n b(2:n-1,:) = sqrt(a(1:n-2,:)) + sqrt(a(3:n,:))\n a = sqrt(b)\nend subroutine", ""},
		{"triangle", "(*,BLOCK)", "do j = 1, n\n do i = j, n\n  a(i,j) = sqrt(a(i,j)) + sin(b(i,j))\n end do\nend do", "10 imbalance processor (0) computes for 100% of main, all on average for 57%"},
		{"pinned", "(*,BLOCK)", "do it = 1, 100\n b(:,2:n) = a(:,1:n-1)\n a(1,:) = b(1,:)\nend do", "9 pinned-communication stays inside the loop over IT: A(1,:) written here is read by A(:,1:n-1) in a later iteration: true dependence"},
		{"remap", "(*,BLOCK)", "!HPF$ DYNAMIC b\ndo it = 1, 100\n!HPF$ REDISTRIBUTE b(BLOCK,*)\n b = b*2.0\n b = b + a\n!HPF$ REDISTRIBUTE b(*,BLOCK)\nend do", "10 remap-in-loop b is moved in every iteration"},
		{"remap of a statement", "(*,BLOCK)", "!HPF$ DYNAMIC b\n!HPF$ REDISTRIBUTE b(BLOCK,*)\nb = a", ""},
		{"remap before a loop", "(*,BLOCK)", "do it = 1, n\n a(:,n+1-it) = b(:,it)\nend do", ""},
		{"remap in a loop around", "(*,BLOCK)", "do it = 1, 100\n b = b*2.0\n do j = 1, n\n  a(:,n+1-j) = b(:,j)\n end do\nend do", "11 remap-in-loop b is moved in every iteration"},
		{"remap once", "(*,BLOCK)", "!HPF$ DYNAMIC b\n!HPF$ REDISTRIBUTE b(BLOCK,*)\nb = b*2.0", ""},
		{"replicated array in a parallel loop", "(*,BLOCK)", "do it = 1, 100\n do j = 1, n\n  c(j) = sqrt(a(1,j)) + c(j)\n end do\nend do", "8 replicated-loop every processor makes all 100 iterations"},
		{"FORALL", "(*,BLOCK)", "do it = 1, 100\n forall (i = 2:n) a(1,i) = a(1,i-1) + b(1,i)\nend do", "9 pinned-communication A(1,i) written here is read by A(1,i-1)"},
		{"even", "(*,BLOCK)", "do it = 1, 10\n a = a + sqrt(b)\nend do", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := fmt.Sprintf(hinted, c.formats, c.formats, c.body)
			snap := snapshot("/w/p.f90", text)
			r, err := predict.File(context.Background(), snap, "/w/p.f90", settings.Settings{Machine: "cluster"})
			if err != nil {
				t.Fatal(err)
			}
			f, _ := snap.File("/w/p.f90")
			var got []string
			for _, d := range Hints(r, f.Text) {
				got = append(got, fmt.Sprintf("%d %s %s", f.Text.LineOf(d.Span.Start), d.Code, d.Message))
			}
			line, about, _ := strings.Cut(c.want, " ")
			code, message, _ := strings.Cut(about, " ")
			if c.want == "" && len(got) > 0 || c.want != "" && (len(got) == 0 || slices.ContainsFunc(got, func(g string) bool { return !strings.Contains(g, " "+code+" ") }) || !strings.HasPrefix(got[0], line+" "+code+" ") || !strings.Contains(got[0], message)) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// Where programs pass messages themselves, every loop is of each processor's own program:
// no directive deals its iterations out, and none moves its messages.
func TestHintsOfMessagePassing(t *testing.T) {
	for name, text := range map[string]string{
		"MPI":      "program p\nuse mpi\nreal(8) :: a(1000)\ninteger :: it, np, ierr\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\ndo it = 1, 1000\n  a = sqrt(a)\n  call mpi_barrier(MPI_COMM_WORLD, ierr)\nend do\nend program\n",
		"coarrays": "program p\nreal(8) :: a(1000)[*]\ninteger :: it\ndo it = 1, 1000\n  a = sqrt(a)\n  sync all\nend do\nend program\n",
	} {
		t.Run(name, func(t *testing.T) {
			snap := snapshot("/w/p.f90", text)
			r, err := predict.File(context.Background(), snap, "/w/p.f90", settings.Settings{Machine: "cluster", Procs: 4})
			if err != nil {
				t.Fatal(err)
			}
			f, _ := snap.File("/w/p.f90")
			if got := Hints(r, f.Text); len(got) > 0 || len(r.Units[0].Loops) == 0 {
				t.Errorf("%+v of %d loops", got, len(r.Units[0].Loops))
			}
		})
	}
}

const crossed = `program main
  integer, parameter :: n = %d
  real(8) :: a(n,n), b(n,n), c(n,n)
  integer :: i, j, k
%s
end program
`

// Loops that go across the columns of large arrays are told, with the loop that would go
// along them, and so are columns that fall into one set of the cache: the model gives both
// changes a gain.
func TestColumns(t *testing.T) {
	const across, along = "do i = 1, n\n do j = 2, n\n  c(i,j) = c(i,j-1) + a(i,j)\n end do\nend do", "do j = 2, n\n do i = 1, n\n  c(i,j) = c(i,j-1) + a(i,j)\n end do\nend do"
	for _, c := range []struct {
		name, body string
		n          int
		want       string
	}{
		{"across, with columns of eight ways", across, 512, "7 stride: 7 pad:"},
		{"across", across, 520, "7 stride:"},
		{"along", along, 512, ""},
		{"across what fits the cache", across, 24, ""},
		{"a row and a column", "do i = 1, n\n do j = 1, n\n  c(i,j) = a(j,i)\n end do\nend do", 512, ""},
		{"a product", "do i = 1, n\n do j = 1, n\n  do k = 1, n\n   c(i,j) = c(i,j) + a(i,k)*b(k,j)\n  end do\n end do\nend do", 512, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := fmt.Sprintf(crossed, c.n, c.body)
			snap := snapshot("/w/p.f90", text)
			s := settings.Settings{Machine: "cluster"}
			r, err := predict.File(context.Background(), snap, "/w/p.f90", s)
			if err != nil {
				t.Fatal(err)
			}
			f, _ := snap.File("/w/p.f90")
			got := ""
			for _, d := range Columns(snap, f, r, s) {
				got += fmt.Sprintf(" %d %s:", f.Text.LineOf(d.Span.Start), d.Code)
			}
			if strings.TrimSpace(got) != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	s := settings.Settings{Machine: "cluster"}
	now := timeOf(t, "/w/p.f90", fmt.Sprintf(crossed, 512, across), s)
	padded := timeOf(t, "/w/p.f90", strings.Replace(fmt.Sprintf(crossed, 512, across), "a(n,n), b(n,n), c(n,n)", "a(n+8,n), b(n+8,n), c(n+8,n)", 1), s)
	turned := timeOf(t, "/w/p.f90", fmt.Sprintf(crossed, 512, along), s)
	if !(turned < padded && padded < 0.9*now) {
		t.Errorf("across %v, with longer columns %v, along %v", now, padded, turned)
	}
}

// Blocks have the shadow that cycles have not: that is said although it takes longer. What
// is all local is not spoken of.
func TestMappingsThatMendReferences(t *testing.T) {
	const text = "program jacobi\nreal(8) :: u(800,800), w(800,800)\ninteger :: i, j\n!$xmp nodes p(4)\n!$xmp template t(800)\n!$xmp distribute t(%s) onto p\n!$xmp align u(*,j) with t(j)\n!$xmp align w(*,j) with t(j)\n!$xmp shadow u(0,1)\n!$xmp reflect (u)\n!$xmp loop on t(j)\ndo j = 2, 799\ndo i = 2, 799\nw(i,j) = u(i,j-1) + u(i,j+1)\nend do\nend do\nend program\n"
	for format, want := range map[string]string{"cyclic": "1 with the present mapping, whose time lacks what they take, 0 with DISTRIBUTE t (BLOCK), which takes", "block": ""} {
		t.Run(format, func(t *testing.T) {
			a := advised(t, fmt.Sprintf(text, format), settings.Settings{Machine: "cluster"}, Effort{Predictions: 12, Most: 3})
			said := slices.ContainsFunc(a.Hints, func(h string) bool { return strings.Contains(h, "no directive makes local") })
			if said != (want != "") || said && !strings.Contains(a.Hints[len(a.Hints)-1], want) {
				t.Errorf("%q", a.Hints)
			}
		})
	}
}
