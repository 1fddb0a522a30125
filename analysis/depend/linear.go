package depend

import (
	"github.com/parlens/parlens/analysis/program"
)

// linear is a constant with integer multiples of atoms.
type linear struct {
	constant int64
	factors  map[atom]int64 // none is 0
}

// atom is an integer variable, or an element of an array of them with constant subscripts:
// one that other units see is known by its storage, in all of them.
type atom struct {
	sym     *program.Symbol // nil: the storage says what it is
	storage string
	at      string // subscripts
}

// atomOf returns what a reference names, false where that is no integer, or may have another
// name.
func atomOf(r *program.Ref) (atom, bool) {
	s := r.Sym
	if s.Type != program.Integer || s.Class != program.Variable || s.Aliased || s.Overlaid || r.Image != nil || len(r.Subs) != s.Rank() {
		return atom{}, false
	}
	at := ""
	for _, sub := range r.Subs {
		x, known := program.ConstInt(sub.Lo, nil)
		if sub.Triplet || !known {
			return atom{}, false
		}
		at += "," + program.Text(program.IntConst(r.At, x))
	}
	if s.Shared && s.Storage != "" {
		return atom{storage: s.Storage, at: at}, true
	}
	return atom{sym: s, at: at}, true
}

// linearOf reads an expression; value gives the forms of its variables, nil for one that is
// not known.
func linearOf(e program.Expr, value func(*program.Ref) *linear) *linear {
	if e == nil {
		return nil
	}
	if x, ok := program.ConstInt(e, nil); ok {
		return &linear{constant: x}
	}
	switch e := e.(type) {
	case *program.Ref:
		return value(e)
	case *program.Unary:
		if e.Op == program.Neg {
			return (&linear{}).plus(-1, linearOf(e.X, value))
		}
	case *program.Binary:
		x, y := linearOf(e.X, value), linearOf(e.Y, value)
		switch {
		case x == nil || y == nil:
		case e.Op == program.Add:
			return x.plus(1, y)
		case e.Op == program.Sub:
			return x.plus(-1, y)
		case e.Op == program.Mul && len(x.factors) == 0:
			return (&linear{}).plus(x.constant, y)
		case e.Op == program.Mul && len(y.factors) == 0:
			return (&linear{}).plus(y.constant, x)
		}
	}
	return nil
}

func single(a atom) *linear { return &linear{factors: map[atom]int64{a: 1}} }

// plus is l + times*x, nil where x is.
func (l *linear) plus(times int64, x *linear) *linear {
	if x == nil {
		return nil
	}
	out := &linear{constant: l.constant + times*x.constant}
	if len(l.factors)+len(x.factors) == 0 || times == 0 {
		out.factors = l.factors
		return out
	}
	out.factors = map[atom]int64{}
	for s, f := range l.factors {
		out.factors[s] = f
	}
	for s, f := range x.factors {
		if out.factors[s] += times * f; out.factors[s] == 0 {
			delete(out.factors, s)
		}
	}
	return out
}

// with has another form in the place of an atom.
func (l *linear) with(s atom, x *linear) *linear {
	f := l.factors[s]
	if f == 0 {
		return l
	}
	out := l.plus(f, x)
	if out != nil {
		if out.factors[s] -= f; out.factors[s] == 0 {
			delete(out.factors, s)
		}
	}
	return out
}

// above is by how much l exceeds x whatever the atoms are; ok tells whether that is known.
func (l *linear) above(x *linear) (by int64, ok bool) {
	if len(l.factors) != len(x.factors) {
		return 0, false
	}
	for s, f := range l.factors {
		if x.factors[s] != f {
			return 0, false
		}
	}
	return l.constant - x.constant, true
}

// atLeast tells whether l >= x whatever the atoms are.
func (l *linear) atLeast(x *linear) bool {
	by, ok := l.above(x)
	return ok && by >= 0
}

// equal tells whether l == x whatever the atoms are.
func (l *linear) equal(x *linear) bool { return l.constant == x.constant && l.atLeast(x) }

// asDeclared tells whether a bound is what it was when the array was declared.
func (l *linear) asDeclared() bool {
	for s := range l.factors {
		if s.sym == nil || s.sym.Intent != "in" {
			return false
		}
	}
	return true
}
