package generate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Project is a generated program of several procedures in several files: arrays in
// a module, in COMMON blocks or in the host, bounds that other procedures set,
// callers that name no mapped array, arguments that change from call to call,
// dummies of every kind.
type Project struct {
	N       int
	Grid    []int
	units   []*unit
	sharing sharing
	data    []string
	lookups map[string]string // the declarations of index arrays
	inside  bool              // the procedures stand in a module
	further bool              // they stand in a file of their own
}

// unit is a program unit of a project.
type unit struct {
	name, arguments string
	local           []string // declarations
	sees            sight
	calls           map[string]string // what the unit calls names of the program, by those
	only            bool              // it uses only what it needs of a module
	body            []*statement
}

// sight is what a unit sees of the shared variables.
type sight int

const (
	all sight = iota
	scalars
	nothing
)

// NewProject returns the project of a seed.
func NewProject(seed uint64) *Project {
	g := &generator{r: rand.New(rand.NewPCG(seed, 2)), n: 10}
	g.n += g.below(5)
	p := &Program{Rank: pick(g, 1, 1, 2), N: g.n}
	g.declare(p)
	out := &Project{N: g.n, Grid: g.grid(p.Rank), sharing: pick(g, byModule, byCommon, byHost), inside: g.chance(3), further: g.chance(2)}
	local := append(slices.Clone(p.head[2:4]), "  integer :: first1, last1, next")
	out.data = slices.Concat(p.head[1:2], p.head[4:])
	w := &workers{generator: g, project: out, local: local}
	main := &unit{name: "main", local: local}
	w.procedures()
	main.body = w.mainBody()
	out.Grid = g.wide(out.Grid)
	out.units = append([]*unit{main}, out.units...)
	out.lookups = map[string]string{"ix": g.lookup("ix"), "jx": g.lookup("jx")}
	return out
}

// workers makes the procedures of a project.
type workers struct {
	*generator
	project *Project
	local   []string
	callees []callee
}

// callee is a procedure that can be called, with a scalar of a range or without.
type callee struct {
	name    string
	scalar  bool
	vector  bool
	dummies []array
	sized   bool // the size n is an argument in front of them
	element bool // of an array is the argument
}

func (w *workers) procedures() {
	w.add("limits", "", all, w.limits())
	w.span()
	for i := range 1 + w.below(3) {
		name := fmt.Sprintf("work%d", i+1)
		switch w.below(8) {
		case 2, 3, 4:
			w.mapped(name)
		case 5:
			w.element(name)
		case 0:
			w.add(name, "(first)", all, w.work(true), "  integer, intent(in) :: first")
			w.callees = append(w.callees, callee{name: name, scalar: true})
		case 1:
			w.vector(name)
		default:
			w.add(name, "", all, w.work(false))
			w.callees = append(w.callees, callee{name: name})
		}
	}
	if w.chance(2) {
		w.drive()
	}
}

// drive is a procedure that calls others and names no array, where it can.
func (w *workers) drive() {
	every := w.callees
	w.callees = slices.DeleteFunc(slices.Clone(every), func(c callee) bool { return c.vector || c.dummies != nil || c.element })
	sees := scalars
	if len(w.callees) == 0 {
		w.callees, sees = every, all
	}
	w.add("drive", "", sees, w.calls())
	w.callees = append(every, callee{name: "drive"})
}

func (w *workers) add(name, arguments string, sees sight, body []*statement, local ...string) {
	u := &unit{name: name, arguments: arguments, local: slices.Concat(local, w.local), sees: sees, body: body}
	if w.chance(3) && w.project.sharing != byHost {
		u.calls = w.otherNames()
	}
	u.only = w.chance(2)
	w.project.units = append(w.project.units, u)
}

// work are statements over the shared arrays, some within bounds that other
// procedures set or pass.
func (w *workers) work(first bool) []*statement {
	var out []*statement
	for range 1 + w.below(2) {
		if w.chance(3) {
			out = append(out, decided(w.statement(nil, 1))...)
			continue
		}
		out = append(out, w.within(first)...)
	}
	return out
}

// decided leaves out conditions that only the run of a program decides.
func decided(body []*statement) []*statement {
	for _, s := range body {
		if strings.HasPrefix(s.before[0], "if (") && strings.Contains(s.before[0], "1.0e30") {
			s.before = []string{"if (n > 0) then"}
		}
		decided(s.body)
	}
	return body
}

// vector is a procedure with an array argument, mapped in one of the ways there are.
func (w *workers) vector(name string) {
	lower := w.between(-1, 1)
	local := []string{"  integer, intent(in) :: length", fmt.Sprintf("  %s :: x(%d:length%+d)", w.typ(), lower, lower-1)}
	local = append(local, w.dummyMapping(lower)...)
	for i, l := range local { // the dummy's extent is called m there
		local[i] = strings.ReplaceAll(l, "2*m+9", "2*length+9")
	}
	body := line("x = 1.5")
	if w.chance(2) {
		body = append(body, line("x(%d:length%+d) = x(%d:length%+d)", lower, lower-2, lower+1, lower-1)...)
	}
	w.add(name, "(length, x)", nothing, body, local...)
	w.callees = append(w.callees, callee{name: name, vector: true})
}

// mainBody sets the bounds, and calls.
func (w *workers) mainBody() []*statement {
	out := line("call limits")
	if w.chance(3) {
		out = append(out, w.work(false)...)
	}
	return append(out, w.calls()...)
}

// calls are one to three calls, in loops or under conditions, or with the bounds
// changed in between.
func (w *workers) calls() []*statement {
	var out []*statement
	for range 1 + w.below(3) {
		c := pick(w.generator, w.callees...)
		switch w.below(5) {
		case 0:
			s := &statement{before: []string{fmt.Sprintf("do k = %d, %d", 2, 2+w.below(3))}, end: "end do", bound: true, body: w.call(c, "k")}
			out = append(out, s)
		case 1:
			s := &statement{before: []string{fmt.Sprintf("if (m > %d) then", w.between(1, 3))}, end: "end if", body: w.call(c, "m")}
			out = append(out, s)
		case 2:
			out = append(out, line("m = m + 1")...)
			out = append(out, w.call(c, "m")...)
			out = append(out, line("m = m - 1")...)
		default:
			out = append(out, w.call(c, "")...)
		}
	}
	return out
}

// call calls a procedure; by is a variable between 2 and 4, or none.
func (w *workers) call(c callee, by string) []*statement {
	switch {
	case c.dummies != nil:
		return w.callMapped(c)
	case c.element:
		x := w.arrays[w.below(len(w.arrays))]
		var around []index
		if by != "" {
			around = []index{{by, interval{2, 4}}}
		}
		subs := make([]string, len(x.dims))
		for d := range subs {
			subs[d] = w.subscriptOf(x.dims[d], around)
		}
		return line("call %s(%s(%s))", c.name, x.name, strings.Join(subs, ","))
	case c.scalar && by == "":
		return line("call %s(%d)", c.name, w.between(2, 4))
	case c.scalar:
		return line("call %s(%s)", c.name, by)
	case c.vector:
		length := w.between(4, w.n)
		x := w.arrays[w.below(len(w.arrays))]
		return line("call %s(%d, %s)", c.name, length, w.sectionOf(x, []int{length}, nil))
	}
	return line("call %s", c.name)
}

// Smaller returns the projects with a statement less, or a simpler one. What gives
// the bounds their values stays.
func (p *Project) Smaller() []*Project {
	var out []*Project
	for i, u := range p.units {
		first := 0
		switch i {
		case 0:
			first = 1
		case 1:
			continue
		}
		rest := u.body[first:]
		if len(rest) == 0 {
			continue
		}
		for _, body := range append(smaller(rest), nil) {
			q, v := *p, *u
			v.body = slices.Concat(u.body[:first], body)
			q.units = slices.Clone(p.units)
			q.units[i] = &v
			out = append(out, &q)
		}
	}
	return out
}
