package aag

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// The loops of an ACROSS run as a wavefront: before them each processor gets what its
// neighbours have from before on the sides that the loops come to later; then it waits for
// the new values of those that the loops come to earlier, makes its iterations, and passes
// its own edges on. Where it waits along one dimension of the processors only, it makes the
// iterations of a loop along the others in parts, and passes on each.

// across returns the ACROSS that begins with a loop, or nil.
func (w *walker) across(s *program.Do) *program.Across {
	if s.Independent == nil || w.b.Grid == nil || s.Independent.Across == w.inAcross {
		return nil
	}
	return s.Independent.Across
}

// wavefront puts the loops behind the messages with old values and inside those with new
// ones. What combines sums stays behind them.
func (w *walker) wavefront(s *program.Do, x *program.Across) []*AAU {
	w.inAcross = x
	nest := w.do(s)
	w.inAcross = nil
	at := wave{home: s.Independent.OnHome, loops: w.loopsOf(s, x)}
	if at.home != nil {
		at.layout = w.b.Layouts[at.home.Sym]
	}
	var old, passed []*AAU
	var fresh []*comm.Communication // with new values
	for i, v := range x.Variables {
		before, behind := at.sides(w.b.Layouts[v], x.Widths[i])
		old = append(old, w.asked(w.b.Reflect(v, behind, true, x.Span()))...)
		if c := w.b.Reflect(v, before, true, x.Span()); c != nil {
			fresh = append(fresh, c)
		}
	}
	staged := w.staged(x, at.along(w.b, fresh))
	for _, c := range fresh {
		if c.Wave = staged; staged.Stages != 0 {
			c.Messages = w.b.A.Mul(c.Messages, staged.Stages)
		}
		passed = append(passed, w.asked(c)...)
	}
	if len(passed) == 0 || w.probing {
		return slices.Concat(old, passed, nest)
	}
	end := len(nest)
	for end > 0 && nest[end-1].Kind == SyncSeq {
		end--
	}
	combined, inside := nest[end:], slices.Clip(nest[:end])
	for _, u := range slices.Backward(passed) {
		u.Body, inside = inside, []*AAU{u}
	}
	return slices.Concat(old, inside, combined)
}

// staged is the wave in the parts that STAGE asks for, no more than there are iterations.
func (w *walker) staged(x *program.Across, along *comm.Loop) *comm.Wave {
	out := &comm.Wave{Along: along}
	if stages, known := w.b.Value(x.Stages); along != nil && x.Stages != nil && known {
		a := w.b.A
		out.Stages = a.Max(a.Int(1), a.Min(stages, along.Trip(a)))
	}
	return out
}

// loopsOf returns the loops that an ACROSS stands before, outermost first.
func (w *walker) loopsOf(s *program.Do, x *program.Across) []*comm.Loop {
	var out []*comm.Loop
	program.Statements([]program.Stmt{s}, func(inner program.Stmt) bool {
		do, ok := inner.(*program.Do)
		if ok && do.Independent != nil && do.Independent.Across == x && w.findings.loops[do] != nil {
			out = append(out, w.findings.loops[do])
		}
		return true
	})
	return out
}

// passes reports whether the ACROSS around brings what is read of an array.
func (w *walker) passes(c *comm.Communication) bool {
	if w.inAcross == nil {
		return false
	}
	i := slices.Index(w.inAcross.Variables, c.Array)
	return i >= 0 && within(w.inAcross.Widths[i], c.Moves) && w.edged(c)
}

// edged reports whether what is read next to the processor's own elements is next to them
// for all of these: so it is with BLOCKs, nothing else has edges, or shadows.
func (w *walker) edged(c *comm.Communication) bool {
	layout := w.b.Layouts[c.Array]
	return !slices.ContainsFunc(c.Moves, func(m comm.Move) bool {
		g := layout.AxisOf(m.Dim)
		return g >= 0 && !layout.DimOf(w.b.A, g).Contiguous()
	})
}
