package spar

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"sync"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/calculus"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/pamela"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// sparPiece is a piece of the program's model with the lines that it stands
// for. What it compiles to is remembered by what it is made of, so that after an
// edit of one method all others are there.
type sparPiece struct {
	*preparedPiece
	lines []int // of the places
	calls []int // lines of the calls that lead to it
	memo  *memo.Table
}

// preparedPiece is a piece as formulas. It is a function of the piece and of the
// machine.
type preparedPiece struct {
	*modelling.Piece
	places []sparPlace // what charges are gathered by; lines are those of Piece.Sites
	from   []int       // a place of each in the program, to be read with place.Program.At
	at     []int       // the place of each site by number; -1 for a call
	key    string      // of all that the numbers depend on but the values of parameters
	*compiledPiece
}

// compiledPiece is the model of a piece as formulas, whatever it was written for:
// after a change of a declaration, methods that do not see it have the same.
type compiledPiece struct {
	mu     sync.Mutex // of the model, for one user at a time
	model  *pamela.Model
	sites  map[int]int        // places by the start of a call in the model
	series func() *sparSeries // formulas, for what takes too many steps without
	params []string           // parameters of the model
	list   string             // of their names
}

type compiledKey struct{ key string }

type preparedKey struct{ key string }

func (m *Model) newPiece(e modelling.Execution, machine machineModel, opt pamela.Options) *sparPiece {
	p := e.Piece
	key := p.ID + machine.digest + settings.ValuesKey(opt.Set)
	prepared := memo.GetFrom(m.memo, preparedKey{key}, unprepared{m, p, machine.digest, opt}, preparedKey.prepare)
	out := &sparPiece{preparedPiece: prepared, memo: m.memo, lines: make([]int, len(prepared.from))}
	for i, at := range prepared.from {
		out.lines[i] = m.text.LineOf(m.Program.At(source.Span{Start: at}).Start)
	}
	for _, c := range e.Calls {
		out.calls = append(out.calls, m.text.LineOf(m.Program.At(c).Start))
	}
	return out
}

// unprepared is a piece of a model, for a machine and values of its switches.
type unprepared struct {
	*Model
	piece  *modelling.Piece
	digest string // of the machine
	opt    pamela.Options
}

// prepare numbers the places of a piece: a line, and why it takes time.
func (preparedKey) prepare(m unprepared) *preparedPiece {
	p := m.piece
	type row struct {
		at    [2]int
		cause modelling.Cause
	}
	out := &preparedPiece{Piece: p}
	known := map[row]int{}
	for _, s := range p.Sites {
		if s.Cause == modelling.CallSite {
			out.at = append(out.at, -1)
			continue
		}
		x := row{m.Program.Row(s.Source.Start), s.Cause}
		n, ok := known[x]
		if !ok {
			n = len(known)
			known[x] = n
			out.places, out.from = append(out.places, sparPlace{cause: s.Cause}), append(out.from, s.Source.Start)
		}
		out.at = append(out.at, n)
	}
	h := sha256.New()
	fmt.Fprintln(h, m.digest, settings.ValuesKey(m.opt.Set), p.Content, out.at)
	out.key = string(h.Sum(nil))
	out.compiledPiece = memo.GetFrom(m.memo, compiledKey{out.key}, uncompiled{out, m.opt}, compiledKey.compile)
	return out
}

type uncompiled struct {
	*preparedPiece
	opt pamela.Options
}

func (compiledKey) compile(p uncompiled) *compiledPiece {
	c := &compiledPiece{model: p.Model.Compile(p.opt), sites: map[int]int{}}
	for i, n := range p.at {
		if n >= 0 {
			c.sites[p.Sites[i].Span.Start] = n
		}
	}
	c.series = sync.OnceValue(func() *sparSeries { return splitParts(c.model, c.sites) })
	for _, e := range c.model.Tree.Equations {
		if e.Kind == pamela.Numeric && e.Parameter {
			c.params = append(c.params, e.Name)
		}
	}
	c.list = strings.Join(c.params, " ")
	return c
}

// pieceNumbers are the numbers of a piece.
type pieceNumbers struct {
	T, phi  float64
	between report.Between // of T, where long sums were estimated from samples
	work    []calculus.Run
	slopes  []float64 // of T by the weights of the places
	steps   int       // that finding them takes
	err     error
}

type pieceKey struct{ key, env string }

// numbers evaluates the piece, or remembers.
func (p *sparPiece) numbers(v *valuation) pieceNumbers {
	if n, ok := v.numbers[p.preparedPiece]; ok {
		return n
	}
	own := v.of(p.preparedPiece)
	return memo.GetFrom(p.memo, pieceKey{p.key, own.key}, valued{p, own}, pieceKey.numbers)
}

// valued is a piece for values of its parameters.
type valued struct {
	*sparPiece
	own ownValues
}

func (pieceKey) numbers(p valued) pieceNumbers {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.evaluate()
}

func (p valued) evaluate() pieceNumbers {
	t := p.stepped(p.own)
	if !needsFormulas(t.err) {
		return t.pieceNumbers
	}
	out := p.byFormulas(p.own)
	out.steps += t.steps
	return out
}

// byFormulas evaluates the piece, whose lock is held, part by part.
func (p *sparPiece) byFormulas(own ownValues) pieceNumbers {
	out := pieceNumbers{slopes: make([]float64, len(p.places))}
	if len(p.series().parts) == 0 {
		return pieceNumbers{err: fmt.Errorf("the model has no value for %s", modelling.Main)}
	}
	loads := loadsOf{}
	for i, part := range p.series().parts {
		if part.T == 0 {
			continue
		}
		n := p.partIn(i, own)
		if n.err != nil {
			return pieceNumbers{err: n.err}
		}
		out.between = together(out.between, out.T, n.between, n.T)
		out.T += n.T
		out.phi += n.phi
		loads.add(n.work)
		for j, x := range n.slopes {
			out.slopes[p.series().places[i][j]] += x
		}
	}
	out.work = loads.runs()
	return out
}

// partIn evaluates a part of the piece, or remembers.
func (p *sparPiece) partIn(i int, own ownValues) partNumbers {
	k := p.series().keys[i]
	k.env = own.key
	return memo.GetFrom(p.memo, k, partOf{p.model, p.series().parts[i], own.env}, partKey.numbers)
}

// together is between what x + y is, where x or y or neither is estimated.
func together(of report.Between, x float64, with report.Between, y float64) report.Between {
	if !of.Some() && !with.Some() {
		return report.Between{}
	}
	if !of.Some() {
		of = report.Between{Low: x, High: x}
	}
	if !with.Some() {
		with = report.Between{Low: y, High: y}
	}
	return report.Between{Low: of.Low + with.Low, High: of.High + with.High}
}

// busyKey names the work of a piece by place.
type busyKey struct{ key, env string }

// busy is the work of each place by resource.
func (p *sparPiece) busy(v *valuation) [][]calculus.Run {
	own := v.of(p.preparedPiece)
	return memo.GetFrom(p.memo, busyKey{p.key, own.key}, valued{p, own}, busyKey.busy)
}

func (busyKey) busy(p valued) [][]calculus.Run {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t := p.stepped(p.own); t.err == nil {
		return t.busy
	}
	loads := make([]loadsOf, len(p.places))
	for i := range loads {
		loads[i] = loadsOf{}
	}
	for i, part := range p.series().parts {
		if part.T == 0 {
			continue
		}
		if p.partIn(i, p.own).between.Some() {
			continue // place by place it would take as long again for each
		}
		k := busyPartKey{p.series().keys[i]}
		k.env = p.own.key
		for n, runs := range memo.GetFrom(p.memo, k, partOf{p.model, part, p.own.env}, busyPartKey.busy) {
			loads[p.series().places[i][n]].add(runs)
		}
	}
	out := make([][]calculus.Run, len(loads))
	for i, l := range loads {
		out[i] = l.runs()
	}
	return out
}
