package main

import (
	"encoding/json"
	"io"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/evaluate"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/render/fields"
)

// The JSON of `predict --format json`: one object a line for each file. Its
// fields are documented in docs/json.md; they may be added to, never changed.

type jsonReport struct {
	Format      formatVersion    `json:"format"`             // version of this output
	File        string           `json:"file"`               // path as it was given
	Machine     string           `json:"machine"`            // name of the machine
	Optimize    []string         `json:"optimize,omitempty"` // what the compiler of its nodes does, `reorder` or `inline`; absent when it does neither
	Processors  []int            `json:"processors"`         // extents of the processor arrangement of the first unit with an estimate; empty when there is none
	Units       []jsonUnit       `json:"units"`              // the program units, in the order of the file
	Diagnostics []jsonDiagnostic `json:"diagnostics"`        // what is wrong in the file, in the order of the file
}

type jsonSpan struct {
	StartLine int `json:"start_line"` // first line, from 1
	EndLine   int `json:"end_line"`   // last line, inclusive
}

// jsonInterval says how sure a time is: ends of its 90% interval, and the time that
// follows from the least run times.
type jsonInterval struct {
	Low     number `json:"low_s"`     // seconds: the lower end of the 90% interval
	High    number `json:"high_s"`    // seconds: its upper end
	Minimum number `json:"minimum_s"` // seconds: the time that follows from the least run times that were measured
}

func intervalOf(i report.Interval) *jsonInterval {
	if i == (report.Interval{}) {
		return nil
	}
	return &jsonInterval{number(i.Low), number(i.High), number(i.Minimum)}
}

type jsonUnit struct {
	Name  string   `json:"name"`  // name of the unit
	Kind  string   `json:"kind"`  // `program`, `subroutine`, `function`, `module`, ...
	Span  jsonSpan `json:"span"`  // its lines
	Calls number   `json:"calls"` // calls of the unit in one run, as far as they are known; times are for one of them
	fields.Charge
	AtLeast            bool             `json:"at_least,omitempty"`    // `true`: some line has no time, `time_s` is without it
	Low                *number          `json:"time_low_s,omitempty"`  // seconds: what the time is not below, where following all clocks takes too long, or calls that pass messages may overlap, and `time_s` is estimated; absent where it is not
	High               *number          `json:"time_high_s,omitempty"` // seconds: what it is not above
	Efficiency         number           `json:"efficiency"`            // parallel efficiency, 0..1: computation of all processors / (processors x `time_s`)
	ReferenceProcessor []int            `json:"reference_processor"`   // coordinates of the reference processor in the arrangement, from 0
	Formula            string           `json:"formula"`               // `time_s` as an expression in problem sizes and processor counts
	Dominant           string           `json:"dominant,omitempty"`    // the largest terms of a long `formula`, and the sizes for which they are within 2% of it
	Definitions        []jsonSymbol     `json:"definitions"`           // the symbols of `formula`, by name
	NoEstimate         string           `json:"no_estimate,omitempty"` // why there is no estimate; absent when there is one. With it, times and efficiency are `null`
	Lines              []jsonLine       `json:"lines"`                 // the lines that have a cost, or a reason why they have none, ascending
	Loops              []jsonLoop       `json:"loops"`                 // loops and array constructs, ascending, outer before inner
	Assumptions        []jsonAssumption `json:"assumptions"`           // the values that the prediction rests on
	Callers            []jsonCaller     `json:"callers,omitempty"`     // of a procedure: the calls whose mean the numbers are; absent where it is evaluated for itself
	Phi                *number          `json:"phi_s,omitempty"`       // seconds, of a Spar program: its longest path as if no resource were shared
	Omega              *number          `json:"omega_s,omitempty"`     // seconds, of a Spar program: the work on its busiest resource
	Loads              []jsonLoad       `json:"loads,omitempty"`       // of a Spar program: the work by resource, in runs of equal work
	Interval           *jsonInterval    `json:"interval,omitempty"`    // on a machine of measured array operations: how sure `time_s` is
}

// jsonCaller is a call of a procedure, or several equal ones.
type jsonCaller struct {
	Unit  string `json:"unit"`           // the unit that calls
	File  string `json:"file,omitempty"` // the file that it stands in; absent where that is the report's own
	Line  int    `json:"line"`           // line of the call in that file, from 1
	With  string `json:"with,omitempty"` // values of the integer dummies: "n = 128, dim = 2"
	Calls number `json:"calls"`          // how many calls in one run of the program
	Time  number `json:"time_s"`         // seconds of one of them
}

// jsonSymbol is a symbol of the formula.
type jsonSymbol struct {
	Name    string `json:"name"`    // a symbol of the formula
	Value   number `json:"value"`   // its value in this prediction
	Meaning string `json:"meaning"` // `processors`, for instance, or where a value comes from, as the `source` of an assumption
	Line    int    `json:"line"`    // line it belongs to, from 1; 0 for none
}

// jsonLoad is a class of resources with the same work.
type jsonLoad struct {
	First int64  `json:"first_resource"` // the first of these resources: 0 is the network, p+1 is processor p in the shipped model
	Count int64  `json:"resources"`      // how many there are
	Load  number `json:"load_s"`         // seconds: the work of each
}

type jsonLine struct {
	Line       int    `json:"line"`       // line number, from 1
	Executions number `json:"executions"` // executions in the sequential program; element assignments for an array statement; in a program that passes messages, those of the reference processor
	fields.Charge
	Busy           number              `json:"busy_s"`                // seconds: largest own time of any processor; does not add up
	BusyProcessor  []int               `json:"busy_processor"`        // coordinates of that processor, from 0; without meaning when `busy_s` is `null`
	NoEstimate     string              `json:"no_estimate,omitempty"` // why the line has no numbers, or what they leave out; absent when nothing is missing
	Assumed        []string            `json:"assumed,omitempty"`     // names of the unit's assumptions that the numbers rest on and that nothing gives; a procedure that is called, for those of its own; absent without any
	Calibrated     string              `json:"calibrated,omitempty"`  // the phase of a phase model whose time this is a part of, and what it replaces; absent elsewhere
	Bound          string              `json:"bound,omitempty"`       // what the innermost loop of the line waits for, on a machine whose times overlap: "memory bandwidth of L3"; absent elsewhere
	Communications []jsonCommunication `json:"communications"`        // what the compiler communicates for the line
	Terms          string              `json:"terms,omitempty"`       // on a machine of measured array operations: the parameters that the time is the sum of, with their sizes
	Interval       *jsonInterval       `json:"interval,omitempty"`    // on such a machine: how sure `time_s` is
	Notes          []string            `json:"notes,omitempty"`       // decisions and substitutes that the time rests on; absent without any
}

type jsonCommunication struct {
	Kind          string `json:"kind"`           // `shift`, `broadcast`, `reduction`, ...; where the program passes messages also `send` (counted as it is sent: its receipt stands elsewhere), `scatter`, `allgather`, `alltoall`, `barrier` (messages are steps)
	Array         string `json:"array"`          // the array that is communicated
	Dimension     int    `json:"dimension"`      // dimension of the array, from 1; 0 when it concerns none or all
	Offset        int64  `json:"offset"`         // distance of a shift in elements, with its sign; 0 otherwise
	Messages      number `json:"messages"`       // messages that the reference processor receives in one call of the unit
	Bytes         number `json:"bytes"`          // bytes that it receives in one call of the unit
	TotalMessages number `json:"total_messages"` // messages over all processors
	TotalBytes    number `json:"total_bytes"`    // bytes over all processors
	Reason        string `json:"reason"`         // what is communicated and why, in words
}

type jsonLoop struct {
	Line       int    `json:"line"`       // first line, from 1
	EndLine    int    `json:"end_line"`   // last line
	Iterations number `json:"iterations"` // iterations of the sequential program
	Kind       string `json:"kind"`       // `parallel` (the iterations are partitioned), `sequential`, `replicated` (every processor executes all), `serial` (nothing is mapped: there is one processor)
	Time       number `json:"time_s"`     // seconds charged to the lines inside
}

type jsonAssumption struct {
	Name   string `json:"name"`   // what is assumed: a variable, a branch
	Value  string `json:"value"`  // the value
	Source string `json:"source"` // `constant` (the program says so), `traced` (followed through the program), `set` (by a flag or parlens.toml), `as it is called` (by the calls of programs), `assumed` (nobody says so); more words may follow, as in `assumed: no value of n is known before run time`. Processors that the machine does not have are `more than the 8 nodes of ipsc860: extrapolated`
	Line   int    `json:"line"`   // line it belongs to, from 1; 0 for none
}

type jsonDiagnostic struct {
	Line     int    `json:"line"`     // line, from 1
	Column   int    `json:"column"`   // column, from 1, in bytes
	Severity string `json:"severity"` // `error`, `warning`, `information`, `hint`
	Code     string `json:"code"`     // short and stable, for instance `unknown-template`
	Message  string `json:"message"`  // a sentence for a person
}

// formatVersion is the version of the outputs. It rises when a field gets another
// meaning; fields that are added do not change it.
type formatVersion struct{}

// MarshalJSON writes the version.
func (formatVersion) MarshalJSON() ([]byte, error) { return []byte("1"), nil }

// UnmarshalJSON takes any version.
func (formatVersion) UnmarshalJSON([]byte) error { return nil }

// encode writes an object on a line of its own.
func encode(w io.Writer, object any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(object)
}

// number is a value that JSON shows as null where there is none.
type number = fields.Number

var unknown = fields.Unknown

func jsonOf(p prediction) jsonReport {
	return jsonReport{
		File:        p.File,
		Machine:     p.Machine.Name,
		Optimize:    p.Machine.Optimize,
		Processors:  list(p.Processors),
		Units:       each(p.Units, jsonUnitOf),
		Diagnostics: diagnosticsOf(p.file.Text, p.Diagnostics),
	}
}

func diagnosticsOf(text *source.Text, all []source.Diagnostic) []jsonDiagnostic {
	return each(all, func(d source.Diagnostic) jsonDiagnostic {
		at := text.Position(d.Span.Start)
		return jsonDiagnostic{at.Line, at.Column, d.Severity.String(), d.Code, d.Message}
	})
}

func jsonUnitOf(u *report.Unit) jsonUnit {
	out := jsonUnit{
		Name: u.Name, Kind: u.Kind, Span: jsonSpan{u.Start, u.End}, Calls: number(u.Calls),
		Charge: fields.ChargeOf(u.Charge, u.NoEstimate == ""), Efficiency: number(u.Efficiency),
		ReferenceProcessor: list(u.ReferenceProcessor), Formula: u.Formula.String(), Dominant: u.Dominant.String(), NoEstimate: u.NoEstimate,
		Definitions: each(evaluate.Definitions(u), func(s report.Symbol) jsonSymbol {
			return jsonSymbol{s.Name, number(s.Value), s.Meaning, s.Line}
		}),
		Lines: each(u.Lines, jsonLineOf),
		Loops: each(u.Loops, func(l *report.Loop) jsonLoop {
			return jsonLoop{l.Line, l.EndLine, number(l.Iterations), l.Kind, number(l.Time)}
		}),
		Assumptions: each(u.Assumptions, func(a report.Assumption) jsonAssumption { return jsonAssumption{a.Name, a.Value, a.Source, a.Line} }),
	}
	out.Interval, out.AtLeast = intervalOf(u.Interval), u.Partial()
	for _, c := range u.Callers {
		out.Callers = append(out.Callers, jsonCaller{c.Unit, c.File, c.Line, c.With, number(c.Calls), number(c.Time)})
	}
	if u.NoEstimate != "" || u.Efficiency == 0 && u.Charge.Total() > 0 { // parts may be calibrated
		out.Efficiency = unknown
	}
	if u.NoEstimate == "" && u.Between.Some() {
		low, high := number(u.Between.Low), number(u.Between.High)
		out.Low, out.High = &low, &high
	}
	if m := u.Models; m != nil && u.NoEstimate == "" {
		phi, omega := number(m.Phi), number(m.Omega)
		out.Phi, out.Omega = &phi, &omega
		out.Loads = each(m.Loads, func(l report.Load) jsonLoad { return jsonLoad{l.First, l.Count, number(l.Seconds)} })
	}
	return out
}

func jsonLineOf(l *report.Line) jsonLine {
	withheld := l.NoEstimate
	if inPart(l) {
		withheld = ""
	}
	out := jsonLine{
		Line: l.Line, Executions: number(l.Executions), Charge: fields.ChargeOf(l.Charge, withheld == ""),
		Busy: number(l.Busy), BusyProcessor: list(l.BusyProcessor), NoEstimate: l.NoEstimate, Assumed: l.Assumed, Calibrated: l.Calibrated,
		Communications: each(l.Comms, jsonCommunicationOf),
	}
	if out.Interval = intervalOf(l.Interval); out.Interval != nil {
		out.Terms = l.Formula.String()
	}
	out.Notes, out.Bound = l.Notes, l.Bound
	if withheld != "" {
		out.Executions, out.Busy = unknown, unknown
	}
	return out
}

// inPart reports whether a part of a line has an estimate and another has
// none. That part is in the unit's time, and must be shown for the lines to add
// up to it.
func inPart(l *report.Line) bool {
	return l.NoEstimate != "" && (l.Charge.Total() > 0 || l.Busy > 0)
}

func jsonCommunicationOf(c report.Communication) jsonCommunication {
	return jsonCommunication{
		Kind: c.Kind, Array: c.Array, Dimension: c.Dimension, Offset: c.Offset,
		Messages: number(c.Messages), Bytes: number(c.Bytes),
		TotalMessages: number(c.TotalMessages), TotalBytes: number(c.TotalBytes), Reason: c.Reason,
	}
}

// each converts a slice; none becomes [], never null.
func each[T, U any](all []T, convert func(T) U) []U { return fields.Each(all, convert) }

func list(values []int) []int { return append([]int{}, values...) }
