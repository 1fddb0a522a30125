package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// Known is what is known of the program around a unit.
type Known struct {
	// Functions is that of [Options].
	Functions func(*program.Call) bool
	// Unread tells of a variable that other units see whether none reads what a loop of this
	// one leaves in it. Nil knows of none.
	Unread func(*program.Symbol) bool
	// Facts are those of the program, or nil.
	Facts *Facts
	// Asked is told what is taken for granted of values that the program reads. Nil takes
	// nothing for granted.
	Asked func(premise string)
}

// covers tells whether all that an iteration of a loop reads of a variable it has stored.
func (k Known) covers(u *program.Unit, do *program.Do, s *program.Symbol) bool {
	if do.Kind != program.DoCount || do.Jumps || slices.ContainsFunc(do.Body, leaves) {
		return false
	}
	c := k.coverage(u, do.Body, s)
	delete(c.changed, do.Var)
	c.indexed(do)
	return c.block(do.Body)
}

// coverage is that of a block, whose variables have values of which nothing is known.
func (k Known) coverage(u *program.Unit, body []program.Stmt, s *program.Symbol) *coverage {
	c := &coverage{Known: k, unit: u, of: s, changed: map[*program.Symbol]bool{}, values: map[*program.Symbol]*linear{}}
	for _, v := range storedIn(body) {
		c.changed[v] = true
	}
	c.calls = slices.ContainsFunc(body, c.calling)
	fixed := func(e program.Expr) *linear {
		if l := c.linear(e); l != nil && l.asDeclared() {
			return l
		}
		return nil
	}
	for _, d := range s.Dims {
		c.bounds.dims = append(c.bounds.dims, interval{fixed(d.Lower), fixed(d.Upper)})
	}
	c.bounds.least, c.bounds.around = c.least, func() []round { return c.around }
	return c
}

// leaves tells whether a statement holds one that may be left before its end.
func leaves(x program.Stmt) bool {
	found := false
	program.Statements([]program.Stmt{x}, func(x program.Stmt) bool {
		switch x := x.(type) {
		case *program.Transfer:
			found = true
		case *program.Unmodelled:
			found = found || x.Keyword == "goto" || !x.Free && !x.Structured()
		case *program.Do:
			found = found || x.Jumps
		}
		return !found
	})
	return found
}

// coverage follows what an iteration stores of a variable.
type coverage struct {
	Known
	unit    *program.Unit
	of      *program.Symbol
	bounds  bounds
	changed map[*program.Symbol]bool // by the block: their values are those of assignments in it, as far as these are known
	values  map[*program.Symbol]*linear
	calls   bool    // procedures are called, which may change what others see
	around  []round // the loops around the statement at hand, in the order of nesting
	written []box

	careless bool                  // only stores are looked for
	found    map[*program.Ref]bool // not nil: the reads of which all has been stored are noted, whatever the others are
	whole    Whole                 // whose loops inside are, for found
	asking   bool                  // sizes that are read are taken to be large
	asked    []string              // which of them had to be
}

// calling tells whether a statement calls what may change variables that others see.
func (c *coverage) calling(x program.Stmt) bool {
	found := false
	program.Statements([]program.Stmt{x}, func(x program.Stmt) bool {
		_, is := x.(*program.CallStmt)
		found = found || is
		for e := range program.Exprs(x) {
			program.Walk(e, func(e program.Expr) bool {
				f, is := e.(*program.Call)
				found = found || is && !pure(f) && !(c.Functions != nil && c.Functions(f))
				return !found
			})
		}
		return !found
	})
	return found
}

func (c *coverage) block(body []program.Stmt) bool {
	for _, x := range body {
		if !c.statement(x) {
			return false
		}
		if c.of.Shared && c.calls && c.calling(x) {
			c.written = nil // who is called may have stored something else
		}
	}
	return true
}

// indexed notes that a loop gives its index a value.
func (c *coverage) indexed(do *program.Do) {
	if do.Var == c.of {
		c.written = append(c.written, box{})
	}
}

func (c *coverage) statement(x program.Stmt) bool {
	switch x := x.(type) {
	case *program.Assign:
		if !c.reads(x.RHS) || !c.reads(subscripts(x.LHS)...) {
			return false
		}
		c.assign(x)
		return true
	case *program.Do:
		if !c.reads(x.Lo, x.Hi, x.Step) {
			return false
		}
		if x.Kind == program.DoCount && (c.found == nil || !c.whole.byOthers(x)) {
			return c.loop(x)
		}
	case *program.If:
		return c.choice(x)
	}
	c.forget(x)
	if c.careless || !namesIn(x, c.of) && !mentioned([]program.Stmt{x}, c.of) {
		return true
	}
	if c.found != nil { // it may have what others have stored
		c.written = nil
	}
	return c.found != nil
}

func (c *coverage) assign(x *program.Assign) {
	s := x.LHS.Sym
	if s == c.of {
		if b := c.boxOf(x.LHS); b != nil {
			c.written = append(c.written, b)
		}
	}
	if s.Rank() == 0 {
		delete(c.values, s)
		if l := c.linear(x.RHS); l != nil && s.Type == program.Integer && x.RHS != nil {
			c.values[s] = l
		}
	}
}

// choice follows the branches of an IF: what one of them stores is not stored for sure.
func (c *coverage) choice(x *program.If) bool {
	before, values := len(c.written), c.values
	for _, b := range x.Branches {
		if !c.reads(b.Cond) || !c.branch(b.Body, before, values) {
			return false
		}
	}
	if !c.branch(x.Else, before, values) {
		return false
	}
	c.values = values
	c.forget(x)
	return true
}

func (c *coverage) branch(body []program.Stmt, before int, values map[*program.Symbol]*linear) bool {
	written := c.written
	c.values = map[*program.Symbol]*linear{}
	for s, l := range values {
		c.values[s] = l
	}
	ok := c.block(body)
	c.written = written[:before:before]
	return ok
}

// forget drops what is known of variables that a statement may change.
func (c *coverage) forget(x program.Stmt) {
	for _, s := range storedIn([]program.Stmt{x}) {
		delete(c.values, s)
	}
}

// reads tells whether what expressions read of the variable has been stored.
func (c *coverage) reads(es ...program.Expr) bool {
	ok := true
	for _, e := range es {
		if e == nil || c.careless {
			continue
		}
		program.Walk(e, func(e program.Expr) bool {
			switch e := e.(type) {
			case *program.Ref:
				ok = ok && (e.Sym != c.of || c.stored(e) || c.found != nil)
			case *program.Opaque:
				ok = ok && (c.found != nil || !nameIn(c.of, e))
			}
			return ok
		})
	}
	return ok
}

// stored tells whether all that a reference reads has been stored: in the iteration at hand,
// or for all iterations of the loops around it.
func (c *coverage) stored(r *program.Ref) bool {
	if len(c.written) == 0 || r.Image != nil {
		return false
	}
	if c.asking = false; c.covered(r) {
		if c.found != nil {
			c.found[r] = true
		}
		return true
	}
	if c.asking, c.asked = c.Asked != nil, nil; !c.asking || !c.covered(r) {
		return false
	}
	for _, premise := range c.asked {
		c.Asked(premise)
	}
	return true
}

// least is the least value of an atom, as far as it may be used.
func (c *coverage) least(a atom) (int64, bool) {
	low, known := c.Facts.least(a)
	if !known || low.asked && !c.asking {
		return 0, false
	}
	if low.asked {
		c.asked = append(c.asked, low.text(a))
	}
	return low.value, true
}

func (c *coverage) covered(r *program.Ref) bool {
	x := c.reading(r)
	for i := len(c.around); ; i-- {
		if c.bounds.inside(x, c.written) {
			return true
		}
		if i == 0 {
			return false
		}
		x = c.around[i-1].hull(x)
	}
}

// linear is the form of an expression as it is now, nil where it has none.
func (c *coverage) linear(e program.Expr) *linear { return linearOf(e, c.value) }

// value is that of a variable: what it has been assigned, the index of a loop around, or
// what the block does not change.
func (c *coverage) value(r *program.Ref) *linear {
	a, ok := atomOf(r)
	switch {
	case !ok:
		return nil
	case slices.ContainsFunc(c.around, func(l round) bool { return l.do.Var == r.Sym }):
		return single(a)
	case c.calls && r.Sym.Shared:
		return nil
	case c.changed[r.Sym]:
		return c.values[r.Sym]
	}
	return c.Facts.of(a, c.unit)
}
