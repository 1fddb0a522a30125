package place

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/spar/surface"
)

// with adds what holds in a member of which arguments or sizes are a part.
func (u *unit) with(d *surface.Declaration, number int) {
	d.Depends(u.declared(number))
	u.signLocals(d, u.members[number-1])
}

// declared is the number of the declaration of a member: the members come after the classes.
func (u *unit) declared(number int) int { return len(u.classes) + number - 1 }

// sign writes what the declarations say: of the classes, of the members, and of the variables.
func (u *unit) sign() {
	index, names := map[*class]int{}, []string{}
	for i, c := range u.classes {
		index[c], names = i, append(names, c.name)
	}
	s := surface.New(names)
	u.surface, u.clashing, u.fields = s, u.clashes(), map[*field]int{}
	for i, c := range u.classes {
		u.signClass(s.At(i), i, c)
		if c.outer != nil {
			s.Leads(i, index[c.outer])
		}
		for _, d := range c.lineage[1:] {
			s.Leads(i, index[d])
			s.Leads(index[d], i) // of which an object may be
		}
	}
	for i, m := range u.members {
		d := s.At(s.Add(index[u.owners[i]]))
		if m.Kind != spar.Field && m.Kind != spar.Inner {
			fmt.Fprintf(d, "%d %d %s\n", i+1, m.Kind, m.Signature())
		}
	}
	for i, c := range u.classes {
		for _, f := range c.order {
			at := s.Add(i)
			u.fields[f] = at
			s.Name(at, f.declarator.Name)
			if !f.member.Has("static") {
				s.OfObjects(at)
			}
			u.signField(s.At(at), f)
		}
	}
	for _, m := range u.methods {
		at := u.declared(m.number)
		s.Name(at, m.member.Name)
		u.signMethod(s.At(at), m)
		if u.followed(m) {
			fmt.Fprintln(s.At(at), m.member.Text, u.clashesOf(m.member))
		}
	}
}

// shared is what the bodies of all methods depend on, as the builder of the declarations has
// read it; what that says of single variables becomes a part of these.
func (b *builder) shared() string {
	u, out := b.unit, &strings.Builder{}
	fmt.Fprintln(out, u.options, u.file.Imports, b.implied, b.loose, b.numbers, b.largest, len(b.criticals))
	if g := u.file.Global; g != nil {
		for _, p := range g.List {
			fmt.Fprintln(out, p.Name, p.Value.String())
		}
	}
	for _, g := range b.grids {
		fmt.Fprintln(out, g.Name, g.Kind, g.Sizes, len(g.Extents))
	}
	for _, c := range b.criticalList {
		fmt.Fprintln(out, c.Name, c.Source, c.Default)
	}
	for _, x := range b.numerics {
		to := out
		if v := b.variables[x.Name]; v != nil && v.isField() && v.param == 0 {
			to = &b.unit.surface.At(b.unit.fields[v.class.fields[v.Name]]).Builder
		}
		fmt.Fprintln(to, x.Name, x.Parameter, x.Source, notation.Text(x.Value))
	}
	if u.entry != nil {
		fmt.Fprintln(out, u.entry.Model)
	}
	for _, m := range u.members {
		for _, p := range append(m.Pragmas.All("Pamela"), m.Facts.Defines...) {
			fmt.Fprintln(out, p.Value.String())
		}
	}
	return out.String()
}

// signClass writes what is said of a class.
func (u *unit) signClass(d *surface.Declaration, i int, c *class) {
	fmt.Fprintln(d, i, c.tree.Heading(), c.foreign, c.made, c.shared, c.text)
	u.signInstances(d, c)
}

// signField writes what is said of a variable of a class.
func (u *unit) signField(d *surface.Declaration, f *field) {
	fmt.Fprintln(d, f.number, f.member.Declares(f.declarator), f.model, u.assigned[f.declarator.Name], u.changed[f.declarator.Name])
	u.signMadeFor(d, f, false)
	u.signMadeFor(d, f, true)
	u.signSet(d, f)
}

// signMethod writes what is said of a method besides its heading.
func (u *unit) signMethod(d *surface.Declaration, m *Method) {
	fmt.Fprintln(d, m.Model, m.Located, m.recursive, m.tasked, u.options.Gathered && u.pureMethod(m, map[*Method]bool{}))
	u.signSized(d, m)
	if u.signed[m.number] {
		u.signArguments(d, m.number)
	}
}

// clashes are the names of the classes' variables and methods in the model that one which a
// method declares may have too, by that.
func (u *unit) clashes() map[string]string {
	out := map[string]string{}
	for name, n := range u.counts {
		for i, c := range name + "_" {
			if c == '_' {
				out[name[:i]] += fmt.Sprintln(name, n)
			}
		}
	}
	for name, text := range out {
		list := strings.SplitAfter(text, "\n")
		slices.Sort(list)
		out[name] = strings.Join(list, "")
	}
	return out
}

// clashesOf are those of a member: its names are numbered behind them.
func (u *unit) clashesOf(m spar.Placed) string {
	var out strings.Builder
	add := func(name string) { out.WriteString(u.clashing[name]) }
	for _, p := range m.Params {
		add(p.Name)
	}
	for _, d := range m.Facts.Locals {
		add(d.Name)
	}
	for _, name := range m.Facts.Indices {
		add(name)
	}
	return out.String()
}
