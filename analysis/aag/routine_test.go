package aag_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/oracle/elements"
)

// routineStatements use intrinsics with array results, alone and inside
// expressions, of arrays, sections and other intrinsics.
var routineStatements = []string{
	"x = cshift(y, 1)",
	"x = cshift(y, -2)",
	"x = cshift(y, shift=3, dim=2)",
	"x = cshift(y, -7, 2)",
	"x = cshift(y, n + 2, 1)",
	"x = y + cshift(y, 1, 1) - cshift(z, 2, 2)",
	"x(2:9,:) = cshift(y(1:8,:), 3)",
	"x(2:9,1:11:2) = cshift(y(9:2:-1,1:6), 2, 2)",
	"v = cshift(w, 4)",
	"v(1:6) = cshift(y(3,1:6), 1)",
	"do i = 1, 3; v = cshift(w, i); w = v; end do",
	"x = eoshift(y, 1)",
	"x = eoshift(y, -3, 1.0, 2)",
	"x = eoshift(y, 2, boundary=0.5, dim=2) + y",
	"x = cshift(eoshift(y, 1), 1, 2)",
	"x = cshift(2.0 * y, 1)",
	"x = transpose(y)",
	"x(1:4,2:7) = transpose(z(3:8,5:11:2))",
	"x = x + transpose(y)",
	"x = spread(v, 1, n)",
	"x = spread(v, 2, n)",
	"x = spread(w, 2, n) * y",
	"x = spread(y(:,3), 1, n)",
	"x = matmul(y, z)",
	"v = matmul(y, w)",
	"v = matmul(w, y)",
	"x = y + matmul(y, z)",
	"x = reshape(y, [12, 12])",
	"v = sum(y, 1)",
	"v = sum(y, dim=2)",
	"v = w + maxval(y, 2)",
	"v = sum(y, dim=1, mask=z < 1.0e30)",
	"v(1:4) = minval(y(:,2:8:2), 1)",
	"k = maxloc(y)",
	"k = minloc(y(2:5,:))",
	"m = maxloc(y, 1)",
	"q = dot_product(v, w)",
	"q = sum(cshift(v, 1) * w)",
	"q = maxval(sum(y, 1))",
	"q = maxval(y, mask=z < 1.0e30)",
	"l = any(y > 1.0)",
	"m = count(y > z, 2)",
	"i = count(y > z)",
	"l = all(v > w)",
	"l = any(cshift(v, 1) > 1.0)",
	"where (cshift(y, 1) > -1.0) x = y",
	"where (y > -1.0) x = cshift(y, 1, 2)",
	"forall (i = 1:n) v(i) = sum(x(i,:))",
	"forall (i = 2:n-1) v(i) = dot_product(x(i,2:5), w(2:5)) + maxval(y(:,i-1))",
	"forall (i = 1:n) x(i,:) = cshift(y(i,:), 1)",
	"forall (i = 1:n) x(:,i) = eoshift(y(i,:), -1) + sum(z, 2)",
	"forall (i = 1:n) x(i,:) = matmul(y(i,:), z)",
	"forall (i = 1:n, sum(y(:,i)) > -1.0) v(i) = w(i)",
	"!HPF$ INDEPENDENT; do i = 1, n; v(i) = sum(x(i,:)); end do",
	"!HPF$ INDEPENDENT, NEW(q); do i = 1, n; q = dot_product(x(i,:), w); v(i) = q; end do",
	"where (y > -sum(w)) x = y",
	"where (x(:,1) > -1.0 - sum(y, 1)) v = w",
	"v = reshape(w, [12])",
	"v(1:5) = pack(w(1:5), w(1:5) < 1.0e30)",
	"v = unpack(w, v < 1.0e30, 0.0)",
	"x = unpack(w(1:1), y > 1.0e30, z)",
}

var routineMappings = []string{
	"!HPF$ PROCESSORS pr(4)\n!HPF$ DISTRIBUTE (BLOCK,*) ONTO pr :: x, y, z\n!HPF$ DISTRIBUTE (BLOCK) ONTO pr :: v, w\n",
	"!HPF$ PROCESSORS pr(4)\n!HPF$ DISTRIBUTE (*,CYCLIC) ONTO pr :: x, y\n!HPF$ DISTRIBUTE z(BLOCK,*) ONTO pr\n!HPF$ DISTRIBUTE (CYCLIC) ONTO pr :: v, w\n",
	"!HPF$ PROCESSORS pr(4)\n!HPF$ DISTRIBUTE (CYCLIC(3),*) ONTO pr :: x, y, z\n!HPF$ DISTRIBUTE v(CYCLIC(2)) ONTO pr\n!HPF$ DISTRIBUTE w(BLOCK) ONTO pr\n",
	"!HPF$ PROCESSORS pr(2,2)\n!HPF$ DISTRIBUTE (BLOCK,BLOCK) ONTO pr :: x, y, z\n!HPF$ ALIGN (i) WITH x(i,*) :: v\n!HPF$ ALIGN w(j) WITH x(2,j)\n",
	"!HPF$ PROCESSORS pr(2,2)\n!HPF$ TEMPLATE t(30,30)\n!HPF$ DISTRIBUTE t(CYCLIC(2),BLOCK) ONTO pr\n!HPF$ ALIGN (i,j) WITH t(i+3,2*j) :: x\n!HPF$ ALIGN (i,j) WITH t(i+3,2*j) :: y\n!HPF$ ALIGN z(i,j) WITH t(j,i)\n!HPF$ ALIGN (i) WITH t(30-2*i,4) :: v, w\n",
	"!HPF$ PROCESSORS pr(2,2)\n!HPF$ DISTRIBUTE (CYCLIC,CYCLIC(2)) ONTO pr :: x, y\n!HPF$ DISTRIBUTE z(BLOCK,CYCLIC) ONTO pr\n!HPF$ ALIGN (i) WITH y(*,i) :: v, w\n",
}

func routineProgram(mapping, statement string) string {
	return "program routines\ninteger, parameter :: n = 12\ninteger :: i, k(2), m(n)\nreal :: x(n,n), y(n,n), z(n,n), v(n), w(n), q\nlogical :: l\n" +
		mapping + "w = 1.0\n" + strings.ReplaceAll(statement, "; ", "\n") + "\nend program\n"
}

// TestRoutines compares the closed forms of intrinsics with array results with
// the element interpreter.
func TestRoutines(t *testing.T) {
	grids := map[int][][]int{1: {{1}, {2}, {3}, {4}, {5}, {7}}, 2: {{1, 1}, {2, 1}, {1, 3}, {2, 2}, {3, 2}, {2, 3}, {3, 4}}}
	exact, bound := 0, 0
	for i, mapping := range routineMappings {
		if testing.Short() && i%6 != 0 {
			continue
		}
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			for _, statement := range routineStatements {
				bounds, err := compare(routineProgram(mapping, statement), grids)
				if err != nil {
					t.Errorf("mapping %d: %s: %v", i, statement, err)
				}
				if bounds {
					bound++
				} else {
					exact++
				}
			}
		})
	}
	t.Logf("%d exact, %d with bounds", exact, bound)
}

// TestSums: two sums in an iteration fetch two sections, which are joined only
// where they start together; a sum of what everybody holds is everybody's.
func TestSums(t *testing.T) {
	head := "program sums\ninteger :: i, j\nreal :: a(12), b(12), c(12), d(12), e(12,12)\n!HPF$ PROCESSORS pr(4)\n!HPF$ TEMPLATE t(30)\n!HPF$ DISTRIBUTE t(BLOCK) ONTO pr\n" +
		"!HPF$ ALIGN a(i) WITH t(i+4)\n!HPF$ ALIGN b(i) WITH t(i)\n!HPF$ ALIGN c(i) WITH t(14-i)\n!HPF$ ALIGN d(*) WITH t(*)\n!HPF$ ALIGN e(i,*) WITH t(2*i)\n!HPF$ DYNAMIC b, t\nb = 1.0\n"
	independent := "!HPF$ INDEPENDENT\n"
	for body, loose := range map[string]bool{
		independent + "do i = 9, 3, -1\nc(i) = c(13-i) + sum(b(3:12)) - sum(b(6:6))\nend do": false,
		independent + "do i = 2, 8\na(i) = sum(b(3:12)) - sum(b(6:10))\nend do":              false,
		independent + "do i = 2, 8\na(i) = sum(b(3:12:3)) - sum(b(3:12:2))\nend do":          false,
		independent + "do i = 2, 8\na(i) = sum(b(3:5)) - sum(b(3:12))\nend do":               true,
		independent + "do i = 2, 8\na(i) = sum(b(3:12)) - sum(b(3:12))\nend do":              false,
		independent + "do i = 2, 8\na(i) = sum(e(5,3:5)) - sum(e(5,2:9))\nend do":            true,
		"forall (i = 2:8) a(i) = sum(b(1:4)) * sum(b(2:5))":                                  false,
		"do i = 4, 9\na(i+1) = b(i) - sum(d(4:12))\nend do":                                  false,
		"a(2:9) = sum(d)": false,
		"!HPF$ REALIGN b(*) WITH t(*)\ndo i = 4, 9\na(i+1) = c(i) - sum(b(4:12:3))\nend do":         false,
		"do j = 1, 2\n!HPF$ REALIGN b(*) WITH t(*)\na(1) = maxval(b)\nend do\na = b":                false,
		"do i = 1, 3\nif (a(i) >= sum(d)) then\nc(i) = 0.0\nend if\nend do":                         false,
		independent + "do i = 1, 8\na(i) = sum(d(1:i)) + sum(b(1:4))\nend do":                       false,
		"do i = 2, 8\na(i) = sum(e(i,1:4))\nend do":                                                 false,
		"do i = 2, 8\na(i) = sum(e(i,1:4)) + maxval(e(i+1,:))\nend do":                              false,
		"do j = 1, 12\ndo i = 1, 12\ne(i,j) = dot_product(b(i:i), c(1:1)) + b(i)\nend do\nend do":   true,
		"do j = 1, 3\ndo i = 1, 12\na(i) = a(i) + sum(e(i,j:12))\nend do\nend do":                   true,
		"do i = 2, 8\na(i) = sum(b(3:12)) + sum(e(i,1:4))\nend do":                                  false,
		"do i = 2, 8\na(i) = a(i-1) + sum(e(i,1:4))\nend do":                                        false,
		independent + "do i = 1, 8\na(i) = sum(e(i,1:4)) + sum(e(i,3:8)) + sum(e(i+1,3:8))\nend do": true,
	} {
		t.Run(body, func(t *testing.T) {
			text := head + body + "\nend program\n"
			bound, err := compareMain(text, map[int][][]int{1: {{1}, {2}, {3}, {4}, {5}, {7}}})
			if err != nil || bound != loose {
				t.Errorf("%v (bound %v)\n%s", err, bound, numbered(text))
			}
		})
	}
}

// compare compares a program with the interpreter on several arrangements; it
// reports whether some communication is a bound.
func compare(text string, grids map[int][][]int) (bound bool, err error) {
	u, err := lowered("p.f90", text)
	if err != nil {
		return false, err
	}
	src := source.NewText(text)
	closed := newClosedForms(u, src)
	for line, why := range closed.void {
		return false, fmt.Errorf("line %d: no estimate: %s", line, why)
	}
	for _, grid := range grids[u.Grid.Rank()] {
		ran, err := elements.Run(elements.Of(u, src), elements.Options{Grid: grid, Scheme: scheme.Collective, Kept: closed.graph.Keeps()})
		if err != nil {
			return false, err
		}
		got, err := closed.counts(nil, grid)
		if err != nil {
			return false, err
		}
		if d := closed.differences(counted(ran), got); len(d) > 0 {
			return false, fmt.Errorf("grid %v: %d differences: %s", grid, len(d), least(d))
		}
	}
	return len(closed.bound) > 0 && anyTrue(closed.bound), nil
}

func anyTrue(m map[int]bool) bool {
	for _, v := range m {
		if v {
			return true
		}
	}
	return false
}
