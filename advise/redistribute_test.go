package advise

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

const alternating = `program adi
  implicit none
  integer, parameter :: n = 64, steps = 4
  real(8) :: u(n,n)
  integer :: i, j, it
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE u(*,BLOCK) ONTO p
  u = 1.0d0
  do it = 1, steps
!HPF$ INDEPENDENT
    do j = 1, n
      do i = 2, n
        u(i,j) = u(i,j) + 0.3d0*u(i-1,j)
      end do
    end do
    do i = 1, n
      do j = 2, n
        u(i,j) = u(i,j) + 0.3d0*u(i,j-1)
      end do
    end do
  end do
  print *, sum(u)
end program adi
`

// Two arrays that no statement has together are swept alike: dealing one of them without moving it
// takes longer than leaving it whole, moving both between the sweeps is best.
func TestRedistributeSeveralArrays(t *testing.T) {
	text := `program two
  integer, parameter :: n = 1024
  real(8) :: u(n,n), v(n,n)
  integer :: i, j, it
  u = 1
  v = 0
  do it = 1, 10
    do i = 1, n
      do j = 2, n
        u(i,j) = u(i,j) + 0.3d0*u(i,j-1)
        v(i,j) = v(i,j) - 0.3d0*v(i,j-1)
      end do
    end do
    do j = 1, n
      do i = 2, n
        u(i,j) = u(i,j) + 0.3d0*u(i-1,j)
        v(i,j) = v(i,j) - 0.3d0*v(i-1,j)
      end do
    end do
  end do
  print *, u(n,n), v(n,n)
end program
`
	a := advised(t, text, settings.Settings{Machine: "cluster", Procs: 16}, Effort{Predictions: 24, Most: 3})
	faster := a.Faster()
	if len(faster) == 0 {
		t.Fatalf("%+v", a.Proposals)
	}
	for _, want := range []string{"REDISTRIBUTE u (BLOCK,*) before line 8", "REDISTRIBUTE u (*,BLOCK) before line 14", "REDISTRIBUTE v (BLOCK,*) before line 8", "REDISTRIBUTE v (*,BLOCK) before line 14"} {
		if !strings.Contains(faster[0].Label, want) {
			t.Errorf("%s lacks %s", faster[0].Label, want)
		}
	}
}

// Sweeps in two directions: where moving the array is cheap each sweep gets the mapping
// in which it is local; from some size on, where bytes are dear, one mapping serves both.
func TestRedistributeBetweenSweeps(t *testing.T) {
	for _, c := range []struct {
		machine, n string
		moves      bool
	}{{"cluster", "64", true}, {"ipsc860", "48", true}, {"ipsc860", "256", false}} {
		t.Run(c.machine+" "+c.n, func(t *testing.T) {
			s, alternating := settings.Settings{Machine: c.machine}, strings.Replace(alternating, "n = 64", "n = "+c.n, 1)
			a := advised(t, alternating, s, Effort{Predictions: 12, Most: 4})
			moved := ""
			if faster := a.Faster(); len(faster) > 0 {
				moved = faster[0].Label
			}
			if strings.Contains(moved, "REDISTRIBUTE") != c.moves {
				t.Fatalf("%+v", a.Proposals)
			}
			if !c.moves || testing.Short() && c.machine == "cluster" {
				return
			}
			if !strings.Contains(moved, "REDISTRIBUTE u (BLOCK,*) before line 16") {
				t.Error(moved)
			}
			search, err := searched(context.Background(), snapshot("/w/p.f90", alternating), "/w/p.f90", s, Effort{Predictions: 12})
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range search.order {
				if x.moves != nil {
					promised(t, snapshot("/w/p.f90", alternating), search, x.edited())
				}
			}
		})
	}
}

// A REDISTRIBUTE stands in front of the directives of its loop, and what it needs is
// declared.
func TestRedistributeIsWritten(t *testing.T) {
	a := advised(t, alternating, settings.Settings{Machine: "cluster"}, Effort{Predictions: 12, Most: 4})
	f, _ := snapshot("/w/p.f90", alternating).File("/w/p.f90")
	text, err := f.Text.Apply(a.Faster()[0].Changes[0].Edits...)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"!HPF$ DISTRIBUTE u(*,BLOCK) ONTO p\n!HPF$ DYNAMIC :: u\n",
		"steps\n!HPF$ REDISTRIBUTE (*,BLOCK) ONTO p :: u\n!HPF$ INDEPENDENT\n",
		"    end do\n!HPF$ REDISTRIBUTE (BLOCK,*) ONTO p :: u\n    do i = 1, n\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if fmt.Sprint(a.Gap) != "0" {
		t.Errorf("the choice is exact, its gap is %v", a.Gap)
	}
}
