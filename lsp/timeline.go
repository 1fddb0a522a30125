package lsp

import (
	"context"
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/render"
	"github.com/parlens/parlens/render/fields"
)

// methodTimeline asks when the processors arrive at the exchanges of a unit, wait and
// go on.
const methodTimeline = "parlens/timeline"

type timelineParams struct {
	query
	Exchanges int `json:"exchanges,omitempty,omitzero"` // how many are told, the first ones, at most 10000; absent: 100
}

type timeline struct {
	about
	Reading   string          `json:"reading"`   // how the times were found
	Places    [][]int         `json:"places"`    // the coordinates of each processor, the last fastest; where there are too many, those that stand for others
	Exchanges []exchange      `json:"exchanges"` // the first ones that take anybody time
	More      bool            `json:"more"`      // there are further exchanges
	Ends      []fields.Number `json:"ends_s"`    // seconds: when each of `places` has finished the unit
	Phases    []string        `json:"phases"`    // regions whose times are those of phase models; the clocks are of the general prediction
	Text      string          `json:"text"`      // the same as tables and a chart of characters
}

type exchange struct {
	Range  protocol.Range `json:"range"`  // its line
	What   string         `json:"what"`   // what it is
	Visits []fields.Visit `json:"visits"` // one for each of `places`
}

const (
	usualExchanges = 100
	mostExchanges  = 10_000
)

func (s *server) timeline(ctx context.Context, snap *workspace.Snapshot, p *timelineParams) (*timeline, error) {
	if p.Exchanges < 0 || p.Exchanges > mostExchanges {
		return nil, invalid("exchanges: %d is not between 1 and %d", p.Exchanges, mostExchanges)
	}
	if p.Exchanges == 0 {
		p.Exchanges = usualExchanges
	}
	a, err := s.ask(ctx, snap, p.query)
	if err != nil {
		return nil, err
	}
	all, err := predict.Timelines(ctx, a.snap, a.file.Path, a.unit.Name, p.Exchanges, a.settings)
	if err != nil {
		return nil, err
	}
	out := &timeline{about: a.about(), Places: [][]int{}, Exchanges: []exchange{}, Ends: []fields.Number{}, Phases: []string{}}
	i := slices.IndexFunc(all, func(l *report.Timeline) bool { return l.Lines.First == a.unit.Start })
	if i < 0 {
		return out, nil
	}
	l := all[i]
	out.Call = l.Call
	if l.NoEstimate != "" {
		out.NoEstimate = printable(l.NoEstimate)
	}
	out.Reading, out.More, out.Phases = l.Reading, l.More, append(out.Phases, l.Phases...)
	out.Places = append(out.Places, l.Processors...)
	out.Exchanges = fields.Each(l.Exchanges, func(x report.TimelineExchange) exchange {
		return exchange{a.rangeOf(x.Line, x.Line), printable(x.What), fields.Each(x.Visits, fields.VisitOf)}
	})
	out.Ends = fields.Each(l.Ends, func(t float64) fields.Number { return fields.Number(t) })
	out.Text = printable(render.Timeline(filepath.Base(a.file.Path), l, ""))
	return out, nil
}
