// Package reaching finds which assignment gives a scalar the value that it has
// where it is used (reaching definitions), and tells the uses apart by it: every
// definition has a name of its own in formulas, and a scalar that follows the
// index of a loop, as in ii = i+1, k = 11-i or k = k+2, is written in subscripts
// and bounds as the function of the index that it is there.
package reaching

import (
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// Options say what is known besides the unit.
type Options struct {
	// Changed returns the variables that a call may change, beyond those that it
	// certainly leaves alone.
	Changed func(*program.CallStmt) []*program.Symbol
	// Constants are PARAMETERs that are written as numbers in subscripts and bounds.
	Constants map[*program.Symbol]int64
}

// Resolve names the uses of the integer variables of a unit and writes subscripts,
// bounds and conditions in the indices of the loops around. The unit's statements
// are changed; nobody else may be reading them. A unit that passes messages is left
// alone: its scalars differ between processors.
func Resolve(u *program.Unit, opt Options) {
	if u.Messages {
		return
	}
	r := &resolver{unit: u, opt: opt, current: map[*program.Symbol]*definition{}, of: map[*program.Ref]*definition{}, places: map[*program.Ref]place{}}
	indices := program.IndicesAround(u.Body)
	if opt.Changed != nil {
		r.opt.Changed = func(s *program.CallStmt) []*program.Symbol {
			return indices.Without(s, opt.Changed(s))
		}
	}
	r.jumped, r.wild = r.targets(u.Body)
	r.arrived = map[program.Stmt][]map[*program.Symbol]*definition{}
	for _, s := range u.Symbols {
		if followed(s) {
			r.current[s] = &definition{sym: s, entry: true}
		}
	}
	r.extents()
	r.block(u.Body)
	r.name()
}

type resolver struct {
	unit    *program.Unit
	opt     Options
	current map[*program.Symbol]*definition
	of      map[*program.Ref]*definition
	uses    []*program.Ref                                     // in the order of the source, each with its definition
	dead    bool                                               // what follows in the block is not reached
	bounds  bool                                               // the bound of a loop or a section is being rewritten
	dry     int                                                // loops whose course is being found: nothing is written
	ofLoop  *program.Do                                        // whose bound is being rewritten
	asked   bool                                               // a condition is
	around  []*enclosing                                       // loops, outermost first
	places  map[*program.Ref]place                             // of the uses in loops that change the variable
	indices []indexUse                                         // in the bounds of loops, in the order of the source
	jumped  map[program.Stmt]bool                              // statements that jumps lead to
	wild    map[program.Stmt]bool                              // of them, those to which one leads back or out of a loop
	arrived map[program.Stmt][]map[*program.Symbol]*definition // states of the jumps to a statement behind them
}

// targets returns the statements that GO TO leads to, and those to which one leads
// back or out of a loop.
func (r *resolver) targets(body []program.Stmt) (out, wild map[program.Stmt]bool) {
	out, wild = map[program.Stmt]bool{}, map[program.Stmt]bool{}
	program.Statements(body, func(s program.Stmt) bool {
		if u, ok := s.(*program.Unmodelled); ok && u.Keyword == "goto" {
			if u.Target == "" { // to any of them
				for _, to := range r.unit.Labels {
					out[to], wild[to] = true, true
				}
			}
			to := r.unit.Labels[u.Target]
			out[to] = true
			wild[to] = wild[to] || !u.Forward || u.Leaves > 0
		}
		return true
	})
	return out, wild
}

// extents notes the variables that array bounds name: they are what they are when
// the unit begins.
func (r *resolver) extents() {
	for _, s := range r.unit.Symbols {
		for _, d := range s.Dims {
			r.note(d.Lower)
			r.note(d.Upper)
		}
	}
}

// block follows statements in order.
func (r *resolver) block(body []program.Stmt) {
	for _, s := range body {
		switch {
		case r.wild[s]:
			r.dead = false
			r.defineAll(r.stores(r.unit.Body))
		case r.jumped[s]:
			r.arrive(s)
		}
		r.statement(s)
	}
}

// arrive joins the states of the jumps to a statement.
func (r *resolver) arrive(s program.Stmt) {
	ends := r.arrived[s]
	delete(r.arrived, s)
	if !r.dead {
		ends = append(ends, r.current)
	}
	if len(ends) > 0 {
		r.dead = false
		r.current = r.meet(ends[0], ends)
	}
}

func (r *resolver) statement(s program.Stmt) {
	switch s := s.(type) {
	case *program.Assign:
		r.assign(s)
	case *program.Do:
		r.do(s)
	case *program.If:
		r.choose(s)
	case *program.Forall:
		s.Ranges = r.ranges(s.Ranges)
		s.Mask = r.rewrite(s.Mask)
		r.block(s.Body)
	case *program.Where:
		r.where(s)
	case *program.CallStmt:
		for _, a := range s.Args {
			r.argument(a.Value)
		}
		if r.opt.Changed != nil {
			changed := r.opt.Changed(s)
			r.defineAll(program.WithOverlapping(append(changed[:len(changed):len(changed)], r.unit.ReachedWith(changed)...)))
		}
	case *program.Transfer:
		r.dead = true
	case *program.Unmodelled:
		if s.List != nil {
			for _, item := range s.List.Items {
				r.transferred(item)
			}
		}
		received := r.received(s)
		if s.Keyword != program.Points {
			received = append(received[:len(received):len(received)], r.unit.ReachedWith(received)...)
		}
		r.defineAll(program.WithOverlapping(received))
		if s.Keyword == "goto" {
			if to := r.unit.Labels[s.Target]; s.Forward && !r.dead {
				r.arrived[to] = append(r.arrived[to], maps.Clone(r.current))
			}
			r.dead = true
		}
	}
}

func (r *resolver) where(s *program.Where) {
	for i := range s.Branches {
		s.Branches[i].Mask = r.rewrite(s.Branches[i].Mask)
		r.block(s.Branches[i].Body)
	}
}

// transferred rewrites the subscripts of an item of input or output.
func (r *resolver) transferred(item program.TransferItem) {
	if len(item.Ranges) > 0 {
		return // its indices are variables of the program
	}
	r.subscripts(item.Value)
	if item.Copied != nil {
		r.within(item.Copied.LHS)
		r.subscripts(item.Copied.RHS)
	}
}

// received returns what a statement without a model may assign.
func (r *resolver) received(s *program.Unmodelled) []*program.Symbol {
	if s.Free || len(s.Receives) > 0 || s.List != nil {
		return s.Receives
	}
	var out []*program.Symbol
	for _, v := range r.unit.Symbols {
		if followed(v) && s.Names(v.Name) {
			out = append(out, v)
		}
	}
	return out
}

// assign follows an assignment: a scalar's right side is its value from now on.
func (r *resolver) assign(s *program.Assign) {
	r.within(s.LHS)
	r.subscripts(s.RHS)
	defer r.defineAll(append(s.LHS.Sym.Overlapping(), r.unit.ReachedWith([]*program.Symbol{s.LHS.Sym})...))
	if !followed(s.LHS.Sym) {
		return
	}
	var value program.Expr
	if s.LHS.Sym.Rank() == 0 && s.LHS.Image == nil && s.Of == nil {
		value = r.valueOf(s.RHS, s.LHS.Sym)
	}
	r.define(s.LHS.Sym).value = value
}

// stores returns the followed variables that statements may assign, each once.
func (r *resolver) stores(body []program.Stmt) []*program.Symbol {
	var out []*program.Symbol
	add := func(list ...*program.Symbol) {
		for _, s := range program.WithOverlapping(list) {
			if followed(s) && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	program.Statements(body, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Assign:
			add(s.LHS.Sym)
			add(r.unit.ReachedWith([]*program.Symbol{s.LHS.Sym})...)
		case *program.Do:
			if s.Var != nil {
				add(s.Var)
			}
		case *program.CallStmt:
			if r.opt.Changed != nil {
				add(r.opt.Changed(s)...)
			}
		case *program.Unmodelled:
			add(r.received(s)...)
		}
		return true
	})
	return out
}
