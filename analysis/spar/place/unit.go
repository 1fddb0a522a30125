package place

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/spar/surface"
)

// unit is a file as far as its declarations go: all that the body of a method
// depends on besides its own text.
type unit struct {
	options  Options
	file     *spar.File
	classes  []*class
	members  []spar.Placed // with their places in the file
	owners   []*class      // of the members
	starts   []int
	methods  []*Method
	entry    *Method
	counts   map[string]int // of model names
	assigned map[string]bool
	changed  map[string]bool // arrays whose elements are perhaps assigned to, by their names
	calls    map[*Method][]handed
	sets     map[*field]set
	signed   map[int]bool // by number of the member: what its calls pass is among what all methods depend on
	idle     map[int]bool // by number of the member: a method that the program never comes to
	own      int          // members of the file itself, which come first
	others   []*spar.File

	surface   *surface.Surface
	clashing  map[string]string    // see clashes
	fields    map[*field]int       // numbers of their declarations
	functions map[string][]*Method // by name: those whose bodies are followed where they are called
}

// memberSpace is how far apart the members lie in the places that a builder
// works with: place x of member n is n*memberSpace + x, wherever the member
// stands in the file. So what is found out about a method holds when lines are
// added before it.
const memberSpace = 1 << 32

// At is a place in the file.
func (p *Program) At(at source.Span) source.Span {
	n := at.Start / memberSpace
	if n == 0 || n > len(p.starts) {
		return at
	}
	if p.Foreign(at) {
		return source.Span{}
	}
	return at.Shift(p.starts[n-1] - n*memberSpace)
}

// Foreign tells whether a place is in another file.
func (p *Program) Foreign(at source.Span) bool { return at.Start/memberSpace > p.own }

// Row is the line of a place in its member, counted from 0, with the member: it
// stays when lines are added before the member.
func (p *Program) Row(at int) [2]int {
	n := at / memberSpace
	if n == 0 || n > len(p.members) {
		return [2]int{0, at}
	}
	text := p.members[n-1].Text
	return [2]int{n, strings.Count(text[:min(at-n*memberSpace, len(text))], "\n")}
}

func newUnit(f *spar.File, others []*spar.File, opt Options) *unit {
	u := &unit{options: opt, file: f, others: others, counts: map[string]int{}, assigned: map[string]bool{}, changed: map[string]bool{}, idle: map[int]bool{}, signed: map[int]bool{}}
	if p := f.Global.Get("boundscheck"); p != nil && p.Value != nil && p.Value.Text == "false" {
		u.options.Bounds = false
	}
	for _, t := range f.Types {
		u.declare(t, nil, "", 0, false)
	}
	u.own = len(u.members)
	for _, other := range others {
		for _, t := range other.Types {
			u.declare(t, nil, "", 0, true)
		}
	}
	u.findLineages()
	u.findMade()
	u.entry = u.findEntry()
	u.findLocated()
	u.findShared()
	u.findSized()
	u.findSets()
	u.findFunctions()
	u.sign()
	return u
}

// declare enters a class, its fields and its methods.
func (u *unit) declare(t *spar.Type, outer *class, text string, start int, foreign bool) {
	c := &class{name: t.Name, tree: t, outer: outer, text: text, foreign: foreign, fields: map[string]*field{}, methods: map[string][]*Method{}}
	c.public = slices.Contains(t.Modifiers, "public")
	u.classes = append(u.classes, c)
	u.declareParams(c)
	for _, m := range t.Members {
		m.Start += start
		u.members, u.starts, u.owners = append(u.members, m), append(u.starts, m.Start), append(u.owners, c)
		number := len(u.members)
		for _, name := range m.Facts.Stored {
			u.assigned[name] = true
		}
		u.whole(m.Facts.Whole)
		switch m.Kind {
		case spar.Field:
			for _, d := range m.Names {
				u.whole(spar.WholeIn(d.Init))
				x := &field{declarator: d, member: m.Member, number: number, model: u.model(c.name + "_" + d.Name)}
				c.fields[d.Name] = x
				c.order = append(c.order, x)
			}
		case spar.Method, spar.Constructor:
			x := &Method{Name: c.name + "." + m.Name, Model: u.model(c.name + "_" + m.Name), Span: source.Span{Start: m.Start, End: m.End}, NameSpan: m.NameSpan.Shift(m.Start), member: m, number: number, class: c, Foreign: foreign}
			if m.End == 0 {
				x.Span.End = m.NameSpan.End + m.Start
			}
			c.methods[m.Name] = append(c.methods[m.Name], x)
			u.methods = append(u.methods, x)
		case spar.Inner:
			u.declare(m.Inner, c, cmp.Or(m.Text, c.text), m.Start, foreign)
		}
	}
}

// model numbers the names of the model: the first adi_f is adi_f_0.
func (u *unit) model(name string) string {
	u.counts[name]++
	return fmt.Sprintf("%s_%d", name, u.counts[name]-1)
}

// firstPlace is the first pragma in a body that says where something is.
func (u *unit) firstPlace() *spar.Pragma {
	for _, m := range u.members {
		if len(m.Facts.Places) > 0 {
			return m.Facts.Places[0]
		}
	}
	return nil
}

// findEntry is the method where the program starts: main of the first public
// class that has one, else of the first class.
func (u *unit) findEntry() *Method {
	var found *Method
	for _, m := range u.methods {
		if m.Foreign || m.member.Name != "main" || m.member.Body == nil {
			continue
		}
		if found == nil || m.class.public && !found.class.public {
			found = m
		}
	}
	return found
}

// findLocated finds the methods that run on one processor: all their calls that are
// executed stand under an on, in a task or in an iteration that has a home, or in such a
// method; and those that call themselves.
func (u *unit) findLocated() {
	sites, calls := map[*Method][]site{}, map[*Method][]*Method{}
	for _, m := range u.methods {
		if !callsSome(m.member) {
			continue
		}
		s := u.scopeOf(m.member, m.class)
		enter := func(to *Method, c spar.CallSite) {
			sites[to] = append(sites[to], site{m, c})
			calls[m] = append(calls[m], to)
		}
		for _, c := range m.member.Facts.Calls {
			for _, to := range s.targets(c.Call) {
				enter(to, c)
			}
		}
		for _, c := range m.member.Facts.Created {
			if to := u.constructor(c.New); to != nil {
				enter(to, c)
			}
		}
	}
	u.keepReached(calls, sites)
	executed := u.executed(calls)
	for _, m := range u.methods {
		u.idle[m.number] = !executed[m]
	}
	u.calls = map[*Method][]handed{}
	for _, m := range u.methods {
		for _, s := range sites[m] {
			u.calls[m] = append(u.calls[m], handed{s.from, s.call.Args()})
		}
	}
	for _, m := range u.methods {
		m.Located, m.tasked = len(sites[m]) > 0, len(sites[m]) > 0
		m.recursive = reaches(calls, m)
	}
	for changed := true; changed; {
		changed = false
		for _, m := range u.methods {
			for _, s := range sites[m] {
				if executed[m] && !executed[s.from] {
					continue
				}
				if m.Located && !s.call.On && !(u.options.Gathered && s.call.Free) && !s.from.Located {
					m.Located, changed = false, true
				}
				if m.tasked && !s.call.Task && (s.call.On || !s.from.tasked) {
					m.tasked, changed = false, true
				}
			}
		}
	}
}

// site is a call of a method of the program.
type site struct {
	from *Method
	call spar.CallSite
}

// reaches tells whether calls lead from a method back to it.
func reaches(calls map[*Method][]*Method, m *Method) bool {
	seen := map[*Method]bool{}
	var visit func(*Method) bool
	visit = func(x *Method) bool {
		for _, to := range calls[x] {
			if to == m {
				return true
			}
			if !seen[to] {
				seen[to] = true
				if visit(to) {
					return true
				}
			}
		}
		return false
	}
	return visit(m)
}
