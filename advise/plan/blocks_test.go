package plan

import (
	"maps"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// On 16 processors 65 columns have blocks of 5, 64 of 4: an array of 64 gets blocks of 5, so
// that column 60 is on one processor in both, and all say so. One that begins elsewhere, or
// that is shorter by a block and more, keeps its own size.
func TestEqualBlocks(t *testing.T) {
	const text = `program main
  implicit none
  real :: padded(65,65)
  integer :: j
  padded = 0.0
  do j = 1, 64
    padded(:,j) = padded(:,j) + 1.0
  end do
  call solve(padded)
end program
subroutine solve(v)
  implicit none
  real :: v(65,65), tight(64,64), shifted(64,0:63), small(60,60), same(63,65)
  integer :: j
  do j = 1, 60
    tight(:,j) = v(1:64,j)
    shifted(:,j) = v(1:64,j)
    small(:,j) = v(1:60,j)
    same(:,j) = v(1:63,j)
  end do
  do j = 1, 60
    v(1:60,j) = tight(1:60,j) + shifted(1:60,j) + small(:,j) + same(1:60,j)
  end do
end subroutine
`
	p, err := Read(workspace.New(texts.FS{"/main.f90": text}).Snapshot(), "/main.f90", 16)
	if err != nil {
		t.Fatal(err)
	}
	to, got := p.EqualBlocks(p.AlongLoops()), map[string]string{}
	for i, g := range p.Groups {
		got[g.Name] = Written(to.Formats[i])
	}
	if want := map[string]string{"padded": "(*,BLOCK(5))", "tight": "(*,BLOCK(5))", "shifted": "(*,BLOCK)", "small": "(*,BLOCK)", "same": "(*,BLOCK(5))"}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
