package main

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/jszwec/csvutil"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/render"
)

// csvLine is a row of `predict --format csv`. Columns may be added at the end,
// none is renamed, removed or given another meaning.
type csvLine struct {
	File          string `json:"file"`            // path as it was given
	Machine       string `json:"machine"`         // name of the machine
	Processors    string `json:"processors"`      // extents of the unit's arrangement: `2x2`
	Unit          string `json:"unit"`            // name of the unit
	Line          int    `json:"line"`            // line number, from 1
	Executions    number `json:"executions"`      // as in JSON
	Time          number `json:"time_s"`          // as in JSON
	Share         number `json:"share"`           // `time_s` / `time_s` of the unit, 0..1
	Computation   number `json:"computation_s"`   // as in JSON
	Communication number `json:"communication_s"` // as in JSON
	Overhead      number `json:"overhead_s"`      // as in JSON
	Wait          number `json:"wait_s"`          // as in JSON
	Busy          number `json:"busy_s"`          // as in JSON
	BusyProcessor string `json:"busy_processor"`  // its coordinates, with colons: `1:0`
	Messages      number `json:"messages"`        // those that the reference processor receives for the line, summed over its communications
	Bytes         number `json:"bytes"`           // likewise
	Reason        string `json:"reason"`          // the reasons of its communications, and why a number is missing
	Assumed       string `json:"assumed"`         // as in JSON, with semicolons
}

// table writes rows of type R, with a header before the first.
type table[R any] struct {
	out *csv.Writer
	*csvutil.Encoder
}

func newTable[R any](w io.Writer) (table[R], error) {
	out := csv.NewWriter(w)
	e := csvutil.NewEncoder(out)
	e.Tag = "json" // the columns are fields like those of the JSON
	var row R
	return table[R]{out, e}, e.EncodeHeader(row)
}

func (t table[R]) write(rows []R) error {
	if err := t.Encode(rows); err != nil {
		return err
	}
	t.out.Flush()
	return t.out.Error()
}

// csvWriter returns what writes the lines of a file; the first call writes the header.
func csvWriter(w io.Writer) func(prediction) error {
	var t table[csvLine]
	return func(p prediction) (err error) {
		if t.out == nil {
			if t, err = newTable[csvLine](w); err != nil {
				return err
			}
		}
		var rows []csvLine
		for _, u := range p.Units {
			for _, l := range u.Lines {
				rows = append(rows, csvLineOf(p, u, l))
			}
		}
		return t.write(rows)
	}
}

func csvLineOf(p prediction, u *report.Unit, l *report.Line) csvLine {
	j := jsonLineOf(l)
	row := csvLine{File: p.File, Machine: p.Machine.Name, Processors: render.Grid(u.Grid), Unit: u.Name, Line: l.Line,
		Executions: j.Executions, Time: j.Time, Share: share(j.Time, u), Computation: j.Computation, Communication: j.Communication,
		Overhead: j.Overhead, Wait: j.Wait, Busy: j.Busy, BusyProcessor: strings.Join(each(l.BusyProcessor, strconv.Itoa), ":")}
	var reasons []string
	for _, c := range l.Comms {
		row.Messages += number(c.Messages)
		row.Bytes += number(c.Bytes)
		reasons = append(reasons, reason(c))
	}
	if l.NoEstimate != "" {
		reasons = append(reasons, l.NoEstimate)
	}
	row.Reason, row.Assumed = strings.Join(reasons, "; "), strings.Join(l.Assumed, ";")
	return row
}

// share is the part of the unit's time, unknown for a unit without one.
func share(time number, u *report.Unit) number {
	if total := u.Charge.Total(); total > 0 {
		return time / number(total)
	}
	return unknown
}
