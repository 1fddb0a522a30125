package lower

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// A separate module procedure that is only named (MODULE PROCEDURE p, ISO/IEC
// 1539-1:2018, section 15.6.2.5) has its arguments, its result and their declarations
// from the interface body that its module, or an ancestor of its submodule, gives it.

// completed returns a unit with what its interface body says, as if that were included
// in front of its statements; the unit itself where it has none.
func (e Environment) completed(u *fortran.Unit) *fortran.Unit {
	if u.Heading != nil || u.Host == nil || u.Host.Kind != program.Module {
		return u
	}
	of := e.bodyFor(u)
	if of == nil {
		return u
	}
	var at source.Span
	if len(u.Body) > 0 {
		at = u.Body[0].At
	}
	origin := &fortran.Origin{File: u.Host.Name}
	out, tree := *u, *u.Tree
	tree.Heading = standing(of.Heading, at, origin)
	tree.Body = slices.Concat(placed(of.Body, at, origin), u.Body)
	out.Tree = &tree
	if tree.Heading.Stmt.(*fortran.ProcedureHeading).Keyword == "function" {
		out.Kind = program.Function
	}
	return &out
}

// bodyFor returns the interface body of a procedure that stands in a module or submodule;
// nil where there is none.
func (e Environment) bodyFor(u *fortran.Unit) *fortran.Unit {
	bodies := interfaceBodies(u.Host)
	if parent := u.Host.Ancestor(); parent != u.Host.Name {
		if from := e.module(parent); from != nil {
			bodies = append(bodies, from.bodies...)
		}
	}
	if i := slices.IndexFunc(bodies, func(b *fortran.Unit) bool { return b.Name == u.Name }); i >= 0 {
		return bodies[i]
	}
	return nil
}

// placed returns copies of statements that stand at one place, as included ones do.
func placed(nodes []*fortran.Node, at source.Span, origin *fortran.Origin) []*fortran.Node {
	var out []*fortran.Node
	for _, n := range nodes {
		moved := *n
		moved.Statement, moved.End, moved.Blocks = standing(n.Statement, at, origin), standing(n.End, at, origin), nil
		for _, b := range n.Blocks {
			moved.Blocks = append(moved.Blocks, fortran.Block{Head: standing(b.Head, at, origin), Body: placed(b.Body, at, origin)})
		}
		out = append(out, &moved)
	}
	return out
}

func standing(s *fortran.Statement, at source.Span, origin *fortran.Origin) *fortran.Statement {
	if s == nil {
		return nil
	}
	moved := *s
	moved.At, moved.Origin = at, origin
	return &moved
}
