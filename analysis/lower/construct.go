package lower

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// endOf returns the place of a construct's END, or its own where that is
// missing.
func endOf(n *fortran.Node) source.Span {
	if n.End == nil {
		return n.At
	}
	return n.End.At
}

func (l *statements) do(d *fortran.Do, n *fortran.Node) []program.Stmt {
	l.started = true
	s := n.Statement
	out := &program.Do{Node: at(s), Name: n.Construct, End: endOf(n), Kind: program.DoForever}
	switch {
	case d.Var != nil:
		out.Kind, out.Var = program.DoCount, l.named(d.Var.String(), s.Place(d.Var.Span()))
		out.Lo, out.Hi, out.Step = l.expr(d.Lo, s), l.expr(d.Hi, s), l.maybe(d.Step, s)
		if step, known := l.constInt(out.Step); out.Step != nil && known && step == 0 { // Fortran 2018, 11.1.7.4.1
			l.report(out.Step.Span(), source.Error, "zero-step", "the step of the loop is 0: nothing says how often it is executed")
			out.Kind = program.DoForever
		}
	case d.While != nil:
		out.Kind, out.Cond = program.DoWhile, l.expr(d.While, s)
	case d.Header != nil:
		out.Kind = program.DoConcurrent
		l.header(d.Header, s, &out.Ranges, &out.Cond)
	}
	out.Remote = l.takePending().remote
	out.Independent = l.takePromise(d)
	l.homeOf(out.Independent, n.Blocks[0].Body)
	before := len(l.mapper.remaps)
	out.Body = l.block(n.Blocks[0].Body)
	l.mapper.repeat(l.mapper.remaps[before:])
	l.asWhile(out)
	l.scope.pop(len(out.Ranges))
	if out.Kind == program.DoConcurrent {
		l.onlyPure(one(out), "DO CONCURRENT")
		if !elementwiseOnly(out.Body, d.Local) {
			return one(asLoops(out, d.Local))
		}
	}
	return l.byDimension(out, n)
}

// broken lowers a construct whose head was not understood: a loop without
// bounds, or a choice with unknown conditions.
func (l *statements) broken(n *fortran.Node) program.Stmt {
	if n.Word == "do" {
		l.started = true
		return &program.Do{Node: at(n.Statement), End: endOf(n), Kind: program.DoForever, Body: l.block(n.Blocks[0].Body)}
	}
	return l.choice(n, nil)
}

// header lowers the indices and the mask of FORALL or DO CONCURRENT and leaves
// the indices visible: the caller pops them. Bounds do not see the indices.
func (l *statements) header(h *fortran.Header, s *fortran.Statement, ranges *[]program.IndexRange, mask *program.Expr) {
	l.started = true
	for _, i := range h.Indices {
		*ranges = append(*ranges, program.IndexRange{Lo: l.expr(i.Lo, s), Hi: l.expr(i.Hi, s), Step: l.maybe(i.Step, s)})
	}
	for k, i := range h.Indices {
		(*ranges)[k].Var = l.scope.pushIndex(i.Name.String())
	}
	*mask = l.maybe(h.Mask, s)
}

func (l *statements) forall(f *fortran.Forall, n *fortran.Node) program.Stmt {
	out := &program.Forall{Node: at(n.Statement), End: endOf(n)}
	l.header(&f.Header, n.Statement, &out.Ranges, &out.Mask)
	out.Independent = l.takePromise(f)
	l.homeOf(out.Independent, n.Blocks[0].Body)
	out.Body = l.block(n.Blocks[0].Body)
	l.scope.pop(len(out.Ranges))
	l.onlyPure(one(out), "FORALL")
	return out
}

func (l *statements) where(n *fortran.Node) program.Stmt {
	l.started = true
	out := &program.Where{Node: at(n.Statement), End: endOf(n)}
	for _, b := range n.Blocks {
		var mask program.Expr
		switch head := b.Head.Stmt.(type) {
		case *fortran.Where:
			mask = l.expr(head.Mask, b.Head)
		case *fortran.ElseWhere:
			mask = l.maybe(head.Mask, b.Head)
		}
		out.Branches = append(out.Branches, program.WhereBranch{Mask: mask, Body: l.underMask(func() []program.Stmt { return l.block(b.Body) })})
	}
	return out
}

// underMask lowers statements that assign only the elements that a mask selects.
func (l *statements) underMask(body func() []program.Stmt) []program.Stmt {
	outer := l.masked
	l.masked = true
	defer func() { l.masked = outer }()
	return body()
}

// ifConstruct lowers IF behind the calls that its first condition makes.
func (l *statements) ifConstruct(i *fortran.If, n *fortran.Node) []program.Stmt {
	var first program.Expr
	calls := l.calls(func() { first = l.expr(i.Cond, n.Statement) })
	return append(calls, l.choice(n, first))
}

// choice lowers IF, whose first condition is given, and SELECT with an unknown selector,
// whose first block has no condition.
func (l *statements) choice(n *fortran.Node, first program.Expr) program.Stmt {
	l.started = true
	out := &program.If{Node: at(n.Statement), End: endOf(n)}
	for _, b := range n.Blocks {
		switch {
		case n.Word == "select" && b.Head == n.Statement:
		case isDefault(b.Head):
			out.Else = append(out.Else, l.block(b.Body)...)
		default:
			out.Branches = append(out.Branches, l.branch(b, first))
			first = nil
		}
	}
	return out
}

func isDefault(s *fortran.Statement) bool {
	switch stmt := s.Stmt.(type) {
	case *fortran.Else:
		return true
	case *fortran.Case:
		return stmt.Default
	}
	return false
}

// branch lowers a block with its condition, if that is not given; it is opaque where the
// head was not understood.
func (l *statements) branch(b fortran.Block, cond program.Expr) program.Branch {
	if cond == nil {
		switch head := b.Head.Stmt.(type) {
		case *fortran.ElseIf:
			cond = l.expr(head.Cond, b.Head)
		case *fortran.Case:
			cond = program.NewOpaque(b.Head.At, b.Head.Text, "types are not followed")
		default:
			cond = program.NewOpaque(b.Head.At, b.Head.Text, "not understood")
		}
	}
	return program.Branch{At: b.Head.At, Cond: cond, Body: l.block(b.Body)}
}

// selectType lowers SELECT TYPE and SELECT RANK to an IF with conditions that
// are not known.
func (l *statements) selectType(sel *fortran.Select, n *fortran.Node) program.Stmt {
	if sel.Name != nil {
		l.bind(sel.Name.String(), l.expr(sel.Selector, n.Statement))
		defer l.scope.pop(1)
	}
	return l.choice(n, nil)
}

// selection lowers SELECT CASE to the equivalent IF.
func (l *statements) selection(sel *fortran.Select, n *fortran.Node) program.Stmt {
	l.started = true
	if sel.Of != "case" {
		return l.selectType(sel, n)
	}
	out := &program.If{Node: at(n.Statement), End: endOf(n)}
	for _, b := range n.Blocks {
		c, ok := b.Head.Stmt.(*fortran.Case)
		switch {
		case b.Head == n.Statement: // before the first CASE
		case !ok:
			out.Branches = append(out.Branches, l.branch(b, nil))
		case c.Default:
			out.Else = l.block(b.Body)
		default:
			cond := l.caseTest(sel.Selector, n.Statement, c.Values, b.Head)
			out.Branches = append(out.Branches, program.Branch{At: b.Head.At, Cond: cond, Body: l.block(b.Body)})
		}
	}
	return out
}

// caseTest returns the condition that the selector is one of the values.
func (l *statements) caseTest(selector fortran.Expr, of *fortran.Statement, values []fortran.Arg, s *fortran.Statement) program.Expr {
	var cond program.Expr
	for _, v := range values {
		test := l.caseValue(func() program.Expr { return l.expr(selector, of) }, v, s)
		if cond == nil {
			cond = test
		} else {
			cond = program.NewBinary(cond.Span().Join(test.Span()), program.Or, cond, test)
		}
	}
	return cond
}

func (l *statements) caseValue(selector func() program.Expr, v fortran.Arg, s *fortran.Statement) program.Expr {
	place := s.Place(v.Span())
	r, ok := v.(*fortran.Range)
	if !ok {
		return program.NewBinary(place, program.Eq, selector(), l.expr(v, s))
	}
	var lo, hi program.Expr
	if r.Lo != nil {
		lo = program.NewBinary(place, program.Ge, selector(), l.expr(r.Lo, s))
	}
	if r.Hi != nil {
		hi = program.NewBinary(place, program.Le, selector(), l.expr(r.Hi, s))
	}
	switch {
	case lo == nil && hi == nil:
		return program.LogicalConst(place, true)
	case lo == nil:
		return hi
	case hi == nil:
		return lo
	}
	return program.NewBinary(place, program.And, lo, hi)
}

// enclosure lowers the constructs that are kept as blocks: what is inside
// BLOCK is executed; the others are declarations.
func (l *statements) enclosure(e *fortran.Enclosing, n *fortran.Node) []program.Stmt {
	if e.Keyword != "block" {
		return nil
	}
	return l.blockScope(n)
}

// critical lowers CRITICAL: every processor executes the block.
func (l *statements) critical(n *fortran.Node) []program.Stmt {
	stmt := n.Stmt.(*fortran.Critical)
	return append(one(l.imageCall("critical", stmt.Args, n.Statement)), l.block(n.Blocks[0].Body)...)
}

// changeTeam lowers CHANGE TEAM, whose block some images execute.
func (l *statements) changeTeam(n *fortran.Node) []program.Stmt {
	team := []fortran.Arg{n.Stmt.(*fortran.ChangeTeam).Team}
	out := one(l.imageCall("change team", team, n.Statement))
	l.teams = append(l.teams, out[0].(*program.CallStmt).Args[0].Value)
	out = append(out, l.block(n.Blocks[0].Body)...)
	l.teams = l.teams[:len(l.teams)-1]
	end := n.End
	if end == nil {
		end = n.Statement
	}
	return append(out, l.imageCall("end team", nil, end))
}
