package aag_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/oracle/elements"
)

// dealtByTables declares arrays that tables deal out, aligned in every way, and
// others that formulas do.
const dealtByTables = `program tables
  implicit none
  integer, parameter :: n = 12
  integer, parameter :: sizes(4) = [2, 5, 0, 5]
  integer, parameter :: wide(4) = (/ 9, 1, 8, 8 /)
  integer :: owner(n)
  integer :: i, j
  real :: s
  real, dimension(n) :: a, b, c, d, e, f, h
  real, dimension(n,n) :: u, v
  data owner / 3, 2*1, 4, 3, 1, 4*4, 2, 3 /
!HPF$ PROCESSORS p(4)
!HPF$ TEMPLATE t(-1:24)
!HPF$ DISTRIBUTE t(GEN_BLOCK(wide)) ONTO p
!HPF$ DISTRIBUTE a(GEN_BLOCK(sizes)) ONTO p
!HPF$ ALIGN b(i) WITH a(n+1-i)
!HPF$ DISTRIBUTE c(INDIRECT(owner)) ONTO p
!HPF$ DISTRIBUTE d(BLOCK) ONTO p
!HPF$ DISTRIBUTE e(CYCLIC(2)) ONTO p
!HPF$ ALIGN f(i) WITH t(2*i-1)
!HPF$ ALIGN h(i) WITH c(n+1-i)
!HPF$ DISTRIBUTE u(GEN_BLOCK(sizes),*) ONTO p
!HPF$ ALIGN v(i,j) WITH c(j)
!HPF$ DYNAMIC a, b, c, d, e, u
`

func TestTablesEqualTheElementInterpreter(t *testing.T) {
	names := []string{"a", "b", "c", "d", "e", "f", "h"}
	var statements []string
	for _, x := range names {
		for _, y := range names {
			for _, form := range []string{"%[1]s = %[2]s", "%[1]s(2:n-1) = %[2]s(1:n-2) + %[2]s(3:n)", "%[1]s(1:6) = %[2]s(1:n:2)", "%[1]s(n:1:-1) = %[2]s", "%[1]s = %[2]s(3)", "%[1]s(5) = sum(%[2]s)",
				"do i = 3, n; %[1]s(i) = %[2]s(i-2); end do", "forall (i = 1:4) %[1]s(3*i) = %[2]s(13-3*i)"} {
				statements = append(statements, fmt.Sprintf(form, x, y))
			}
		}
	}
	statements = append(statements, "v = u", "u(:,2:n) = u(:,1:n-1) + v(:,2:n)", "v(:,1) = u(:,4)", "do j = 1, n; u(:,j) = a; end do", "do j = 1, n; v(:,j) = c(j); end do")
	for _, x := range []string{"a", "c", "d", "e"} {
		for _, format := range []string{"GEN_BLOCK(sizes)", "INDIRECT(owner)", "BLOCK", "CYCLIC(2)"} {
			statements = append(statements, fmt.Sprintf("!HPF$ REDISTRIBUTE %s(%s) ONTO p; s = sum(%s); %s = d + a", x, format, x, x))
		}
		statements = append(statements, fmt.Sprintf("!HPF$ REALIGN b(i) WITH %s(i); %s = b; b = %s + c", x, x, x))
	}
	statements = append(statements, "!HPF$ REDISTRIBUTE u(*,INDIRECT(owner)) ONTO p; u = u + v")
	bounds := 0
	for i, s := range statements {
		if testing.Short() && i%7 != 0 {
			continue
		}
		bounds += checkStatement(t, dealtByTables, s)
	}
	t.Logf("%d statements, %d with a bound", len(statements), bounds)
}

// checkStatement compares one statement after the declarations, on the
// arrangement of four processors; it returns 1 when a count is a bound.
func checkStatement(t *testing.T, declarations, statement string) int {
	t.Helper()
	text := declarations + strings.ReplaceAll(statement, "; ", "\n") + "\nend program\n"
	u, err := lowered("t.f90", text)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	src := source.NewText(text)
	closed := newClosedForms(u, src)
	for line, why := range closed.void {
		t.Errorf("%s: line %d: no estimate: %s", statement, line, why)
	}
	all, err := elements.Parse("t.f90", text)
	if err != nil {
		t.Fatal(err)
	}
	grid := []int{4}
	if u.Grid.Rank() == 2 {
		grid = []int{2, 2}
	}
	want, err := elements.Run(all[0], elements.Options{Grid: grid, Scheme: scheme.Collective, Kept: closed.graph.Keeps(), Tables: map[string][]int64{"owner": {3, 1, 1, 4, 3, 1, 4, 4, 4, 4, 2, 3}}})
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	got, err := closed.counts(map[string]float64{"n": 12}, grid)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	report(t, statement, closed.differences(counted(want), got))
	for line := range closed.bound {
		if closed.bound[line] {
			return 1
		}
	}
	return 0
}
