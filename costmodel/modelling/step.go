package modelling

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/symbolic"
)

func (w *writer) steps(list []place.Step) {
	for _, s := range list {
		w.step(s)
	}
}

func (w *writer) step(s place.Step) {
	switch s := s.(type) {
	case *place.Statement:
		w.statement(s)
	case *place.Op:
		w.op(s)
	case *place.Move:
		w.move(s)
	case *place.Call:
		w.methodCall(s)
	case *place.Cost:
		w.call(w.kind(s.At)+"_cost", s.Span, Computation, "cost", "", w.at(s.At), s.Time)
	case *place.Loop:
		w.loop(s)
	case *place.Branch:
		w.branch(s)
	}
}

func (w *writer) statement(s *place.Statement) {
	if w.text != nil {
		w.comment(s)
	}
	if w.target.Tests && s.Owned {
		w.test(s)
	}
	w.steps(s.Steps)
	w.comments = nil
}

func (w *writer) comment(s *place.Statement) {
	w.comments = append(w.comments, fmt.Sprintf("file '%s', line %d:", w.file, w.lineOf(s.Span.Start)), "statement: "+s.Text)
	if s.Owned && s.On.Grid != nil {
		w.comments = append(w.comments, "statement on: "+notation.Text(w.at(s.On)))
	}
	w.comments = append(w.comments, s.Notes...)
}

// test is the test of ownership that every processor makes before a statement
// that one of them executes; where the owner is a function of the iterator of
// a loop around, the loop's bounds have absorbed it.
func (w *writer) test(s *place.Statement) {
	if s.On.Grid == nil || w.absorbed(s.On) {
		return
	}
	q := w.fresh("q")
	test := w.event(w.kind(s.On)+"_test_op", s.Span, Overhead, "test", "", notation.Call(w.processors(s.On.Grid), notation.Sym(q)))
	w.add(each("par", q, "P_"+s.On.Grid.Name, test))
}

// each is a process for every processor of so many.
func each(word, index, count string, body notation.Node) notation.Node {
	return notation.Over(word, index, notation.Int(0), less1(count), body)
}

// call adds one process.
func (w *writer) call(name string, at source.Span, cause Cause, what, array string, args ...notation.Node) {
	w.add(w.event(name, at, cause, what, array, args...))
}

func (w *writer) absorbed(o place.Owner) bool {
	constant := true
	for _, name := range o.Symbols(w.method.Arena) {
		for _, l := range w.loops {
			if l == name {
				return true
			}
		}
		constant = constant && strings.HasPrefix(name, "P_")
	}
	return constant
}

// fresh makes a name that nothing else has.
func (w *writer) fresh(prefix string) string {
	w.numbers++
	return fmt.Sprintf("%s__%d", prefix, w.numbers)
}

// kind is the processor type of an owner, as the operations are called; that
// of the machine, where its model does not know the program's name.
func (w *writer) kind(o place.Owner) string {
	name := ""
	switch {
	case o.Grid != nil && o.Grid.Kind != "":
		name = o.Grid.Kind
	case len(w.program.Grids) > 0 && w.program.Grids[0].Kind != "":
		name = w.program.Grids[0].Kind
	case len(w.program.Kinds) > 0:
		name = w.program.Kinds[0].Name
	}
	if name == "" || !w.target.Defined[name+"_plus_op"] && w.target.Prefix != "" {
		return w.target.Prefix
	}
	return name
}

// at is the processor of an owner; what all have is done where the method
// runs, because it takes no longer when all do it (paper 004, section 2.2).
func (w *writer) at(o place.Owner) notation.Node {
	if o.Grid != nil && !o.IsReplicated() {
		return notation.Call(w.processors(o.Grid), w.index(o))
	}
	if w.here == nil {
		w.here = notation.Sym("p")
		if len(w.program.Grids) > 0 {
			w.here = notation.Call(w.processors(w.program.Grids[0]), w.here)
		}
	}
	return w.here
}

// index is the number of the processor in its array, in row order; p where
// the method runs.
func (w *writer) index(o place.Owner) notation.Node {
	if o.Grid == nil || o.IsReplicated() {
		return notation.Sym("p")
	}
	return w.method.Arena.Tree(o.Number(w.method.Arena))
}

func (w *writer) methodCall(s *place.Call) {
	if w.program.Ends(w.method, s) || w.serial && w.closed == 0 && w.branches == 0 {
		return
	}
	st := w.calls(s)
	args := []notation.Node{w.index(s.At)}
	for _, a := range s.Args {
		args = append(args, w.method.Arena.Tree(a))
	}
	w.call(s.Model+st.suffix, s.Span, CallSite, s.Name, "", args...)
}

// calls notes that the method calls another one, and where that stands.
func (w *writer) calls(s *place.Call) stand {
	var st stand
	if w.text == nil { // a reader has methods of other files as they are
		st = standOf(w.program, w.target, w.method, w.stand, s.Model, s.Span)
	}
	w.callees = append(w.callees, callee{s.Model, st})
	return st
}

func (w *writer) loop(l *place.Loop) {
	if w.aggregate(l) {
		return
	}
	w.plainLoop(l, l.Body)
}

func (w *writer) plainLoop(l *place.Loop, body []place.Step) {
	word := "seq"
	if w.target.together(l) {
		word = "par"
	}
	if !w.target.opens(l) {
		w.closed++
		defer func() { w.closed-- }()
	}
	w.loops = append(w.loops, l.Index)
	inner := w.braces(body)
	w.loops = w.loops[:len(w.loops)-1]
	w.add(w.over(word, l, inner))
}

// over is a process or a number for the iterations of a loop.
func (w *writer) over(word string, l *place.Loop, body notation.Node) *notation.Loop {
	return notation.Over(word, l.Index, w.bound(l.LoStated, l.Lo), w.bound(l.HiStated, l.Hi), body)
}

func (w *writer) bound(stated notation.Node, e symbolic.Expr) notation.Node {
	if stated != nil {
		return stated
	}
	return w.method.Arena.Tree(e)
}

func (w *writer) branch(b *place.Branch) {
	w.branches++
	defer func() { w.branches-- }()
	out := notation.If(b.Cond, w.braces(b.Then), nil)
	if len(b.Else) > 0 {
		out.Else = w.braces(b.Else)
	}
	w.add(out)
}
