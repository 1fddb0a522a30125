package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/parlens/parlens/costmodel/whatif"
	charts "github.com/parlens/parlens/internal/chart"
)

// measures are what curves can show of a point. The base of a change is the point at the
// first value of the first axis that is not P.
var (
	shown    = []string{"time", "speedup", "efficiency", "change", "kinds", "isoefficiency"}
	measures = map[string]struct {
		label string
		of    func(p, base whatif.Point) float64
	}{
		"time":       {"time in seconds", func(p, _ whatif.Point) float64 { return p.Charge.Total() }},
		"speedup":    {"speedup", func(p, _ whatif.Point) float64 { return p.Speedup }},
		"efficiency": {"efficiency", func(p, _ whatif.Point) float64 { return p.Efficient }},
		"change":     {"change of the time in %", func(p, base whatif.Point) float64 { return 100 * (p.Charge.Total()/base.Charge.Total() - 1) }},
	}
)

// drawable says what is wrong with a picture of a sweep before its points are predicted.
func drawable(show string, axes []whatif.Axis) error {
	switch show {
	case "kinds":
		if whatif.Size(axes[:len(axes)-1]) > 1 {
			return errors.New("--show kinds draws one stack: only the last --over may have several values")
		}
	case "isoefficiency":
		if len(axes) != 2 || !whatif.OfProcessors(axes[0].Name) && !whatif.OfProcessors(axes[1].Name) {
			return errors.New("--show isoefficiency is drawn over two --over: P and a problem size")
		}
	default:
		if _, known := measures[show]; !known {
			return fmt.Errorf("--show %s: it is %s", show, alternatives(shown))
		}
	}
	return nil
}

// sweepChart is the picture of the points of a sweep.
func sweepChart(show string, s whatif.Sweep, points []whatif.Point) (chart charts.Chart) {
	switch show {
	case "kinds":
		chart = stackOf(s, points)
	case "isoefficiency":
		chart = isoefficiency(s, points)
	default:
		chart = curvesOf(show, s, points)
	}
	chart.Title = strings.TrimSuffix(filepath.Base(s.Path), filepath.Ext(s.Path)) + ", " + machineName(s.Settings)
	return chart
}

// drawSweep draws the points of a sweep into a file.
func drawSweep(env environment, file, show string, s whatif.Sweep, points []whatif.Point) error {
	f, err := os.Create(file)
	if err != nil {
		return &failed{err}
	}
	err = sweepChart(show, s, points).Write(f, strings.TrimPrefix(filepath.Ext(file), "."))
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return &failed{err}
	}
	_, err = fmt.Fprintf(env.err, "%s: %s over %s\n", file, show, s.Axes[len(s.Axes)-1].Name)
	return err
}

// curvesOf has a line for each combination of values of all axes but the last.
func curvesOf(show string, s whatif.Sweep, points []whatif.Point) charts.Chart {
	last := s.Axes[len(s.Axes)-1]
	chart := charts.Chart{X: axisLabel(last), Y: measures[show].label, LogX: geometric(last)}
	known := map[int]whatif.Point{}
	for _, p := range points {
		known[p.Index] = p
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range points {
		if p.Index%len(last.Values) == 0 || len(chart.Lines) == 0 {
			chart.Lines = append(chart.Lines, charts.Line{Name: lineName(s.Axes, p.Values), Marked: len(last.Values) <= 40})
		}
		line := &chart.Lines[len(chart.Lines)-1]
		y := math.NaN()
		if base, there := known[baseOf(s.Axes, p.Index)]; p.NoEstimate == "" && (show != "change" || there && base.NoEstimate == "") {
			y = measures[show].of(p, base)
		}
		line.X, line.Y = append(line.X, p.Values[len(p.Values)-1].Number), append(line.Y, y)
		if !math.IsNaN(y) {
			low, high = min(low, y), max(high, y)
		}
	}
	chart.LogY = show == "time" && low > 0 && high > 30*low
	for i := range chart.Lines {
		inOrder(&chart.Lines[i])
	}
	if show == "time" {
		chart.Lines = append(chart.Lines, leastTimes(s, points)...)
	}
	if l := predictions(points, func(p whatif.Point) float64 { return measures[show].of(p, known[baseOf(s.Axes, p.Index)]) }); len(l.X) > 0 {
		chart.Lines = append(chart.Lines, l)
	}
	return chart
}

// predictions are marks on what is predicted, where other points are interpolated.
func predictions(points []whatif.Point, of func(whatif.Point) float64) charts.Line {
	l := charts.Line{Name: "predicted, others interpolated", Marked: true, Bare: true}
	if !slices.ContainsFunc(points, func(p whatif.Point) bool { return p.Interpolated != "" }) {
		return l
	}
	for _, p := range points {
		if p.Interpolated == "" && !p.Derived && p.NoEstimate == "" {
			l.X, l.Y = append(l.X, p.Values[len(p.Values)-1].Number), append(l.Y, of(p))
		}
	}
	return l
}

// leastTimes are dashed lines of what times surely are not below, where clocks are
// estimated and the time that is shown is what they are not above.
func leastTimes(s whatif.Sweep, points []whatif.Point) []charts.Line {
	byName := map[string]*charts.Line{}
	var names []string
	for _, p := range points {
		if !p.Between.Some() || p.Interpolated != "" { // bounds of those lie too close to be seen
			continue
		}
		name := strings.TrimPrefix(lineName(s.Axes, p.Values)+", at least", ", ")
		if byName[name] == nil {
			byName[name] = &charts.Line{Name: name, Dashed: true, Marked: true}
			names = append(names, name)
		}
		l := byName[name]
		l.X, l.Y = append(l.X, p.Values[len(p.Values)-1].Number), append(l.Y, p.Between.Low)
	}
	var out []charts.Line
	for _, name := range names {
		inOrder(byName[name])
		out = append(out, *byName[name])
	}
	return out
}

// inOrder sorts the points of a line along its axis.
func inOrder(l *charts.Line) {
	order := make([]int, len(l.X))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(l.X[a], l.X[b]) })
	x, y := slices.Clone(l.X), slices.Clone(l.Y)
	for to, from := range order {
		l.X[to], l.Y[to] = x[from], y[from]
	}
}

// baseOf is the point that a change of another is told against.
func baseOf(axes []whatif.Axis, point int) int {
	at := max(0, slices.IndexFunc(axes, func(a whatif.Axis) bool { return !whatif.OfProcessors(a.Name) }))
	stride := whatif.Size(axes[at+1:])
	return point - point/stride%len(axes[at].Values)*stride
}

// stackOf shows the kinds of time, each above those before it.
func stackOf(s whatif.Sweep, points []whatif.Point) charts.Chart {
	last := s.Axes[len(s.Axes)-1]
	chart := charts.Chart{X: axisLabel(last), Y: "time in seconds", LogX: geometric(last)}
	for kinds, name := range []string{"computation", "overhead", "communication", "wait"} {
		l := charts.Line{Name: name, Filled: true}
		for _, p := range points {
			c := p.Charge
			parts := []float64{c.Computation, c.Overhead, c.Communication, c.Wait}
			y := 0.0
			for _, t := range parts[:kinds+1] {
				y += t
			}
			if p.NoEstimate != "" {
				y = math.NaN()
			}
			l.X, l.Y = append(l.X, p.Values[len(p.Values)-1].Number), append(l.Y, y)
		}
		inOrder(&l)
		chart.Lines = slices.Insert(chart.Lines, 0, l)
	}
	chart.Lines = append(chart.Lines, leastTimes(s, points)...)
	if l := predictions(points, func(p whatif.Point) float64 { return p.Charge.Total() }); len(l.X) > 0 {
		chart.Lines = append(chart.Lines, l)
	}
	return chart
}

// efficiencies are those that isoefficiency is drawn for.
var efficiencies = []float64{0.5, 0.7, 0.8, 0.9}

// isoefficiency shows how large a problem has to be on so many processors: the smallest
// of the sizes from which on all that were predicted reach an efficiency.
func isoefficiency(s whatif.Sweep, points []whatif.Point) charts.Chart {
	procs, size := 0, 1
	if whatif.OfProcessors(s.Axes[1].Name) {
		procs, size = 1, 0
	}
	chart := charts.Chart{X: "processors", Y: s.Axes[size].Name, LogX: geometric(s.Axes[procs]), LogY: geometric(s.Axes[size])}
	for _, e := range efficiencies {
		least := map[float64]float64{}
		sorted := slices.Clone(points)
		slices.SortStableFunc(sorted, func(a, b whatif.Point) int { // the largest first
			return cmp.Compare(b.Values[size].Number, a.Values[size].Number)
		})
		ended := map[float64]bool{}
		for _, p := range sorted {
			at := p.Values[procs].Number
			if ended[at] = ended[at] || p.NoEstimate != "" || p.Efficient < e; !ended[at] {
				least[at] = p.Values[size].Number
			}
		}
		l := charts.Line{Name: fmt.Sprintf("efficiency %d%%", int(math.Round(100*e))), Marked: true}
		for _, v := range s.Axes[procs].Values {
			y, reached := least[v.Number]
			if !reached {
				y = math.NaN()
			}
			l.X, l.Y = append(l.X, v.Number), append(l.Y, y)
		}
		inOrder(&l)
		chart.Lines = append(chart.Lines, l)
	}
	return chart
}

// axisLabel names an axis with its unit.
func axisLabel(a whatif.Axis) string {
	if whatif.OfProcessors(a.Name) {
		return "processors"
	}
	if a.Values[0].Relative {
		return a.Name + ", times what the machine has"
	}
	units := []struct{ end, unit string }{{"bandwidth", "bytes a second"}, {"latency", "seconds"}, {"cache", "bytes"}, {"load", "share taken by others"}, {"_s", "seconds"}, {"_bytes", "bytes"}, {"_hz", "Hz"}}
	for _, u := range units {
		if strings.HasSuffix(a.Name, u.end) {
			return a.Name + ", " + u.unit
		}
	}
	return a.Name
}

// geometric tells whether the values of an axis grow by factors.
func geometric(a whatif.Axis) bool {
	n := len(a.Values)
	return n > 2 && a.Values[0].Number > 0 && a.Values[n-1].Number >= 8*a.Values[0].Number
}

func lineName(axes []whatif.Axis, values []whatif.Value) string {
	var parts []string
	for i, a := range axes[:len(axes)-1] {
		parts = append(parts, a.Name+"="+decimal(values[i]))
	}
	return strings.Join(parts, ", ")
}

// decimal is a value without an exponent.
func decimal(v whatif.Value) string {
	if v.Relative || v.Number < 1 || v.Number > 1e15 {
		return v.String()
	}
	return strconv.FormatFloat(v.Number, 'f', -1, 64)
}
