package process

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// In a grid of several dimensions the coordinates enter an amount by what each of them
// lets a processor have: so many rows, so many columns, a neighbour or none. Rows of
// processors for which these parts have the same values have the same amounts, and one
// of them is evaluated. Curves use it: they come to grids of many thousand processors.

// likeness is the parts of a bound that mention one coordinate of a processor each.
type likeness struct{ dims []parts }

// parts are those of one coordinate.
type parts struct {
	tape   *symbolic.Tape
	slot   []int // of each input
	groups []group
	count  int
}

// likenesses are those of the bounds that mention several coordinates, by their number;
// none where there is only one.
func (p *Program) likenesses(a *symbolic.Arena) map[int]*likeness {
	if p.rank < 2 {
		return nil
	}
	all := map[int]*likeness{}
	for _, b := range p.each {
		if b.varied {
			all[b.number] = p.likeness(a, b)
		}
	}
	return all
}

func (p *Program) likeness(a *symbolic.Arena, b *bound) *likeness {
	l := &likeness{}
	for d := range p.coordinates {
		l.dims = append(l.dims, p.partsOf(a, b, d))
	}
	return l
}

// partsOf are the parts of a bound that mention a coordinate, and no other.
func (p *Program) partsOf(a *symbolic.Arena, b *bound, d int) parts {
	asked := func(s symbolic.Symbol) bool { return s.Name == p.coordinates[d] }
	varies := func(s symbolic.Symbol) bool { return !asked(s) && slices.Contains(p.coordinates, s.Name) }
	var out parts
	var es []symbolic.Expr
	found := map[symbolic.Expr]bool{}
	for _, e := range p.bounds[b.number] {
		for _, part := range a.FixedParts(e, asked, varies, found) {
			es = append(es, part...)
			out.groups = append(out.groups, group{from: len(es) - len(part), to: len(es)})
		}
	}
	out.tape, out.count = a.Compile(es...), len(es)
	for _, s := range out.tape.Inputs() {
		out.slot = append(out.slot, b.slot[slices.Index(b.tape.Inputs(), s)])
	}
	return out
}

// firsts are for each dimension and each coordinate the first one that is like it in
// what a bound is of, as a distance in the numbers of the processors; nil where that is
// not known.
func (r *run) firsts(b *bound) [][]int {
	l := r.alike[b.number]
	if l == nil {
		return nil
	}
	var out [][]int
	for d, of := range l.dims {
		firsts, ok := of.firsts(r, d)
		if !ok {
			return nil
		}
		out = append(out, firsts)
	}
	return out
}

func (x *parts) firsts(r *run, d int) ([]int, bool) {
	in, values := make([]float64, len(x.slot)), make([]float64, x.count)
	first, stride := map[string]int{}, r.grid.stride(d)
	var out []int
	for i, c := range r.grid.coords[d] {
		r.vals[d] = float64(c)
		for k, s := range x.slot {
			in[k] = r.vals[s]
		}
		if err := x.tape.Eval(in, values); err != nil {
			return nil, false // it may stand where it is not evaluated
		}
		var key []byte
		for _, g := range x.groups {
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(g.of(values)))
		}
		if _, seen := first[string(key)]; !seen {
			first[string(key)] = i * stride
		}
		out = append(out, first[string(key)])
	}
	return out, true
}

// first is the first processor that is like one in all dimensions.
func (g *grid) first(firsts [][]int, p int) int {
	q := 0
	for d := len(firsts) - 1; d >= 0; d-- {
		n := len(g.coords[d])
		q += firsts[d][p%n]
		p /= n
	}
	return q
}
