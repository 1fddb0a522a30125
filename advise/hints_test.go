package advise

import (
	"context"
	"fmt"
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
		{"triangle", "(*,BLOCK)", "do j = 1, n\n do i = j, n\n  a(i,j) = sqrt(a(i,j)) + sin(b(i,j))\n end do\nend do", "10 imbalance processor (0) computes for 100% of main, all on average for 57%"},
		{"pinned", "(*,BLOCK)", "do it = 1, 100\n b(:,2:n) = a(:,1:n-1)\n a(1,:) = b(1,:)\nend do", "9 pinned-communication stays inside the loop over IT: A(1,:) written here is read by A(:,1:n-1) in a later iteration: true dependence"},
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
			if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], line+" "+code+" ") || !strings.Contains(got[0], message)) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
