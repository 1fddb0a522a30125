package lower

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// region returns what ON, RESIDENT or TASK_REGION says; nil for a statement
// that is no such directive, or the END of one.
func (l *statements) region(s *fortran.Statement) *hpf.Region {
	if s.Kind != fortran.Directive {
		return nil
	}
	for _, d := range l.read(s).Directives {
		if r, ok := d.(*hpf.Region); ok && !r.End {
			return r
		}
	}
	return nil
}

// directed lowers a directive with the block of its region, if it begins one.
func (l *statements) directed(n *fortran.Node) []program.Stmt {
	out := l.executable(n.Statement)
	r := l.region(n.Statement)
	if r != nil {
		l.unusedPromise()
		l.started = true
	}
	var body []program.Stmt
	task := r != nil && r.Keyword == "task"
	if task {
		l.tasks++
		defer func() { l.tasks-- }()
	}
	for _, b := range n.Blocks {
		body = append(body, l.block(b.Body)...)
	}
	var only program.Stmt
	if task || r != nil && r.Begin && !l.homed[n.Statement] && l.sameAlways(r, n.Statement) && !l.storesMapped(body) {
		only = l.onSome(r, n.Statement, body)
	}
	switch {
	case r == nil:
	case only != nil:
		return append(out, only)
	case task:
		l.report(n.At, source.Information, "unmodelled-directive", "TASK on these nodes is read and has no cost model: all processors execute what it is about")
	default:
		l.homes(r, n.Statement)
	}
	return append(out, body...)
}

// storesMapped reports whether statements may store to a mapped array: its owners need not be
// processors of the region, which do it for them then.
func (l *statements) storesMapped(body []program.Stmt) bool {
	found := false
	program.Statements(body, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Assign:
			_, mapped := l.out.Layouts[s.LHS.Sym]
			found = found || mapped || s.LHS.Sym.Dummy && s.LHS.Sym.Rank() > 0
		case *program.CallStmt, *program.Remap:
			found = true
		}
		return !found
	})
	return found
}

// sameAlways reports whether the processors of a region are the same whenever it is executed:
// which of several executions a processor takes part in decides nothing then.
func (l *statements) sameAlways(r *hpf.Region, s *fortran.Statement) bool {
	on, ok := r.Processors.(*fortran.Designator)
	if !ok {
		return false
	}
	for _, arg := range on.Parts[0].Args {
		if _, star := arg.(*fortran.Star); star {
			return false
		}
		x := l.subscript(arg, s)
		for _, e := range []program.Expr{x.Lo, x.Hi} {
			if e == nil {
				continue
			}
			i, ok := program.ToIndex(l.out.Arena, e)
			if _, known := l.mapper.evaluate(i); !ok || !known {
				return false
			}
		}
	}
	return true
}

// homes looks up the names of a region. Who executes is modelled where the
// region is all that an INDEPENDENT loop holds.
func (l *statements) homes(r *hpf.Region, s *fortran.Statement) {
	for _, e := range []fortran.Expr{r.Home, r.Processors} {
		if e == nil {
			continue
		}
		if e == r.Home {
			l.expr(e, s)
		}
		if !l.homed[s] {
			l.report(s.At, source.Information, "unmodelled-region",
				"who executes this is decided by the left sides: ON is modelled where it is all that an INDEPENDENT loop holds, or where BEGIN follows processors that do not change and store to no mapped array")
		}
	}
}

// homeOf gives a loop's promise the ON HOME that holds for its whole body.
func (l *statements) homeOf(promise *program.Independent, body []*fortran.Node) {
	n, r := l.wholeBody(body)
	if promise == nil || r == nil || promise.OnHome != nil {
		return
	}
	promise.New, promise.Reduction = append(promise.New, r.New...), append(promise.Reduction, r.Reduction...)
	if r.Home == nil {
		return
	}
	if ref, ok := l.expr(r.Home, n.Statement).(*program.Ref); ok {
		promise.OnHome = ref
		l.homed[n.Statement] = true
	}
}

// wholeBody returns the region that all statements of a body stand in: one with
// BEGIN, or one for the only statement behind it.
func (l *statements) wholeBody(body []*fortran.Node) (*fortran.Node, *hpf.Region) {
	var head *fortran.Node
	var found *hpf.Region
	statements := 0
	for _, n := range body {
		switch r := l.region(n.Statement); {
		case r != nil && r.Keyword == "on" && found == nil && statements == 0:
			head, found = n, r
		case n.Kind == fortran.Code:
			statements++
		}
	}
	if found != nil && (found.Begin && statements == 0 || !found.Begin && statements == 1) {
		return head, found
	}
	return nil, nil
}

// onSome lowers the statements of HPF's ON (processors) BEGIN ... END ON, and of XcalableMP's TASK
// ON nodes ... END TASK: an IF over the processor's place, which one processor alone has anyway.
// Nil where the processors are not some of the unit's arrangement.
func (l *statements) onSome(r *hpf.Region, s *fortran.Statement, body []program.Stmt) program.Stmt {
	on, ok := r.Processors.(*fortran.Designator)
	if !ok || len(on.Parts) != 1 {
		return nil
	}
	p, declared := l.mapper.grids[on.Parts[0].Name]
	if args := on.Parts[0].Args; !declared || p.grid == nil || p.grid != l.out.Grid || len(args) > 0 && len(args) != p.grid.Rank() {
		return nil
	}
	condition := program.Expr(program.LogicalConst(s.At, true))
	for dim, arg := range on.Parts[0].Args {
		c, ok := l.member(arg, dim, p, s)
		if !ok {
			return nil
		}
		for _, x := range c {
			condition = program.NewBinary(s.At, program.And, condition, x)
		}
	}
	alone := program.NewBinary(s.At, program.Eq, program.NewCall(s.At, "num_images", nil), program.IntConst(s.At, 1))
	condition = program.NewBinary(s.At, program.Or, alone, condition)
	if communicates(body) {
		l.report(s.At, source.Information, "unmodelled-directive", "what is combined, waited for or brought in this region is counted over all processors")
	}
	return &program.If{Node: at(s), End: s.At, Branches: []program.Branch{{At: s.At, Cond: condition, Body: body}}}
}

// member tells whether the processor's place along a dimension of the arrangement (from 0)
// is an index or in a section: what all has to hold. False where that has no form here.
func (l *statements) member(arg fortran.Arg, dim int, a *arrangement, s *fortran.Statement) ([]program.Expr, bool) {
	lower, known := l.out.Arena.ConstInt(a.lower[dim])
	if _, star := arg.(*fortran.Star); star || !known {
		return nil, false
	}
	place := program.Expr(program.NewCall(s.At, "this_image", nil, program.Arg{Value: program.IntConst(s.At, int64(dim)+1)}))
	if lower != 1 {
		place = program.NewBinary(s.At, program.Add, place, program.IntConst(s.At, lower-1))
	}
	x := l.subscript(arg, s)
	switch {
	case x.Stride != nil:
		return nil, false
	case !x.Triplet:
		return []program.Expr{program.NewBinary(s.At, program.Eq, place, x.Lo)}, true
	}
	var out []program.Expr
	if x.Lo != nil {
		out = append(out, program.NewBinary(s.At, program.Ge, place, x.Lo))
	}
	if x.Hi != nil {
		out = append(out, program.NewBinary(s.At, program.Le, place, x.Hi))
	}
	return out, true
}

// communicates reports whether directives in a block ask for communications.
func communicates(body []program.Stmt) bool {
	found := false
	program.Statements(body, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Explicit:
			found = true
		case *program.Assign:
			found = found || s.Moves
		case *program.Do:
			found = found || s.Independent != nil && len(s.Independent.Reduction) > 0
		}
		return !found
	})
	return found
}
