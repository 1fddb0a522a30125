package aag

import (
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// In an Explicit unit (XcalableMP, DVM) only directives communicate. A reference
// to what the processor neither holds nor keeps in a shadow that is brought up
// to date is an error of the program, and said to be one.

// explicit builds the communications of a directive.
func (w *walker) explicit(s *program.Explicit) []*AAU {
	if w.b.Grid == nil {
		return nil
	}
	var found []*comm.Communication
	for i, v := range s.Variables {
		switch s.Kind {
		case program.Reflect:
			found = append(found, w.b.Reflect(v, s.Widths[i], s.Faces[i], s.Span()))
		case program.Bcast:
			found = append(found, w.b.Bcast(v, s.Span()))
		case program.Combine:
			found = append(found, w.b.AllReduce(v, s.Operation, s.Span()))
		}
	}
	if s.Kind == program.Barrier {
		found = append(found, w.b.AllReduce(nil, "barrier", s.Span()))
	}
	var out []*AAU
	for _, c := range found {
		for _, u := range w.asked(c) {
			u.Executes, u.Count = true, w.count()
			out = append(out, u)
		}
	}
	return out
}

// asked is a communication that a directive asks for here; nil is none.
func (w *walker) asked(c *comm.Communication) []*AAU {
	if c == nil {
		return nil
	}
	c.Level, c.Depth = len(w.loops), len(w.loops)
	w.mark(c.Level)
	return []*AAU{w.comm(c)}
}

// explicit finds how far the unit's REFLECTs go, and forgets the sums that no
// clause names: every processor computes them whole. Nil for other units.
func (r *reductions) explicit(u *program.Unit) shadows {
	if !u.Explicit {
		return nil
	}
	maps.DeleteFunc(r.of, func(_ *program.Assign, s *sum) bool { return !s.clause })
	for do, sums := range r.in {
		r.in[do] = slices.DeleteFunc(sums, func(s *sum) bool { return !s.clause })
	}
	out := shadows{}
	program.Statements(u.Body, func(s program.Stmt) bool {
		x, ok := s.(*program.Explicit)
		if ok && x.Kind == program.Reflect {
			for i, v := range x.Variables {
				out[v] = wider(out[v], x.Widths[i])
			}
		}
		return true
	})
	return out
}

// wider joins two widths; nil is none.
func wider(x, y []program.Width) []program.Width {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	out := slices.Clone(x)
	for i := range out {
		out[i] = program.Width{Low: max(x[i].Low, y[i].Low), High: max(x[i].High, y[i].High)}
	}
	return out
}

// mayCommunicate reports whether what a statement reads may come from other
// processors.
func (w *walker) mayCommunicate(of any) bool {
	s, ok := of.(*program.Assign)
	return !w.g.Unit.Explicit || ok && (s.Moves || w.g.Unit.IOProcessor && s.Buffers())
}

// confined pays for what REMOTE_ACCESS names, and reports what else no shadow
// holds.
func (w *walker) confined(of any, found []*comm.Communication) []*AAU {
	var out []*AAU
	chosen := w.b.DiffersByProcessor(w.among())
	for _, c := range found {
		switch {
		case w.remote(of, c.Array):
			if paid := w.pay(c); paid != nil {
				out = append(out, paid)
			}
		case c.Kind == comm.Shift && (w.passes(c) || w.g.Unit.ComputesShadows):
		case c.Kind != comm.Shift && chosen: // who executes this may be who holds it
		case c.Kind != comm.Shift:
			w.nonLocal(c, "is read where another processor holds it: only GMOVE, or REMOTE_ACCESS, brings it here")
		case !w.edged(c):
			w.nonLocal(c, "is read next to what this processor holds, and lies in cycles, which have no shadow: only blocks do")
		case w.reflected[c.Array] == nil && within(c.Array.Shadow, c.Moves):
			w.shadowed(c, "is read in its shadow, and no directive brings that up to date: right only where the program stores the shadow itself")
		case w.reflected[c.Array] == nil:
			w.nonLocal(c, "is read next to what this processor holds, and no directive brings its shadow up to date")
		case !within(w.reflected[c.Array], c.Moves):
			w.nonLocal(c, "is read further away than its shadow reaches")
		case !within(w.shadowsAt[of][c.Array], c.Moves):
			w.shadowed(c, "is read before its shadow is brought up to date: no directive does so since it was assigned")
		}
	}
	return out
}

// remote reports whether the statement, or a loop around it, may read the array
// from anywhere.
func (w *walker) remote(of any, array *program.Symbol) bool {
	if s, ok := of.(*program.Assign); ok && slices.Contains(s.Remote, array.Name) {
		return true
	}
	return slices.ContainsFunc(w.loops, func(l *comm.Loop) bool {
		return l.Fetches(array)
	})
}

func within(widths []program.Width, moves []comm.Move) bool {
	return widths != nil && !slices.ContainsFunc(moves, func(m comm.Move) bool {
		return m.Offset > widths[m.Dim].High || -m.Offset > widths[m.Dim].Low
	})
}

// uncombined reports an intrinsic that takes what several processors hold, unless
// the next statement is a REDUCTION of its result.
func (w *walker) uncombined(of any, c *comm.Communication) {
	if !w.probing && !w.combinedNext(of) {
		w.report(c, source.Error, strings.ToUpper(c.Operation)+" takes elements that other processors hold: each has the result of its own part only, until REDUCTION combines them")
	}
}

func (w *walker) combinedNext(of any) bool {
	s, ok := of.(*program.Assign)
	if !ok {
		return false
	}
	i := slices.Index(w.around, program.Stmt(s))
	if i < 0 || i+1 == len(w.around) {
		return false
	}
	next, ok := w.around[i+1].(*program.Explicit)
	return ok && next.Kind == program.Combine && slices.Contains(next.Variables, s.LHS.Sym)
}

// NonLocal is the code of diagnostics on references that no directive makes local.
const NonLocal = "non-local-reference"

// nonLocal reports a reference to what the processor has no place for.
func (w *walker) nonLocal(c *comm.Communication, why string) {
	w.report(c, source.Error, strings.ToUpper(c.Array.Name)+" "+why)
}

// shadowed reports a reference to a shadow that is out of date as far as directives
// tell; the program may have stored there what belongs there.
func (w *walker) shadowed(c *comm.Communication, why string) {
	w.report(c, source.Warning, strings.ToUpper(c.Array.Name)+" "+why)
}

func (w *walker) report(c *comm.Communication, severity source.Severity, message string) {
	d := source.Diagnostic{Span: c.At, Severity: severity, Code: NonLocal, Message: message}
	if !slices.Contains(w.g.Problems, d) {
		w.g.Problems = append(w.g.Problems, d)
	}
}
