package interpret

import (
	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/process"
)

// wordBytes is what one step of a copy moves where a machine has no rates of
// input and output.
const wordBytes = 8

// transput is a transfer of the input/output component (paper 003, table 2),
// done by the first processor; where processors communicate only by what the program
// says, by each that comes to it. Without the component it is a call of the run-time library that
// copies the items to or from its buffer.
func (i *interpreter) transput(u *aag.AAU) []process.Term {
	a := i.a
	startup, perByte := i.parameter("call_s"), a.Mul(i.parameter("index_s"), a.Rat(1, wordBytes))
	if _, has := i.m.Number("io.startup_s"); has && !u.Internal {
		startup, perByte = a.Sym("io.startup_s", symbolic.Real), a.Sym("io.per_byte_s", symbolic.Real)
	}
	amount := a.Add(a.Mul(u.Local, startup), a.Mul(u.Bytes, perByte))
	if g := i.b.Grid; g != nil && !u.Everywhere {
		for d := range g.Rank() {
			amount = a.Mul(amount, a.Eq(a.Sym(g.Coordinate(d), symbolic.Index), a.Int(0)))
		}
	}
	return []process.Term{i.delay(u, process.Overhead, amount)}
}
