package lsp

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/render/fields"
)

// methodCostTree asks what the units, loops and lines of a program cost, the costliest
// first.
const methodCostTree = "parlens/costTree"

type costTree struct {
	about
	Cut   int        `json:"cut_at,omitempty,omitzero"` // the last line that the tree covers, of a file that is too long; absent elsewhere
	Units []costNode `json:"units"`                     // all units of the file, those with the most time first; they are never added up
}

// costNode is a unit, a loop of several lines or a line. Those inside add up to it.
type costNode struct {
	Kind  string         `json:"kind"`  // `unit`, `loop` or `line`
	Label string         `json:"label"` // `program heat`, `loop control` for what a loop itself takes, else the text of the first line
	Range protocol.Range `json:"range"` // its lines, without the last line's end
	fields.Charge
	Share      fields.Number  `json:"share"`                      // of the unit's time, 0..1; null without an estimate
	Largest    string         `json:"largest,omitempty"`          // the kind that takes most of it: `computation`, `communication`, `overhead` or `wait`; absent where nothing takes time
	Low        *fields.Number `json:"time_low_s,omitempty"`       // seconds, of a unit: what the time is not below, where it is estimated; absent elsewhere
	High       *fields.Number `json:"time_high_s,omitempty"`      // seconds: what it is not above
	Calls      *fields.Number `json:"calls,omitempty"`            // of a unit: its calls in one run; times are for one of them
	Iterations *fields.Number `json:"iterations,omitempty"`       // of a loop, in the sequential program; absent elsewhere
	Executions *fields.Number `json:"executions,omitempty"`       // of a line, in the sequential program; absent elsewhere
	Missing    int            `json:"missing,omitempty,omitzero"` // lines inside without an estimate: the time is at least what is told; absent when there are none
	NoEstimate string         `json:"no_estimate,omitempty"`      // why there are no numbers, or what they leave out; absent when nothing is missing
	Assumed    []string       `json:"assumed,omitempty"`          // values that nothing gives and that the time rests on; a procedure that is called, for those of its own; absent when there are none
	Children   []costNode     `json:"children"`                   // what stands inside, the costliest first
}

func (s *server) costTree(ctx context.Context, snap *workspace.Snapshot, q *query) (*costTree, error) {
	a, err := s.ask(ctx, snap, query{TextDocument: q.TextDocument, Machine: q.Machine, Processors: q.Processors, Set: q.Set})
	if err != nil {
		return nil, err
	}
	if q.Position != nil {
		a.unit = unitAsked(a.report, q.Position)
	}
	out := &costTree{about: a.about(), Units: fields.Each(byTime(a.report.Units), a.unitNode)}
	if a.cut() {
		out.Cut = a.lines.Last
	}
	return out, nil
}

// byTime are the units with the most time first, those without any last.
func byTime(units []*report.Unit) []*report.Unit {
	return slices.SortedStableFunc(slices.Values(units), func(x, y *report.Unit) int {
		return cmp.Compare(y.Charge.Total(), x.Charge.Total())
	})
}

func (p page) unitNode(u *report.Unit) costNode {
	out := p.costNode(u, report.Tree(u))
	out.Label = strings.TrimSpace(u.Kind + " " + u.Name)
	out.Calls = ptr(fields.Number(u.Calls))
	out.Low, out.High = fields.Bounds(u.Between)
	return out
}

func (p page) costNode(u *report.Unit, b *report.Branch) costNode {
	known := b.NoEstimate == "" || b.Charge.Total() > 0
	out := costNode{
		Kind: b.Kind, Label: printable(strings.TrimSpace(p.text().Line(min(b.First, p.text().Lines())))), Range: p.rangeOf(b.First, b.Last),
		Charge: fields.ChargeOf(b.Charge, known), Share: fields.Unknown, Largest: largest(b.Charge), NoEstimate: printable(b.NoEstimate), Missing: b.Missing, Assumed: b.Assumed,
		Children: fields.Each(b.Inside, func(x *report.Branch) costNode { return p.costNode(u, x) }),
	}
	for i, x := range b.Inside {
		if b.Kind == "loop" && x.Kind == "line" && x.First == b.First {
			out.Children[i].Label = "loop control"
		}
	}
	if total := u.Charge.Total(); known && total > 0 {
		out.Share = fields.Number(b.Charge.Total() / total)
	}
	if b.Iterations > 0 {
		out.Iterations = ptr(fields.Number(b.Iterations))
	}
	if b.Executions > 0 {
		out.Executions = ptr(fields.Number(b.Executions))
	}
	return out
}

// largest names the kind that takes most of a time; "" where there is none.
func largest(c report.Charge) string {
	name, most := "", 0.0
	for _, k := range []struct {
		name    string
		seconds float64
	}{{"computation", c.Computation}, {"communication", c.Communication}, {"overhead", c.Overhead}, {"wait", c.Wait}} {
		if k.seconds > most {
			name, most = k.name, k.seconds
		}
	}
	return name
}
