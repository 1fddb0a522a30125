package depend

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

// touched is what a procedure, with those that it calls, reads and stores besides
// variables of its own: elements and sections of its dummies, in its own names, and shared
// variables, of which it stores none.
type touched struct {
	unit          *program.Unit
	see           See
	reads, stores []*program.Ref            // of dummies
	shared        []string                  // storage of what it reads
	fills         map[*program.Symbol][]box // of dummy arrays: what it stores whatever happens
}

// See finds the procedure that a unit calls by a name, with what that one sees in its turn:
// the same name may mean another procedure there. It returns nil where it is not known for
// sure.
type See func(name string) (*program.Unit, See)

// toucher reads procedures once.
type toucher struct {
	known map[*program.Unit]*touched
}

// of returns nil for a procedure that is not seen through: its source is not known, it
// keeps values from one call to the next, it calls itself, or a statement has effects
// besides those that [touched] can say.
func (t *toucher) of(see See, name string) *touched {
	u, inner := see(name)
	if known, met := t.known[u]; met || u == nil || u.Messages {
		return known
	}
	t.known[u] = nil
	for _, d := range u.Dummies {
		if d.Class != program.Variable || d.Type == program.Derived || d.Aliased || d.Overlaid {
			return nil
		}
	}
	out := &touched{unit: u, see: inner}
	clear := true
	program.Statements(u.Body, func(s program.Stmt) bool {
		clear = clear && out.statement(t, s)
		return clear
	})
	if clear {
		out.ordered(t)
		t.known[u] = out
	}
	return t.known[u]
}

// mostFilled bounds the boxes of a dummy that callers are told of.
const mostFilled = 32

// ordered finds what the procedure stores of dummy arrays for sure, and drops the reads of those of
// which it reads only what it has stored before.
func (o *touched) ordered(t *toucher) {
	o.fills = map[*program.Symbol][]box{}
	arrays := slices.DeleteFunc(slices.Clone(o.unit.Dummies), func(d *program.Symbol) bool { return d.Rank() == 0 || !o.assigns(d) })
	if body := toEnd(o.unit.Body); len(arrays) == 0 || slices.ContainsFunc(body, leaves) {
		return
	}
	through, pure := t.through(o.unit, o.see)
	body, known := toEnd(through.Body), Known{Functions: pure}
	for _, d := range arrays {
		if known.coverage(through, body, d).block(body) {
			o.reads = slices.DeleteFunc(o.reads, func(r *program.Ref) bool { return r.Sym == d })
		}
		c := known.coverage(through, body, d)
		c.careless = true
		c.block(body)
		o.fills[d] = c.written[:min(len(c.written), mostFilled)]
	}
}

func (o *touched) statement(t *toucher, s program.Stmt) bool {
	clear := true
	for e := range program.Exprs(s) {
		program.Walk(e, func(e program.Expr) bool {
			clear = clear && o.reading(t, e)
			return clear
		})
	}
	switch s := s.(type) {
	case *program.Assign:
		return clear && o.store(s.LHS)
	case *program.Do:
		return clear && (s.Var == nil || o.store(program.NewRef(s.At, s.Var)))
	case *program.CallStmt:
		return clear && o.call(t, s)
	case *program.If, *program.Where, *program.Forall:
		return clear
	case *program.Transfer:
		return s.Keyword == "return" || s.Keyword == "cycle" || s.Keyword == "exit"
	case *program.Unmodelled:
		return s.Free || s.Keyword == "goto" || strings.HasSuffix(s.Keyword, "allocate") && !o.namesOthers(s)
	}
	return false
}

// namesOthers tells whether a statement names more than variables of the procedure's own.
func (o *touched) namesOthers(s *program.Unmodelled) bool {
	for _, v := range o.unit.Symbols {
		if (v.Dummy && v.Rank() > 0 || v.Shared && v.Class == program.Variable) && s.Names(v.Name) {
			return true
		}
	}
	return false
}

// reading notes an operand.
func (o *touched) reading(t *toucher, e program.Expr) bool {
	switch e := e.(type) {
	case *program.Ref:
		switch {
		case e.Image != nil || e.Sym.Aliased || e.Sym.Overlaid:
			return false
		case e.Sym.Dummy && e.Sym.Rank() > 0:
			o.reads = append(o.reads, e)
		case e.Sym.Shared && e.Sym.Class == program.Variable:
			o.shared = append(o.shared, e.Sym.Storage)
		}
	case *program.Call:
		if pure(e) {
			return true
		}
		f := t.of(o.see, e.Name)
		return f != nil && len(f.stores) == 0 && o.passes(f, e.Args)
	case *program.Opaque:
		return len(e.Values) > 0
	}
	return true
}

// store notes what is assigned. A variable with an initial value keeps what it has for the
// next call.
func (o *touched) store(r *program.Ref) bool {
	switch {
	case r.Sym.Dummy:
		o.stores = append(o.stores, r)
		return true
	case strings.Contains(r.Sym.Name, "%"):
		return false
	}
	return !r.Sym.Shared && r.Sym.Value == nil && !r.Sym.Aliased && !r.Sym.Overlaid
}

// call notes what another procedure stores.
func (o *touched) call(t *toucher, s *program.CallStmt) bool {
	inner := t.of(o.see, s.Name)
	if inner == nil || program.MessageOf(s) != nil || !o.passes(inner, s.Args) {
		return false
	}
	for i, a := range s.Args {
		if d := inner.unit.DummyOf(a.Keyword, i); inner.assigns(d) {
			r, named := a.Value.(*program.Ref)
			if !named || beginsAt(d, r) || !o.store(r) {
				return false
			}
		}
	}
	return true
}

// passes notes what another procedure reads besides the arguments as they are written.
func (o *touched) passes(inner *touched, args []program.Arg) bool {
	o.shared = append(o.shared, inner.shared...)
	for i, a := range args {
		d := inner.unit.DummyOf(a.Keyword, i)
		if d == nil {
			return false
		}
		if r, named := a.Value.(*program.Ref); named && beginsAt(d, r) && r.Sym.Dummy {
			o.reads = append(o.reads, program.NewRef(r.Span(), r.Sym))
		}
	}
	return true
}

// beginsAt tells whether an argument is an element that stands for those behind it.
func beginsAt(d *program.Symbol, r *program.Ref) bool { return d.Rank() > 0 && r.IsElement() }

func (o *touched) assigns(d *program.Symbol) bool {
	for _, r := range o.stores {
		if r.Sym == d {
			return true
		}
	}
	return false
}
