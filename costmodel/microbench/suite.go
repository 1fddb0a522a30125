// Package microbench is a suite of small kernels that give a node's numbers: their
// Fortran source, and what a machine file says when their times are known. The method is
// that of paper 000, section 3: kernels by operation and size, repeated, and parameters
// that explain all of them. It runs nothing itself.
package microbench

import (
	"fmt"
	"strings"
)

// Kernel is a loop over n elements, in a subroutine of its own.
type Kernel struct {
	Name   string
	Body   string // Fortran; arrays x, y, z, w, integers idx, scalar s, m rows of 16
	Vector bool   // the compiler may vectorise it

	// What one iteration of the compiled scalar loop does, to be explained.
	Adds, Multiplies, Loads, Stores float64
	Arrays                          int  // that it touches: n times 8 bytes each
	Update                          bool // what it stores it has loaded from there
	Short                           bool // nothing but the number of its instructions binds it
	Whole                           bool // n is a constant of the source, and a whole number of vectors
	Single                          bool // its arrays are of single precision
}

// Size is a place in the hierarchy that a kernel's arrays fill.
type Size struct {
	Name  string // "L1", "memory"
	Bytes int    // of all arrays together
}

// wholeCount is the constant number of iterations of the kernels that ask whether the
// compiler vectorises counts that it knows.
const wholeCount = 512

// Controls are the kernels that are measured at the beginning and the end of each process:
// a chain of additions, which nothing but the clock of the processor changes, and a loop
// that keeps all units busy, which somebody else on the same core slows down.
var Controls = []string{"chain-add", "balanced"}

const masked = "if (y(i) > s) then\nx(i) = y(i) + s*z(i)\nelse\nx(i) = z(i)*s\nend if"

func loop(statements string) string { return "do i = 1, n\n" + statements + "\nend do" }

// whole is a loop whose count the compiler knows, a whole number of vectors.
func whole(statement string) string { return "do i = 1, 512\n" + statement + "\nend do" }

// nested adds columns to a row: iterations of the loop around may share its elements.
func nested(between string) string {
	return "k = 0\ndo j = 0, 7\n" + between + "do i = 1, 64\nx(i) = x(i) + y(64*j+i)*z(j+1)\nend do\nend do\nif (k == m) x(1) = k"
}

// kernels are those of the core: their arrays stay in the first cache.
var kernels = []Kernel{
	{Name: "chain-add", Body: "t = 0\n" + loop("t = t + y(i)") + "\nx(1) = t", Adds: 1, Loads: 1, Arrays: 1},
	{Name: "chain-multiply", Body: "t = 1\n" + loop("t = t*y(i)") + "\nx(1) = t", Multiplies: 1, Loads: 1, Arrays: 1},
	{Name: "chain-divide", Body: "t = 1\n" + loop("t = y(i)/t") + "\nx(1) = t", Loads: 1, Arrays: 1},
	{Name: "chain-sqrt", Body: "t = 2\n" + loop("t = sqrt(t)") + "\nx(1) = t", Arrays: 1},
	{Name: "chain-max", Body: "t = 0\n" + loop("t = max(t, y(i))") + "\nx(1) = t", Loads: 1, Arrays: 1},
	{Name: "chain-stored", Body: "do i = 3, n\nx(i) = x(i-2) + y(i)\nend do", Adds: 1, Loads: 2, Stores: 1, Arrays: 2},

	{Name: "adds", Body: loop("x(i) = (((((((y(i) + s) + z(i)) + s) + y(i)) + s) + z(i)) + s) + y(i)"), Adds: 8, Loads: 2, Stores: 1, Arrays: 3},
	{Name: "multiplies", Body: loop("x(i) = (((((((y(i)*s)*z(i))*s)*y(i))*s)*z(i))*s)*y(i)"), Multiplies: 8, Loads: 2, Stores: 1, Arrays: 3},
	{Name: "deep", Body: loop("t = y(i)\nx(i) = (((((((((((t*s+t)*s+t)*s+t)*s+t)*s+t)*s+t)*s+t)*s+t)*s+t)*s+t)*s+t)*s+t"), Adds: 12, Multiplies: 12, Loads: 1, Stores: 1, Arrays: 2},
	{Name: "balanced", Body: loop("x(i) = ((y(i) + s)*(z(i) + s) + (y(i)*s)*(w(i) + s))*(z(i)*w(i) + s)"), Adds: 5, Multiplies: 5, Loads: 3, Stores: 1, Arrays: 4},
	{Name: "wide", Body: loop("x(i) = (y(i) + s)*s\nz(i) = (w(i) + s)*s"), Adds: 2, Multiplies: 2, Loads: 2, Stores: 2, Arrays: 4, Short: true},
	{Name: "short-add", Body: loop("x(i) = y(i) + s"), Adds: 1, Loads: 1, Stores: 1, Arrays: 2, Short: true},
	{Name: "short-update", Body: loop("x(i) = x(i)*s"), Multiplies: 1, Loads: 1, Stores: 1, Arrays: 1, Short: true},
	{Name: "short-two", Body: loop("x(i) = y(i)*z(i)"), Multiplies: 1, Loads: 2, Stores: 1, Arrays: 3, Short: true},
	{Name: "mixed", Body: loop("x(i) = (((y(i)*s + z(i))*y(i) + s)*z(i) + y(i))*s + z(i)"), Adds: 4, Multiplies: 4, Loads: 2, Stores: 1, Arrays: 3},
	{Name: "loads", Body: "do i = 8, n\nx(i) = ((y(i) + y(i-1)) + (y(i-2) + y(i-3))) + ((y(i-4) + y(i-5)) + (y(i-6) + y(i-7)))\nend do", Adds: 7, Loads: 8, Stores: 1, Arrays: 2},
	{Name: "stores", Body: loop("x(i) = y(i) + s\nz(i) = y(i)*s\nw(i) = y(i)"), Adds: 1, Multiplies: 1, Loads: 1, Stores: 3, Arrays: 4},
	{Name: "copy-scaled", Body: loop("x(i) = s*y(i)"), Multiplies: 1, Loads: 1, Stores: 1, Arrays: 2, Short: true},
	{Name: "triad", Body: loop("x(i) = y(i) + s*z(i)"), Adds: 1, Multiplies: 1, Loads: 2, Stores: 1, Arrays: 3, Short: true},
	{Name: "masked", Body: loop(masked), Adds: 1, Multiplies: 2, Loads: 2, Stores: 1, Arrays: 3},
	{Name: "divides", Body: loop("x(i) = s/y(i)"), Loads: 1, Stores: 1, Arrays: 2},
	{Name: "sqrts", Body: loop("x(i) = sqrt(y(i))"), Loads: 1, Stores: 1, Arrays: 2},
	{Name: "exps", Body: loop("x(i) = exp(y(i))"), Loads: 1, Stores: 1, Arrays: 2},
	{Name: "logs", Body: loop("x(i) = log(y(i))"), Loads: 1, Stores: 1, Arrays: 2},
	{Name: "sines", Body: loop("x(i) = sin(y(i))"), Loads: 1, Stores: 1, Arrays: 2},
	{Name: "powers", Body: loop("x(i) = y(i)**s"), Loads: 1, Stores: 1, Arrays: 2},
	{Name: "real-powers", Body: loop("x(i) = real(y(i), 4)**real(s, 4)"), Loads: 1, Stores: 1, Arrays: 2},
	{Name: "real-divides", Body: loop("x(i) = real(s, 4)/real(y(i), 4)"), Loads: 1, Stores: 1, Arrays: 2},
	{Name: "single-sqrts", Body: loop("x(i) = sqrt(y(i))"), Loads: 1, Stores: 1, Arrays: 2, Single: true},
	{Name: "single-exps", Body: loop("x(i) = exp(y(i))"), Loads: 1, Stores: 1, Arrays: 2, Single: true},
	{Name: "single-logs", Body: loop("x(i) = log(y(i))"), Loads: 1, Stores: 1, Arrays: 2, Single: true},
	{Name: "single-sines", Body: loop("x(i) = sin(y(i))"), Loads: 1, Stores: 1, Arrays: 2, Single: true},
	{Name: "converts", Body: loop("x(i) = idx(i)"), Loads: 1, Stores: 1, Arrays: 2},
	{Name: "integer-multiplies", Body: loop("idx(i) = ((idx(i)*m)*idx(i))*m"), Loads: 1, Stores: 1, Arrays: 1},
	{Name: "integer-divides", Body: loop("x(i) = (m + i)/(idx(i) + 1)"), Loads: 1, Stores: 1, Arrays: 2},
	{Name: "calls", Body: loop("call nothing(x(i))"), Arrays: 1},
	{Name: "indexed-updates", Body: loop("k = iand(idx(i), 63) + 1\nx(k) = x(k) + s"), Adds: 1, Loads: 2, Stores: 1, Arrays: 2},
	{Name: "packs", Body: "k = 0\ndo j = 1, 16\ndo i = j, n, 16\nk = k + 1\nx(k) = y(i)\nend do\nend do", Loads: 1, Stores: 1, Arrays: 2},
}

// vectorised are kernels that a compiler may vectorise; those of the same name without
// "vector-" are the same loops when it may not.
var vectorised = []Kernel{
	{Name: "vector-triad", Body: loop("x(i) = y(i) + s*z(i)"), Arrays: 3},
	{Name: "vector-whole", Body: "do i = 1, 512\nx(i) = (((((((y(i) + s) + z(i)) + s) + y(i)) + s) + z(i)) + s) + y(i)\nend do", Arrays: 3, Whole: true},
	{Name: "vector-masked", Body: loop(masked), Arrays: 3},
	{Name: "vector-sum", Body: "t = 0\n" + loop("t = t + y(i)") + "\nx(1) = t", Arrays: 1},
	{Name: "vector-exps", Body: whole("x(i) = exp(y(i))"), Arrays: 2, Whole: true},
	{Name: "vector-logs", Body: whole("x(i) = log(y(i))"), Arrays: 2, Whole: true},
	{Name: "vector-sines", Body: whole("x(i) = sin(y(i))"), Arrays: 2, Whole: true},
	{Name: "vector-powers", Body: whole("x(i) = y(i)**s"), Arrays: 2, Whole: true},
	{Name: "vector-single-sqrts", Body: whole("x(i) = sqrt(y(i))"), Arrays: 2, Whole: true, Single: true},
	{Name: "vector-single-exps", Body: whole("x(i) = exp(y(i))"), Arrays: 2, Whole: true, Single: true},
	{Name: "vector-single-logs", Body: whole("x(i) = log(y(i))"), Arrays: 2, Whole: true, Single: true},
	{Name: "vector-single-sines", Body: whole("x(i) = sin(y(i))"), Arrays: 2, Whole: true, Single: true},
	// the same twice: what stands in between keeps iterations of the loop around apart
	{Name: "vector-nested", Body: nested(""), Arrays: 2, Whole: true},
	{Name: "vector-apart", Body: nested("k = k + idx(j+1)\n"), Arrays: 2, Whole: true},
	{Name: "vector-divides", Body: loop("x(i) = s/y(i)"), Arrays: 2},
	{Name: "vector-sqrts", Body: loop("x(i) = sqrt(y(i))"), Arrays: 2},
	{Name: "vector-adds", Body: loop("x(i) = (((((((y(i) + s) + z(i)) + s) + y(i)) + s) + z(i)) + s) + y(i)"), Arrays: 3},
}

// streams cross every level of the hierarchy; their code is what the compiler makes.
var streams = []Kernel{
	{Name: "stream-load", Body: "t = 0; t1 = 0; t2 = 0; t3 = 0; t4 = 0; t5 = 0; t6 = 0; t7 = 0\ndo i = 1, n, 8\nt = t + y(i); t1 = t1 + y(i+1); t2 = t2 + y(i+2); t3 = t3 + y(i+3)\nt4 = t4 + y(i+4); t5 = t5 + y(i+5); t6 = t6 + y(i+6); t7 = t7 + y(i+7)\nend do\nx(1) = t + t1 + t2 + t3 + t4 + t5 + t6 + t7", Vector: true, Loads: 1, Arrays: 1},
	{Name: "stream-scale", Body: loop("x(i) = s*y(i)"), Vector: true, Loads: 1, Stores: 1, Arrays: 2},
	{Name: "stream-update", Body: loop("x(i) = s*x(i)"), Vector: true, Loads: 1, Stores: 1, Arrays: 1, Update: true},
	{Name: "stream-triad", Body: loop("x(i) = y(i) + s*z(i)"), Vector: true, Loads: 2, Stores: 1, Arrays: 3},
	// one element of each line: nothing but the lines
	{Name: "stream-lines", Body: "t = 0; t1 = 0; t2 = 0; t3 = 0\ndo i = 1, n - 31, 32\nt = t + y(i); t1 = t1 + y(i+8); t2 = t2 + y(i+16); t3 = t3 + y(i+24)\nend do\nx(1) = t + t1 + t2 + t3", Vector: true, Loads: 1, Arrays: 1},
	{Name: "stream-line-updates", Body: "do i = 1, n, 8\nx(i) = s*x(i)\nend do", Vector: true, Loads: 1, Stores: 1, Arrays: 1, Update: true},
	{Name: "stream-four", Body: loop("x(i) = y(i) + s*z(i)*w(i)"), Vector: true, Loads: 3, Stores: 1, Arrays: 4},
}

// beside are a stream that comes from memory and is read a second time: from the same line,
// and when it has gone on for longer than anything that is fetched ahead.
var beside = []Kernel{
	{Name: "stream-once", Body: "do i = 2, n\nx(i) = y(i) + y(i-1)\nend do", Vector: true, Loads: 2, Stores: 1, Arrays: 2},
	{Name: "stream-twice", Body: fmt.Sprintf("do i = %d, n\nx(i) = y(i) + y(i-%d)\nend do", revisitAfter+1, revisitAfter), Vector: true, Loads: 2, Stores: 1, Arrays: 2},
}

const revisitAfter = 1000

// masks and gathers depend on what the data are.
var (
	sorted   = Kernel{Name: "mask-sorted", Body: loop("if (z(i) > s) x(i) = y(i)*s"), Loads: 2, Stores: 0.5, Arrays: 3}
	random   = Kernel{Name: "mask-random", Body: loop("if (w(i) > s) x(i) = y(i)*s"), Loads: 2, Stores: 0.5, Arrays: 3}
	paged    = Kernel{Name: "pages", Body: fmt.Sprintf("t = 0; t1 = 0; t2 = 0; t3 = 0\ndo i = 1, n, 4*%[1]d\nt = t + y(i); t1 = t1 + y(i+%[1]d); t2 = t2 + y(i+2*%[1]d); t3 = t3 + y(i+3*%[1]d)\nend do\nx(1) = t + t1 + t2 + t3", pageStep), Arrays: 1}
	gathered = Kernel{Name: "gather", Body: loop("x(i) = y(idx(i))"), Loads: 2, Stores: 1, Arrays: 3}
)

// short is a nest whose inner loop has n/starts iterations: the same code at two lengths, since
// where another loop begins in a line of code would change its time by more than a start takes.
var short = Kernel{Name: "short-loops", Body: fmt.Sprintf("k = n/%[1]d\ndo j = 0, %[1]d - 1\ndo i = 1, k\nx(k*j+i) = y(k*j+i) + s\nend do\nend do", starts), Arrays: 2}

const starts = 128

var shortCounts = [2]int{4, 12}

// pageStep is the elements from a page to the next and a line, so that the lines of the
// pages do not fall into one set; pageCounts are the pages that are looked into.
const pageStep = 520

var pageCounts = []int{16, 32, 48, 64, 96, 128, 192, 384}

// manyMasks are more outcomes of conditions than a predictor remembers; of masksLearned it
// remembers some.
const manyMasks = 200_000

var masksLearned = []int{8192, 16384, 32768, 65536}

// Kernels writes the module of the kernels.
func Kernels(cells []Cell) string {
	var b strings.Builder
	b.WriteString("module kernels\ncontains\n")
	seen := map[string]bool{}
	single := singles // outside of the module: called with arrays of the other precision
	for _, c := range cells {
		if k := c.Kernel; !seen[k.Name] {
			seen[k.Name] = true
			if k.Single {
				single += strings.ReplaceAll(subroutine(k), "real(8)", "real(4)")
				continue
			}
			b.WriteString(subroutine(k))
		}
	}
	b.WriteString("end module kernels\n" + single)
	return b.String()
}

// singles fills an array of single precision.
const singles = `subroutine singles(y, n)
integer :: n, i
real(4) :: y(n)
do i = 1, n
  y(i) = 1.0 + 1.0e-4*mod(i, 1000)
end do
end subroutine
`

// subroutine is a kernel as Fortran. gfortran and the compilers that know DIR$ do not
// vectorise or unroll a scalar one.
func subroutine(k Kernel) string {
	body := k.Body
	if !k.Vector {
		at := strings.LastIndex(body, "do i = ")
		body = body[:at] + "!GCC$ NOVECTOR\n!DIR$ NOVECTOR\n" + body[at:]
	}
	return fmt.Sprintf(`subroutine %s(n, m, s, x, y, z, w, idx)
integer, intent(in) :: n, m
real(8), intent(in) :: s
real(8) :: x(n), y(n), z(n), w(n)
integer :: idx(n), i, j, k
real(8) :: t, t1, t2, t3, t4, t5, t6, t7
external nothing
%s
end subroutine
`, nameOf(k), body)
}

func nameOf(k Kernel) string { return "k_" + strings.ReplaceAll(k.Name, "-", "_") }
