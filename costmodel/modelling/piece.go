package modelling

import (
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/pamela"
)

// Piece is a model of one method of a program, for the processor and the
// arguments of one of its calls, without the calls that it makes one after the
// other: those are pieces of their own. The program is its pieces, executed one
// after the other, so that its times are the sums of theirs. The model holds
// nothing of where the method stands in the file.
type Piece struct {
	ID      string // equal for equal pieces
	Content string // equal for equal models, whatever they were made for
	Model   *pamela.File
	Sites   []Site // in the order of the model; their sources are read with place.Program.At
	Parts   []Stretch
	Blocks  bool // it counts elements of blocks, for each pair of processors
	counting
}

// Execution is a piece that the program executes.
type Execution struct {
	*Piece
	Calls []source.Span // those that lead to it, outermost first, to be read with place.Program.At
}

// Stretch is the sites of one method in a piece.
type Stretch struct {
	Method      string // as the model calls it
	First, Last int    // of the sites; Last is behind them
}

// maxPieces is how many calls are distinguished; others stand in the piece of the
// method that makes them.
const maxPieces = 1 << 12

// Pieces splits the model of a program, by its roots. The warnings are about its messages.
// With wanted methods, there are those pieces that may hold something of them.
func Pieces(p *place.Program, t Target, known *memo.Table, wanted []*place.Method) ([][]Execution, []source.Diagnostic) {
	p.Lock()
	defer p.Unlock()
	s := newSeries(p, t, known)
	if wanted != nil {
		s.leading = p.Leading(wanted)
	}
	var out [][]Execution
	for _, r := range p.Roots {
		s.pieces, s.calls = nil, 0
		s.visit(r.Method, stand{}, context{at: notation.Int(0), args: r.Args})
		out = append(out, s.pieces)
	}
	return out, s.warnings
}

// Alone is the model of a method and of all that it calls, for the formulas of
// its process.
func Alone(p *place.Program, m *place.Method, t Target, known *memo.Table) *Piece {
	p.Lock()
	defer p.Unlock()
	s := newSeries(p, t, known)
	chunks := s.closure(s.chunk(m, false, stand{}))
	return s.write(chunks, s.values(chunks, nil), nothing())
}

func newSeries(p *place.Program, t Target, known *memo.Table) *series {
	s := &series{program: p, target: t, memo: known, free: map[string]bool{}, reached: map[string]string{}}
	s.numbers, s.named = numbersOf(p)
	s.key = t.key()
	s.machine = fmt.Sprint(s.model())
	return s
}

// model is what every piece begins with: the machine and the processors.
func (s *series) model() *pamela.File {
	w := &writer{program: s.program, target: s.target, model: pamela.NewFile(File)}
	w.machine()
	return w.model
}

// series collects the pieces in the order of execution.
type series struct {
	program  *place.Program
	target   Target
	memo     *memo.Table
	numbers  []number
	named    map[string]int // the places of numbers by name
	asked    int            // pieces that have asked for numbers
	key      string         // of the target
	pieces   []Execution
	warnings []source.Diagnostic
	free     map[string]bool // operations that have been reported
	calls    int
	machine  string                 // the head of every piece, as text
	leading  map[*place.Method]bool // those that come to what is wanted; nil: everything is
	reached  map[string]string      // digests of methods with those that they come to
}

// context is where a call is executed: its processor, its arguments in the program's
// arena, and the loops around it, outermost first.
type context struct {
	at    notation.Node
	args  []symbolic.Expr
	loops []*notation.Loop // without a body
	calls []source.Span    // that lead there
}

// visit adds the pieces of a call.
func (s *series) visit(m *place.Method, st stand, in context) {
	if s.leading != nil && !s.leading[m] && (st.caller == "" || !s.leading[s.program.Method(st.caller)]) {
		return
	}
	s.calls++
	whole := s.calls > maxPieces || len(in.calls) > maxDepth
	c := s.chunk(m, !whole, st)
	if len(c.sites) > 0 {
		s.pieces = append(s.pieces, Execution{s.piece(m.Model+st.suffix, c, in), in.calls})
	}
	if whole {
		return
	}
	with := map[string]symbolic.Expr{}
	for i, name := range m.Params {
		with[name] = in.args[i]
	}
	s.serialCalls(m, st, m.Body, in, with)
}

// maxDepth is how deep calls are distinguished.
const maxDepth = 64

// call visits what a method calls, with the arguments as its own caller has
// them.
func (s *series) call(m *place.Method, st stand, c *place.Call, in context, with map[string]symbolic.Expr) {
	inner := context{at: in.at, loops: in.loops, calls: append(slices.Clip(in.calls), c.Span)}
	for _, x := range c.Args {
		inner.args = append(inner.args, s.imported(m, x, with))
	}
	if c.At.Grid != nil && !c.At.IsReplicated() {
		inner.at = s.program.Arena.Tree(s.imported(m, c.At.Number(m.Arena), with))
	}
	s.visit(s.program.Method(c.Model), standOf(s.program, s.target, m, st, c.Model, c.Span), inner)
}

// imported is an expression of a method in the program's arena.
func (s *series) imported(m *place.Method, x symbolic.Expr, with map[string]symbolic.Expr) symbolic.Expr {
	return s.program.Arena.Subst(s.program.Arena.Import(m.Arena, x), with)
}

// serialCalls visits the calls that a method makes one after the other, those in
// sequential loops too: a loop takes what its statements take in all iterations, and
// what each of its calls takes in all iterations.
func (s *series) serialCalls(m *place.Method, st stand, steps []place.Step, in context, with map[string]symbolic.Expr) {
	for _, step := range steps {
		switch step := step.(type) {
		case *place.Statement:
			s.serialCalls(m, st, step.Steps, in, with)
		case *place.Call:
			if !s.program.Ends(m, step) {
				s.call(m, st, step, in, with)
			}
		case *place.Loop:
			if !s.target.opens(step) || !calls(step.Body) {
				continue
			}
			a, index := s.program.Arena, fmt.Sprintf("%s__%d", step.Index, len(in.loops))
			lo := s.imported(m, step.Lo, with)
			if first, ok := a.ConstInt(lo); ok && first >= 0 { // a fact about the index: its name has it
				index += fmt.Sprintf("_%d", first)
				a.Assume(index, first, symbolic.Unbounded)
			}
			inner, named := in, maps.Clone(with)
			inner.loops = append(slices.Clip(in.loops), notation.Over("seq", index, a.Tree(lo), a.Tree(s.imported(m, step.Hi, with)), nil))
			named[step.Index] = a.Sym(index, symbolic.Index)
			s.serialCalls(m, st, step.Body, inner, named)
		}
	}
}

// opens tells whether the calls of a loop are executed in loops of their own: where its
// iterations are executed one after the other, that takes as long.
func (t Target) opens(l *place.Loop) bool { return !t.together(l) && !l.Stated() }

// together tells whether the iterations of a loop are executed at the same time.
func (t Target) together(l *place.Loop) bool { return l.Parallel || l.Independent && t.Aggregated }

// calls tells whether there are calls in steps, behind no condition.
func calls(steps []place.Step) bool {
	return slices.ContainsFunc(steps, func(s place.Step) bool {
		switch s := s.(type) {
		case *place.Statement:
			return calls(s.Steps)
		case *place.Loop:
			return calls(s.Body)
		}
		_, found := s.(*place.Call)
		return found
	})
}

// pieceKey names a piece by all that it is made of.
type pieceKey string

// piece is a call of a method as a model of its own.
func (s *series) piece(process string, c *chunk, in context) *Piece {
	args := []notation.Node{in.at}
	for _, x := range in.args {
		args = append(args, s.program.Arena.Tree(x))
	}
	call := inLoops(in.loops, notation.Call(process, args...))
	chunks := s.closure(c)
	values := s.values(chunks, call)
	h := sha256.New()
	fmt.Fprintln(h, s.key, s.machine, notation.Text(call))
	s.writeValues(h, values)
	for _, x := range chunks {
		h.Write([]byte(x.id))
		s.warn(x)
	}
	key := pieceKey(h.Sum(nil))
	return memo.GetFrom(s.memo, key, unwritten{s, chunks, values, call}, pieceKey.write)
}

// unwritten is what a piece is made of.
type unwritten struct {
	series *series
	chunks []*chunk
	values []int // places of numbers
	call   notation.Node
}

func (k pieceKey) write(of unwritten) *Piece {
	p := of.series.write(of.chunks, of.values, of.call)
	p.ID = string(k)
	return p
}

// warn enters the warnings of a chunk, each once; of an operation without a time
// the first place.
func (s *series) warn(c *chunk) {
	for _, d := range c.warnings {
		d.Span = s.program.At(d.Span)
		if !slices.Contains(s.warnings, d) {
			s.warnings = append(s.warnings, d)
		}
	}
	for _, x := range c.free {
		if s.free[x.name] {
			continue
		}
		s.free[x.name] = true
		s.warnings = append(s.warnings, source.Diagnostic{Span: s.program.At(x.at), Severity: source.Information, Code: "spar-free",
			Message: fmt.Sprintf("the model of the machine has no %s: it counts as no time", x.name)})
	}
}

// writeValues writes the equations of numbers.
func (s *series) writeValues(to io.Writer, values []int) {
	for _, i := range values {
		io.WriteString(to, s.numbers[i].text)
	}
}

func (s *series) write(chunks []*chunk, values []int, call notation.Node) *Piece {
	p, w := &Piece{}, &writer{target: s.target, model: s.model(), used: map[string]int{}}
	h := sha256.New()
	fmt.Fprintln(h, s.machine, notation.Text(call))
	s.writeValues(h, values)
	for _, i := range values {
		w.model.Add(s.numbers[i].equation)
	}
	for _, x := range chunks {
		by, first := w.model.Add(x.process), len(p.Sites)
		for _, site := range x.sites {
			site.Span = site.Span.Shift(by)
			p.Sites = append(p.Sites, site)
		}
		p.Parts = append(p.Parts, Stretch{x.method, first, len(p.Sites)})
		for _, e := range x.counts {
			w.model.Add(e)
			p.Blocks = true
		}
		maps.Copy(w.used, x.used)
		h.Write([]byte(x.content))
	}
	w.model.Add(process(Main, call))
	w.defaults()
	p.Content, p.Model, p.counting = string(h.Sum(nil)), w.model, counting{w.definedUses(), s.target.Numeric}
	return p
}
