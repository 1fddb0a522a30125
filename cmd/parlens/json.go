package main

import (
	"encoding/json"
	"io"
	"math"
	"strconv"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/evaluate"
	"github.com/parlens/parlens/costmodel/report"
)

// The JSON of `predict --format json`: one object a line for each file. Its
// fields are documented in docs/json.md; they may be added to, never changed.

type jsonReport struct {
	File        string           `json:"file"`
	Machine     string           `json:"machine"`
	Optimize    []string         `json:"optimize,omitempty"`
	Processors  []int            `json:"processors"`
	Units       []jsonUnit       `json:"units"`
	Diagnostics []jsonDiagnostic `json:"diagnostics"`
}

type jsonSpan struct {
	StartLine int `json:"start_line"`
	EndLine   int `json:"end_line"`
}

type jsonCharge struct {
	Time          number `json:"time_s"`
	Computation   number `json:"computation_s"`
	Communication number `json:"communication_s"`
	Overhead      number `json:"overhead_s"`
	Wait          number `json:"wait_s"`
}

// jsonInterval says how sure a time is: ends of its 90% interval, and the time that
// follows from the least run times.
type jsonInterval struct {
	Low     number `json:"low_s"`
	High    number `json:"high_s"`
	Minimum number `json:"minimum_s"`
}

func intervalOf(i report.Interval) *jsonInterval {
	if i == (report.Interval{}) {
		return nil
	}
	return &jsonInterval{number(i.Low), number(i.High), number(i.Minimum)}
}

type jsonUnit struct {
	Name  string   `json:"name"`
	Kind  string   `json:"kind"`
	Span  jsonSpan `json:"span"`
	Calls number   `json:"calls"`
	jsonCharge
	Low                *number          `json:"time_low_s,omitempty"`
	High               *number          `json:"time_high_s,omitempty"`
	Efficiency         number           `json:"efficiency"`
	ReferenceProcessor []int            `json:"reference_processor"`
	Formula            string           `json:"formula"`
	Definitions        []jsonSymbol     `json:"definitions"`
	NoEstimate         string           `json:"no_estimate,omitempty"`
	Lines              []jsonLine       `json:"lines"`
	Loops              []jsonLoop       `json:"loops"`
	Assumptions        []jsonAssumption `json:"assumptions"`
	Phi                *number          `json:"phi_s,omitempty"`
	Omega              *number          `json:"omega_s,omitempty"`
	Loads              []jsonLoad       `json:"loads,omitempty"`
	Interval           *jsonInterval    `json:"interval,omitempty"`
}

// jsonSymbol is a symbol of the formula.
type jsonSymbol struct {
	Name    string `json:"name"`
	Value   number `json:"value"`
	Meaning string `json:"meaning"`
	Line    int    `json:"line"`
}

// jsonLoad is a class of resources with the same work.
type jsonLoad struct {
	First int64  `json:"first_resource"`
	Count int64  `json:"resources"`
	Load  number `json:"load_s"`
}

type jsonLine struct {
	Line       int    `json:"line"`
	Executions number `json:"executions"`
	jsonCharge
	Busy           number              `json:"busy_s"`
	BusyProcessor  []int               `json:"busy_processor"`
	NoEstimate     string              `json:"no_estimate,omitempty"`
	Calibrated     string              `json:"calibrated,omitempty"`
	Communications []jsonCommunication `json:"communications"`
	Terms          string              `json:"terms,omitempty"`
	Interval       *jsonInterval       `json:"interval,omitempty"`
	Notes          []string            `json:"notes,omitempty"`
}

type jsonCommunication struct {
	Kind          string `json:"kind"`
	Array         string `json:"array"`
	Dimension     int    `json:"dimension"`
	Offset        int64  `json:"offset"`
	Messages      number `json:"messages"`
	Bytes         number `json:"bytes"`
	TotalMessages number `json:"total_messages"`
	TotalBytes    number `json:"total_bytes"`
	Reason        string `json:"reason"`
}

type jsonLoop struct {
	Line       int    `json:"line"`
	EndLine    int    `json:"end_line"`
	Iterations number `json:"iterations"`
	Kind       string `json:"kind"`
	Time       number `json:"time_s"`
}

type jsonAssumption struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Source string `json:"source"`
	Line   int    `json:"line"`
}

type jsonDiagnostic struct {
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Message  string `json:"message"`
}

// number is a value that JSON shows as null where there is none.
type number float64

var unknown = number(math.NaN())

// MarshalJSON writes the shortest decimal that reads back as the same value,
// or null for one that is not finite.
func (n number) MarshalJSON() ([]byte, error) {
	if v := float64(n); math.IsNaN(v) || math.IsInf(v, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// String is the number in a table, "" for one that is not finite.
func (n number) String() string {
	switch v := float64(n); {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return ""
	case v == math.Trunc(v) && math.Abs(v) < 1e15:
		return strconv.FormatFloat(v, 'f', -1, 64)
	default:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
}

func writeJSON(w io.Writer, p prediction) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(jsonOf(p))
}

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
		jsonCharge: chargeOf(u.Charge, u.NoEstimate), Efficiency: number(u.Efficiency),
		ReferenceProcessor: list(u.ReferenceProcessor), Formula: u.Formula.String(), NoEstimate: u.NoEstimate,
		Definitions: each(evaluate.Definitions(u), func(s report.Symbol) jsonSymbol {
			return jsonSymbol{s.Name, number(s.Value), s.Meaning, s.Line}
		}),
		Lines: each(u.Lines, jsonLineOf),
		Loops: each(u.Loops, func(l *report.Loop) jsonLoop {
			return jsonLoop{l.Line, l.EndLine, number(l.Iterations), l.Kind, number(l.Time)}
		}),
		Assumptions: each(u.Assumptions, func(a report.Assumption) jsonAssumption { return jsonAssumption{a.Name, a.Value, a.Source, a.Line} }),
	}
	out.Interval = intervalOf(u.Interval)
	if u.NoEstimate != "" || u.Efficiency == 0 && u.Charge.Total() > 0 { // parts may be calibrated
		out.Efficiency = unknown
	} else if u.Between.Some() {
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
		Line: l.Line, Executions: number(l.Executions), jsonCharge: chargeOf(l.Charge, withheld),
		Busy: number(l.Busy), BusyProcessor: list(l.BusyProcessor), NoEstimate: l.NoEstimate, Calibrated: l.Calibrated,
		Communications: each(l.Comms, jsonCommunicationOf),
	}
	if out.Interval = intervalOf(l.Interval); out.Interval != nil {
		out.Terms = l.Formula.String()
	}
	out.Notes = l.Notes
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

// chargeOf is a charge, all unknown where there is no estimate.
func chargeOf(c report.Charge, noEstimate string) jsonCharge {
	if noEstimate != "" {
		return jsonCharge{unknown, unknown, unknown, unknown, unknown}
	}
	return jsonCharge{number(c.Total()), number(c.Computation), number(c.Communication), number(c.Overhead), number(c.Wait)}
}

// each converts a slice; none becomes [], never null.
func each[T, U any](all []T, convert func(T) U) []U {
	out := make([]U, len(all))
	for i, v := range all {
		out[i] = convert(v)
	}
	return out
}

func list(values []int) []int { return append([]int{}, values...) }
