package comm

import (
	"fmt"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// Stores says which variables a loop body may change.
type Stores struct {
	names map[*program.Symbol]bool
	all   bool // a call may change anything
}

// StoresOf collects the variables that the statements may change.
func StoresOf(block []program.Stmt) Stores {
	s := Stores{names: map[*program.Symbol]bool{}}
	program.Statements(block, func(st program.Stmt) bool {
		switch st := st.(type) {
		case *program.Assign:
			s.names[st.LHS.Sym] = true
		case *program.Do:
			if st.Var != nil {
				s.names[st.Var] = true
			}
		case *program.CallStmt:
			s.all = true
		case *program.Unmodelled:
			s.all = s.all || !st.Free && st.Keyword != "print" && st.Keyword != "write"
		}
		return true
	})
	return s
}

// Has reports whether the variable may change.
func (s Stores) Has(v *program.Symbol) bool { return s.all || s.names[v] }

// Level returns how many of the outer loops must stay around the message that
// fetches x, and why it cannot go further: message vectorisation hoists out of
// every loop that neither stores to the array nor changes what the subscripts
// depend on. An INDEPENDENT loop carries no dependence and is always left.
func (n Nest) Level(x *Access) (level int, pinned string) {
	for level = len(n.Loops); level > 0; level-- {
		l := n.Loops[level-1]
		if l.Independent {
			continue
		}
		stores := l.Stores
		if stores.Has(x.Sym) {
			return level, fmt.Sprintf("stays inside the loop over %s: %s is assigned in it", n.loopName(l), n.upper(x.Sym))
		}
		if s := n.changing(x, stores); s != "" {
			return level, fmt.Sprintf("stays inside the loop over %s: %s changes in it", n.loopName(l), s)
		}
		if !n.B.Scheme.Vectorize {
			return level, "not vectorised by this compiler"
		}
	}
	return 0, ""
}

// changing names a scalar of x's subscripts that the loop body assigns, other
// than the index of a loop that is a range of the message.
func (n Nest) changing(x *Access, stores Stores) string {
	name := ""
	for _, sub := range x.Ref.Subs {
		for _, e := range []program.Expr{sub.Lo, sub.Hi, sub.Stride} {
			program.Walk(e, func(e program.Expr) bool {
				ref, ok := e.(*program.Ref)
				if ok && stores.Has(ref.Sym) && !n.isIndex(ref.Sym) && ref.Sym != x.Sym {
					name = n.upper(ref.Sym)
				}
				return true
			})
		}
	}
	return name
}

func (n Nest) isIndex(s *program.Symbol) bool {
	return s.Class == program.ConstructIndex || scope(n.Loops).of(s) != nil
}

func (n Nest) loopName(l *Loop) string {
	if l.Index == nil {
		return "its iterations"
	}
	return n.upper(l.Index)
}

func (n Nest) upper(s *program.Symbol) string { return upper(s.Name) }

// Partition returns which iterations of the ranges a processor executes for an
// element, when the outer loops stay fixed.
func (n Nest) Partition(e *Element, fixed int) *Partition {
	return n.B.partition(e.Home, append(append(scope{}, n.Loops[fixed:]...), e.Loops...))
}

// Fetch returns the communications for the element's reads that are paid
// inside exactly the first level loops; elements is built with that many fixed.
func (n Nest) Fetch(e *Element, level int) []*Communication {
	var reads []*Access
	pinned := map[*program.Symbol]string{}
	for _, x := range e.Reads {
		at, why := n.Level(x)
		if at == level {
			reads = append(reads, x)
			pinned[x.Sym] = why
		}
	}
	p := n.Partition(e, level)
	out := n.B.fetch(p, reads, p.Ranges)
	for _, c := range out {
		c.At, c.Level, c.Depth, c.Pinned = e.At, level, len(n.Loops), pinned[c.Array]
	}
	return out
}

// WriteBack returns the communication that brings results from where ON HOME
// computes them to their owners, or nil.
func (n Nest) WriteBack(e *Element, fixed int) *Communication {
	if !e.Left.Mapped() || e.Home == e.Left {
		return nil
	}
	p := n.Partition(e, fixed)
	out := n.B.fetch(p, []*Access{e.Left}, p.Ranges)
	if len(out) == 0 {
		return nil
	}
	c := out[0]
	c.At, c.Kind, c.Level, c.Depth, c.Bound = e.At, WriteBack, fixed, len(n.Loops), true
	return c
}

// Combine returns the communication that combines the partial results of a
// reduction whose element is executed under p: one value of the given width,
// over the grid dimensions that share the work.
func (b *Builder) Combine(p *Partition, at *Element, operation string, bytes int) *Communication {
	if p.Home == nil {
		return nil
	}
	partners := b.A.Int(1)
	c := &Communication{Kind: Reduction, At: at.At, Dim: -1, Bytes: bytes, Operation: operation}
	for g := range b.Coords {
		axis := p.Home.Layout.Axes[g]
		r := Range{b.Coords[g], b.Coords[g]}
		if axis.Kind != mapping.Replicated {
			partners = b.A.Mul(partners, b.Grid.Extents[g])
			r = Range{b.A.Int(0), b.A.Sub(b.Grid.Extents[g], b.A.Int(1))}
		}
		c.From = append(c.From, r)
	}
	c.Stages = b.A.CeilLog2(partners)
	c.Messages, c.Elements = c.Stages, c.Stages
	return c
}

// Executions returns how often the element is executed by the sequential
// program in one call of the unit.
func (n Nest) Executions(e *Element) symbolic.Expr {
	return n.B.Total(append(append([]*Loop{}, n.Loops...), e.Loops...), n.B.A.Int(1))
}
