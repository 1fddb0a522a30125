package elements

import (
	"fmt"
	"strings"
	"testing"
)

// Intrinsics of a(2,3), rows 1 2 3 and 4 5 6, dealt out in blocks both ways on
// 2 x 2, and what their results are in element order.
func TestTransformedValues(t *testing.T) {
	cases := []struct{ declaration, statement, want string }{
		{"b(2,3)", "b = cshift(a, 1)", "4 1 5 2 6 3"},
		{"b(2,3)", "b = cshift(a, -1, 2)", "3 6 1 4 2 5"},
		{"b(2,3)", "b = 0*a + cshift(a, dim=2, shift=4)", "2 5 3 6 1 4"},
		{"b(2,3)", "b = eoshift(a, 1, dim=2)", "2 5 3 6 0 0"},
		{"b(2,3)", "b = eoshift(a, -2, 7, 2)", "7 7 7 7 1 4"},
		{"b(3,2)", "b = transpose(a)", "1 2 3 4 5 6"},
		{"b(2)", "b = cshift(a(:,2), 1)", "5 2"},
		{"b(2,2)", "b = matmul(a, transpose(a))", "14 32 32 77"},
		{"b(2)", "b = matmul(a, [1, 0, 2])", "7 16"},
		{"b(3)", "b = matmul([1, -1], a)", "-3 -3 -3"},
		{"b(3,2)", "b = spread([1, 2, 3], 2, 2)", "1 2 3 1 2 3"},
		{"b(2,3)", "b = spread([1, 2, 3], 1, 2) * a", "1 4 4 10 9 18"},
		{"b(3,2)", "b = reshape(a, [3, 2])", "1 4 2 5 3 6"},
		{"b(3)", "b = sum(a, 1)", "5 7 9"},
		{"b(2)", "b = product(a, dim=2, mask=a /= 2)", "3 120"},
		{"b(3)", "b = count(a > 2, 1)", "1 1 2"},
		{"b(2)", "b = maxval(cshift(a, 1), 2)", "6 3"},
		{"b(2)", "b = maxloc(a)", "2 3"},
		{"b(2)", "b = minloc(a, mask=a > 2)", "1 3"},
		{"b(2)", "b = minloc(a, mask=a > 6)", "0 0"},
		{"b(3)", "b = maxloc(a, 1)", "2 2 2"},
		{"b", "b = minloc(mod(a(1,:), 2), 1)", "2"},
		{"b(3)", "b = pack(a, mod(a, 2) == 0)", "4 2 6"},
		{"b(2,3)", "b = unpack([7, 8, 9], mod(a, 2) == 0, -a)", "-1 7 8 -5 -3 9"},
		{"b(2)", "forall (i = 1:2) b(i) = sum(cshift(a(i,:), i) * [1, 2, 3])", "11 29"},
		{"b(2,3)", "forall (i = 1:2) b(i,:) = sum(a(i:2,:), 1)", "5 4 7 5 9 6"},
		{"b(2)", "forall (i = 1:2) b(i) = maxloc(a(i,:), 1)", "3 3"},
		{"b(2,3)", "b = 0; where (cshift(a, 1) > 3) b = cshift(a, 1, 2)", "2 0 3 0 1 0"},
	}
	for _, c := range cases {
		t.Run(c.declaration, func(t *testing.T) {
			text := "program p\ninteger :: a(2,3), i, j, " + c.declaration + `
!HPF$ PROCESSORS q(2,2)
!HPF$ DISTRIBUTE a(BLOCK,BLOCK) ONTO q
forall (i = 1:2, j = 1:3) a(i,j) = 3*i + j - 3
` + c.statement + "\nend program\n"
			counts, err := runText(t, text, Options{Grid: []int{2, 2}})
			if err != nil {
				t.Errorf("%s: %v", c.statement, err)
			} else if got := values(counts, "b"); got != c.want {
				t.Errorf("%s: %s, want %s", c.statement, got, c.want)
			}
		})
	}
}

// What is not executed says so.
func TestTransformFailures(t *testing.T) {
	cases := []struct{ statement, want string }{
		{"b = cshift(a, [1, 2])", "cshift by an array is not executed"},
		{"b = cshift(a, 1, 3)", "cshift along dimension 3"},
		{"b = cshift(a, k(1))", "an array element in argument shift of cshift"},
		{"b = eoshift(a, 1, k)", "an array as boundary of eoshift is not executed"},
		{"b = reshape(a, [2, 2], order=[2, 1])", "reshape with PAD or ORDER is not executed"},
		{"b = reshape(a, [3, 3])", "reshape to shape [3 3] of too small an array"},
		{"b = reshape(a, k)", "a constant vector is needed"},
		{"b = matmul(a, k(1:1))", "matmul of shapes [2 2] and [1]"},
		{"k = pack(a, a > 0, k)", "pack with VECTOR is not executed"},
		{"k = pack(a, a(:,1) > 0)", "operands of rank 1 and 2"},
		{"k = sum()", "sum without an argument"},
		{"b = transpose()", "transpose without an argument"},
		{"b = cshift(a)", "cshift without shift"},
		{"if (transpose(a) > 0) i = 1", "transpose is an array where a scalar is needed"},
		{"!hpf$ independent\ndo i = 1, 2; if (transpose(a) > 0) b(i,1) = 1; end do", "transpose has rank 2 where rank 0 is needed"},
		{"!hpf$ independent\ndo i = 1, 2; if (sum(a, 1) > 0) b(i,1) = 1; end do", "sum has rank 1 where rank 0 is needed"},
		{"k = sum(a, 3)", "sum along dimension 3"},
		{"forall (i = 1:2) b(i,:) = pack(a(i,:), .true.)", "pack is executed only in assignments outside parallel constructs"},
	}
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			text := "program p\ninteger :: a(2,2), b(2,2), k(2), i\n!HPF$ DISTRIBUTE a(BLOCK,*)\na = 1\n" + c.statement + "\nend program\n"
			if _, err := runText(t, text, Options{Grid: []int{2}}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %q", c.statement, err, c.want)
			}
		})
	}
}
