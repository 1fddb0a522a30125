package aag

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// mostApart bounds the iterations between two calls that get the same section.
const mostApart = 3

// near says of array dummies, by name, how many iterations of the innermost loop ago a call had
// in another argument, or the same one, what they get: in CALL s(x(:,j-1), x(:,j)) the first gets
// what the second had one iteration ago.
func (w *walker) near(s *program.CallStmt, c *Callee) map[string]int {
	if len(w.loops) == 0 {
		return nil
	}
	l := w.loops[len(w.loops)-1]
	out := map[string]int{}
	for i, a := range s.Args {
		d := c.Procedure.Unit.DummyOf(a.Keyword, i)
		if d == nil || d.Rank() == 0 {
			continue
		}
		now, ok := w.section(a.Value, l)
		if !ok || !now.follows && (!c.Called.Alone || slices.Contains(c.Sampled, l.Name)) { // more may be used, or another part in each iteration
			continue
		}
		for _, other := range s.Args {
			before, ok := w.section(other.Value, l)
			for apart := 1; ok && apart <= mostApart; apart++ {
				if now.sym == before.sym && slices.Equal(now.bounds, before.ago(w.b.A, l, apart)) && (out[d.Name] == 0 || apart < out[d.Name]) {
					out[d.Name] = apart
				}
			}
		}
	}
	return out
}

// comesAgain reports whether a loop around makes a call again with the same sections of arrays: one
// whose index none of them follows.
func (w *walker) comesAgain(s *program.CallStmt) bool {
	return slices.ContainsFunc(w.loops, func(l *comm.Loop) bool {
		return !slices.ContainsFunc(s.Args, func(a program.Arg) bool {
			x, ok := w.section(a.Value, l)
			return ok && x.follows && x.sym.Rank() > 0
		})
	})
}

// section is the part of an array that an argument is, in the symbols of the loops around.
type section struct {
	sym     *program.Symbol
	bounds  []symbolic.Expr // of each dimension three; 0 where none is written
	follows bool            // the loop's index
}

func (w *walker) section(e program.Expr, l *comm.Loop) (section, bool) {
	r, ok := e.(*program.Ref)
	if !ok || r.Image != nil {
		return section{}, false
	}
	out := section{sym: r.Sym}
	for _, s := range r.Subs {
		for _, e := range []program.Expr{s.Lo, s.Hi, s.Stride} {
			if e == nil {
				out.bounds = append(out.bounds, 0)
				continue
			}
			v, ok := w.b.ValueIn(e, nil)
			if !ok {
				return section{}, false
			}
			out.bounds, out.follows = append(out.bounds, v), out.follows || w.b.MentionsAny(v, comm.Scope{l}.Names())
		}
	}
	return out, true
}

// ago is where the section was some iterations ago.
func (s section) ago(a *symbolic.Arena, l *comm.Loop, iterations int) []symbolic.Expr {
	out := slices.Clone(s.bounds)
	before := map[string]symbolic.Expr{l.Name: a.Sub(a.Sym(l.Name, symbolic.Index), a.Int(int64(iterations)))}
	for i, v := range out {
		if v != 0 {
			out[i] = a.Subst(v, before)
		}
	}
	return out
}
