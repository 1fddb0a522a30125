package lsp

import (
	"context"
	"errors"

	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/advise"
	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/render/fields"
)

// methodCompare asks what a program takes with several mappings, side by side.
const methodCompare = "parlens/compare"

type compareParams struct {
	query
	Mappings []string `json:"mappings,omitempty"` // each as directives with semicolons between them, `DISTRIBUTE u(*,BLOCK); PROCESSORS p(4,2)`; what one does not name stays. Absent: those that are found to be the fastest
}

type mappingsCompared struct {
	about
	Mappings []mapping `json:"mappings"` // the text as it stands first, then the others in their order
}

// mapping is a program with one mapping.
type mapping struct {
	Mapping string `json:"mapping"` // as it was given, or what it changes; "" for the text as it stands
	fields.Charge
	Low        *fields.Number          `json:"time_low_s,omitempty"`   // seconds: what the time is not below, where it is estimated; absent elsewhere
	High       *fields.Number          `json:"time_high_s,omitempty"`  // seconds: what it is not above
	Processors int                     `json:"processors"`             // that the program has then
	Grid       []int                   `json:"grid"`                   // extents of their arrangement
	Memory     fields.Number           `json:"memory_bytes"`           // of the arrays, on the processor with the largest parts
	Assumed    []string                `json:"assumed"`                // values that the time rests on and that nothing gives
	Tie        bool                    `json:"tie,omitempty,omitzero"` // the times are estimates, and this one may be as fast as the present mapping; absent otherwise
	NoEstimate string                  `json:"no_estimate,omitempty"`  // why there is no time; absent when there is one
	Lines      []mappedLine            `json:"lines"`                  // that take some time, of the text as it stands; empty for mappings that were found
	Edit       *protocol.WorkspaceEdit `json:"edit,omitempty"`         // writes the mapping into the program; absent for the text as it stands
}

type mappedLine struct {
	Range protocol.Range `json:"range"`  // the line
	Time  fields.Number  `json:"time_s"` // seconds
}

func (s *server) compare(ctx context.Context, snap *workspace.Snapshot, q *compareParams) (*mappingsCompared, error) {
	a, err := s.ask(ctx, snap, q.query)
	if err != nil {
		return nil, err
	}
	out := &mappingsCompared{about: a.about(), Mappings: []mapping{}}
	if len(q.Mappings) == 0 {
		found, err := memo.LoadFrom(ctx, a.snap.Memo(), adviceKey{a.key()}, served{s, a.page}, adviceKey.advise)
		if err != nil {
			return nil, err
		}
		out.Mappings = append(out.Mappings, s.mapping(a, "", found.Before, nil))
		for _, p := range found.Proposals {
			m := s.mapping(a, p.Label, p.Result, p.Changes)
			m.Tie = p.Tie
			out.Mappings = append(out.Mappings, m)
		}
		return out, nil
	}
	defer s.working("comparing mappings")()
	_, all, err := advise.Compare(ctx, a.snap, a.file.Path, q.Mappings, a.settings)
	var wrong *advise.MappingError
	if errors.As(err, &wrong) {
		return nil, invalid("mappings: %v", err)
	} else if err != nil {
		return nil, err
	}
	for _, x := range all {
		m := s.mapping(a, x.Mapping, x.Result, x.Changes)
		if x.NoEstimate != "" {
			m.NoEstimate, m.Charge = printable(x.NoEstimate), fields.UnknownCharge
		}
		m.Lines = fields.Each(x.Lines, func(l advise.LineTime) mappedLine {
			return mappedLine{a.rangeOf(l.Line, l.Line), fields.Number(l.Time)}
		})
		out.Mappings = append(out.Mappings, m)
	}
	return out, nil
}

func (s *server) mapping(a *queried, name string, r advise.Result, changes []plan.Change) mapping {
	m := mapping{Mapping: printable(name), Charge: fields.ChargeOf(r.Charge, true), Processors: r.Processors, Grid: append([]int{}, r.Grid...),
		Memory: fields.Number(r.Memory), Assumed: fields.Each(r.Assumed, report.Assumption.Setting), Lines: []mappedLine{}}
	m.Low, m.High = fields.Bounds(r.Between)
	if len(changes) > 0 {
		m.Edit = s.changesEdit(a.page, name, changes)
	}
	return m
}
