package spar

import (
	"errors"
	"slices"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/calculus"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/pamela"
)

// maxTallied is how many steps a piece is evaluated in without formulas. What
// takes more has its formulas worked out, which takes longer, but no longer for
// more iterations.
const maxTallied = 1 << 18

// maxPatient is maxTallied where the formulas have sums, too.
const maxPatient = 1 << 21

// perTally is how many steps of package effort one takes.
const perTally = 4

// needsFormulas tells whether an evaluation has ended because it takes too much.
func needsFormulas(err error) bool {
	return errors.Is(err, calculus.ErrTooManySteps) || errors.Is(err, symbolic.ErrTooLong)
}

// tallied are the numbers of a piece from one evaluation without formulas.
type tallied struct {
	pieceNumbers
	busy [][]calculus.Run // by place
}

// byPlace is the work of each place, where the piece is evaluated without formulas.
func (p *sparPiece) byPlace(v *valuation) ([][]calculus.Run, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.stepped(v.of(p.preparedPiece))
	return t.busy, t.err == nil
}

// stepped is the piece, whose lock is held, evaluated without formulas: in more steps where
// those have sums left, which take as long, or are samples.
func (p *sparPiece) stepped(own ownValues) tallied {
	t := p.tallied(own, maxTallied)
	if needsFormulas(t.err) && (p.Blocks || !p.closed()) {
		first := t.steps
		t = p.tallied(own, maxPatient)
		t.steps += first
	}
	return t
}

// closed tells whether the formulas of the piece have no sums. Those of blocks of messages have
// some, and take long to be found.
func (p *sparPiece) closed() bool {
	a := p.model.Arena()
	return !slices.ContainsFunc(p.series().parts, func(x pamela.Part) bool {
		return x.T != 0 && a.Compile(p.model.SimplifyExpr(x.T)).Loops() > 0
	})
}

type tallyKey struct {
	key, env string
	limit    int
}

// tallied evaluates the piece in some steps, or remembers.
func (p *sparPiece) tallied(own ownValues, limit int) tallied {
	return memo.GetFrom(p.memo, tallyKey{p.key, own.key, limit}, valued{p, own}, tallyKey.tally)
}

func (k tallyKey) tally(p valued) tallied {
	t, err := p.model.Tally(modelling.Main, p.own.env, numbered(p.sites), len(p.places), k.limit)
	if err != nil {
		return tallied{pieceNumbers: pieceNumbers{err: err, steps: perTally * k.limit}}
	}
	out := tallied{pieceNumbers{T: t.T, phi: t.Phi, slopes: t.Shares, steps: perTally * t.Steps}, make([][]calculus.Run, len(p.places))}
	out.work = t.Runs()
	by := make([]loadsOf, len(p.places))
	for u, x := range t.Work {
		if u.Site >= 0 {
			if by[u.Site] == nil {
				by[u.Site] = loadsOf{}
			}
			by[u.Site].put(u, x)
		}
	}
	for i, l := range by {
		out.busy[i] = l.runs()
	}
	return out
}

// numbered finds the number of a call by its start.
func numbered(at map[int]int) func(source.Span) int {
	return func(call source.Span) int {
		if n, ok := at[call.Start]; ok {
			return n
		}
		return -1
	}
}

// put adds the work on one resource.
func (l loadsOf) put(u calculus.Use, x float64) {
	of := l[u.Array]
	for int64(len(of)) <= u.Resource {
		of = append(of, 0)
	}
	of[u.Resource] += x
	l[u.Array] = of
}

// tally counts what each of n sites does without formulas, in some steps.
func (c *counter) tally(n int, env map[string]float64, limit int) siteCounts {
	t, err := c.model.Tally(modelling.Main, env, numbered(c.sites), n, limit)
	if err != nil {
		return siteCounts{err: err}
	}
	out := siteCounts{by: make([][5]float64, n)}
	for u, x := range t.Work {
		if u.Site >= 0 && u.Resource < 5 {
			out.by[u.Site][u.Resource] += x
		}
	}
	return out
}
