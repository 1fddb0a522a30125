package comm

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Stores says which variables a loop body may change.
type Stores struct {
	names  symbols
	moved  symbols  // remapped
	shared []string // storage of variables that calls may change
	all    bool     // a call may change anything
	unseen bool     // a procedure of which nothing is known may change what units share
}

// symbols is a set, most often of one.
type symbols struct {
	first *program.Symbol
	more  map[*program.Symbol]bool
}

func (s *symbols) add(v *program.Symbol) {
	for _, part := range v.Parts {
		s.add(part)
	}
	switch {
	case s.first == nil:
		s.first = v
	case s.first == v:
	case s.more == nil:
		s.more = map[*program.Symbol]bool{v: true}
	default:
		s.more[v] = true
	}
}

func (s *symbols) has(v *program.Symbol) bool {
	return v == s.first && v != nil || s.more != nil && s.more[v]
}

// add notes what one statement may change.
func (s *Stores) add(st program.Stmt, b *Builder) {
	switch st := st.(type) {
	case *program.Assign:
		s.names.add(st.LHS.Sym)
	case *program.Do:
		if st.Var != nil {
			s.names.add(st.Var)
		}
	case *program.CallStmt:
		changed, storage, known := b.stored(st)
		if !known && b.Unseen(st.Name) { // it has no way to variables that are the unit's alone
			s.unseen = true
			for _, a := range st.Args {
				if ref, ok := a.Value.(*program.Ref); ok {
					s.names.add(ref.Sym)
				}
			}
			return
		}
		s.all, s.shared = s.all || !known, append(s.shared, storage...)
		for _, v := range changed {
			s.names.add(v)
		}
	case *program.Remap:
		for _, v := range st.Arrays {
			s.moved.add(v)
		}
	case *program.Unmodelled:
		s.all = s.all || !st.Free && st.Keyword != "print" && st.Keyword != "write" && st.Keyword != "goto"
	}
}

// Has reports whether the variable may change.
func (s Stores) Has(v *program.Symbol) bool {
	return s.all || s.unseen && v.Shared || s.names.has(v) || v.OneOf(s.shared)
}

// Names reports whether a statement that names the variable changes it: what an
// unseen procedure may do does not count.
func (s Stores) Names(v *program.Symbol) bool { return s.names.has(v) }

// RemapsAny reports whether a directive gives any variable another mapping.
func (s Stores) RemapsAny() bool { return s.moved.first != nil }

// Any reports whether anything may change.
func (s Stores) Any() bool {
	return s.all || s.unseen || len(s.shared) > 0 || s.names.first != nil || s.moved.first != nil
}

// Remaps reports whether a directive gives the variable another mapping.
func (s Stores) Remaps(v *program.Symbol) bool { return s.moved.has(v) }

// Level returns how many of the outer loops must stay around the message that
// fetches x, and why it cannot go further: message vectorisation hoists out of
// every loop that neither carries a true dependence onto x nor changes what its
// subscripts depend on, up to a store that comes before x in the same
// iteration. What an INDEPENDENT loop changes is each iteration's own.
func (n Nest) Level(x *Access) (level int, pinned string) {
	if x.Routine {
		return len(n.Loops), ""
	}
	held, known := n.B.onto(x.Ref, n.Whole)
	for level = len(n.Loops); level > 0; level-- {
		l := n.Loops[level-1]
		if known && level <= held.Level {
			return level, fmt.Sprintf("stays inside the loop over %s: %s", n.loopName(l), held.Why)
		}
		stores := l.Stores
		if stores.moved.has(x.Sym) {
			return level, fmt.Sprintf("stays inside the loop over %s: %s is remapped in it", n.loopName(l), n.upper(x.Sym))
		}
		if !n.B.Scheme.Vectorize && !(n.B.Scheme.Invariants && l.leaves(x)) {
			return level, "not vectorised by this compiler"
		}
		fetched := slices.ContainsFunc(n.Loops[:level], func(o *Loop) bool { return o.Fetches(x.Sym) })
		if n.B.Explicit && !fetched && !slices.ContainsFunc(n.Loops[:level], func(o *Loop) bool { return o.Independent }) {
			return level, fmt.Sprintf("stays inside the loop over %s: the directive that asks for it stands there", n.loopName(l))
		}
		if l.Independent || l.Unordered || fetched {
			continue
		}
		if !known && stores.Has(x.Sym) {
			return level, fmt.Sprintf("stays inside the loop over %s: %s is assigned in it", n.loopName(l), n.upper(x.Sym))
		}
		if s := n.changing(x, stores); s != "" {
			return level, fmt.Sprintf("stays inside the loop over %s: %s changes in it", n.loopName(l), s)
		}
	}
	return 0, ""
}

// Fetches reports whether a directive before the loop brings what it reads of the array.
func (l *Loop) Fetches(array *program.Symbol) bool {
	return l.Do != nil && slices.Contains(l.Do.Remote, array.Name)
}

// leaves reports whether the loop moves no subscript of x.
func (l *Loop) leaves(x *Access) bool {
	moves := false
	for _, sub := range x.Ref.Subs {
		for _, e := range []program.Expr{sub.Lo, sub.Hi, sub.Stride} {
			program.Walk(e, func(e program.Expr) bool {
				ref, ok := e.(*program.Ref)
				moves = moves || ok && ref.Sym == l.Index
				return !moves
			})
		}
	}
	return !moves
}

// pin says inside which loop the message that fetches a reference must stay.
type pin struct {
	depend.Pin
	known bool // the dependences are known
}

// onto returns how far out a message for what r reads can go, where the iterations of the
// innermost of so many loops are executed whole; see Nest.
func (b *Builder) onto(r *program.Ref, whole int) (depend.Pin, bool) {
	if b.Depend == nil {
		return depend.Pin{}, false
	}
	if whole > 0 {
		return b.Depend.OntoOutside(r, b.inside(whole))
	}
	p, found := b.pins[r]
	if !found {
		p.Pin, p.known = b.Depend.Onto(r)
		b.pins[r] = p
	}
	return p.Pin, p.known
}

// inside says that the iterations of the innermost of so many loops are executed whole.
func (b *Builder) inside(loops int) depend.Whole { return depend.Whole{Loops: loops, Others: b.Others} }

// changing names a scalar of x's subscripts that the loop body assigns, other
// than the index of a loop that is a range of the message.
func (n Nest) changing(x *Access, stores Stores) string {
	name := ""
	for _, sub := range x.Ref.Subs {
		for _, e := range []program.Expr{sub.Lo, sub.Hi, sub.Stride} {
			program.Walk(e, func(e program.Expr) bool {
				ref, ok := e.(*program.Ref)
				if ok && stores.Has(ref.Sym) && !n.isIndex(ref.Sym) {
					name = n.upper(ref.Sym)
				}
				return true
			})
		}
	}
	return name
}

func (n Nest) isIndex(s *program.Symbol) bool {
	return s.Class == program.ConstructIndex || Scope(n.Loops).Of(s) != nil
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
	scope := append(append(Scope{}, n.Loops[fixed:]...), e.Loops...)
	if e.Resolves != nil {
		scope = n.B.deciding(scope, e.Resolves)
	}
	return n.B.partition(e.Home, scope)
}

// Executions returns how often the element is executed by the sequential
// program in one call of the unit.
func (n Nest) Executions(e *Element) symbolic.Expr {
	return n.B.Total(append(append([]*Loop{}, n.Loops...), e.Loops...), n.B.A.Int(1))
}
