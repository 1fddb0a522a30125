package generate

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generator holds the declared names while a program is made.
type generator struct {
	r          *rand.Rand
	n          int
	arrays     []array
	on         *template         // that arrays are aligned with at the moment
	fixed      bool              // the program is for one arrangement
	parts      bool              // templates take parts of it
	halves     bool              // some block has half of a dimension: two processors must be there
	first      *template         // over the arrangement pr
	now        map[string]string // by template or array on the first template: a directive that maps it as it is mapped now
	dynamic    bool              // something is remapped
	procedures [][]string        // lines
	deciding   bool              // what is made says who executes something
	lookups    bool              // index arrays are used
	tables     []string          // declarations of the vectors of GEN_BLOCK and INDIRECT
}

// templateDim is a dimension of the template; whole says that no grid dimension
// distributes it.
type templateDim struct {
	extent
	whole bool
}

// extent is a range of indices as numbers of n and constants.
type extent struct{ lo, hi linear }

// linear is n*n' + c, written as the program would.
type linear struct{ n, c int }

func (g *generator) value(l linear) int { return l.n*g.n + l.c }

// String writes "2*n-1", "n", "3".
func (l linear) String() string {
	switch {
	case l.n == 0:
		return fmt.Sprint(l.c)
	case l.n == 1 && l.c == 0:
		return "n"
	}
	s := "n"
	if l.n != 1 {
		s = fmt.Sprintf("%d*n", l.n)
	}
	if l.c != 0 {
		s += fmt.Sprintf("%+d", l.c)
	}
	return s
}

type array struct {
	name  string
	dims  []extent
	dealt bool // different processors have different elements
}

// typ is the type of all arrays: in every other program reals of 8 bytes.
func (g *generator) typ() string {
	if g.n%2 == 0 {
		return "real(8)"
	}
	return "real"
}

func (g *generator) below(n int) int        { return g.r.IntN(n) }
func (g *generator) chance(of int) bool     { return g.r.IntN(of) == 0 }
func (g *generator) between(lo, hi int) int { return lo + g.r.IntN(hi-lo+1) }

func pick[T any](g *generator, from ...T) T { return from[g.below(len(from))] }

// declare makes a template over a grid of the program's rank, perhaps another
// one over other arrangements, and arrays aligned with them.
func (g *generator) declare(p *Program) {
	p.head = append(p.head, "  implicit none", fmt.Sprintf("  integer, parameter :: n = %d", g.n), "  integer :: i, j, k, l", "  real :: s, q, w")
	extents := map[int][]int{1: {4}, 2: {2, 2}, 3: {2, 2, 2}}[p.Rank]
	if p.Grid != nil {
		extents = p.Grid
	}
	all := []*template{g.newTemplate("t", "pr", extents)}
	if p.Grid != nil && g.chance(2) {
		other := g.another(extents)
		all = append(all, g.newTemplate("u", "qr", other))
		all[1].partial = product(other) < product(extents)
	}
	var directives []string
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		g.on = pick(g, all...)
		x, align := g.array(name)
		g.arrays = append(g.arrays, x)
		var dims []string
		for _, d := range x.dims {
			dims = append(dims, fmt.Sprintf("%v:%v", d.lo, d.hi))
		}
		p.head = append(p.head, fmt.Sprintf("  %s :: %s(%s)", g.typ(), name, strings.Join(dims, ",")))
		if align != "" {
			directives = append(directives, align)
		}
	}
	p.head = append(p.head, g.tables...)
	for _, t := range all {
		p.head = append(p.head, t.directives...)
	}
	p.head = append(p.head, directives...)
	g.first = all[0]
	g.mappingsOf(directives)
}

// array declares an array of rank 1 or 2 and, mostly, aligns it.
func (g *generator) array(name string) (array, string) {
	x := array{name: name}
	rank := 1
	if name < "c" || g.chance(2) {
		rank = pick(g, len(g.on.dims), len(g.on.dims), 1, 2)
	}
	if g.chance(30) {
		rank = 3
	}
	for range rank {
		x.dims = append(x.dims, extent{linear{0, pick(g, 1, 1, 1, 0, -1)}, linear{1, pick(g, 0, 0, 0, 1)}})
	}
	if g.chance(12) {
		return x, ""
	}
	source, target := g.align(x)
	for t, f := range target {
		x.dealt = x.dealt || f != "*" && !g.on.dims[t].whole || g.on.partial
	}
	return x, fmt.Sprintf("!HPF$ ALIGN %s(%s) WITH %s(%s)", x.name, strings.Join(source, ","), g.on.name, strings.Join(target, ","))
}

// align pairs the array's dimensions with the template's in a random order;
// those left over are collapsed, replicated or fixed.
func (g *generator) align(x array) (source, target []string) {
	source = make([]string, len(x.dims))
	for d := range source {
		source[d] = "*"
	}
	free := g.r.Perm(len(x.dims))
	if g.chance(2) { // in order
		for d := range free {
			free[d] = d
		}
	}
	for _, t := range g.on.dims {
		if len(free) == 0 || g.chance(10) {
			target = append(target, pick(g, "*", fmt.Sprint(g.between(g.value(t.lo), g.value(t.hi)))))
			continue
		}
		d := free[0]
		free = free[1:]
		source[d] = string(rune('i' + d))
		target = append(target, g.aligned(source[d], x.dims[d], t.extent))
	}
	return source, target
}

// aligned returns a linear function of the dummy that keeps the dimension
// inside the template's.
func (g *generator) aligned(dummy string, d, t extent) string {
	for range 8 {
		f := subscript{scale: pick(g, 1, 1, 1, 1, 1, 1, 2, 3, -1, -2), index: dummy, offset: linear{0, g.between(-1, 3)}}
		if f.scale < 0 {
			f.offset = linear{-f.scale, g.between(1, 4)}
		}
		if f.scale == 1 && g.chance(2) {
			f.offset = linear{0, g.value(t.lo) - g.value(d.lo)}
		}
		if f.fits(g, extentOf(g, d), extentOf(g, t)) {
			return f.String()
		}
	}
	return subscript{scale: 1, index: dummy, offset: linear{0, g.value(t.lo) - g.value(d.lo)}}.String()
}
