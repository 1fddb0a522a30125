package arrayprogram

import (
	"fmt"
	"strings"
	"testing"
)

const (
	cm5  = "cm5-cmf"
	cmax = "cm5-cmf-cmax"
	cf77 = "ymp-c90-cf77"
	f90  = "ymp-c90-f90"
)

// declarations of the statements below: 1-d arrays of 1024 elements, 2-d ones of 64
// by 64, bounds that are known only when the program runs.
const declarations = `program p
integer, parameter :: n = 1024
real :: a(n), b(n), c(n), x(64,64), y(64,64), s
real(8) :: d(n)
integer :: i(n), j(n), lo, hi, k, m
logical :: l(n)
lo = 3
hi = 514
`

// The terms of single statements by the method of section 7.1, by hand.
func TestStatements(t *testing.T) {
	for _, c := range []struct{ name, machine, statement, want string }{
		{"basic operation", cf77, "a = b + c", "RS-OHS(1024) + RS-LOAD(1024)*2 + RS-ADD(1024)"},
		{"a constant is stored", cf77, "a = 1.0", "RS-STORE(1024)"},
		{"scalar times array", cf77, "a = s*b - c", "RS-OHS(1024) + 2 x RS-LOAD(1024) + RS-MUL(1024) + RS-ADD(1024)"},
		{"intrinsic", cf77, "a = sqrt(b)", "RS-OHS(1024) + RS-LOAD(1024) + RS-SQRT(1024)"},
		{"power by an integer", cf77, "a = b**3", "RS-OHS(1024) + RS-LOAD(1024) + RS-EXPI(1024)"},
		{"power by a real", cf77, "a = b**c", "RS-OHS(1024) + 2 x RS-LOAD(1024) + RS-EXPS(1024)"},
		{"64 bits are one word of the Cray", cf77, "d = d*d", "RS-OHS(1024) + 2 x RS-LOAD(1024) + RS-MUL(1024)"},
		{"and two of the CM-5", cm5, "d = d*d", "RD-OHS(1024) + 2 x RD-LOAD(1024) + RD-MUL(1024)"},
		{"conversion of an operand", cf77, "a = b + i", "RS-OHS(1024) + RS-LOAD(1024) + I-LOAD(1024) + I-RS(1024) + RS-ADD(1024)"},
		{"conversion of the result", cf77, "i = b", "I-OHS(1024) + RS-I(1024) + RS-LOAD(1024)"},
		{"comparison", cf77, "l = a > b", "L-OHS(1024) + 2 x RS-LOAD(1024) + RS-GT(1024)"},
		{"comparison with a constant", cf77, "l = a > 0.5", "L-OHS(1024) + RS-LOAD(1024) + RS-GTCONST(1024)"},
		{"bits", cf77, "i = ieor(j, 3)", "I-OHS(1024) + I-LOAD(1024) + I-EOR(1024)"},
		{"an embedded reduction", cf77, "a = b + sum(c)", "RS-OHS(1024) + 2 x RS-LOAD(1024) + RS-SUM(1024) + RS-ADD(1024)"},
		{"not measured", cf77, "a = tan(b)", "RS-OHS(1024) + RS-LOAD(1024) + ? RS-TAN is not measured on ymp-c90-cf77"},
		{"constant section, free on the Cray", cf77, "a(2:n) = b(2:n)", "RS-OHS(1023) + RS-LOAD(1023)"},
		{"variable section", cf77, "a(lo:hi) = b(lo:hi)", "RS-OHS(512) + 1024 x OH-PARTIALBLOCK(512) + RS-LOAD(512)"},
		{"a section counts once", cf77, "a(lo:hi) = a(lo:hi) + a(lo+1:hi+1)", "RS-OHS(512) + 1024 x OH-PARTIALBLOCK(512) + 2 x RS-LOAD(512) + RS-ADD(512)"},
		{"banks see strides in memory", cf77, "a(1:n:6) = b(1:n:6)", "RS-OHS(171) + 342 x OH-BANKSTRIDE(2) + RS-LOAD(171)"},
		{"a row of a matrix", cf77, "a(1:64) = x(1,:)", "RS-OHS(64) + RS-LOAD(64) + 64 x OH-BANKSTRIDE(64)"},
		{"a column of a matrix", cf77, "a(1:64) = x(:,1)", "RS-OHS(64) + RS-LOAD(64)"},
		{"caches see the stride of the section", cm5, "x(1:63:2,1:63:2) = 1.0", "RS-STORE(1024) + 1024 x OH-CACHESTRIDE(4,4096) + 4096 x OH-FULLBLOCK(25)"},
		{"full block model", cm5, "a(1:512) = 1.0", "RS-STORE(512) + 1024 x OH-FULLBLOCK(50)"},
		{"shift by one: one element from the neighbour", cm5, "a(2:n) = a(1:n-1)", "RS-OHS(1023) + 2048 x OH-FULLBLOCK(99.9023) + RS-LOAD(1023) + REM-READ"},
		{"shift by more than a block: all of it", cm5, "a(513:1024) = a(1:512)", "RS-OHS(512) + 2048 x OH-FULLBLOCK(50) + RS-LOAD(512) + 8 x REM-READ"},
		{"shared memory has no remote reads", cf77, "a(2:n) = a(1:n-1)", "RS-OHS(1023) + RS-LOAD(1023)"},
		{"gather, indices not known", cf77, "a = b(i)", "RS-OHS(1024) + 1024 x OH-GATHER + 256 x OH-RAND-READ + RS-LOAD(1024)"},
		{"scatter", cf77, "a(i) = b", "RS-OHS(1024) + 1024 x OH-SCATTER + 256 x OH-RAND-WRITE + RS-LOAD(1024)"},
		{"gather on the CM-5: 127 of 128 are remote", cm5, "a = b(i)", "RS-OHS(1024) + 1024 x OH-GATHER + 7.9375 x REM-READ + 0.0078125 x RS-LOAD(1024)"},
		{"where", cf77, "where (l) a = b", "1024 x OH-FULLMASK(50) + RS-OHS(1024) + RS-LOAD(1024)"},
		{"where with a computed mask", cf77, "where (a > 0.0) a = b", "L-OHS(1024) + 2 x RS-LOAD(1024) + RS-GTCONST(1024) + 1024 x OH-FULLMASK(50) + RS-OHS(1024)"},
		{"an element costs the host", cm5, "a(1) = b(2) + b(3)", "2 x SREM-READ + SREM-WRITE"},
		{"scalar code", cf77, "s = 2.0*s + 1.0", "2 x SERIAL"},
		{"an unseen subroutine", cf77, "call other(a)", "? the subroutine other is not seen"},
		{"forall", cm5, "forall (k = 1:n) a(k) = b(k)", "RS-OHS(1024) + RS-LOAD(1024)"},
		{"forall on a section", cf77, "forall (k = 2:n-1) a(k) = b(k-1) + b(k+1)", "RS-OHS(1022) + 2 x RS-LOAD(1022) + RS-ADD(1022)"},
		{"forall in two dimensions", cf77, "forall (k = 1:64, m = 1:64) x(k,m) = y(k,m)", "RS-OHS(4096) + RS-LOAD(4096)"},
		{"forall under a mask", cf77, "forall (k = 1:n, l(k)) a(k) = b(k)", "L-OHS(1024) + L-LOAD(1024) + 1024 x OH-FULLMASK(50) + RS-OHS(1024) + RS-LOAD(1024)"},
		{"sections in a forall", cf77, "forall (k = 1:64) x(k,:) = y(k,:)", "? the FORALL is not counted: array statements stand in it"},
		{"do concurrent, where the compiler makes array operations of loops", cf77, "do concurrent (k = 1:n); a(k) = b(k); end do", "RS-OHS(1024) + RS-LOAD(1024)"},
		{"and where it does not", cm5, "do concurrent (k = 1:10); a(k) = b(k); end do", "10 x SREM-READ + 10 x SREM-WRITE"},
		{"a promise that no analysis could find", cf77, "do concurrent (k = 1:512); a(m*k) = a(m*k-1); end do", "RS-OHS(512) + RS-LOAD(512) + I-MUL(512) + I-ADD(512) + 512 x OH-GATHER + 512 x OH-SCATTER + 128 x OH-RAND-READ + 128 x OH-RAND-WRITE"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := predict(t, c.machine, declarations+c.statement+"\nend program p\n", Options{})
			if got, want := sorted(p.terms(9)), sorted(c.want); got != want {
				t.Errorf("%s\n got %s\nwant %s", c.statement, got, want)
			}
		})
	}
}

// sorted brings terms to one order; "T*2" is "2 x T".
func sorted(terms string) string {
	list := strings.Split(terms, " + ")
	for i, x := range list {
		if name, n, ok := strings.Cut(x, "*"); ok {
			list[i] = n + " x " + name
		}
	}
	for i := range list {
		for j := range list[:i] {
			if list[i] < list[j] {
				list[i], list[j] = list[j], list[i]
			}
		}
	}
	return strings.Join(list, " + ")
}

// Masks with known fractions: by a name that the user sets, or as they were counted,
// each of its own size with its own overhead.
func TestMasks(t *testing.T) {
	const text = declarations + "where (l) a = b\nend program p\n"
	set := predict(t, cf77, text, Options{Values: map[string]float64{"mask1": .25}})
	if got := set.terms(9); !strings.Contains(got, "1024 x OH-FULLMASK(25)") || len(set.Assumptions) != 0 {
		t.Errorf("%s, assumed %v", got, set.Assumptions)
	}
	p := predict(t, cf77, text, Options{})
	if len(p.Assumptions) != 1 || p.Assumptions[0].Name != "mask1" || p.Assumptions[0].Value != .5 || !p.Assumptions[0].Settable {
		t.Errorf("assumed %+v", p.Assumptions)
	}
}

// Index values decide what a gather costs: indices in a line are no random reads, and
// only elements of other processors are remote.
func TestIndexValues(t *testing.T) {
	for _, c := range []struct{ name, machine, index, want, never string }{
		{"identity", cf77, "i = j", "OH-GATHER", "OH-RAND-READ"},
		{"backwards", cf77, "i = 1025 - j", "OH-GATHER", "OH-RAND-READ"},
		{"swapped neighbours", cf77, "i = ieor(j-1, 1) + 1", "256 x OH-RAND-READ", "REM"},
		{"swapped inside of a block of 8", cm5, "i = ieor(j-1, 4) + 1", "RS-LOAD(1024)", "REM-READ"},
		{"swapped blocks of 8", cm5, "i = ieor(j-1, 8) + 1", "8 x REM-READ", "RS-LOAD"},
		{"half of the elements come from the next block", cm5, "i = min(j + 4, 1024)", "3.96875 x REM-READ", "OH-RAND"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := declarations + "do k = 1, n\nj(k) = k\nend do\n" + c.index + "\na = b(i)\nend program p\n"
			got := predict(t, c.machine, text, Options{}).terms(13)
			if !strings.Contains(got, c.want) || strings.Contains(got, c.never) {
				t.Errorf("%s, want %s and no %s", got, c.want, c.never)
			}
		})
	}
}

// Sections and sizes that change from one iteration to the next are added up one by
// one; what does not change is multiplied.
func TestLoopsAddUp(t *testing.T) {
	p := predict(t, f90, declarations+`do k = 1, 3
a(1:64*k) = b(1:64*k)
end do
do m = 1, 1000000
a = b
end do
k = 4
do while (k > 1)
k = k/2
a(lo:lo+k) = 1.0
end do
end program p
`, Options{})
	for line, want := range map[int]string{
		10: "RS-OHS(64) + 64 x OH-PARTIALBLOCK(64)*2 + RS-LOAD(64) + RS-OHS(128) + 256 x OH-PARTIALBLOCK(128) + RS-LOAD(128) + RS-OHS(192) + 384 x OH-PARTIALBLOCK(192) + RS-LOAD(192)",
		13: "1000000 x RS-OHS(1024) + 1000000 x RS-LOAD(1024)",
		18: "RS-STORE(3) + 3 x OH-PARTIALBLOCK(3) + RS-STORE(2) + 2 x OH-PARTIALBLOCK(2)",
	} {
		t.Run(fmt.Sprint(line), func(t *testing.T) {
			want = strings.ReplaceAll(want, "64 x OH-PARTIALBLOCK(64)*2", "128 x OH-PARTIALBLOCK(64)")
			if got := sorted(p.terms(line)); got != sorted(want) {
				t.Errorf("line %d:\n got %s\nwant %s", line, got, sorted(want))
			}
		})
	}
	if p.Sampled {
		t.Error("nothing has to stand for others here")
	}
}

// A long loop whose sections change is sampled, and says so; its sum is near the
// exact one.
func TestSampledLoop(t *testing.T) {
	const text = "program p\nreal :: a(100000), b(100000)\ninteger :: k\ndo k = 1, 100000\na(1:k) = b(1:k)\nend do\nend program p\n"
	p := predict(t, f90, text, Options{})
	if !p.Sampled {
		t.Error("not said to be sampled")
	}
	loads, elements := 0.0, 0.0
	for _, c := range p.Costs {
		for _, x := range c.Parts {
			if x.Name == "RS-LOAD" {
				loads += x.Count
				elements += x.Count * x.Elements
			}
		}
	}
	if want := 100000.0 * 100001 / 2; loads != 100000 || elements < .999*want || elements > 1.001*want {
		t.Errorf("%g loads of %g elements, want 100000 of %g", loads, elements, want)
	}
}

// Loops with too many different iterations end after a number of steps: what is left of
// a loop counts like its middle iteration, so that the sum is near the exact one; what
// is not reached at all says so.
func TestSteps(t *testing.T) {
	const text = "program p\nreal :: a(300), b(300)\ninteger :: j, k\ndo j = 1, 300\ndo k = 1, 300\na(1:1+mod(k+j,7)) = b(1:1+mod(k+j,7))\nend do\nend do\nend program p\n"
	p := predict(t, f90, text, Options{Steps: 4000})
	loads := 0.0
	for _, c := range p.Costs {
		for _, x := range c.Parts {
			if x.Name == "RS-LOAD" {
				loads += x.Count
			}
		}
	}
	if !p.Sampled || loads != 90000 {
		t.Errorf("sampled %v, %g loads, want 90000", p.Sampled, loads)
	}
	cut := predict(t, f90, declarations+strings.Repeat("a = b\n", 30)+"end program p\n", Options{Steps: 10})
	if got := cut.terms(9); got != "RS-OHS(1024) + RS-LOAD(1024)" {
		t.Errorf("the first line is %s", got)
	}
	if got := cut.terms(38); !strings.HasPrefix(got, "? not counted: what is executed before it took all of the 20 steps") {
		t.Errorf("the last line is %s", got)
	}
}

// What a subroutine takes stands on its CALL, with the values of its arguments.
func TestCalls(t *testing.T) {
	const text = `program p
real :: a(512), b(512)
integer :: k
do k = 1, 10
call copy(a, b, 512)
end do
end program p
subroutine copy(to, from, n)
integer :: n
real :: to(n), from(n)
to = from
end subroutine copy
`
	if got := predict(t, f90, text, Options{}).terms(5); got != "10 x RS-OHS(512) + 10 x RS-LOAD(512)" {
		t.Error(got)
	}
	recursive := "recursive subroutine r()\ncall r()\nend subroutine r\n"
	if got := predict(t, f90, recursive, Options{}).terms(2); got != "? the subroutine r is not seen" {
		t.Error(got)
	}
}

// Broken and odd programs are predicted without a panic, and end.
func TestOddPrograms(t *testing.T) {
	for i, body := range []string{
		"a(lo:hi:0) = 1.0", "do k = 1, n, 0\na(k) = 1\nend do", "do\na = b\nend do",
		"do while (s > 0)\ns = s + 1\nend do", "k = 1\ndo while (k > 0)\nk = k + 1\nend do",
		"do k = 1, 2000000000\na(1:mod(k,7)+1) = 1.0\nend do", "where (l)\nelsewhere\na = 1.0\nend where",
		"i = i(i(i))", "a = b(c)", "a = sum(b)/0", "if (s > 0) then\na = 1.0\nelse if (s > -1) then\nb = 1.0\nend if",
		"print *, a", "do k = n, 1\na(k) = b(k)\nend do", "a = [1.0, 2.0]", "x = matmul(x, y)", "a = cshift(b, 1)",
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			for _, m := range []string{cm5, cmax, cf77, f90} {
				t.Run(m, func(t *testing.T) {
					predict(t, m, declarations+body+"\nend program p\n", Options{Steps: 20000})
				})
			}
		})
	}
}
