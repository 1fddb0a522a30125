package generate

import (
	"fmt"
	"strings"
)

// nest returns loops over all dimensions of an array whose assignment reads the
// array itself at constant distances: carried and anti-dependences, also
// diagonal ones; in half of the cases triangular or with something of each
// iteration's own.
func (g *generator) nest() []*statement {
	x := g.arrays[g.below(3)]
	if len(x.dims) > 3 {
		return g.simple(nil)
	}
	if len(x.dims) > 1 && g.chance(4) {
		return g.elimination(x)
	}
	names := []string{"i", "j", "k"}[:len(x.dims)]
	indices := make([]index, len(names))
	var nest []*statement
	for _, d := range g.r.Perm(len(names)) {
		indices[d] = index{names[d], interval{3, g.n - 2}}
		bounds := pick(g, "3, n-2", "3, n-2", "3, n-2", "n-2, 3, -1")
		if len(nest) > 0 && g.chance(4) {
			around := strings.TrimSpace(strings.SplitN(strings.TrimPrefix(nest[len(nest)-1].before[0], "do "), "=", 2)[0])
			bounds = pick(g, "3, "+around, around+", n-2")
		}
		nest = append(nest, &statement{before: []string{fmt.Sprintf("do %s = %s", names[d], bounds)}, end: "end do", bound: true})
	}
	nest[len(nest)-1].body = g.carrier(x, indices)
	for i := len(nest) - 2; i >= 0; i-- {
		nest[i].body = nest[i+1 : i+2 : i+2]
	}
	return nest[:1:1]
}

// carrier returns the body of a nest over x.
func (g *generator) carrier(x array, indices []index) []*statement {
	at := func(far int) string {
		var subs []string
		for _, ix := range indices {
			subs = append(subs, subscript{scale: 1, index: ix.name, offset: linear{0, g.between(-far, far)}}.String())
		}
		return x.name + "(" + strings.Join(subs, ",") + ")"
	}
	value := at(2)
	for range g.below(3) {
		value += " + " + pick(g, at(1), at(1), g.element(indices))
	}
	left := at(0)
	assign := line("%s = %s", left, value)
	switch g.below(5) {
	case 0: // a private scalar
		return append(line("w = %s", value), line("%s = 0.5 * w", left)...)
	case 1: // a test of a mapped element
		return []*statement{{before: []string{fmt.Sprintf("if (%s < 1.0e30) then", at(1))}, body: assign, end: "end if"}}
	case 2: // a second statement that reads what the first one stores
		return append(assign, line("%s = %s + %s", g.target(indices), at(1), g.element(indices))...)
	}
	return assign
}

// elimination returns the triangular nest of Gaussian elimination over the
// first two dimensions of x, forwards or by columns.
func (g *generator) elimination(x array) []*statement {
	at := func(i, j string) string {
		subs := []string{i, j}
		for range x.dims[2:] {
			subs = append(subs, "2")
		}
		return x.name + "(" + strings.Join(subs, ",") + ")"
	}
	loop := func(header string, body []*statement) []*statement {
		return []*statement{{before: []string{"do " + header}, body: body, end: "end do", bound: true}}
	}
	scale := loop("i = k+1, n-1", line("%s = %s / 2.0 + %s", at("i", "k"), at("i", "k"), at("k", "k")))
	if g.chance(2) {
		scale = line("%s = %s / 2.0", at("k+1:n-1", "k"), at("k+1:n-1", "k"))
	}
	outer, inner := pick(g, [2]string{"i", "j"}, [2]string{"j", "i"}), line("%s = %s - %s * %s", at("i", "j"), at("i", "j"), at("i", "k"), at("k", "j"))
	update := loop(outer[0]+" = k+1, n-1", loop(outer[1]+" = k+1, n-1", inner))
	return loop("k = 1, n-2", append(scale, update...))
}
