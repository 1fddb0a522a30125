package plan

import (
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// Pointers get no directives: what shape their targets have is not known, and these are mapped
// for themselves.
func TestPointersAreNotMapped(t *testing.T) {
	const text = `program main
real, pointer :: p(:,:), q(:,:)
real, target :: a(64,64)
integer :: i, j
allocate(q(64,64))
p => a
do j = 2, 64
 do i = 1, 64
  q(i,j) = p(i,j-1) + a(i,j)
 end do
end do
end program
`
	p, err := Read(workspace.New(texts.FS{"p.f90": text}).Snapshot(), "p.f90", 4)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Groups) != 1 || p.Groups[0].Name != "a" {
		t.Errorf("%+v", p.Groups)
	}
}
