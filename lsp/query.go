package lsp

import (
	"context"
	"fmt"
	"path/filepath"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/costmodel/whatif"
	"github.com/parlens/parlens/machines"
)

// query are the parameters that the requests of parlens have in common: about which
// unit, and under which settings. What is not given is as the document has it.
type query struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`         // the program
	Position     *protocol.Position              `json:"position,omitempty"`   // a place in the unit; absent: the main program, or else the first unit with an estimate
	Machine      string                          `json:"machine,omitempty"`    // another machine: its name, or the path of its file
	Processors   string                          `json:"processors,omitempty"` // as the setting: "4" or "2x2"
	Set          []string                        `json:"set,omitempty"`        // what else is otherwise, `NAME=VALUE` each: a size (`n=1024`), `P=16`, or something of the machine (`latency=0.5x`, `network_load=0.3`), as `parlens whatif --over` has it
}

// about is what the answers to a query begin with.
type about struct {
	Version    int32          `json:"version"`               // of the document that the answer is about
	Machine    machineName    `json:"machine"`               // that it is for
	Unit       string         `json:"unit"`                  // name of the unit; a main program may have none
	Kind       string         `json:"kind"`                  // `program`, `subroutine`, ...
	Call       string         `json:"call,omitempty"`        // which of several different calls of a procedure graph, timeline and trace are of; absent where all are equal, or there is none
	Range      protocol.Range `json:"range"`                 // of the unit
	Processors []int          `json:"processors"`            // extents of its arrangement of processors; empty where nothing is mapped
	NoEstimate string         `json:"no_estimate,omitempty"` // why the unit has no estimate; absent when there is one
	NoEffect   []string       `json:"no_effect,omitempty"`   // names in `set` of values on which nothing in the unit rests; absent when there are none
}

// machineName names a machine.
type machineName struct {
	Name  string `json:"name"`  // of a shipped machine, or as its file says
	Title string `json:"title"` // in words; "" where the machine has none
}

// queried is a query that is understood: a page with the report under the settings
// that are asked for, and the unit.
type queried struct {
	page
	unit    *report.Unit
	machine *machines.Machine // nil where the machine is a PAMELA model
	set     []whatif.Axis     // of the query
}

// invalid is the error of a parameter that is wrong.
func invalid(format string, args ...any) error {
	return jsonrpc2.Errorf(jsonrpc2.InvalidParams, format, args...)
}

// ask finds the unit, and its report under the settings of the query. The error
// says what is wrong with the parameters, or that there is nothing to be asked.
func (s *server) ask(ctx context.Context, snap *workspace.Snapshot, q query) (*queried, error) {
	s.awaitSettings(ctx)
	p, err := s.document(snap, pathOf(q.TextDocument.URI))
	if err != nil {
		return nil, err
	}
	if !languageOf(p.file).mapped {
		return nil, fmt.Errorf("%s is no program", filepath.Base(p.file.Path))
	}
	p.varied = q.Machine != "" || q.Processors != "" || len(q.Set) > 0
	a := &queried{page: p}
	if err := a.choose(q); err != nil {
		return nil, err
	}
	a.lines = report.AllLines
	if q.Position != nil && int(q.Position.Line) < p.text().Lines() {
		a.lines = report.Lines{First: int(q.Position.Line) + 1, Last: int(q.Position.Line) + 1}
	}
	a.lines = reported(p.text(), a.lines)
	if a.page, err = s.predicted(ctx, a.page); err != nil {
		return nil, err
	}
	a.unit = unitAsked(a.report, q.Position)
	if a.unit == nil {
		return nil, fmt.Errorf("%s has no program unit there", filepath.Base(p.file.Path))
	}
	return a, nil
}

func unitAsked(r *report.Report, at *protocol.Position) *report.Unit {
	if at != nil {
		if u := report.UnitAt(r, int(at.Line)+1); u != nil {
			return u
		}
	}
	return report.Principal(r)
}

// choose puts what the query says over the settings of the document.
func (a *queried) choose(q query) error {
	if q.Machine != "" {
		a.settings.Machine = q.Machine
	}
	if q.Processors != "" {
		procs, grid, err := settings.ParseProcessors(q.Processors)
		if err != nil {
			return invalid("processors: %v", err)
		}
		a.settings.Procs, a.settings.Grid = procs, grid
	}
	m, err := predict.MachineIn(a.snap, a.file, a.settings)
	if err != nil && q.Machine != "" {
		return invalid("machine: %v", err)
	}
	a.machine = m // without one the report says why
	if a.set, err = axesOf("set", q.Set); err != nil {
		return err
	}
	var values []whatif.Value
	for _, x := range a.set {
		if len(x.Values) != 1 {
			return invalid("set: %s has %d values; it takes one", x.Name, len(x.Values))
		}
		values = append(values, x.Values[0])
	}
	if a.settings, err = whatif.With(a.settings, a.machine, a.set, values); err != nil {
		return invalid("set: %v", err)
	}
	return nil
}

func axesOf(member string, texts []string) ([]whatif.Axis, error) {
	var axes []whatif.Axis
	for _, text := range texts {
		x, err := whatif.ParseAxis(text)
		if err != nil {
			return nil, invalid("%s: %v", member, err)
		}
		axes = append(axes, x)
	}
	return axes, nil
}

// idle tells whether what is varied is a value on which nothing in the unit rests.
func (a *queried) idle(x whatif.Axis) bool {
	ofMachine := a.machine != nil && a.machine.Varied(x.Name)
	return a.unit.NoEstimate == "" && !ofMachine && !whatif.OfProcessors(x.Name) && !whatif.RestsOn(a.unit, x.Name)
}

func (a *queried) about() about {
	var idle []string
	for _, x := range a.set {
		if a.idle(x) {
			idle = append(idle, printable(x.Name))
		}
	}
	return about{
		Version: a.file.Version, Machine: machineName{a.report.Machine.Name, a.report.Machine.Title},
		Unit: a.unit.Name, Kind: a.unit.Kind, Range: a.rangeOf(a.unit.Start, a.unit.End), Processors: append([]int{}, a.unit.Grid...), NoEstimate: printable(a.unit.NoEstimate), NoEffect: idle,
	}
}

// rangeOf is the range of whole lines; those behind the end of the text are left out.
func (p page) rangeOf(first, last int) protocol.Range {
	n := p.text().Lines()
	r := p.line(min(first, n))
	r.Start.Character, r.End = 0, p.line(min(last, n)).End
	return r
}
