package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/jszwec/csvutil"

	charts "github.com/parlens/parlens/internal/chart"

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
	Low        number `json:"time_low_s"`  // seconds: what the time is not below, where it is estimated; else `time_s`
	High       number `json:"time_high_s"` // seconds: what it is not above
	Serial     number `json:"serial_s"`    // seconds on one processor
	Speedup    number `json:"speedup"`     // `serial_s` over `time_s`
	Efficiency number `json:"efficiency"`  // 0..1
	NoEstimate string `json:"no_estimate"` // why there is no estimate; empty when there is one
}

func pointOf(p whatif.Point) csvPoint {
	out := csvPoint{Unit: p.Unit, Processors: p.Processors, Charge: fields.ChargeOf(p.Charge, p.NoEstimate == ""), NoEstimate: p.NoEstimate,
		Low: unknown, High: unknown, Serial: unknown, Speedup: unknown, Efficiency: unknown}
	if p.NoEstimate != "" {
		return out
	}
	out.Low, out.High, out.Serial, out.Speedup, out.Efficiency = out.Time, out.Time, orUnknown(p.Serial), orUnknown(p.Speedup), orUnknown(p.Efficient)
	if p.Between.Some() {
		out.Low, out.High = number(p.Between.Low), number(p.Between.High)
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

// sweepCSV writes a column for each axis, then those of csvPoint.
type sweepCSV struct {
	out    *csv.Writer
	encode *csvutil.Encoder
	axes   []string // what stands before the columns of csvPoint
}

func newSweepCSV(w io.Writer, s whatif.Sweep) (*sweepCSV, error) {
	c := &sweepCSV{out: csv.NewWriter(w), axes: []string{"point"}}
	for _, a := range s.Axes {
		c.axes = append(c.axes, a.Name)
	}
	c.encode = csvutil.NewEncoder(c)
	c.encode.Tag = "json"
	return c, c.encode.EncodeHeader(csvPoint{})
}

// Write writes a row behind the columns of the axes.
func (c *sweepCSV) Write(row []string) error {
	return c.out.Write(append(c.axes[:len(c.axes):len(c.axes)], row...))
}

func (c *sweepCSV) write(p whatif.Point) error {
	c.axes = append(c.axes[:0], strconv.Itoa(p.Index))
	for _, v := range p.Values {
		c.axes = append(c.axes, v.String())
	}
	return c.encode.Encode(pointOf(p))
}

func (c *sweepCSV) end() error {
	c.out.Flush()
	return c.out.Error()
}

// measures are what curves can show of a point; the base is the point at the first
// value of the first axis.
var (
	shown    = []string{"time", "speedup", "efficiency", "change"}
	measures = map[string]struct {
		label string
		of    func(p, base whatif.Point) float64
	}{
		"time":       {"seconds", func(p, _ whatif.Point) float64 { return p.Charge.Total() }},
		"speedup":    {"speedup", func(p, _ whatif.Point) float64 { return p.Speedup }},
		"efficiency": {"efficiency", func(p, _ whatif.Point) float64 { return p.Efficient }},
		"change":     {"change of the time in %", func(p, base whatif.Point) float64 { return 100 * (p.Charge.Total()/base.Charge.Total() - 1) }},
	}
)

// drawSweep draws a line for each combination of values of all axes but the last.
func drawSweep(env environment, file, show string, s whatif.Sweep, points []whatif.Point) error {
	last := s.Axes[len(s.Axes)-1]
	chart := charts.Chart{Title: filepath.Base(s.Path), X: last.Name, Y: measures[show].label, LogX: geometric(last)}
	each := whatif.Size(s.Axes) / len(s.Axes[0].Values) // points of one value of the first axis
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range points {
		at := p.Index % len(last.Values)
		if at == 0 || len(chart.Lines) == 0 {
			chart.Lines = append(chart.Lines, charts.Line{Name: lineName(s.Axes, p.Values), Marked: len(last.Values) <= 40})
		}
		line := &chart.Lines[len(chart.Lines)-1]
		y := math.NaN()
		if base := points[p.Index%each-min(points[0].Index, p.Index%each)]; p.NoEstimate == "" && base.NoEstimate == "" {
			y = measures[show].of(p, base)
		}
		line.X, line.Y = append(line.X, p.Values[len(p.Values)-1].Number), append(line.Y, y)
		if !math.IsNaN(y) {
			low, high = min(low, y), max(high, y)
		}
	}
	chart.LogY = show == "time" && low > 0 && high > 30*low
	f, err := os.Create(file)
	if err != nil {
		return &failed{err}
	}
	err = chart.Write(f, strings.TrimPrefix(filepath.Ext(file), "."))
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return &failed{err}
	}
	_, err = fmt.Fprintf(env.err, "%s: %s over %s\n", file, show, last.Name)
	return err
}

// geometric tells whether the values of an axis grow by factors.
func geometric(a whatif.Axis) bool {
	n := len(a.Values)
	return n > 2 && a.Values[0].Number > 0 && a.Values[n-1].Number >= 16*a.Values[0].Number
}

func lineName(axes []whatif.Axis, values []whatif.Value) string {
	var parts []string
	for i, a := range axes[:len(axes)-1] {
		parts = append(parts, fmt.Sprintf("%s=%v", a.Name, values[i]))
	}
	return strings.Join(parts, ", ")
}
