package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/whatif"
)

func axes(t *testing.T, texts ...string) []whatif.Axis {
	t.Helper()
	var out []whatif.Axis
	for _, text := range texts {
		a, err := whatif.ParseAxis(text)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, a)
	}
	return out
}

// A change is told against the first value of the first axis that is not P.
func TestBaseOfChanges(t *testing.T) {
	for _, c := range []struct {
		over        string
		point, base int
	}{
		{"P=2,4,8 network_load=0,0.1,0.2,0.3", 7, 4},
		{"bandwidth=1x,2x P=2,4,8", 5, 2},
		{"P=1,2 n=10,20 latency=1x,2x", 7, 5},
		{"P=1,2,4", 2, 0},
	} {
		t.Run(c.over, func(t *testing.T) {
			if got := baseOf(axes(t, strings.Fields(c.over)...), c.point); got != c.base {
				t.Errorf("point %d, not %d", got, c.base)
			}
		})
	}
}

// An efficiency is reached from a size on only if all larger ones reach it too.
func TestIsoefficiency(t *testing.T) {
	s := whatif.Sweep{Axes: axes(t, "n=10,20,40", "P=1,2,4")}
	efficient := [][]float64{{0.95, 0.6, 0.2}, {0.95, 0.4, 0.3}, {0.95, 0.75, 0.4}} // by n, then P
	var points []whatif.Point
	for i := range 9 {
		points = append(points, whatif.Point{Index: i, Values: whatif.At(s.Axes, i), Efficient: efficient[i/3][i%3]})
	}
	nan := math.NaN()
	want := [][]float64{{10, 40, nan}, {10, 40, nan}, {10, nan, nan}, {10, nan, nan}} // 50, 70, 80, 90%
	for i, l := range isoefficiency(s, points).Lines {
		if !slices.Equal(l.X, []float64{1, 2, 4}) || fmt.Sprint(l.Y) != fmt.Sprint(want[i]) {
			t.Errorf("%s: %v over %v, not %v", l.Name, l.Y, l.X, want[i])
		}
	}
}

// Kinds stand on one another, along an axis in its order; what times are not below is
// there where they are estimated.
func TestStack(t *testing.T) {
	s := whatif.Sweep{Axes: axes(t, "P=4,2")}
	points := []whatif.Point{
		{Index: 0, Values: whatif.At(s.Axes, 0), Charge: report.Charge{Computation: 1, Overhead: 2, Communication: 4, Wait: 8}, Between: report.Between{Low: 9, High: 15}},
		{Index: 1, Values: whatif.At(s.Axes, 1), Charge: report.Charge{Computation: 16}},
	}
	var got []string
	for _, l := range stackOf(s, points).Lines {
		got = append(got, fmt.Sprint(l.Name, l.X, l.Y))
	}
	want := []string{"wait[2 4] [16 15]", "communication[2 4] [16 7]", "overhead[2 4] [16 3]", "computation[2 4] [16 1]", "at least[4] [9]"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

// Each picture is drawn, with its units; what cannot be drawn is said before.
func TestPicturesOfSweeps(t *testing.T) {
	for _, c := range []struct{ flags, says string }{
		{"--over P=1,2,4 --show kinds", ">processors<"},
		{"--over n=64,128 --over P=1,2,4 --show isoefficiency", ">efficiency 50%<"},
		{"--over P=1,2 --over bandwidth=1x,2x --show change", ">bandwidth, times what the machine has<"},
		{"--over latency=0.0001,0.0002 --show time", ">latency, seconds<"},
	} {
		t.Run(c.flags, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "x.svg")
			got := command(append([]string{"whatif", sweptProgram, "-m", "ipsc860", "--svg", file}, strings.Fields(c.flags)...)...)
			svg, err := os.ReadFile(file)
			if err != nil || got.status != predicted || !strings.Contains(string(svg), c.says) {
				t.Errorf("%+v, %v; no %s", got, err, c.says)
			}
		})
	}
	for _, flags := range []string{"--over n=1,2 --over P=1,2 --show kinds", "--over P=1,2 --show isoefficiency", "--over n=1,2 --over latency=1x,2x --show isoefficiency"} {
		t.Run(flags, func(t *testing.T) {
			if got := command(append([]string{"whatif", sweptProgram, "-m", "ipsc860"}, strings.Fields(flags)...)...); got.status != misused || got.out != "" {
				t.Errorf("%+v", got)
			}
		})
	}
}

// Of points between others nothing is marked, and no second line drawn.
func TestOnlyPredictionsAreMarked(t *testing.T) {
	p := func(x float64, p whatif.Point) whatif.Point {
		p.Values, p.Charge = []whatif.Value{{Number: x}}, report.Charge{Computation: x}
		return p
	}
	points := []whatif.Point{p(1, whatif.Point{}), p(2, whatif.Point{Derived: true}), p(3, whatif.Point{Interpolated: "between 1 and 4 of n", Between: report.Between{Low: 2.99, High: 3}}), p(4, whatif.Point{})}
	s := whatif.Sweep{Axes: []whatif.Axis{{Name: "n", Values: make([]whatif.Value, len(points))}}}
	for i := range points {
		points[i].Index = i
	}
	chart := curvesOf("time", s, points)
	if len(chart.Lines) != 2 || len(chart.Lines[0].X) != 4 || fmt.Sprint(chart.Lines[1].X) != "[1 4]" {
		t.Errorf("%+v", chart.Lines)
	}
}
