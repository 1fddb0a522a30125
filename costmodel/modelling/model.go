package modelling

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar/place"
)

// Cause is why a process stands in the model.
type Cause uint8

// The causes.
const (
	Computation   Cause = iota // an operation, or an access to local memory
	Communication              // a value comes from another processor
	Kept                       // one that would, but is at hand; its Communication follows
	Overhead                   // a test of ownership
	CallSite                   // a method is executed
)

// Site is a process of the model with what it stands for in the program.
type Site struct {
	Span   source.Span // in the text of the model
	Source source.Span // in the program
	Cause  Cause
	What   string  // "plus", "move", "broadcast", the name of a method
	Array  string  // of a move; "" without
	Bytes  int     // of each value that it moves; 0 without
	Words  float64 // of 8 bytes in each value of a block, as its process counts them; 0 elsewhere
}

// Model is a program as a PAMELA model.
type Model struct {
	Text     string
	Sites    []Site // in the order of the text
	Warnings []source.Diagnostic

	counting
}

// Main is the process equation of the whole program.
const Main = "main"

// Given are the values that a user has chosen, as a printed model states them.
type Given struct {
	Values  map[string]float64 // of parameters and critical variables, by their names in the model
	Machine string             // the equations of a machine whose own numbers are chosen too; "" where its file is included
	Unit    *place.Method      // what main executes, with parameters that can be set; nil: the program
}

// Build writes the model of a program whose text is given, for a reader.
func Build(p *place.Program, text *source.Text, file string, t Target, given Given) *Model {
	p.Lock()
	defer p.Unlock()
	w := &writer{program: p, target: t, text: text, file: filepath.Base(file), used: map[string]int{}, given: given, roots: p.Roots, criticals: p.Criticals}
	if given.Unit != nil {
		r, parameters := p.Unit(given.Unit)
		w.roots = []place.Root{r}
		if p.Main != nil {
			w.criticals = slices.Concat(w.criticals, parameters)
		}
	}
	w.head()
	w.title("Declarations:")
	for _, m := range p.Methods {
		w.process(m)
	}
	w.mainBlock()
	w.symbols()
	w.title("End of automatic PAMELA source code generation")
	for i := range w.sites {
		w.sites[i].Source = p.At(w.sites[i].Source)
	}
	return &Model{Text: w.out.String(), Sites: w.sites, Warnings: w.warnings, counting: counting{w.definedUses(), t.Numeric}}
}

// writer writes a model, or a part of one.
type writer struct {
	program   *place.Program
	target    Target
	text      *source.Text // of the program, for comments; nil without
	file      string
	out       strings.Builder
	depth     int
	sites     []Site
	warnings  []source.Diagnostic
	used      map[string]int // operations that the model calls, with their number of arguments
	free      []freeOperation
	callees   []callee // methods that the model calls
	stand     stand    // of the method
	given     Given
	roots     []place.Root
	criticals []place.Critical
	method    *place.Method
	serial    bool     // the calls that the method makes one after the other are left out
	branches  int      // around
	closed    int      // loops around whose calls are not executed apart
	loops     []string // symbols of the loops around
	counts    []string // equations that count the elements of messages
	moved     int      // bytes of the value that is being moved; 0 without
	words     float64  // of 8 bytes in a value, in a block; 0 elsewhere
	first     bool     // nothing stands yet in the braces
	pending   []string
	numbers   int
}

func (w *writer) line(format string, args ...any) {
	if format != "" {
		w.out.WriteString(strings.Repeat("    ", w.depth))
	}
	fmt.Fprintf(&w.out, format, args...)
	w.out.WriteByte('\n')
}

const rule = "%-----------------------------------------------------------------------"

func (w *writer) title(lines ...string) {
	w.line("")
	w.line("%s", rule)
	for _, l := range lines {
		w.line("%% %s", l)
	}
	w.line("%s", rule)
	w.line("")
}

// lineOf is the line of a place as the program has it.
func (w *writer) lineOf(offset int) int {
	return w.text.LineOf(w.program.At(source.Span{Start: offset}).Start)
}

// process is that of a method, with the processor that it runs on and its
// numeric parameters.
func (w *writer) process(m *place.Method) {
	if w.text != nil {
		notes := []string{fmt.Sprintf("procedure declaration (file '%s', line %d)", w.file, w.text.LineOf(m.Span.Start))}
		w.title(append(notes, m.Notes...)...)
	}
	w.method = m
	w.line("process %s(%s) = {", m.Model+w.stand.suffix, strings.Join(append([]string{"p"}, m.Params...), ", "))
	w.braces(m.Body)
	w.line("}")
}

// braces writes steps between brackets; nothing takes no time.
func (w *writer) braces(steps []place.Step) {
	first, pending := w.first, w.pending
	w.depth++
	w.first, w.pending = true, nil
	w.steps(steps)
	if w.first {
		w.line("delay(0)")
	}
	w.depth--
	w.first, w.pending = first, pending
}

// begin starts one process: the comments about it, and the semicolon behind
// the one before.
func (w *writer) begin() {
	if len(w.pending) > 0 {
		if !w.first {
			w.line("")
		}
		for _, c := range w.pending {
			w.line("%% %s", c)
		}
	}
	if !w.first {
		w.line(";")
	} else if len(w.pending) > 0 {
		w.line("")
	}
	w.first, w.pending = false, nil
}

// call writes one process and notes what it stands for.
func (w *writer) call(name string, at source.Span, cause Cause, what, array string, args ...string) {
	w.begin()
	w.bare(name, at, cause, what, array, args...)
}

func (w *writer) bare(name string, at source.Span, cause Cause, what, array string, args ...string) {
	w.out.WriteString(strings.Repeat("    ", w.depth))
	w.event(name, at, cause, what, array, args...)
	w.out.WriteByte('\n')
}

// event writes a process without a line of its own.
func (w *writer) event(name string, at source.Span, cause Cause, what, array string, args ...string) {
	if _, known := w.used[name]; cause != CallSite && !known {
		w.used[name] = len(args)
		if !w.target.Defined[name] && !strings.HasPrefix(name, "print") {
			w.free = append(w.free, freeOperation{name, at})
		}
	}
	if w.stand.suffix != "" {
		at = w.stand.at
	}
	start := w.out.Len()
	w.out.WriteString(name + "(" + strings.Join(args, ", ") + ")")
	w.sites = append(w.sites, Site{source.Span{Start: start, End: w.out.Len()}, at, cause, what, array, w.moved, w.words})
}

func (w *writer) mainBlock() {
	w.title("Main statement block:")
	w.line("process %s = {", Main)
	w.depth++
	for i, r := range w.roots {
		if i > 0 {
			w.line(";")
		}
		args := []string{"0"}
		for _, x := range r.Args {
			args = append(args, w.program.Arena.PAMELA(x))
		}
		w.bare(r.Method.Model, r.Method.NameSpan, CallSite, r.Method.Name, "", args...)
	}
	if len(w.roots) == 0 {
		w.line("delay(0)")
	}
	w.depth--
	w.line("}")
}

// symbols is the symbol table at the end.
func (w *writer) symbols() {
	w.title("Deterministically defined symbols:")
	known := []string{}
	for _, m := range w.program.Methods {
		known = append(known, m.Model)
	}
	for _, n := range w.program.Numerics {
		known = append(known, n.Name)
	}
	for _, k := range append(known, w.program.Known...) {
		w.line("%% %s", k)
	}
	w.title("Numeric symbol pragma definitions:")
	for _, n := range w.program.Numerics {
		if !n.Global {
			w.numeric(n)
		}
	}
	if len(w.counts) > 0 {
		w.title("Elements that processor s sends (to r):")
		for _, c := range w.counts {
			w.line("%s", c)
		}
	}
	w.title("Critical variables, assumed (set them with --set NAME=VALUE):")
	for _, c := range w.criticals {
		value, why := c.Default, c.Why
		if x, ok := w.given.Values[c.Name]; ok {
			value, why = x, "set"
		}
		w.line("numeric parameter %s = %v  %% line %d: %s", c.Name, value, w.lineOf(c.Span.Start), why)
	}
	w.title("Default process definitions:")
	w.defaults()
}

// defaults define the operations that the machine's model lacks, as free of
// charge.
func (w *writer) defaults() {
	names := make([]string, 0, len(w.used))
	for name := range w.used {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if w.target.Defined[name] {
			continue
		}
		params := []string{"a", "b", "c", "d"}[:min(4, w.used[name])]
		list := strings.Join(params, ", ")
		w.line("process %s(%s) = delay(0)  %% the machine's model has none", name, list)
	}
}
