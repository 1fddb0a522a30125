package arrayprogram

import (
	"maps"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/arrayop"
)

// serial charges code that is no array operation (section 7.1, step 3). On a machine
// with a host every array element costs a host remote access, beside which the paper
// neglects the rest; on any other each operation costs SERIAL, where it was measured.
// An element that the iteration has read already stays in a register. Reductions of
// arrays in the expressions are array operations.
func (f *frame) serial(at source.Span, lhs *program.Ref, list []program.Expr, times float64) {
	var reads, operations float64
	for _, e := range list {
		program.Walk(e, func(x program.Expr) bool {
			switch x := x.(type) {
			case *program.Ref:
				if len(x.Subs) > 0 && f.registers.fresh(x) {
					reads++
				}
			case *program.Unary, *program.Binary:
				operations++
			case *program.Call:
				if x.Intrinsic().Shape == program.Reduction {
					f.operation(at, 0, times).whole(x)
					return false
				}
				operations++
			}
			return true
		})
	}
	writes := 0.0
	if lhs != nil {
		f.registers.stored(lhs)
		if len(lhs.Subs) > 0 {
			writes = 1
		}
	}
	f.add(at, Communication, arrayop.Term{Count: reads, Name: "SREM-READ"}, times)
	f.add(at, Communication, arrayop.Term{Count: writes, Name: "SREM-WRITE"}, times)
	f.scalarOperations(at, operations+reads+writes, times)
	if _, measured := f.m.Curve("OH-RAND-READ"); measured && f.m.Memory == "shared" { // as appendix G.5 counts the serial loop of its kernel
		f.add(at, Overhead, arrayop.Term{Count: reads, Name: "OH-RAND-READ"}, times)
	}
}

// scalarOperations charges operations of a scalar unit.
func (f *frame) scalarOperations(at source.Span, count, times float64) {
	if _, measured := f.m.Curve("SERIAL"); measured {
		f.add(at, Computation, arrayop.Term{Count: count, Name: "SERIAL"}, times)
	}
}

// registers are the elements and expressions that an iteration has computed already.
type registers struct {
	seen     map[string]bool
	versions map[*program.Symbol]int // how often a variable was stored
}

func newRegisters() *registers {
	return &registers{map[string]bool{}, map[*program.Symbol]int{}}
}

// fresh reports whether an expression is computed for the first time.
func (r *registers) fresh(e program.Expr) bool {
	key := r.text(e)
	if key == "" || r.seen[key] {
		return key == ""
	}
	r.seen[key] = true
	return true
}

func (r *registers) stored(lhs *program.Ref) {
	r.versions[lhs.Sym]++
	r.seen[r.text(lhs)] = true
}

// copy is for a branch: what it computes is not there after it.
func (r *registers) copy() *registers {
	return &registers{maps.Clone(r.seen), maps.Clone(r.versions)}
}
