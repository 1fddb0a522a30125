package place

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/spar"
)

// What the rest of the program tells the body of a method is told by names: of classes, of
// their variables and of their methods. So a body depends on the declarations to which one
// comes from its words, through the words of these, and on what holds for all bodies.

// surface is what the declarations of a program say, each with what it depends on. The first
// declarations are the classes, in their order; then come the members, and then the variables of
// the classes.
type surface struct {
	common  string // digest of what all bodies depend on
	list    []*declaration
	fields  map[*field]int
	classes map[string][]int // by name
	named   []map[string][]int
	objects [][]int // by class: variables that each object has, which need not be named where it is handed on
	above   [][]int // by class: classes from which one comes to it without a word of them
	near    [][]int // by class: those that its declarations come to
	clashes map[string]string
}

// declaration is what is said of a class, or of a member of one.
type declaration struct {
	strings.Builder
	class  int // that it is, or in which it stands
	digest [sha256.Size]byte
	words  []string
	also   []int // numbers of members on which it depends besides
}

// with adds what holds in a member of which arguments or sizes are a part.
func (d *declaration) with(u *unit, number int) {
	d.also = append(d.also, number)
	u.signLocals(d, u.members[number-1])
}

// sign reads what the declarations say.
func (u *unit) sign() {
	s := &surface{fields: map[*field]int{}, classes: map[string][]int{}, clashes: u.clashes()}
	index := map[*class]int{}
	for i, c := range u.classes {
		index[c] = i
		s.classes[c.name] = append(s.classes[c.name], i)
	}
	n := len(u.classes)
	for range n + len(u.members) {
		s.list = append(s.list, &declaration{})
	}
	s.named, s.objects, s.above = make([]map[string][]int, n), make([][]int, n), make([][]int, n)
	for i, c := range u.classes {
		s.named[i] = map[string][]int{}
		u.signClass(s.list[i], i, c)
		if c.outer != nil {
			s.above[i] = append(s.above[i], index[c.outer])
		}
		for _, d := range c.lineage[1:] {
			s.above[i] = append(s.above[i], index[d])
			s.above[index[d]] = append(s.above[index[d]], i) // of which an object may be
		}
		s.list[i].class = i
	}
	for i, m := range u.members {
		d := s.list[n+i]
		d.class = index[u.owners[i]]
		if m.Kind != spar.Field && m.Kind != spar.Inner {
			fmt.Fprintf(d, "%d %d %s\n", i+1, m.Kind, m.Signature())
		}
	}
	for _, c := range u.classes {
		for _, f := range c.order {
			at := len(s.list)
			s.fields[f], s.list = at, append(s.list, &declaration{class: index[c]})
			s.enter(index[c], f.declarator.Name, at)
			if !f.member.Has("static") {
				s.objects[index[c]] = append(s.objects[index[c]], at)
			}
			u.signField(s.list[at], f)
		}
	}
	for _, m := range u.methods {
		d := s.list[n+m.number-1]
		s.enter(d.class, m.member.Name, n+m.number-1)
		u.signMethod(d, m)
		if u.followed(m) {
			fmt.Fprintln(d, m.member.Text, s.clashing(m.member))
		}
	}
	u.surface = s
}

// surfaceOf is what the declarations say, with the values that b has found for them.
func (b *builder) surfaceOf() *surface {
	s := b.surface
	common := sha256.Sum256([]byte(b.shared(s)))
	s.common = string(common[:])
	for i := range s.list {
		d := s.list[i]
		text := d.String()
		d.digest, d.words = sha256.Sum256([]byte(text)), words(text)
	}
	s.findNear()
	return s
}

func (s *surface) enter(class int, name string, at int) {
	s.named[class][name] = append(s.named[class][name], at)
}

// shared is what the bodies of all methods depend on, as the builder of the declarations has
// read it; what that says of single variables becomes a part of these.
func (b *builder) shared(s *surface) string {
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
			to = &s.list[s.fields[v.class.fields[v.Name]]].Builder
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
func (u *unit) signClass(d *declaration, i int, c *class) {
	fmt.Fprintln(d, i, c.tree.Heading(), c.foreign, c.made, c.shared, c.text)
	u.signInstances(d, c)
}

// signField writes what is said of a variable of a class.
func (u *unit) signField(d *declaration, f *field) {
	fmt.Fprintln(d, f.number, f.member.Declares(f.declarator), f.model, u.assigned[f.declarator.Name], u.changed[f.declarator.Name])
	u.signMadeFor(d, f, false)
	u.signMadeFor(d, f, true)
	u.signSet(d, f)
}

// signMethod writes what is said of a method besides its heading.
func (u *unit) signMethod(d *declaration, m *Method) {
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

// clashing are those of a member: its names are numbered behind them.
func (s *surface) clashing(m spar.Placed) string {
	var out strings.Builder
	add := func(name string) { out.WriteString(s.clashes[name]) }
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

// words are the names in a text.
func words(text string) []string {
	return strings.FieldsFunc(spar.Plain(text), func(c rune) bool { return c != '_' && c != '$' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}
