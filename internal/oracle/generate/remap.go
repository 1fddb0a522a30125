package generate

import (
	"fmt"
	"slices"
	"strings"
)

// remap returns executable mapping directives: of the template, or of one
// array, sometimes with statements behind, or in a loop that takes them back,
// or in loops that do not.
func (g *generator) remap() []*statement {
	g.dynamic = true
	if g.chance(3) {
		return g.peeled("l", g.between(1, 3))
	}
	before := g.now
	to := g.otherMapping()
	if !g.chance(4) {
		return line("%s", to)
	}
	s := &statement{before: []string{"do l = 1, 2"}, end: "end do"}
	s.body = append(line("%s", to), g.simple(nil)...)
	s.body = append(s.body, line("%s", before[subject(to)])...)
	g.now = before
	return []*statement{s}
}

// peeled is a loop that leaves arrays mapped otherwise than it found them, with
// statements before the directive; sometimes it has another one inside.
func (g *generator) peeled(name string, trips int) []*statement {
	s := &statement{before: []string{fmt.Sprintf("do %s = 1, %d", name, trips)}, end: "end do", bound: true}
	decided := g.decides()
	s.body = g.simple([]index{{name, interval{1, trips}}})
	decided()
	if g.chance(2) {
		s.body = append(s.body, g.simple(nil)...)
	}
	if name == "l" && g.chance(3) {
		s.body = append(s.body, g.peeled("k", 2)...)
	}
	s.body = append(s.body, line("%s", g.otherMapping())...)
	if g.chance(3) {
		s.body = append(s.body, g.simple(nil)...)
	}
	return []*statement{s}
}

// subject is the name that a mapping directive is about.
func subject(directive string) string {
	fields := strings.FieldsFunc(directive, func(r rune) bool { return r == ' ' || r == '(' })
	return fields[2]
}

// otherMapping returns a directive, and notes it as the mapping from now on.
func (g *generator) otherMapping() string {
	g.now = cloned(g.now)
	t := g.first
	var aligned []int
	for i, x := range g.arrays {
		if g.now[x.name] != "" {
			aligned = append(aligned, i)
		}
	}
	if len(aligned) == 0 || g.chance(2) {
		var formats []string
		for _, d := range t.dims {
			formats = append(formats, g.plainFormat(d))
		}
		d := fmt.Sprintf("!HPF$ REDISTRIBUTE %s(%s) ONTO pr", t.name, strings.Join(formats, ","))
		g.now[t.name] = d
		return d
	}
	x := g.arrays[aligned[g.below(len(aligned))]]
	g.on = t
	source, target := g.align(x)
	d := fmt.Sprintf("!HPF$ REALIGN %s(%s) WITH %s(%s)", x.name, strings.Join(source, ","), t.name, strings.Join(target, ","))
	g.now[x.name] = d
	return d
}

func cloned(m map[string]string) map[string]string {
	out := map[string]string{}
	for k, v := range m {
		out[k] = v
	}
	return out
}

// plainFormat is a format that needs no table.
func (g *generator) plainFormat(d templateDim) string {
	if d.whole {
		return "*"
	}
	return pick(g, "BLOCK", "CYCLIC", fmt.Sprintf("CYCLIC(%d)", g.between(2, 5)))
}

// call calls a procedure of the program with a section of one dimension.
func (g *generator) call() []*statement {
	length := g.between(2, g.n)
	x := g.arrays[g.below(len(g.arrays))]
	return line("call %s(%d, %s)", g.procedure(), length, g.sectionOf(x, []int{length}, nil))
}

// procedure adds a procedure with a vector as a dummy, mapped in one of the ways
// that there are, and returns its name.
func (g *generator) procedure() string {
	name := fmt.Sprintf("p%d", len(g.procedures)+1)
	intent := pick(g, "", "", ", intent(in)", ", intent(out)")
	lower := g.between(-1, 1)
	text := []string{
		fmt.Sprintf("subroutine %s(m, x)", name), "  implicit none", "  integer, intent(in) :: m",
		fmt.Sprintf("  %s%s :: x(%d:m%+d)", g.typ(), intent, lower, lower-1),
	}
	text = append(text, g.dummyMapping(lower)...)
	if intent != ", intent(in)" {
		text = append(text, "  x = 1.5")
	}
	g.procedures = append(g.procedures, append(text, "end subroutine "+name))
	return name
}

// dummyMapping maps the dummy x(lower:lower+m-1) of a procedure.
func (g *generator) dummyMapping(lower int) []string {
	processors := g.first.directives[0]
	rank := strings.Count(processors, ",") + 1
	switch {
	case g.chance(5):
		return []string{"!HPF$ INHERIT x"}
	case g.chance(5):
		return nil
	case rank == 1:
		return []string{processors, fmt.Sprintf("!HPF$ DISTRIBUTE x(%s) ONTO pr", g.plainFormat(templateDim{}))}
	}
	bounds, formats, target := make([]string, rank), make([]string, rank), make([]string, rank)
	for d := range rank {
		bounds[d], formats[d], target[d] = "7", g.plainFormat(templateDim{}), pick(g, "*", "3")
	}
	d := g.below(rank)
	bounds[d], target[d] = fmt.Sprintf("%d:2*m+9", lower), pick(g, "i", "i+1", "2*i+4")
	return []string{
		processors, fmt.Sprintf("!HPF$ TEMPLATE t(%s)", strings.Join(bounds, ",")),
		fmt.Sprintf("!HPF$ DISTRIBUTE t(%s) ONTO pr", strings.Join(formats, ",")),
		fmt.Sprintf("!HPF$ ALIGN x(i) WITH t(%s)", strings.Join(target, ",")),
	}
}

// mappingsOf notes how the template and the arrays on it are mapped at the
// start, as directives that bring that back.
func (g *generator) mappingsOf(directives []string) {
	g.now = map[string]string{g.first.name: "!HPF$ RE" + strings.TrimPrefix(g.first.directives[2], "!HPF$ ")}
	for _, d := range directives {
		if strings.Contains(d, "WITH "+g.first.name+"(") {
			g.now[subject(d)] = "!HPF$ RE" + strings.TrimPrefix(d, "!HPF$ ")
		}
	}
}

// dynamicNames lists what a DYNAMIC directive names.
func (g *generator) dynamicNames() string {
	var names []string
	for name := range g.now {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}
