package lsp

import (
	"context"
	"math"
	"strings"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/whatif"
	"github.com/parlens/parlens/render/fields"
)

// methodWhatif asks what a unit takes under other settings than those of the document,
// and what there is to be varied: a panel's sliders.
const methodWhatif = "parlens/whatif"

type whatifResult struct {
	about
	fields.Charge
	Low        *fields.Number `json:"time_low_s,omitempty"`       // seconds: what the time is not below, where it is estimated; absent elsewhere
	High       *fields.Number `json:"time_high_s,omitempty"`      // seconds: what it is not above
	Missing    int            `json:"missing,omitempty,omitzero"` // lines without an estimate: the time is at least what is told; absent when there are none
	Speedup    fields.Number  `json:"speedup"`                    // over one processor; null where that is not known
	Efficiency fields.Number  `json:"efficiency"`                 // parallel efficiency, 0..1
	Base       point          `json:"base"`                       // the same under the settings of the document; its `value` is null
	Sliders    []slider       `json:"sliders"`                    // what can be varied: processors, sizes, then what the machine has
}

// slider is something that `set` takes.
type slider struct {
	Name    string        `json:"name"`    // left of the equals sign in `set`
	Kind    string        `json:"kind"`    // `processors` and `size`: a whole number; `factor`: on what the machine has, written with an x (`0.5x`); `share`: from 0 to below 1
	Meaning string        `json:"meaning"` // in words, with its unit
	Value   fields.Number `json:"value"`   // that it has under this query: of a factor 1 and of a share 0 where it is not varied
	Low     fields.Number `json:"low"`     // where a slider may begin
	High    fields.Number `json:"high"`    // where it may end; larger values are possible
	Has     fields.Number `json:"has"`     // of a factor: what the machine has; null where that is not one number
}

func (s *server) whatif(ctx context.Context, snap *workspace.Snapshot, q *query) (*whatifResult, error) {
	a, err := s.ask(ctx, snap, *q)
	if err != nil {
		return nil, err
	}
	base := a
	if a.varied {
		if base, err = s.ask(ctx, snap, query{TextDocument: q.TextDocument, Position: q.Position}); err != nil {
			return nil, err
		}
	}
	here := pointOf(unitPoint(a.unit))
	return &whatifResult{
		about: a.about(), Charge: here.Charge, Low: here.Low, High: here.High, Missing: report.Tree(a.unit).Missing, Speedup: here.Speedup, Efficiency: here.Efficiency,
		Base: pointOf(unitPoint(base.unit)), Sliders: a.sliders(base),
	}, nil
}

// unitPoint is what a unit's report says, as a point of a curve over nothing.
func unitPoint(u *report.Unit) whatif.Point {
	p := whatif.Of(u)
	p.Values = []whatif.Value{{Number: math.NaN()}}
	return p
}

func (a *queried) sliders(base *queried) []slider {
	nodes := 1024
	if a.machine != nil {
		nodes = max(a.machine.Nodes, processorsOf(a.unit))
	}
	out := []slider{{"P", "processors", "number of processors", fields.Number(processorsOf(a.unit)), 1, fields.Number(nodes), fields.Unknown}}
	for i, size := range whatif.Sizes(base.unit) {
		now := size.Value
		for _, x := range a.unit.Symbols {
			if strings.EqualFold(x.Name, size.Name) {
				now = x.Value
			}
		}
		if i < mostSizes {
			out = append(out, slider{size.Name, "size", size.Meaning, fields.Number(now), fields.Number(max(1, math.Floor(size.Value/8))), fields.Number(8 * size.Value), fields.Unknown})
		}
	}
	if a.machine == nil {
		return out
	}
	for _, v := range a.machine.Variations() {
		x := slider{v.Name, "factor", v.Meaning, 1, 0.1, 10, fields.Unknown}
		if v.Share {
			x = slider{v.Name, "share", v.Meaning, 0, 0, 0.95, fields.Unknown}
		}
		if v.Has > 0 {
			x.Has = fields.Number(v.Has)
		}
		for _, axis := range a.set {
			if to := axis.Values[0]; axis.Name == v.Name {
				x.Value = fields.Number(to.Number)
				if !v.Share && !to.Relative {
					x.Value /= x.Has
				}
			}
		}
		out = append(out, x)
	}
	return out
}

// mostSizes bounds the sizes that a panel has sliders for.
const mostSizes = 20
