package arrayprogram

import (
	"maps"

	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/program"
)

// forall executes a FORALL. It is an array assignment written by elements, so that it
// is array operations on every machine.
func (f *frame) forall(s *program.Forall, times float64) {
	nest := f.loopsOf(s, s.Ranges, s.Mask, s.Body)
	if _, known := f.forms[nest]; !known {
		out := form{array: true, nest: nestOf(nest), why: "array operations: a FORALL is an array assignment"}
		if b := survey(&out, statements(out.nest[len(out.nest)-1].Body)); b.obstacle != "" {
			f.fail(s.At, "the FORALL is not counted: "+b.obstacle)
			f.forget(s.Body...)
			return
		}
		f.forms[nest] = out
	}
	f.ranged(nest, s.Ranges, times)
}

// concurrent executes a DO CONCURRENT like the DO loops that it stands for, whose
// iterations are promised to be independent.
func (f *frame) concurrent(s *program.Do, times float64) {
	f.ranged(f.loopsOf(s, s.Ranges, s.Cond, s.Body), s.Ranges, times)
}

// ranged executes loops whose indices have no value behind them.
func (f *frame) ranged(nest *program.Do, ranges []program.IndexRange, times float64) {
	before := maps.Clone(f.scalars)
	f.counted(nest, times)
	for _, r := range ranges {
		x, known := before[r.Var]
		f.assign(r.Var, x, known)
	}
}

// loopsOf are counted loops over index ranges, the last of them outermost as elements
// lie in memory, with a mask as a condition inside.
func (f *frame) loopsOf(s program.Stmt, ranges []program.IndexRange, mask program.Expr, body []program.Stmt) *program.Do {
	if known := f.written[s]; known != nil {
		return known
	}
	at := program.Node{At: s.Span()}
	if mask != nil {
		masked := &program.If{Node: at, Branches: []program.Branch{{At: mask.Span(), Cond: mask, Body: body}}}
		f.masks[masked] = true
		body = []program.Stmt{masked}
	}
	var do *program.Do
	for _, r := range ranges {
		do = &program.Do{Node: at, End: at.At, Kind: program.DoCount, Var: r.Var, Lo: r.Lo, Hi: r.Hi, Step: r.Step, Body: body}
		body = []program.Stmt{do}
	}
	f.written[s] = do
	alone := *f.unit
	alone.Body = body
	loops := depend.Analyze(&alone, depend.Options{Fixed: true})
	for _, x := range nestOf(do) {
		f.promised[x] = loops.Loop(x)
	}
	return do
}
