package modelling

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/pamela"
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
		w.call(w.kind(s.At)+"_cost", s.Span, Computation, "cost", "", w.at(s.At), s.Text)
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
	w.pending = nil
}

func (w *writer) comment(s *place.Statement) {
	w.pending = append(w.pending, fmt.Sprintf("file '%s', line %d:", w.file, w.lineOf(s.Span.Start)), "statement: "+s.Text)
	if s.Owned && s.On.Grid != nil {
		w.pending = append(w.pending, "statement on: "+w.at(s.On))
	}
	w.pending = append(w.pending, s.Notes...)
}

// test is the test of ownership that every processor makes before a statement
// that one of them executes; where the owner is a function of the iterator of
// a loop around, the loop's bounds have absorbed it.
func (w *writer) test(s *place.Statement) {
	if s.On.Grid == nil || w.absorbed(s.On) {
		return
	}
	w.begin()
	q := w.fresh("q")
	w.out.WriteString(strings.Repeat("    ", w.depth))
	fmt.Fprintf(&w.out, "par (%s = 0, P_%s - 1) ", q, s.On.Grid.Name)
	w.event(w.kind(s.On)+"_test_op", s.Span, Overhead, "test", "", w.processors(s.On.Grid)+"("+q+")")
	w.out.WriteByte('\n')
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
func (w *writer) at(o place.Owner) string {
	g := o.Grid
	if g == nil || o.IsReplicated() {
		if len(w.program.Grids) == 0 {
			return "p"
		}
		return w.processors(w.program.Grids[0]) + "(p)"
	}
	return w.processors(g) + "(" + w.index(o) + ")"
}

// index is the number of the processor in its array, in row order; p where
// the method runs.
func (w *writer) index(o place.Owner) string {
	if o.Grid == nil || o.IsReplicated() {
		return "p"
	}
	return w.method.Arena.PAMELA(o.Number(w.method.Arena))
}

func (w *writer) methodCall(s *place.Call) {
	if w.program.Ends(w.method, s) || w.serial && w.closed == 0 && w.branches == 0 {
		return
	}
	st := w.calls(s)
	args := []string{w.index(s.At)}
	for _, a := range s.Args {
		args = append(args, w.method.Arena.PAMELA(a))
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
	w.begin()
	w.line("%s (%s = %s, %s) {", word, l.Index, w.bound(l.LoText, l.Lo), w.bound(l.HiText, l.Hi))
	w.loops = append(w.loops, l.Index)
	w.braces(body)
	w.loops = w.loops[:len(w.loops)-1]
	w.line("}")
}

func (w *writer) bound(text string, e symbolic.Expr) string {
	if text != "" {
		return text
	}
	return w.method.Arena.PAMELA(e)
}

func (w *writer) branch(b *place.Branch) {
	w.begin()
	w.branches++
	defer func() { w.branches-- }()
	w.line("if (%s) {", b.Cond)
	w.braces(b.Then)
	if len(b.Else) > 0 {
		w.line("} else {")
		w.braces(b.Else)
	}
	w.line("}")
}

// move is a load or store, a move between two processors, or a broadcast.
func (w *writer) move(m *place.Move) {
	w.moved = m.Bytes
	defer func() { w.moved = 0 }()
	k := w.kind(m.To)
	switch {
	case m.Local():
		w.localMove(m, k)
	case m.To.Grid == nil && !m.To.Here, m.To.IsReplicated() && !m.To.Here:
		w.broadcast(m)
	case m.Unknown != "":
		w.anywhere(m, k)
	default:
		w.remote(m, k)
	}
}

// anywhere is a move of which only the run knows the sender or the receiver: to another
// processor, with the probability that it is another.
func (w *writer) anywhere(m *place.Move, k string) {
	g, next := w.processors(w.gridOf(m)), func(i string) string { return "(" + i + " + 1) mod " + w.count(m) }
	to, from := w.index(m.To), next(w.index(m.To))
	if m.Away {
		to, from = next(w.index(m.From)), w.index(m.From)
	}
	w.begin()
	w.line("if (1 - 1 / %s) {", w.count(m))
	w.depth++
	w.bare(fmt.Sprintf("%s_%s_move_op", k, k), m.Span, Communication, "move", m.Array, g+"("+to+")", g+"("+from+")")
	w.depth--
	w.line("} else {")
	w.depth++
	w.bare(k+"_move_op", m.Span, Computation, "store", "", g+"("+to+")")
	w.depth--
	w.line("}")
}

func (w *writer) localMove(m *place.Move, k string) {
	stride := k + "_stride_move_op"
	c, constant := w.method.Arena.ConstInt(m.Stride)
	if m.Stride != 0 && !(constant && c <= 1) && w.target.Defined[stride] {
		w.call(stride, m.Span, Computation, "store", "", w.at(m.To), w.method.Arena.PAMELA(m.Stride))
		return
	}
	w.call(k+"_move_op", m.Span, Computation, "store", "", w.at(m.To))
}

// gridOf is the processor array of a move.
func (w *writer) gridOf(m *place.Move) *place.Grid {
	switch {
	case m.To.Grid != nil:
		return m.To.Grid
	case m.From.Grid != nil:
		return m.From.Grid
	}
	return w.program.Grids[0]
}

// processors is the equation that numbers the processors of an array: its name, unless
// that means something else in a model.
func (w *writer) processors(g *place.Grid) string {
	if g.Name == "p" || g.Name == Main || pamela.Reserved(g.Name) || w.target.Defined[g.Name] {
		return g.Name + "_of"
	}
	return g.Name
}

func (w *writer) count(m *place.Move) string { return "P_" + w.gridOf(m).Name }

// broadcast brings a value to all processors.
func (w *writer) broadcast(m *place.Move) {
	from := w.at(m.From)
	if m.Unknown != "" {
		from = w.processors(w.gridOf(m)) + "(0)"
	}
	k := w.kind(m.From)
	w.call(fmt.Sprintf("%s_%s_bcast_op", k, k), m.Span, Communication, "broadcast", m.Array, w.count(m), from)
}

// remote is a move to one processor, or to all along the dimensions in which
// the receiver is replicated.
func (w *writer) remote(m *place.Move, k string) {
	name := fmt.Sprintf("%s_%s_move_op", k, w.kind(m.From))
	free := m.To.Free()
	if len(free) == 0 {
		w.call(name, m.Span, Communication, "move", m.Array, w.at(m.To), w.at(m.From))
		return
	}
	w.begin()
	w.out.WriteString(strings.Repeat("    ", w.depth))
	to := m.To
	for _, d := range free {
		q := w.fresh("q")
		fmt.Fprintf(&w.out, "seq (%s = 0, %s - 1) ", q, m.To.Grid.Params()[d])
		to = to.With(d, w.method.Arena.Sym(q, symbolic.Index))
	}
	w.event(name, m.Span, Communication, "move", m.Array, w.at(to), w.at(m.From))
	w.out.WriteByte('\n')
}
