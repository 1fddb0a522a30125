package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// What several references of a statement read through index arrays of one array comes in one
// message from each processor, each element once. a(16), b(16) in blocks of 4, ix(i) = 17-i,
// jx(i) = mod(7i,16)+1 = 8, 15, 6, 13, 4, 11, 2, 9, 16, 7, 14, 5, 12, 3, 10, 1, kx(i) = i.
func TestGathersOfOneArrayShareMessages(t *testing.T) {
	const text = "program p\ninteger, parameter :: n = 16\nreal a(n), b(n), c(n,n), d(n,n)\ninteger i, ix(n), jx(n), kx(n)\n!HPF$ DISTRIBUTE (BLOCK) :: a, b\n!HPF$ DISTRIBUTE (BLOCK,*) :: c, d\n" +
		"do i = 1, n\nix(i) = 17 - i\njx(i) = mod(i*7, 16) + 1\nkx(i) = i\nend do\nforall (i=%d:n) %s\nend program\n"
	for _, c := range []struct {
		statement          string
		elements, messages float64 // over all processors
	}{
		{"a(i) = b(ix(i))", 16, 4},
		{"a(i) = b(jx(i))", 16, 8},                      // two from each of two others
		{"a(i) = b(ix(i)) * b(ix(i))", 16, 4},           // the same
		{"a(i) = b(ix(i)) + b(jx(i))", 24, 8},           // the opposite block has two elements that both read
		{"a(i) = b(kx(i)) + b(ix(i))", 16, 4},           // one of them is here
		{"a(i) = b(ix(i)) + b(i) * b(jx(i))", 24, 8},    // between them another
		{"a(i) = c(ix(i),i) + c(ix(i),17-i)", 32, 4},    // other columns of the same rows
		{"c(i,1) = c(i-1,ix(i)) + c(i-1,jx(i))", 6, 3},  // of the neighbour: one row
		{"c(i,1) = c(ix(i),ix(i)) + d(ix(i),1)", 32, 8}, // of two arrays
	} {
		t.Run(c.statement, func(t *testing.T) {
			from := 1
			if strings.Contains(c.statement, "i-1") {
				from = 2
			}
			l := lineIn(reportOf(t, "x.f90", fmt.Sprintf(text, from, c.statement), settings.Settings{Procs: 4}), 12)
			messages := 0.0
			for _, m := range l.Comms {
				messages += m.TotalMessages
			}
			if bytesIn(l) != 4*c.elements || messages != c.messages {
				t.Errorf("%g bytes in %g messages, want %g in %g", bytesIn(l), messages, 4*c.elements, c.messages)
			}
		})
	}
}

// The same for the iterations of a diagonal that both dimensions of the arrangement give a
// processor: of 12 in blocks of 6 by CYCLIC(4) on 2 x 2 they are 4, 2, 2 and 4, and each needs of c
// what lies in another row or column of processors.
func TestGathersAlongADiagonal(t *testing.T) {
	const text = "program p\ninteger, parameter :: n = 12\nreal a(n,n), c(n)\ninteger i, ix(n)\n!HPF$ PROCESSORS q(2,2)\n!HPF$ DISTRIBUTE a(BLOCK,CYCLIC(4)) ONTO q\n!HPF$ ALIGN c(i) WITH a(i,1)\n" +
		"do i = 1, n\nix(i) = 13 - i\nend do\nforall (i=1:n) a(i,i) = c(ix(i))\nend program\n"
	l := lineIn(reportOf(t, "x.f90", text, settings.Settings{Procs: 4}), 11)
	if bytesIn(l) != 4*12 || l.Comms[0].TotalMessages != 4 {
		t.Errorf("%g bytes in %g messages, want 48 in 4", bytesIn(l), l.Comms[0].TotalMessages)
	}
}
