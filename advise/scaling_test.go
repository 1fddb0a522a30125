package advise

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// On its own number of processors a mapping has the time that it is offered with, its
// arrangement being 2x8 rather than 4x4; a program without directives that pay has no times
// on other numbers.
func TestScalingOfTheOffered(t *testing.T) {
	stencil := `program stencil
  real(8) :: u(1024,64), v(1024,64)
!HPF$ PROCESSORS g(4,4)
!HPF$ DISTRIBUTE (BLOCK,BLOCK) ONTO g :: u
!HPF$ ALIGN (:,:) WITH u :: v
  u = 0
  v(2:1023,2:63) = u(1:1022,2:63) + u(3:1024,2:63) + u(2:1023,1:62) + u(2:1023,3:64)
end program
`
	small := "program small\n  real :: a(4), b(4)\n  integer :: i\n  do i = 2, 4\n    a(i) = b(i-1)\n  end do\nend program\n"
	for i, c := range []struct {
		text string
		grid []int // of what is offered
	}{{stencil, []int{2, 8}}, {small, nil}} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			a := advised(t, c.text, settings.Settings{Machine: "cluster"}, Effort{Predictions: 12, Most: 3, Scale: true})
			faster := a.Faster()
			if c.grid == nil {
				if len(faster) > 0 || a.Scaling != nil {
					t.Errorf("faster: %v, on other numbers %v", faster, a.Scaling)
				}
				return
			}
			if len(faster) == 0 || fmt.Sprint(faster[0].Grid) != fmt.Sprint(c.grid) {
				t.Fatalf("%+v", a.Proposals)
			}
			for _, s := range a.Scaling {
				if s.Processors == 16 && s.Time != faster[0].Time {
					t.Errorf("%g s on 16 processors, offered with %g s", s.Time, faster[0].Time)
				}
			}
		})
	}
}

// Where something has no time, no number of processors has a whole one.
func TestScalingOfParts(t *testing.T) {
	for _, c := range []struct {
		name, call string
		want       bool
	}{
		{"all has a time", "", false},
		{"a procedure that is not seen", "call unseen(u(1,1))\n", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "program p\nreal(8) :: u(512,512)\n!HPF$ DISTRIBUTE (*,BLOCK) :: u\n" + c.call + "u(2:511,:) = u(1:510,:) + u(3:512,:)\nend program\n"
			a := advised(t, text, settings.Settings{Machine: "cluster"}, Effort{Predictions: 12, Most: 3, Scale: true})
			if len(a.Scaling) < 2 || a.Before.AtLeast != c.want {
				t.Fatalf("now %+v, on other numbers %+v", a.Before, a.Scaling)
			}
			for _, s := range a.Scaling {
				if s.AtLeast != c.want {
					t.Errorf("on %d processors at least: %v, want %v", s.Processors, s.AtLeast, c.want)
				}
			}
		})
	}
}

// Blocks of a fixed length hold the array on 16 processors and more: fewer are left out, also where
// a procedure has the array, and where a part has no time on them it is no scale.
func TestScalingOfFixedBlocks(t *testing.T) {
	const work = "  real :: a(64,64), b(64,64)\n  integer :: i, j\n!HPF$ PROCESSORS q(16)\n!HPF$ DISTRIBUTE a(*,BLOCK(4)) ONTO q\n!HPF$ ALIGN b(i,j) WITH a(i,j)\n  do j = 1, 64\n    do i = 2, 63\n      b(i,j) = a(i-1,j)*a(i+1,j)\n    end do\n  end do\n"
	for name, text := range map[string]string{"program": "program p\n" + work + "end program\n", "procedure": "program p\n  call s\nend program\nsubroutine s\n" + work + "end subroutine\n"} {
		t.Run(name, func(t *testing.T) {
			a := advised(t, text, settings.Settings{Machine: "cluster"}, Effort{Predictions: 1, Most: 1, Scale: true})
			if len(a.Faster()) > 0 {
				t.Fatalf("%v", a.Proposals)
			}
			if len(a.Scaling) < 2 || a.Scaling[0].Processors != 16 || a.Scaling[0].Time != a.Before.Time {
				t.Errorf("%v, on 16 processors %v", a.Scaling, a.Before.Time)
			}
		})
	}
}
