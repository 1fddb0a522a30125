// Package page writes predictions as one page of HTML that needs nothing else: no network,
// no script, light and dark, to be printed and read with the keyboard.
package page

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/whatif"
	"github.com/parlens/parlens/machines"
	"github.com/parlens/parlens/render"
)

// Page is what a page shows.
type Page struct {
	Machine *machines.Machine // nil where it is a PAMELA model
	Files   []File
}

// File is the prediction of one file.
type File struct {
	Report *report.Report
	Text   *source.Text
	Traces []*report.Trace // of its units, in their order; nil where there are none
	Curves []Curve
}

// Curve is a unit over the numbers of processors.
type Curve struct {
	Unit   string
	Points []whatif.Point
}

//go:embed page.html
var text string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"seconds": seconds, "percent": percent, "plural": report.Plural, "number": number, "join": strings.Join,
}).Parse(text))

// Write writes the page.
func Write(w io.Writer, p Page) error {
	v := view{Page: p}
	for i, f := range p.Files {
		v.Sections = append(v.Sections, p.section(i, f))
	}
	return page.Execute(w, v)
}

// view is what the template reads.
type view struct {
	Page
	Sections []section
}

// section is a file.
type section struct {
	ID, File    string
	Title       string // of the machine
	Units       []unit
	Chunks      []chunk
	Diagnostics []diagnostic
}

// chunk is some lines of a source, which a browser lays out when they come into view.
type chunk struct {
	First, Last int
	Lines       []line
}

// chunkLines is how many lines a chunk has.
const chunkLines = 100

type diagnostic struct {
	Line     int
	Severity string
	Message  string
}

// unit is a program unit, with its pictures.
type unit struct {
	*report.Unit
	ID         string
	T          float64
	Parts      []kind
	Processors int
	Formula    string
	Partly     bool
	Curve      template.HTML
	Stacked    template.HTML
	Roofline   template.HTML
	Timeline   template.HTML
	Lanes      string // what the timeline leaves out
	Loops      []loop
	Comms      []communication
}

// kind is a part of a time.
type kind struct {
	Name  string
	Time  float64
	Share float64 // per cent of the whole
}

// roundedOff is the part of a time that differences of sums may leave of nothing.
const roundedOff = 1e-9

func kinds(c report.Charge, whole float64) []kind {
	var out []kind
	for _, k := range []kind{{Name: "computation", Time: c.Computation}, {Name: "communication", Time: c.Communication}, {Name: "overhead", Time: c.Overhead}, {Name: "wait", Time: c.Wait}} {
		if whole > 0 && k.Time > roundedOff*whole {
			k.Share = 100 * k.Time / whole
			out = append(out, k)
		}
	}
	return out
}

// line is a line of the source.
type line struct {
	Number int
	Text   string
	Cost   *report.Line // nil: none
	Unit   string
	Share  float64 // per cent of its unit
	Heat   int     // 0..5
	Parts  []kind
}

type loop struct {
	*report.Loop
	Share     float64
	Intensity float64 // floating operations a byte that is read or stored; NaN: none
	Rate      float64 // floating operations a second
}

type communication struct {
	Line int
	report.Communication
	Time float64
}

func (p Page) section(i int, f File) section {
	s := section{ID: fmt.Sprintf("file%d", i+1), File: f.Report.File, Title: f.Report.Machine.Title}
	costs := map[int]line{}
	for j, u := range f.Report.Units {
		s.Units = append(s.Units, p.unit(fmt.Sprintf("%s-unit%d", s.ID, j+1), u, f))
		for _, l := range u.Lines {
			costs[l.Line] = lineOf(u, l)
		}
	}
	for n := 1; n <= f.Text.Lines(); n++ {
		l := costs[n]
		l.Number, l.Text = n, strings.TrimRight(f.Text.Line(n), "\r\n")
		if n%chunkLines == 1 {
			s.Chunks = append(s.Chunks, chunk{First: n})
		}
		last := &s.Chunks[len(s.Chunks)-1]
		last.Last, last.Lines = n, append(last.Lines, l)
	}
	for _, d := range f.Report.Diagnostics {
		s.Diagnostics = append(s.Diagnostics, diagnostic{f.Text.LineOf(d.Span.Start), d.Severity.String(), d.Message})
	}
	return s
}

// lineOf is a line with what it takes. Heat 5 is half of its unit's time and more.
func lineOf(u *report.Unit, l *report.Line) line {
	out := line{Cost: l, Unit: u.Name, Parts: kinds(l.Charge, l.Charge.Total())}
	if T := u.Charge.Total(); T > 0 {
		share := l.Charge.Total() / T
		out.Share = 100 * share
		out.Heat = min(5, int(math.Ceil(10*share)))
		if share < 0.001 {
			out.Heat = 0
		}
	}
	return out
}

func (p Page) unit(id string, u *report.Unit, f File) unit {
	out := unit{Unit: u, ID: id, T: u.Charge.Total(), Parts: kinds(u.Charge, u.Charge.Total()), Processors: 1, Partly: u.Partial()}
	for _, n := range u.Grid {
		out.Processors *= n
	}
	if u.NoEstimate != "" {
		return out
	}
	if out.Formula = u.Dominant.String(); out.Formula == "" {
		out.Formula = u.Formula.String()
	}
	for _, l := range u.Loops {
		out.Loops = append(out.Loops, loopOf(u, l))
	}
	for _, l := range u.Lines {
		for _, c := range l.Comms {
			if c.TotalMessages > 0 {
				out.Comms = append(out.Comms, communication{l.Line, c, l.Charge.Communication + l.Charge.Wait})
			}
		}
	}
	slices.SortStableFunc(out.Comms, func(a, b communication) int { return -compare(a.Time, b.Time) })
	for _, c := range f.Curves {
		if strings.EqualFold(c.Unit, u.Name) {
			out.Curve, out.Stacked = curve(c), stacked(c)
		}
	}
	out.Roofline = roofline(p.Machine, out.Loops)
	for _, t := range f.Traces {
		if strings.EqualFold(t.Unit, u.Name) && t.Lines.First == u.Start && t.NoEstimate == "" {
			out.Timeline, out.Lanes = timeline(t)
		}
	}
	return out
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// elementBytes are those of an element that is read or stored, where its type is not told.
const elementBytes = 8

// loopOf counts the floating operations of the lines of a loop on the reference processor,
// and the bytes that they read and store.
func loopOf(u *report.Unit, l *report.Loop) loop {
	flops, moved, time := 0.0, 0.0, 0.0
	for _, x := range u.Lines {
		if x.Line < l.Line || x.Line > l.EndLine {
			continue
		}
		time += x.Charge.Computation + x.Charge.Overhead
		accessed := 0.0
		for _, o := range x.Operations {
			switch {
			case o.Name == "load" || o.Name == "store":
				accessed += o.Count
			case floating(o.Name):
				flops += o.Count
			}
		}
		if x.Moved > 0 {
			moved += x.Moved
		} else {
			moved += elementBytes * accessed
		}
	}
	out := loop{Loop: l, Intensity: math.NaN(), Rate: math.NaN()}
	if u.Charge.Total() > 0 {
		out.Share = 100 * l.Time / u.Charge.Total()
	}
	if flops > 0 && moved > 0 && time > 0 {
		out.Intensity, out.Rate = flops/moved, flops/time
	}
	return out
}

func floating(operation string) bool {
	return strings.HasPrefix(operation, "real_") || strings.HasPrefix(operation, "double_") || operation == "sqrt"
}

func seconds(x float64) string { return render.Seconds(x) }

func percent(x float64) string {
	switch {
	case x == 0:
		return ""
	case x < 0.1:
		return "<0.1%"
	}
	return fmt.Sprintf("%.1f%%", x)
}

// number writes counts in full and anything else in three digits, NaN as nothing.
func number(x float64) string {
	switch {
	case math.IsNaN(x):
		return ""
	case x == math.Trunc(x):
		return render.Count(x)
	}
	return fmt.Sprintf("%.3g", x)
}
