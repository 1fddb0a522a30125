package values

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/program"
)

// initialisation is a unit of so many statements that decide sizes, as codes
// begin: chains of scalars, tables that loops fill, choices, halvings.
func initialisation(statements int) string {
	var b strings.Builder
	b.WriteString("program x\ninteger, parameter :: n0 = 12\ninteger :: i, k, table(64)\nreal :: a(1000), e\n")
	for i := range statements/10 + 2 {
		fmt.Fprintf(&b, "integer :: n%d, m%d\n", i+1, i)
	}
	b.WriteString("table = 1\n")
	for i := range statements / 10 {
		fmt.Fprintf(&b, `n%[2]d = n%[1]d + mod(%[1]d, 5) - 2
if (n%[2]d > 20) then
n%[2]d = n%[2]d / 2
end if
do i = 1, 64
table(i) = mod(table(i) + i, 7)
end do
m%[1]d = table(%[3]d) + n%[2]d
e = 1.0 / m%[1]d
a(m%[1]d + 1) = e
`, i, i+1, i%64+1)
	}
	b.WriteString("do i = 1, n1\na(i) = 0.0\nend do\nend program\n")
	return b.String()
}

// Every value of the initialisation is found, by running it in full.
func TestInitialisation(t *testing.T) {
	u := unitOf(t, initialisation(500))
	r := Run(context.Background(), u, Options{})
	n, table := 12, [65]int{}
	for i := range table {
		table[i] = 1
	}
	for i := range 50 {
		n += i%5 - 2
		if n > 20 {
			n /= 2
		}
		for k := 1; k <= 64; k++ {
			table[k] = (table[k] + k) % 7
		}
		if got, want := uses(u, r, fmt.Sprintf("m%d", i)), fmt.Sprint(table[i%64+1]+n); got != want {
			t.Errorf("m%d is %s, want %s", i, got, want)
		}
	}
	if !r.Ended {
		t.Error("not ended")
	}
}

// Critical variables of an initialisation of 500 lines (paper 003, section 4.2).
func BenchmarkTraceInitialisation(b *testing.B) {
	u := unitOf(b, initialisation(500))
	b.ReportAllocs()
	for b.Loop() {
		Run(context.Background(), u, Options{Counted: everything})
	}
}

// The most that an interpretation takes: all steps, in a loop that never ends.
func BenchmarkAllSteps(b *testing.B) {
	u := unitOf(b, declarations+"n = 1\ndo\nn = mod(n * 5, 1021)\nif (n == 0) exit\nend do\na(n) = 1.0\nend program\n")
	b.ReportAllocs()
	for b.Loop() {
		Run(context.Background(), u, Options{Counted: everything})
	}
}

// A unit in which nothing has to be run.
func BenchmarkNothingToTrace(b *testing.B) {
	var text strings.Builder
	for k := range 200 {
		fmt.Fprintf(&text, "do i = 2, size\na(i) = a(i-1) * %d.0 + e\nend do\n", k)
	}
	u := unitOf(b, declarations+text.String()+"end program\n")
	count := 0
	program.Statements(u.Body, func(program.Stmt) bool { count++; return true })
	b.ReportAllocs()
	for b.Loop() {
		Run(context.Background(), u, Options{})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*count), "ns/statement")
}
