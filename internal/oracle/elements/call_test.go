package elements

import (
	"strings"
	"testing"
)

// A call inside a loop holds the fetch of what it changes, and only of that:
// b(2:8) is read 3 times, c(2:8) once.
func TestCallPinsFetches(t *testing.T) {
	for _, c := range []struct{ intent, call, body, want string }{
		{"inout", "b", "x(1) = 0", "3/3 0/0"},
		{"inout", "b", "", "1/1 0/0"},
		{"inout", "b", "call inner(x)", "3/3 0/0"},
		{"in", "b", "", "1/1 0/0"},
		{"inout", "c", "x(1) = 0", "1/1 0/0"},
	} {
		t.Run(c.intent+"/"+c.body, func(t *testing.T) {
			text := `program p
real :: a(8), b(8), c(8)
integer :: k
!HPF$ DISTRIBUTE (BLOCK) :: a, b, c
do k = 1, 3
  a(1:7) = b(2:8)
  call touch(` + c.call + `)
end do
end program
subroutine touch(x)
real, intent(` + c.intent + `) :: x(8)
` + c.body + `
end subroutine
subroutine inner(x)
real :: x(8)
x = 1
end subroutine
`
			counts, err := runText(t, text, Options{Grid: []int{2}})
			if err != nil {
				t.Fatal(err)
			}
			expect(t, counts.Lines[6], c.want)
		})
	}
}

// An internal procedure changes what it stores of its host's variables.
func TestInternalCallPinsFetches(t *testing.T) {
	for _, c := range []struct{ stored, want string }{{"b", "3/3 0/0"}, {"c", "1/1 0/0"}} {
		t.Run(c.stored, func(t *testing.T) {
			text := `program p
real :: a(8), b(8), c(8)
integer :: k
!HPF$ DISTRIBUTE (BLOCK) :: a, b, c
do k = 1, 3
  a(1:7) = b(2:8)
  call touch
end do
contains
subroutine touch
` + c.stored + ` = a
end subroutine
end program
`
			counts, err := runText(t, text, Options{Grid: []int{2}})
			if err != nil {
				t.Fatal(err)
			}
			expect(t, counts.Lines[6], c.want)
		})
	}
}

// No fetch leaves a procedure: two calls, two messages.
func TestFetchStaysInProcedure(t *testing.T) {
	counts, err := runText(t, `program p
real :: a(8), b(8)
integer :: k
!HPF$ DISTRIBUTE (BLOCK) :: a, b
do k = 1, 2
  call left(a, b)
end do
end program
subroutine left(x, y)
real :: x(8), y(8)
x(1:7) = y(2:8)
end subroutine
`, Options{Grid: []int{2}})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, counts.Lines[11], "2/2 0/0")
	expectIterations(t, counts.Lines[5], 2, 2)
}

// Procedures may call themselves and each other, and stop the program.
func TestCallValues(t *testing.T) {
	for _, c := range []struct{ main, procedures, want string }{
		{"call down(4)", "recursive subroutine down(i)\ninteger :: i\nn = n*10 + i\nif (i == 1) return\ncall down(i - 1)\nend subroutine", "4321"},
		{"call outer(3)", "subroutine outer(i)\ninteger :: i, k\ndo k = 1, 9\nif (k > i) return\ncall inner(k)\nend do\nend subroutine\nsubroutine inner(j)\ninteger :: j\nn = n + j\nend subroutine", "6"},
		{"call halt; n = 2", "subroutine halt\nn = 1\nstop\nend subroutine", "1"},
		{"call swap(v(3), n)", "subroutine swap(i, j)\ninteger :: i, j, k\nk = i\ni = j\nj = k\nend subroutine", "30"},
		{"call swap(v(3), n); n = v(3)", "subroutine swap(i, j)\ninteger :: i, j, k\nk = i\ni = j\nj = k\nend subroutine", "0"},
		{"call fill(v(1:3:2)); n = sum(v)", "subroutine fill(x)\ninteger :: x(:)\nx = size(x)\nend subroutine", "24"},
		{"call fill(y=v, x=2); n = v(2)", "subroutine fill(x, y)\ninteger :: x, y(-1:)\ny(x-2) = 77\nend subroutine", "77"},
	} {
		t.Run(c.main, func(t *testing.T) {
			text := "program p\ninteger :: n, v(3)\n!HPF$ DISTRIBUTE v(BLOCK)\nn = 0\nv = [10, 20, 30]\n" + c.main + "\ncontains\n" + c.procedures + "\nend program\n"
			counts, err := runText(t, text, Options{Grid: []int{2}})
			if err != nil {
				t.Errorf("%s: %v", c.main, err)
			} else if got := values(counts, "n"); got != c.want {
				t.Errorf("%s: %s, want %s", c.main, got, c.want)
			}
		})
	}
}

func TestCallFailures(t *testing.T) {
	for _, c := range []struct{ call, body, want string }{
		{"call sub(a)", "real :: x(3)", "dummy x has extent 3 where the argument has 4"},
		{"call sub(a)", "real(8) :: x(4)", "an argument of another type than dummy x"},
		{"call sub(a(1))", "real :: x(4)", "an argument of rank 0 for dummy x of rank 1"},
		{"call sub(a, a)", "real :: x(4)", "CALL sub with 2 arguments for 1 dummies"},
		{"call sub(a)", "real :: x(4)\nsave", "CALL sub is not executed: it has a statement save"},
		{"call sub(a)", "real :: x(4)\ninteger :: calls = 0", "CALL sub is not executed: calls keeps its value between calls"},
		{"call sub(a)", "real :: x(4)\ncall sub(x)", "CALL sub nests more than 100 deep"},
		{"call other(a)", "real :: x(4)", "CALL other is not executed"},
	} {
		t.Run(c.call, func(t *testing.T) {
			text := "program p\nreal :: a(4)\n!HPF$ DISTRIBUTE a(BLOCK)\n" + c.call + "\nend program\nsubroutine sub(x)\n" + c.body + "\nend subroutine\n"
			if _, err := runText(t, text, Options{Grid: []int{2}}); err == nil || !strings.HasSuffix(err.Error(), c.want) {
				t.Errorf("%s: %v, want %q", c.call, err, c.want)
			}
		})
	}
}
