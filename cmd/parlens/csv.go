package main

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/lsp/render"
)

// csvColumns name the columns of `predict --format csv`: one row for each line
// with a cost. They may be added to at the end, never changed.
var csvColumns = []string{"file", "machine", "processors", "unit", "line", "executions", "time_s", "share",
	"computation_s", "communication_s", "overhead_s", "wait_s", "busy_s", "busy_processor", "messages", "bytes", "reason"}

type csvReport struct {
	out     *csv.Writer
	started bool
}

func newCSV(w io.Writer) *csvReport { return &csvReport{out: csv.NewWriter(w)} }

// write adds the lines of one file; the first call writes the header.
func (c *csvReport) write(p prediction) error {
	rows := [][]string{}
	if !c.started {
		rows, c.started = append(rows, csvColumns), true
	}
	for _, u := range p.Units {
		for _, l := range u.Lines {
			rows = append(rows, csvRow(p, u, l))
		}
	}
	return c.out.WriteAll(rows)
}

func csvRow(p prediction, u *report.Unit, l *report.Line) []string {
	j := jsonLineOf(l)
	var messages, bytes float64
	var reasons []string
	for _, c := range l.Comms {
		messages += c.Messages
		bytes += c.Bytes
		reasons = append(reasons, reason(c))
	}
	if l.NoEstimate != "" {
		reasons = append(reasons, l.NoEstimate)
	}
	return []string{p.File, p.Machine.Name, render.Grid(u.Grid), u.Name, strconv.Itoa(l.Line), j.Executions.String(), j.Time.String(),
		share(j.Time, u).String(), j.Computation.String(), j.Communication.String(), j.Overhead.String(), j.Wait.String(),
		j.Busy.String(), strings.Join(each(l.BusyProcessor, strconv.Itoa), ":"), number(messages).String(), number(bytes).String(), strings.Join(reasons, "; ")}
}

// share is the part of the unit's time, unknown for a unit without one.
func share(time number, u *report.Unit) number {
	if total := u.Charge.Total(); total > 0 {
		return time / number(total)
	}
	return unknown
}
