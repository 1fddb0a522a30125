package plan

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// A name stands for the arrays of all units that have it.
func TestArraysOfOneName(t *testing.T) {
	const text = `program main
real :: a(64,64)
a = 1
call rows(a)
call columns(a)
end program
subroutine rows(a)
real :: a(64,64), w(64,32)
integer :: i, j
do j = 1, 32
 do i = 1, 64
  w(i,j) = a(i,2*j)
 end do
end do
a(:,1:32) = w
end subroutine
subroutine columns(a)
real :: a(64,64), w(32,48)
integer :: i, j
do j = 1, 48
 do i = 1, 32
  w(i,j) = a(2*i,j)
 end do
end do
a(1:32,1:48) = w
end subroutine
`
	p, err := Read(workspace.New(texts.FS{"p.f90": text}).Snapshot(), "p.f90", 4)
	if err != nil {
		t.Fatal(err)
	}
	of, to, err := p.Parse("DISTRIBUTE w(*,CYCLIC)")
	if err != nil {
		t.Fatal(err)
	}
	for _, none := range []string{"", " ; "} {
		if _, _, err := p.Parse(none); err == nil {
			t.Errorf("%q is a mapping", none)
		}
	}
	got := 0
	for i, g := range of.Groups {
		if g.Name == "w" && fmt.Sprint(to.Formats[i]) == "[* CYCLIC]" {
			got++
		}
	}
	if got != 2 {
		t.Errorf("%+v: %v", of.Groups, to.Formats)
	}
}

// Arrays without directives that a mapping names have the formats that it gives each; one that
// it does not name follows, and so does what shares a directive with a named one.
func TestMappingsOfArraysThatAreUsedAlike(t *testing.T) {
	const loops = `integer :: i, j
do j = 1, 64
 do i = 1, 64
  a(i,j) = b(i,j) + v(i)
 end do
end do
end program
`
	const bare, directed = "program main\nreal :: a(64,64), b(64,64), v(64)\n", "program main\nreal :: a(64,64), b(64,64), v(64)\n!HPF$ DISTRIBUTE (*,BLOCK) :: a, b\n"
	for _, c := range []struct{ text, mapping, want string }{
		{bare, "DISTRIBUTE a(BLOCK,*)", "DISTRIBUTE (BLOCK,*) ONTO procs :: a, b; ALIGN v(i) WITH a(i,*)"},
		{bare, "DISTRIBUTE b(BLOCK,*)", "DISTRIBUTE (BLOCK,*) ONTO procs :: a, b; ALIGN v(i) WITH a(i,*)"},
		{bare, "DISTRIBUTE a(BLOCK,*); DISTRIBUTE b(*,BLOCK)", "DISTRIBUTE (BLOCK,*) ONTO procs :: a; DISTRIBUTE (*,BLOCK) ONTO procs :: b; ALIGN v(i) WITH a(i,*)"},
		{bare, "DISTRIBUTE v(CYCLIC)", "DISTRIBUTE (CYCLIC) ONTO procs :: v"},
		{bare, "DISTRIBUTE b(BLOCK,*); DISTRIBUTE v(CYCLIC)", "DISTRIBUTE (BLOCK,*) ONTO procs :: a, b; DISTRIBUTE (CYCLIC) ONTO procs :: v"},
		{bare, "DISTRIBUTE v(BLOCK,*)", "column 12: v has rank 1, but 2 formats are given"},
		{directed, "DISTRIBUTE (BLOCK,*) :: a, b", "DISTRIBUTE (BLOCK,*) :: a, b"},
		{directed, "DISTRIBUTE b(BLOCK,*)", "DISTRIBUTE (BLOCK,*) :: a, b"},
		{directed, "DISTRIBUTE a(*,BLOCK); DISTRIBUTE b(BLOCK,*)", "column 12: a and b have one directive, and would have (*,BLOCK) and (BLOCK,*): a mapping gives them the same"},
	} {
		t.Run(c.mapping, func(t *testing.T) {
			snap := workspace.New(texts.FS{"p.f90": c.text + loops}).Snapshot()
			p, err := Read(snap, "p.f90", 4)
			if err != nil {
				t.Fatal(err)
			}
			of, to, err := p.Parse(c.mapping)
			if err != nil {
				if err.Error() != c.want {
					t.Error(err)
				}
				return
			}
			var got []string
			for _, x := range of.Edits(to) {
				f, err := snap.File(x.Path)
				if err != nil {
					t.Fatal(err)
				}
				text, err := f.Text.Apply(x.Edits...)
				if err != nil {
					t.Fatal(err)
				}
				for _, line := range strings.Split(text.String(), "\n") {
					if words, is := strings.CutPrefix(line, "!HPF$ "); is && !strings.HasPrefix(words, "PROCESSORS") {
						got = append(got, words)
					}
				}
			}
			if strings.Join(got, "; ") != c.want {
				t.Errorf("%q", got)
			}
		})
	}
}
