package generate

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// Project is a generated program of several procedures in several files: arrays in
// a module or in COMMON blocks of an include file, bounds that other procedures
// set, callers that name no mapped array, arguments that change from call to call.
type Project struct {
	N       int
	Grid    []int
	units   []*unit
	module  bool // the arrays stand in a module
	data    []string
	inside  bool // the procedures stand in a module
	further bool // they stand in a file of their own
}

// unit is a program unit of a project.
type unit struct {
	head, end string
	local     []string // declarations
	sees      sight
	body      []*statement
}

// sight is what a unit sees of the shared variables.
type sight int

const (
	all sight = iota
	scalars
	nothing
)

// File is a file of a project.
type File struct{ Name, Text string }

// NewProject returns the project of a seed.
func NewProject(seed uint64) *Project {
	g := &generator{r: rand.New(rand.NewPCG(seed, 2)), n: 10}
	g.n += g.below(5)
	p := &Program{Rank: pick(g, 1, 1, 2), N: g.n}
	g.declare(p)
	out := &Project{N: g.n, Grid: g.grid(p.Rank), module: g.chance(2), inside: g.chance(3), further: g.chance(2)}
	local := p.head[2:4]
	out.data = slices.Concat(p.head[1:2], p.head[4:])
	w := &workers{generator: g, project: out, local: local}
	main := &unit{head: "program main", end: "end program main", local: local}
	w.procedures()
	main.body = w.mainBody()
	out.units = append([]*unit{main}, out.units...)
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
	name   string
	scalar bool
	vector bool
}

func (w *workers) procedures() {
	w.add("limits", "", all, w.limits())
	for i := range 1 + w.below(3) {
		name := fmt.Sprintf("work%d", i+1)
		switch w.below(4) {
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
	w.callees = slices.DeleteFunc(slices.Clone(every), func(c callee) bool { return c.vector })
	sees := scalars
	if len(w.callees) == 0 {
		w.callees, sees = every, all
	}
	w.add("drive", "", sees, w.calls())
	w.callees = append(every, callee{name: "drive"})
}

func (w *workers) add(name, arguments string, sees sight, body []*statement, local ...string) {
	u := &unit{head: "subroutine " + name + arguments, end: "end subroutine " + name, local: slices.Concat(local, w.local), sees: sees, body: body}
	w.project.units = append(w.project.units, u)
}

// limits gives the shared scalars their values: bounds of the loops of others.
func (w *workers) limits() []*statement {
	values := map[string]int{"lo": w.between(2, 4), "hi": w.n - w.between(1, 3), "m": w.between(2, 3)}
	var out []*statement
	for _, name := range []string{"lo", "hi", "m"} {
		out = append(out, w.assigned(name, values[name])...)
	}
	out = append(out, line("edge(1) = %d", w.between(2, 4))...)
	return append(out, line("edge(2) = %s", pick(w.generator, "hi", "n - 1", "edge(1) + 4"))...)
}

// assigned gives a scalar a value in one of the ways that programs have.
func (w *workers) assigned(name string, value int) []*statement {
	switch w.below(4) {
	case 0:
		return line("%s = n%+d", name, value-w.n)
	case 1:
		loop := &statement{before: []string{"do i = 1, 2"}, end: "end do", bound: true, body: line("%s = %s + 1", name, name)}
		return append(line("%s = %d", name, value-2), loop)
	}
	return line("%s = %d", name, value)
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

// within is a loop whose bounds are known by running the program.
func (w *workers) within(first bool) []*statement {
	lower := pick(w.generator, "lo", "2", "m", "edge(1)", "lo - 1 + m/2")
	upper := pick(w.generator, "hi", "n - 1", "edge(2)", "hi - 1")
	if first {
		lower = pick(w.generator, "first + 1", "first", "2")
		upper = pick(w.generator, "hi", "n - first", "first + 4")
	}
	s := &statement{before: []string{fmt.Sprintf("do i = %s, %s", lower, upper)}, end: "end do", bound: true}
	around := []index{{"i", interval{1, w.n - 1}}}
	for range 1 + w.below(2) {
		s.body = append(s.body, line("%s = %s", w.target(around), w.sum(around))...)
	}
	return []*statement{s}
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
	if by == "" {
		by = fmt.Sprint(w.between(2, 4))
	}
	switch {
	case c.scalar:
		return line("call %s(%s)", c.name, by)
	case c.vector:
		length := w.between(4, w.n)
		x := w.arrays[w.below(len(w.arrays))]
		return line("call %s(%d, %s)", c.name, length, w.sectionOf(x, []int{length}, nil))
	}
	return line("call %s", c.name)
}

// Files returns the source files, the main program's first.
func (p *Project) Files() []File {
	main, rest := p.text(p.units[0]), ""
	for _, u := range p.units[1:] {
		rest += p.text(u)
	}
	if p.inside {
		rest = "module workers\ncontains\n" + rest + "end module workers\n"
		main = strings.Replace(main, "program main\n", "program main\n  use workers\n", 1)
	}
	out := []File{{"main.f90", main}, {"workers.f90", rest}}
	if !p.further {
		out = []File{{"main.f90", main + rest}}
	}
	arrays := strings.Join(p.data, "\n") + "\n"
	if p.module {
		return append(out, File{"fields.f90", "module fields\n  implicit none\n" + sharedScalars + arrays + "end module fields\n"})
	}
	return append(out,
		File{"bounds.inc", sharedScalars + "  common /bounds/ lo, hi, m, edge\n"},
		File{"fields.inc", p.common() + arrays})
}

// sharedScalars are what the procedures share besides arrays: bounds of loops.
const sharedScalars = "  integer :: lo, hi, m, edge(2)\n"

// common puts the arrays that are declared into a COMMON block.
func (p *Project) common() string {
	var names []string
	for _, l := range p.data {
		if found := declaration.FindStringSubmatch(l); found != nil {
			names = append(names, found[1])
		}
	}
	return "  common /arrays/ " + strings.Join(names, ", ") + "\n"
}

var declaration = regexp.MustCompile(`^  real(?:\(8\))? :: (\w)\(`)

// text writes a unit, with what it declares of the shared variables.
func (p *Project) text(u *unit) string {
	var b strings.Builder
	b.WriteString(u.head + "\n")
	include := map[sight]string{all: "  include 'bounds.inc'\n  include 'fields.inc'\n", scalars: "  include 'bounds.inc'\n"}[u.sees]
	if p.module {
		include = ""
		if u.sees != nothing {
			b.WriteString("  use fields\n")
		}
	}
	b.WriteString("  implicit none\n" + include + strings.Join(u.local, "\n") + "\n")
	write(&b, u.body, "  ")
	b.WriteString(u.end + "\n")
	return b.String()
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
