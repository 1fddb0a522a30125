package generate

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// header returns the bounds of a loop over the name and the hull of its
// values; some depend on an index around it.
func (g *generator) header(name string, indices []index) (string, index) {
	lo, hi := g.between(2, 4), g.n-g.between(1, 3)
	x := index{name, interval{lo, hi}}
	upper := linear{1, hi - g.n}.String()
	if len(indices) > 0 && g.chance(4) {
		outer := indices[len(indices)-1]
		if g.chance(2) && outer.hi+1 <= g.n-1 {
			x.interval = interval{outer.lo, max(outer.hi, hi)}
			return fmt.Sprintf("%s, %s", pick(g, outer.name, outer.name+"+1"), upper), index{name, interval{outer.lo, g.n - 1}}
		}
		return fmt.Sprintf("%d, %s", 2, outer.name), index{name, interval{2, outer.hi}}
	}
	switch g.below(10) {
	case 0:
		return fmt.Sprintf("%d, %s, %d", lo, upper, g.between(2, 3)), x
	case 1:
		return fmt.Sprintf("%s, %d, -1", upper, lo), x
	case 2:
		return fmt.Sprintf("%s, %d, -2", upper, lo), x
	case 3:
		return "1, 2", index{name, interval{1, 2}}
	}
	return fmt.Sprintf("%d, %s", lo, upper), x
}

func (g *generator) freeName(indices []index) string {
	for _, name := range []string{"i", "j", "k", "l"} {
		if !slices.ContainsFunc(indices, func(x index) bool { return x.name == name }) {
			return name
		}
	}
	return ""
}

// loop returns a DO loop, in a third of the cases with an INDEPENDENT
// directive.
func (g *generator) loop(indices []index, depth int) []*statement {
	name := g.freeName(indices)
	bounds, x := g.header(name, indices)
	s := &statement{before: []string{fmt.Sprintf("do %s = %s", name, bounds)}, end: "end do", bound: true}
	inner := append(slices.Clone(indices), x)
	if g.chance(3) {
		return g.independent(s, inner)
	}
	for range 1 + g.below(2) {
		s.body = append(s.body, g.statement(inner, depth+1)...)
	}
	return []*statement{s}
}

// independent puts the directive before the loop, with clauses that fit the
// body.
func (g *generator) independent(s *statement, indices []index) []*statement {
	clauses := ""
	var body []*statement
	if g.chance(4) && len(indices) < 4 {
		return g.within(s, indices)
	}
	if g.chance(3) { // a private scalar
		clauses += ", NEW(w)"
		body = append(body, line("w = %s", g.sum(indices))...)
		body = append(body, line("%s = w + %s", g.owned(indices), g.element(indices))...)
	} else {
		body = append(body, line("%s = %s", g.owned(indices), g.sum(indices))...)
	}
	if g.chance(4) {
		clauses += ", REDUCTION(q)"
		body = append(body, line("q = q + %s", g.element(indices))...)
	}
	if g.chance(5) {
		clauses += ", ON HOME(" + g.target(indices) + ")"
	}
	s.body = body
	directive := "!HPF$ INDEPENDENT" + clauses
	s.before = append([]string{directive}, s.before...)
	return []*statement{s}
}

// within puts loops into the iterations of an INDEPENDENT one, each of which stores an element or
// a section that later ones read.
func (g *generator) within(s *statement, indices []index) []*statement {
	name := g.freeName(indices)
	x := g.arrays[g.below(3)]
	var subs []string
	along := g.below(len(x.dims))
	for d, e := range x.dims {
		sub := g.subscriptOf(e, nil)
		switch last := indices[len(indices)-1]; {
		case d == along:
			sub = g.straight(e, last)
		case d == (along+1)%len(x.dims):
			sub = pick(g, name, name, name+"-1")
		}
		subs = append(subs, sub)
	}
	made := x.name + "(" + strings.Join(subs, ",") + ")"
	header, inner := g.header(name, indices)
	all := append(slices.Clone(indices), inner)
	loop := func(body ...*statement) *statement {
		return &statement{before: []string{fmt.Sprintf("do %s = %s", name, header)}, end: "end do", bound: true, body: body}
	}
	store := line("%s = %s", made, g.sum(all))
	if g.chance(4) {
		test := pick(g, fmt.Sprintf("%s > %d", name, inner.lo), fmt.Sprintf("mod(%s, 2) == 0", name), g.element(all)+" < 1.0e30")
		store = []*statement{{before: []string{fmt.Sprintf("if (%s) then", test)}, body: store, end: "end if"}}
	}
	read := line("%s = %s + %s", g.owned(indices), pick(g, made, made, "0.5 * "+made+" * "+made), g.element(all))
	if g.chance(2) {
		s.body = []*statement{loop(append(store, read...)...)}
	} else {
		first := loop(store...)
		if len(x.dims) > 1 && strings.Contains(made, name) && g.chance(3) {
			first.before = append([]string{"!HPF$ INDEPENDENT"}, first.before...)
		}
		s.body = []*statement{first, loop(read...)}
	}
	directive := "!HPF$ INDEPENDENT, NEW(" + name + ")"
	if g.chance(3) {
		directive += ", ON HOME(" + g.owned(indices) + ")"
	}
	s.before = append([]string{directive}, s.before...)
	return []*statement{s}
}

// owned is an element that only one iteration of the innermost loop stores: it follows
// that loop's index.
func (g *generator) owned(indices []index) string {
	last := regexp.MustCompile(`\b` + indices[len(indices)-1].name + `\b`)
	for {
		if x := g.target(indices); last.MatchString(x[strings.Index(x, "("):]) && !strings.Contains(x, "mod") {
			return x
		}
	}
}

// forall returns a FORALL over one or two indices with one or two
// assignments, sometimes masked.
func (g *generator) forall(indices []index) []*statement {
	var ranges []string
	inner := slices.Clone(indices)
	for range 1 + g.below(2) {
		name := g.freeName(inner)
		if name == "" {
			break
		}
		lo, hi := g.between(2, 4), g.n-g.between(1, 3)
		header := fmt.Sprintf("%s=%d:%v", name, lo, linear{1, hi - g.n})
		if g.chance(6) {
			header += fmt.Sprintf(":%d", g.between(2, 3))
		}
		ranges = append(ranges, header)
		inner = append(inner, index{name, interval{lo, hi}})
	}
	if len(ranges) == 0 {
		return g.simple(indices)
	}
	mask := g.chance(6)
	if mask {
		ranges = append(ranges, g.element(inner)+" < 1.0e30")
	}
	head := fmt.Sprintf("forall (%s)", strings.Join(ranges, ", "))
	assign := func() string { return fmt.Sprintf("%s = %s", g.target(inner), g.sum(inner)) }
	if mask || g.chance(2) { // a mask shares messages with the assignment: on one line
		return line("%s %s", head, assign())
	}
	s := &statement{before: []string{head}, end: "end forall", bound: true}
	for range 1 + g.below(2) {
		s.body = append(s.body, line("%s", assign())...)
	}
	return []*statement{s}
}

// condition returns an IF that sizes and indices decide.
func (g *generator) condition(indices []index, depth int) []*statement {
	test := fmt.Sprintf("n > %d", g.between(8, 14))
	if len(indices) > 0 {
		x := indices[g.below(len(indices))]
		switch g.below(3) {
		case 0:
			test = fmt.Sprintf("%s == %d", x.name, g.between(x.lo, x.hi))
		case 1:
			test = fmt.Sprintf("%s > %d", x.name, g.between(x.lo, x.hi))
		}
	}
	s := &statement{before: []string{fmt.Sprintf("if (%s) then", test)}, end: "end if"}
	s.body = g.statement(indices, depth+1)
	if g.chance(3) {
		s.body = append(s.body, &statement{before: []string{"else"}})
		s.body = append(s.body, g.statement(indices, depth+1)...)
	}
	return []*statement{s}
}

// accumulation returns a loop nest that adds up a scalar.
func (g *generator) accumulation() []*statement {
	var indices []index
	var nest []*statement
	for range 1 + g.below(2) {
		name := g.freeName(indices)
		bounds, x := g.header(name, indices)
		indices = append(indices, x)
		nest = append(nest, &statement{before: []string{fmt.Sprintf("do %s = %s", name, bounds)}, end: "end do", bound: true})
	}
	op := pick(g, "s + %s", "s - %s", "max(s, %s)", "s + 2.0 * %s")
	defer g.decides()()
	last := nest[len(nest)-1]
	last.body = line("s = "+op, g.target(indices))
	if g.chance(4) {
		last.body = append(last.body, line("s = "+op, g.element(indices))...)
	}
	for i := len(nest) - 2; i >= 0; i-- {
		nest[i].body = nest[i+1 : i+2]
	}
	return append(line("s = 0.0"), nest[0])
}
