package evaluate

import "testing"

// What functions change is followed: grow(k) multiplies by five and returns a real number,
// next(k) adds one and returns twice that, tick() counts in the module.
func TestFunctionsThatChangeVariables(t *testing.T) {
	const head = "module m\ninteger :: count = 0\ncontains\nreal function grow(k)\ninteger, intent(inout) :: k\nk = 5*k\ngrow = 1.0\nend function\n" +
		"integer function next(k)\ninteger, intent(inout) :: k\nk = k + 1\nnext = 2*k\nend function\n" +
		"integer function tick()\ncount = count + 1\ntick = count\nend function\nsubroutine none(x)\nreal, intent(in) :: x\nend subroutine\nend module\n" +
		"program p\nuse m\ninteger i, k, j\nreal x, a(64)\n!HPF$ DISTRIBUTE a(BLOCK)\nk = 2\n"
	const loop = "do i = 1, k\na(i) = 1.0\nend do\nend program\n"
	line := func(before string) int {
		n := 0
		for _, c := range head + before {
			if c == '\n' {
				n++
			}
		}
		return n + 2
	}
	var cases []lineCase
	for _, c := range []struct {
		name, before string
		executions   float64
	}{
		{"by an assignment", "x = grow(k)\n", 10},
		{"in an expression", "x = 2.0*grow(k) + 1.0\n", 10},
		{"twice", "x = grow(k)\nx = grow(k)\n", 50},
		{"in a loop", "do j = 1, 2\nx = grow(k)\nend do\n", 50},
		{"in an argument", "call none(grow(k))\n", 10},
		{"in a condition", "if (grow(k) > 2.0) x = 0.0\n", 10},
		{"of a construct", "if (grow(k) > 2.0) then\nx = 0.0\nelse if (x > 1.0) then\nx = 1.0\nend if\n", 10},
		{"in a second condition, which is not reached or is: asked for", "if (k > 9) then\nx = 0.0\nelse if (next(k) > 9) then\nx = 1.0\nend if\n", 100},
		{"in a SELECT", "select case (next(k))\ncase (1)\nj = 1\ncase (6)\nj = 7\ncase default\nj = 2\nend select\nk = j\n", 7},
		{"in the bound of a loop", "x = 0.0\nj = 0\ndo i = 1, next(k)\nj = j + 1\nend do\nk = j\n", 6},
		{"in output: asked for", "print *, next(k)\n", 100},
		{"in a FORALL, some times: asked for", "a(1:3) = [(grow(k), i = 1, 3)]\n", 100},
		{"with its value", "j = next(k)\nk = k + j\n", 9}, // 3 + 6
		{"with its value in a condition", "if (next(k) > 5) k = k + 4\n", 7},
		{"of the module", "j = tick()\nj = tick()\nk = count + j\n", 4},
		{"of the module, as a real number", "x = tick()\nk = 7*count\n", 7},
		{"in a DO WHILE", "do while (next(k) < 9)\nend do\n", 5}, // 6, 8, 10
		{"an element, which is no variable", "x = grow(int(k))\n", 2},
	} {
		cases = append(cases, lineCase{c.name, head + c.before + loop, line(c.before), c.executions, "", 0, 4})
	}
	checkLines(t, cases)
}

// What a function changes that calls itself is asked for.
func TestRecursionsChangeVariables(t *testing.T) {
	checkLines(t, []lineCase{
		{"by itself", "program p\ninteger c, i\nreal x, a(100)\nc = 0\nx = f(5)\ndo i = 1, c\na(i) = 1.0\nend do\ncontains\nrecursive real function f(n) result(r)\ninteger, intent(in) :: n\nc = c + 1\nr = 1\nif (n > 1) r = n*f(n-1)\nend function\nend program\n", 7, 100, "", 0, 1},
		{"by another one", "program p\ninteger c, i\nreal x, a(100)\nc = 0\nx = f(5)\ndo i = 1, c\na(i) = 1.0\nend do\ncontains\nrecursive real function f(n) result(r)\ninteger, intent(in) :: n\nc = c + 1\nr = 1\nif (n > 1) r = g(n-1)\nend function\nrecursive real function g(n) result(r)\ninteger, intent(in) :: n\nr = 1\nif (n > 1) r = f(n-1)\nend function\nend program\n", 7, 100, "", 0, 1},
	})
}

// A procedure that calls itself keeps what its own heading promises to keep.
func TestRecursionKeepsIntentIn(t *testing.T) {
	text := func(intent string) string {
		return "program p\ncall s(64)\nend program\nrecursive subroutine s(m)\ninteger" + intent + " :: m\ninteger h, i\nreal a(100)\nh = m/2\nif (h > 4) call s(h)\ndo i = 1, h\na(i) = 1.0\nend do\nend subroutine\n"
	}
	checkLines(t, []lineCase{
		{"promised", text(", intent(in)"), 11, 32, "", 0, 1},
		{"not promised: asked for", text(", intent(inout)"), 11, 100, "", 0, 1},
	})
}
