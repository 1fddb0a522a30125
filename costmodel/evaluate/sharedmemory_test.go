package evaluate

import (
	"slices"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// Arrays of modules and COMMON blocks count where only called procedures name them, each
// once: 8,000 bytes of x in both, 16,000 of y and 4,000 of z below; no dummy and no local
// array of a procedure does, and 2,000 of the host's count once.
func TestMemoryOfCalledProcedures(t *testing.T) {
	r := reportOf(t, "/w/p.f90", `module m
  real(8) :: x(1000), y(2000)
end module
program main
  use m
  real(8) :: host(250)
  x = 1
  call s(x)
  call s(x)
  call inside
  print *, x(1)
contains
  subroutine inside
    host = host + x(1)
  end subroutine
end program
subroutine s(d)
  use m
  real(8) :: d(1000), own(500)
  own = 1
  y = x(1) + own(1) + d(2)
  call deeper
end subroutine
subroutine deeper
  real :: z(1000)
  common /block/ z
  z = 1
end subroutine
`, settings.Settings{Machine: "cluster"})
	main := r.Units[slices.IndexFunc(r.Units, func(u *report.Unit) bool { return u.Name == "main" })]
	if m := main.Memory; m.Bytes != 8000+16000+4000+2000 || len(m.Arrays) != 4 {
		t.Errorf("%+v", m)
	}
	// s has 4,000 bytes of its own, the chain through deeper no more, host is there once; what s is called twice with
	// is there once. (Mutations: all calls add up; a dummy is an array of its own.)
	if m := main.Memory; m.Local != 2000 || m.Deep() != m.Bytes+4000 {
		t.Errorf("local %v, at most %v of %v", m.Local, m.Deep(), m.Bytes)
	}
	r = reportOf(t, "/w/q.f90", "program q\n  real(8) :: host(250)\n  call inside\ncontains\n  subroutine inside\n    real(8) :: own(10)\n    own = 1\n    host = host + own(1)\n  end subroutine\nend program\n", settings.Settings{Machine: "cluster"})
	q := r.Units[slices.IndexFunc(r.Units, func(u *report.Unit) bool { return u.Name == "q" })]
	if m := q.Memory; m.Bytes != 2000 || m.Deep() != 2000+80 {
		t.Errorf("with a contained procedure: %v, at most %v", m.Bytes, m.Deep())
	}
}
