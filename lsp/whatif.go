package lsp

import (
	"context"
	"math"
	"strings"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/whatif"
)

// methodWhatif asks what a unit takes under other settings than those of the document,
// and what there is to be varied: a panel's sliders.
const methodWhatif = "parlens/whatif"

type whatifResult struct {
	about
	cost
	Low        *amount  `json:"time_low_s,omitempty"`       // seconds: what the time is not below, where it is estimated; absent elsewhere
	High       *amount  `json:"time_high_s,omitempty"`      // seconds: what it is not above
	Missing    int      `json:"missing,omitempty,omitzero"` // lines without an estimate: the time is at least what is told; absent when there are none
	Speedup    amount   `json:"speedup"`                    // over one processor; null where that is not known
	Efficiency amount   `json:"efficiency"`                 // parallel efficiency, 0..1
	Base       point    `json:"base"`                       // the same under the settings of the document; its `value` is null
	Sliders    []slider `json:"sliders"`                    // what can be varied: processors, sizes, then what the machine has
}

// slider is something that `set` takes.
type slider struct {
	Name    string `json:"name"`    // left of the equals sign in `set`
	Kind    string `json:"kind"`    // `processors` and `size`: a whole number; `factor`: on what the machine has, written with an x (`0.5x`); `share`: from 0 to below 1
	Meaning string `json:"meaning"` // in words, with its unit
	Value   amount `json:"value"`   // that it has under this query: of a factor 1 and of a share 0 where it is not varied
	Low     amount `json:"low"`     // where a slider may begin
	High    amount `json:"high"`    // where it may end; larger values are possible
	Has     amount `json:"has"`     // of a factor: what the machine has; null where that is not one number
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
		about: a.about(), cost: here.cost, Low: here.Low, High: here.High, Missing: report.Tree(a.unit).Missing, Speedup: here.Speedup, Efficiency: here.Efficiency,
		Base: pointOf(unitPoint(base.unit)), Sliders: a.sliders(q.Set, base),
	}, nil
}

// unitPoint is what a unit's report says, as a point of a curve over nothing.
func unitPoint(u *report.Unit) whatif.Point {
	p := whatif.Of(u)
	p.Values = []whatif.Value{{Number: math.NaN()}}
	return p
}

func (a *asked) sliders(set []string, base *asked) []slider {
	nodes := 1024
	if a.machine != nil {
		nodes = max(a.machine.Nodes, processorsOf(a.unit))
	}
	out := []slider{{"P", "processors", "number of processors", amount(processorsOf(a.unit)), 1, amount(nodes), unknown}}
	for i, size := range whatif.Sizes(base.unit) {
		now := size.Value
		for _, x := range a.unit.Symbols {
			if strings.EqualFold(x.Name, size.Name) {
				now = x.Value
			}
		}
		if i < mostSizes {
			out = append(out, slider{size.Name, "size", size.Meaning, amount(now), amount(max(1, math.Floor(size.Value/8))), amount(8 * size.Value), unknown})
		}
	}
	if a.machine == nil {
		return out
	}
	for _, v := range a.machine.Variations() {
		x := slider{v.Name, "factor", v.Meaning, 1, 0.1, 10, unknown}
		if v.Share {
			x = slider{v.Name, "share", v.Meaning, 0, 0, 0.95, unknown}
		}
		if v.Has > 0 {
			x.Has = amount(v.Has)
		}
		axes, _ := axesOf(set) // which could be read
		for _, axis := range axes {
			if to := axis.Values[0]; axis.Name == v.Name {
				x.Value = amount(to.Number)
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
