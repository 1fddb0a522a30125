package spar

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	syntax "github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/modelling"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// Profiles returns the profile of some lines in each unit that they reach into; of a
// method or of the program where a name is given. The error is that of Text.
func Profiles(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, unit string, lines report.Lines, s settings.Settings) ([]*report.Profile, error) {
	m, err := ModelOf(snap, f, s)
	if err != nil {
		return nil, err
	}
	env := m.Values(s)
	var out []*report.Profile
	for _, one := range m.Units() {
		u := one.unit(s, env, report.AllLines)
		at, kind, name := report.Lines{First: u.Start, Last: u.End}, u.Kind, u.Name
		if unit != "" && !strings.EqualFold(unit, u.Name) {
			x := one.Unit(unit)
			if x == nil || x.Foreign || one.root != nil && one.root != x {
				continue
			}
			at, kind, name = one.linesOf(x), "method", x.Name
		}
		if at.First > lines.Last || at.Last < lines.First {
			continue
		}
		p := &report.Profile{Unit: name, Kind: kind, Lines: report.Lines{First: max(lines.First, at.First), Last: min(lines.Last, at.Last)}, NoEstimate: u.NoEstimate}
		if p.Memory = one.memory(env); p.NoEstimate == "" {
			one.profile(p, snap.Spar(f), u, env)
		}
		out = append(out, p)
	}
	return out, ctx.Err()
}

func (m *Model) linesOf(x *place.Method) report.Lines {
	return report.Lines{First: m.text.LineOf(x.Span.Start), Last: m.text.LineOf(max(x.Span.Start, x.Span.End-1))}
}

// profile fills the profile of lines of a unit.
func (m *Model) profile(p *report.Profile, tree *syntax.File, u *report.Unit, env map[string]float64) {
	of := m.partOf(tree, p.Lines)
	p.Processors = 1
	for _, n := range u.Grid {
		p.Processors *= n
	}
	var computed float64
	p.Own, p.Cumulative, computed = of.charges(env)
	one := m.oneProcessor(env)
	_, alone, _ := m.fitting(one).partOf(tree, p.Lines).charges(one)
	p.Serial = alone.Total()
	if total := p.Cumulative.Total(); total > 0 {
		p.Speedup, p.Efficiency = p.Serial/total, min(1, computed/(float64(p.Processors)*total))
	}
	if T := u.Charge.Total(); T > 0 {
		p.Share = p.Cumulative.Total() / T
	}
	for _, l := range u.Lines {
		if l.NoEstimate != "" && of.inside[l.Line] {
			of.missing[l.Line] = true
		}
	}
	p.Missing = slices.Sorted(maps.Keys(of.missing))
}

// programPart is some lines of a program with what they execute.
type programPart struct {
	*Model
	own     report.Lines
	inside  map[int]bool // those lines, and all in statements that begin there
	reach   map[*sparPiece]*reach
	missing map[int]bool // lines whose time is not told from that of other calls
}

// reach are the methods in a piece to which one comes by calls on the lines, and those to
// which one comes without them.
type reach struct{ in, out map[*place.Method]bool }

// partOf finds the lines in statements that begin on some lines.
func (m *Model) partOf(tree *syntax.File, lines report.Lines) *programPart {
	p := &programPart{m, lines, map[int]bool{}, map[*sparPiece]*reach{}, map[int]bool{}}
	add := func(first, last int) {
		for l := first; l <= last; l++ {
			p.inside[l] = true
		}
	}
	add(lines.First, min(lines.Last, m.text.Lines()))
	for _, t := range tree.Types {
		for _, x := range t.Members {
			var walk func(s syntax.Stmt)
			walk = func(s syntax.Stmt) {
				at := s.At().Shift(x.Start)
				if first := m.text.LineOf(s.Proper().Shift(x.Start).Start); lines.First <= first && first <= lines.Last {
					if _, block := s.(*syntax.Block); !block {
						add(first, m.text.LineOf(max(at.Start, at.End-1)))
					}
				}
				for _, part := range syntax.Parts(s) {
					walk(part)
				}
			}
			if x.Body != nil {
				walk(x.Body)
			}
		}
	}
	return p
}

// reached finds the methods of a piece.
func (p *programPart) reached(piece *sparPiece) *reach {
	if r := p.reach[piece]; r != nil {
		return r
	}
	r := &reach{map[*place.Method]bool{}, map[*place.Method]bool{}}
	p.reach[piece] = r
	root := p.Program.Method(piece.Parts[0].Method)
	seen := map[*place.Method]bool{root: true}
	var outside func(x *place.Method)
	outside = func(x *place.Method) {
		for _, c := range x.Callees() {
			line, to := p.lineOf(c.Span), p.Program.Method(c.Model)
			switch {
			case x == root && p.apart(piece, line):
			case p.inside[line]:
				for _, y := range p.Program.Reached(to) {
					r.in[y] = true
				}
			case !seen[to]:
				seen[to], r.out[to] = true, true
				outside(to)
			}
		}
	}
	outside(root)
	return r
}

// apart tells whether what the method of a piece calls on a line is other pieces.
func (p *programPart) apart(piece *sparPiece, line int) bool {
	n := len(piece.calls)
	return slices.ContainsFunc(p.pieces, func(q *sparPiece) bool {
		return len(q.calls) > n && slices.Equal(q.calls[:n], piece.calls) && q.calls[n] == line
	})
}

func (m *Model) lineOf(at source.Span) int { return m.text.LineOf(m.Program.At(at).Start) }

// has tells whether the time of a place of a piece is time of the lines.
func (p *programPart) has(piece *sparPiece, k int) bool {
	line := piece.lines[k]
	if p.inside[line] || slices.ContainsFunc(piece.calls, func(l int) bool { return p.inside[l] }) {
		return true
	}
	x := p.Program.MethodAt(piece.from[k])
	if x == nil || x.Model == piece.Parts[0].Method || !p.reached(piece).in[x] {
		return false
	}
	if p.reached(piece).out[x] {
		p.missing[line] = true
		return false
	}
	return true
}

// charges are the times of the lines for values of the parameters: their own, with what
// they execute, and how long all processors together compute in that.
func (p *programPart) charges(env map[string]float64) (own, all report.Charge, computed float64) {
	v, work := newValuation(env), loadsOf{}
	for _, piece := range p.pieces {
		n := piece.numbers(v)
		if n.err != nil {
			return own, all, 0
		}
		busy := piece.busy(v)
		for k, x := range n.slopes {
			line, cause := piece.lines[k], piece.places[k].cause
			if p.own.First <= line && line <= p.own.Last {
				chargeTo(&own, cause, x)
			}
			if !p.has(piece, k) {
				continue
			}
			chargeTo(&all, cause, x)
			if computes(cause) {
				work.add(busy[k])
			}
		}
	}
	_, _, computed = busiest(p.stations(env), work.runs())
	return own, all, computed
}

// computes tells whether a processor works at its own elements.
func computes(c modelling.Cause) bool { return c == modelling.Computation || c == modelling.Kept }

func chargeTo(c *report.Charge, cause modelling.Cause, x float64) {
	switch cause {
	case modelling.Communication:
		c.Communication += x
	case modelling.Overhead:
		c.Overhead += x
	default:
		c.Computation += x
	}
}

// memory is what the arrays of the classes take on a processor. A machine's PAMELA model
// says nothing of its memory.
func (m *Model) memory(env map[string]float64) report.Memory {
	var out report.Memory
	values := m.Definitions(env)
	m.Program.Lock()
	defer m.Program.Unlock()
	for _, v := range m.Program.Variables {
		if !v.Array() {
			continue
		}
		n, known := m.Program.Bytes(v)
		x, err := 0.0, error(nil)
		if known {
			x, err = m.Program.Arena.Eval(n, values)
		}
		if !known || err != nil {
			out.Unknown = append(out.Unknown, v.Name)
			continue
		}
		out.Bytes += x
		out.Arrays = append(out.Arrays, report.ArrayMemory{Array: v.Name, Bytes: x})
	}
	slices.SortStableFunc(out.Arrays, func(x, y report.ArrayMemory) int { return int(max(-1, min(1, y.Bytes-x.Bytes))) })
	return out
}
