package advise

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// The columns of x are swept through: (BLOCK,*) sends each of them round. What a module
// maps is the mapping of the program that uses it.
const mapped = `module fields
  real :: x(512,512), y(512,512)
!HPF$ PROCESSORS p(8)
!HPF$ TEMPLATE t(512,512)
!HPF$ DISTRIBUTE t(BLOCK,*) ONTO p
!HPF$ ALIGN x(i,j) WITH t(i,j)
!HPF$ ALIGN y(i,j) WITH t(i,j)
end module
`

const sweeps = `program sweeps
  use fields
  integer :: i, j
  x = 1.0
!HPF$ INDEPENDENT, NEW(i)
  do j = 1, 512
    do i = 2, 512
      x(i,j) = x(i,j) + 0.5*x(i-1,j)
    end do
  end do
end program
`

func TestAdviceForTheProgramOfAModule(t *testing.T) {
	w := workspace.New(texts.FS{})
	for path, text := range map[string]string{"/w/fields.f90": mapped, "/w/sweeps.f90": sweeps, "/w/other.f90": "program other\nprint *, 1\nend program\n"} {
		w.Open(path, "", 1, text)
	}
	snap := w.Snapshot()
	a, err := Advise(context.Background(), snap, "/w/fields.f90", settings.Settings{}, DefaultEffort)
	if err != nil {
		t.Fatal(err)
	}
	if a.Unit != "sweeps" || len(a.Proposals) == 0 || a.Proposals[0].Gain() < 2 {
		t.Fatalf("%s: %v", a.Unit, a.Proposals)
	}
	best := a.Proposals[0]
	if title := best.Title(); !strings.Contains(title, "(*,BLOCK)") || !strings.HasSuffix(title, ", program sweeps") {
		t.Error(title)
	}
	own, err := Advise(context.Background(), snap, "/w/sweeps.f90", settings.Settings{}, DefaultEffort)
	if err != nil || own.Proposals[0].Time != best.Time || strings.Contains(own.Proposals[0].Title(), "program sweeps") {
		t.Errorf("asked for the program itself: %v, %v", own.Proposals, err)
	}
	for line, want := range map[int]bool{1: false, 2: true, 3: false, 4: false, 5: true, 6: true, 7: true, 8: false} {
		t.Run(fmt.Sprint(line), func(t *testing.T) {
			if got := a.Concerns(best, "/w/fields.f90", line); got != want {
				t.Errorf("line %d: %v, want %v", line, got, want)
			}
		})
	}
}

// A proposal is also about the arrangement that it changes.
func TestAdviceOnArrangements(t *testing.T) {
	text := strings.Replace(strings.Replace(mapped, "p(8)", "p(2,4)", 1), "(BLOCK,*)", "(BLOCK,BLOCK)", 1) + sweeps
	a, err := Advise(context.Background(), snapshot("/w/p.f90", text), "/w/p.f90", settings.Settings{}, DefaultEffort)
	if err != nil || len(a.Proposals) == 0 || !a.Concerns(a.Proposals[0], "/w/p.f90", 3) {
		t.Errorf("%v, %v", a, err)
	}
}

// Lines of procedures are costly by all of their calls.
func TestCostlyLinesOfProcedures(t *testing.T) {
	module := strings.Replace(mapped, "end module\n", `contains
subroutine sweep
  integer :: i, j
!HPF$ INDEPENDENT, NEW(i)
  do j = 1, 512
    do i = 2, 512
      x(i,j) = x(i,j) + 0.5*x(i-1,j)
    end do
  end do
end subroutine
subroutine once
  y = 1.0
end subroutine
end module
`, 1)
	text := module + "program p\nuse fields\ninteger :: k\nx = 1.0\ncall once\ndo k = 1, 50\ncall sweep\nend do\nend program\n"
	a, err := Advise(context.Background(), snapshot("/w/p.f90", text), "/w/p.f90", settings.Settings{}, DefaultEffort)
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]bool{"subroutine sweep": true, "x(i,j) = x(i,j)": true, "subroutine once": false, "y = 1.0": false, "call sweep": true, "x = 1.0": false} {
		t.Run(word, func(t *testing.T) {
			if got := a.Costly("/w/p.f90", lineWith(t, text, strings.ToUpper(word))); got != want {
				t.Errorf("%s: %v, want %v", word, got, want)
			}
		})
	}
}
