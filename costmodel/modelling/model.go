package modelling

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/costmodel/pamela"
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
	Span   source.Span // in the model
	Source source.Span // in the program
	Cause  Cause
	What   string  // "plus", "move", "broadcast", the name of a method
	Array  string  // of a move; "" without
	Bytes  int     // of each value that it moves; 0 without
	Words  float64 // of 8 bytes in each value of a block, as its process counts them; 0 elsewhere
}

// Main is the process equation of the whole program.
const Main = "main"

// File is the name that a model has among its files.
const File = "program"

// Given are the values that a user has chosen, as a printed model states them.
type Given struct {
	Values  map[string]float64 // of parameters and critical variables, by their names in the model
	Machine *pamela.Tree       // a machine whose own numbers are chosen too; nil where its file is included
	Unit    *place.Method      // what main executes, with parameters that can be set; nil: the program
}

// Build is the model of a program whose text is given, for a reader.
func Build(p *place.Program, text *source.Text, file string, t Target, given Given) *pamela.File {
	p.Lock()
	defer p.Unlock()
	w := &writer{program: p, target: t, model: pamela.NewFile(File), text: text, file: filepath.Base(file), used: map[string]int{}, given: given, roots: p.Roots, criticals: p.Criticals}
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
		notes := []string{fmt.Sprintf("procedure declaration (file '%s', line %d)", w.file, text.LineOf(m.Span.Start))}
		w.title(append(notes, m.Notes...)...)
		w.model.Add(w.process(m))
	}
	w.mainBlock()
	w.symbols()
	w.title("End of automatic PAMELA source code generation")
	return w.model
}

// writer writes a model, or a part of one.
type writer struct {
	program   *place.Program
	target    Target
	model     *pamela.File
	text      *source.Text // of the program, for comments; nil without
	file      string
	places    int // of the sites of the method
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
	here      notation.Node      // the processor that a method runs on; nil: not asked for yet
	serial    bool               // the calls that the method makes one after the other are left out
	branches  int                // around
	closed    int                // loops around whose calls are not executed apart
	loops     []string           // symbols of the loops around
	counts    []*pamela.Equation // that count the elements of messages
	moved     int                // bytes of the value that is being moved; 0 without
	words     float64            // of 8 bytes in a value, in a block; 0 elsewhere
	block     []notation.Step    // what stands in the braces so far
	comments  []string           // about what follows
	numbers   int
}

const rule = "%-----------------------------------------------------------------------"

func (w *writer) title(lines ...string) {
	w.model.Lines("", rule)
	w.note(lines...)
	w.model.Lines(rule, "")
}

func (w *writer) note(lines ...string) {
	for _, l := range lines {
		w.model.Lines("% " + l)
	}
}

// lineOf is the line of a place as the program has it.
func (w *writer) lineOf(offset int) int {
	return w.text.LineOf(w.program.At(source.Span{Start: offset}).Start)
}

// process is that of a method, with the processor that it runs on and its
// numeric parameters.
func (w *writer) process(m *place.Method) *pamela.Equation {
	w.method, w.places = m, 0
	body := w.braces(m.Body)
	return &pamela.Equation{Kind: pamela.Process, Name: m.Model + w.stand.suffix, Params: append([]string{"p"}, m.Params...), Body: body, Places: w.places}
}

// braces are steps between brackets; nothing takes no time.
func (w *writer) braces(steps []place.Step) notation.Node {
	block, comments := w.block, w.comments
	defer func() { w.block, w.comments = block, comments }()
	w.block, w.comments = nil, nil
	w.steps(steps)
	if w.block == nil {
		return notation.Braces(nothing())
	}
	return &notation.Block{Steps: w.block}
}

// nothing is a process that takes no time.
func nothing() notation.Node { return notation.Call("delay", notation.Int(0)) }

// add adds a process to what stands in the braces, below the comments about it.
func (w *writer) add(n notation.Node) {
	w.block, w.comments = append(w.block, notation.Step{Comments: w.comments, Node: n}), nil
}

// event is one process. It notes what it stands for.
func (w *writer) event(name string, at source.Span, cause Cause, what, array string, args ...notation.Node) notation.Node {
	if _, known := w.used[name]; cause != CallSite && !known {
		w.used[name] = len(args)
		if !w.target.Defined[name] && !strings.HasPrefix(name, "print") {
			w.free = append(w.free, freeOperation{name, at})
		}
	}
	if w.stand.suffix != "" {
		at = w.stand.at
	}
	w.places++
	n := notation.Call(name, args...)
	n.Place = notation.Place{Start: w.places, End: w.places + 1}
	w.sites = append(w.sites, Site{n.At(), at, cause, what, array, w.moved, w.words})
	return n
}

func (w *writer) mainBlock() {
	w.title("Main statement block:")
	var calls []notation.Node
	for _, r := range w.roots {
		args := []notation.Node{notation.Int(0)}
		for _, x := range r.Args {
			args = append(args, w.program.Arena.Tree(x))
		}
		calls = append(calls, notation.Call(r.Method.Model, args...))
	}
	if len(calls) == 0 {
		calls = append(calls, nothing())
	}
	w.model.Add(process(Main, notation.Braces(calls...)))
}

func process(name string, body notation.Node, params ...string) *pamela.Equation {
	return &pamela.Equation{Kind: pamela.Process, Name: name, Params: params, Body: body}
}

func numeric(name string, body notation.Node, params ...string) *pamela.Equation {
	return &pamela.Equation{Name: name, Params: params, Body: body}
}

func parameter(name string, body notation.Node) *pamela.Equation {
	return &pamela.Equation{Parameter: true, Name: name, Body: body}
}

// symbols is the symbol table at the end.
func (w *writer) symbols() {
	w.title("Deterministically defined symbols:")
	for _, m := range w.program.Methods {
		w.note(m.Model)
	}
	for _, n := range w.program.Numerics {
		w.note(n.Name)
	}
	w.note(w.program.Known...)
	w.title("Numeric symbol pragma definitions:")
	for _, n := range w.program.Numerics {
		if !n.Global {
			w.numeric(n)
		}
	}
	if len(w.counts) > 0 {
		w.title("Elements that processor s sends (to r):")
		for _, c := range w.counts {
			w.model.Add(c)
		}
	}
	w.title("Critical variables, assumed (set them with --set NAME=VALUE):")
	for _, c := range w.criticals {
		value, why := c.Default, c.Why
		if x, ok := w.given.Values[c.Name]; ok {
			value, why = x, "set"
		}
		e := parameter(c.Name, notation.Float(value))
		e.Note = fmt.Sprintf("line %d: %s", w.lineOf(c.Span.Start), why)
		w.model.Add(e)
	}
	w.title("Default process definitions:")
	w.defaults()
}

// defaults define the operations that the machine's model lacks, as free of
// charge.
func (w *writer) defaults() {
	for _, name := range slices.Sorted(maps.Keys(w.used)) {
		if !w.target.Defined[name] {
			e := process(name, nothing(), []string{"a", "b", "c", "d"}[:min(4, w.used[name])]...)
			e.Note = "the machine's model has none"
			w.model.Add(e)
		}
	}
}
