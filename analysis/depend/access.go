package depend

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// access is one reference to an array in a loop.
type access struct {
	class *class
	pos   int32
}

// class is all references of a nest that touch the same elements in the same
// iterations: those of equal subscripts in one loop, under the same guards.
type class struct {
	sym      *program.Symbol
	write    bool
	loop     *loop
	guard    *guard
	dims     []subscript
	limits   []form // constraints on the sections' places and FORALL indices
	operator string // of the accumulation that it is part of
	sure     bool   // guards and bounds say exactly when it is executed
	shape    int32  // equal for references that compare alike with others

	first    *program.Ref
	min, max int32 // positions
	pins     []pinned
}

// subscript is the form of one dimension.
type subscript struct {
	form  form
	known bool
	text  string // of what is not known
}

// access files a reference to an array.
func (c *collector) access(r *program.Ref, write bool, pos int32, operator string) {
	if c.loop == nil {
		return
	}
	k := &c.trial
	*k = class{sym: r.Sym, write: write, loop: c.loop, guard: c.guard, operator: operator, limits: c.ranges, sure: !c.masked && (c.guard == nil || c.guard.exact), dims: k.dims[:0]}
	c.dimensions(k, r)
	k.shape = c.shapeOf(k)
	key := classKey{k.loop, k.guard, k.shape}
	known := c.classes[key]
	if known == nil {
		known = new(class)
		*known = *k
		known.first, known.min, known.dims = r, pos, slices.Clone(k.dims)
		c.classes[key] = known
		c.loop.nest.classes = append(c.loop.nest.classes, known)
	}
	known.max = pos
	c.result.refs[r] = access{class: known, pos: pos}
}

// classKey tells classes of one nest apart.
type classKey struct {
	loop  *loop
	guard *guard
	shape int32
}

// dimensions finds the forms of a reference's subscripts.
func (c *collector) dimensions(k *class, r *program.Ref) {
	at := c.place(2 * c.seq)
	for d := range r.Sym.Dims {
		sub := program.Subscript{Triplet: true}
		if len(r.Subs) == len(r.Sym.Dims) {
			sub = r.Subs[d]
		}
		switch {
		case sub.Triplet:
			k.section(c, d, sub, at)
		case program.RankOf(sub.Lo) > 0:
			k.dims = append(k.dims, subscript{text: program.Text(sub.Lo)})
		default:
			f, ok := c.form(sub.Lo, at)
			s := subscript{form: f, known: ok}
			if !ok {
				s.text = program.Text(sub.Lo)
			}
			k.dims = append(k.dims, s)
		}
	}
}

// section adds a dimension of a section: its place runs over the triplet.
func (k *class) section(c *collector, d int, sub program.Subscript, at place) {
	v := variableForm(c.local(placeVariable, int32(d), "place"))
	lo, hi := sub.Lo, sub.Hi
	if descending(sub.Stride) {
		lo, hi = orDeclared(lo, k.sym.Dims[d].Upper), orDeclared(hi, k.sym.Dims[d].Lower)
	} else {
		lo, hi = orDeclared(lo, k.sym.Dims[d].Lower), orDeclared(hi, k.sym.Dims[d].Upper)
	}
	f, limits := c.progression(v, lo, hi, sub.Stride, at)
	k.dims = append(k.dims, subscript{form: f, known: true})
	k.limits = append(k.limits[:len(k.limits):len(k.limits)], limits...)
}

func descending(stride program.Expr) bool {
	s, ok := constant(stride)
	return ok && s < 0
}

// orDeclared returns a given bound, or the declared one if that cannot have changed
// since the unit was entered.
func orDeclared(given, declared program.Expr) program.Expr {
	if given != nil || declared == nil {
		return given
	}
	stable := true
	program.Walk(declared, func(e program.Expr) bool {
		if ref, ok := e.(*program.Ref); ok && ref.Sym.Class != program.Parameter {
			stable = false
		}
		return stable
	})
	if !stable {
		return nil
	}
	return declared
}

// String describes a class in tests' messages.
func (k *class) String() string {
	how := "read"
	if k.write {
		how = "stored"
	}
	return fmt.Sprintf("%s %s in loop %d", refText(k.first), how, k.loop.depth)
}
