package main

import (
	"encoding/csv"
	"io"
	"strconv"

	"github.com/jszwec/csvutil"

	"github.com/parlens/parlens/costmodel/whatif"
	"github.com/parlens/parlens/render/fields"
)

// jsonPoint is what `whatif --format json` writes for each point.
type jsonPoint struct {
	Format formatVersion     `json:"format"` // version of this output
	File   string            `json:"file"`   // path as it was given
	Values map[string]number `json:"values"` // what is varied, with its value or its factor on what the machine has
	Point  int               `json:"point"`  // its place in the order of all points, from 0
	csvPoint
}

// csvPoint is a row of its CSV, behind a column for each axis.
type csvPoint struct {
	Unit       string `json:"unit"`       // name of the unit
	Processors int    `json:"processors"` // that it has
	fields.Charge
	Low          number `json:"time_low_s"`   // seconds: what the time is not below, where it is estimated or interpolated; null where it is interpolated and has no bounds; else `time_s`
	High         number `json:"time_high_s"`  // seconds: what it is not above; null where `at_least` is true
	Serial       number `json:"serial_s"`     // seconds on one processor; null where it cannot run on one as it is mapped
	Speedup      number `json:"speedup"`      // `serial_s` over `time_s`
	Efficiency   number `json:"efficiency"`   // 0..1
	AtLeast      bool   `json:"at_least"`     // some line has no time: `time_s` is without it
	NoEstimate   string `json:"no_estimate"`  // why there is no estimate; empty when there is one
	Interpolated string `json:"interpolated"` // between which numbers of processors, grids of them, sizes or numbers of the machine a time is interpolated (`between 64 and 128 processors`, `between 1x and 1.2x of processor`); empty where it is predicted
}

func pointOf(p whatif.Point) csvPoint {
	out := csvPoint{Unit: p.Unit, Processors: p.Processors, Charge: fields.ChargeOf(p.Charge, p.NoEstimate == ""), NoEstimate: p.NoEstimate, Interpolated: p.Interpolated, AtLeast: p.AtLeast,
		Low: unknown, High: unknown, Serial: unknown, Speedup: unknown, Efficiency: unknown}
	if p.NoEstimate != "" {
		return out
	}
	out.Low, out.High, out.Serial, out.Speedup, out.Efficiency = out.Time, out.Time, orUnknown(p.Serial), orUnknown(p.Speedup), orUnknown(p.Efficient)
	switch {
	case p.Between.Some():
		out.Low, out.High = number(p.Between.Low), number(p.Between.High)
	case out.Interpolated != "":
		out.Low, out.High = unknown, unknown
	}
	if out.AtLeast {
		out.High = unknown
	}
	return out
}

type sweepJSON struct {
	out   io.Writer
	sweep whatif.Sweep
}

func (j *sweepJSON) write(p whatif.Point) error {
	values := map[string]number{}
	for i, v := range p.Values {
		values[j.sweep.Axes[i].Name] = number(v.Number)
	}
	return encode(j.out, jsonPoint{File: j.sweep.Path, Values: values, Point: p.Index, csvPoint: pointOf(p)})
}

func (j *sweepJSON) end() error { return nil }

// sweepCSV writes a column for each axis, then those of csvPoint. Curves have tens of
// thousands of rows, most of which repeat numbers of the row before: writing them by
// reflection would take longer than predicting them.
type sweepCSV struct {
	out  *csv.Writer
	row  []string
	last [pointNumbers]writtenNumber
}

// pointNumbers is how many numbers a csvPoint has, besides its processors.
const pointNumbers = 10

// writtenNumber is a number with its text.
type writtenNumber struct {
	value number
	text  string
}

func newSweepCSV(w io.Writer, s whatif.Sweep) (*sweepCSV, error) {
	c := &sweepCSV{out: csv.NewWriter(w)}
	head := []string{"point"}
	for _, a := range s.Axes {
		head = append(head, a.Name)
	}
	columns, err := csvutil.Header(csvPoint{}, "json")
	if err != nil {
		return nil, err
	}
	return c, c.out.Write(append(head, columns...))
}

func (c *sweepCSV) write(p whatif.Point) error {
	row := append(c.row[:0], strconv.Itoa(p.Index))
	for _, v := range p.Values {
		row = append(row, v.String())
	}
	of := pointOf(p)
	row = append(row, of.Unit, strconv.Itoa(of.Processors))
	for i, n := range [pointNumbers]number{of.Time, of.Computation, of.Communication, of.Overhead, of.Wait, of.Low, of.High, of.Serial, of.Speedup, of.Efficiency} {
		last := &c.last[i]
		if n != last.value || last.text == "" {
			*last = writtenNumber{n, n.String()}
		}
		row = append(row, last.text)
	}
	c.row = append(row, strconv.FormatBool(of.AtLeast), of.NoEstimate, of.Interpolated)
	return c.out.Write(c.row)
}

func (c *sweepCSV) end() error {
	c.out.Flush()
	return c.out.Error()
}
