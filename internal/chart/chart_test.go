package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
)

func svg(t *testing.T, c Chart) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.SVG(&b); err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(bytes.NewReader(b.Bytes()))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return b.String()
		} else if err != nil {
			t.Fatalf("no XML: %v", err)
		}
	}
}

func TestSVG(t *testing.T) {
	c := Chart{Title: "time", X: "processors", Y: "seconds", Lines: []Line{
		{Name: "one <way>", X: []float64{1, 2, 4}, Y: []float64{8, 4, 2}},
		{Name: "another", X: []float64{1, 2, 4}, Y: []float64{8, math.NaN(), 6}, Dashed: true},
	}}
	first := svg(t, c)
	for _, want := range []string{"<svg", ">time<", ">processors<", ">seconds<", ">one &lt;way&gt;<", ">another<", "stroke-dasharray"} {
		if !strings.Contains(first, want) {
			t.Errorf("no %s in the picture", want)
		}
	}
	if second := svg(t, c); second != first {
		t.Error("two pictures of one chart differ")
	}
	c.LogX, c.LogY = true, true
	if log := svg(t, c); log == first || !strings.Contains(log, ">4<") {
		t.Error("logarithmic axes change nothing, or lack the places of the points")
	}
}

// A line that stays at one value, or a single point, has logarithmic axes too.
func TestOneValueOnLogarithmicAxes(t *testing.T) {
	for _, y := range []float64{1e-9, 1, 1e3} {
		for _, x := range [][]float64{{1, 2, 4}, {1, 1, 1}} {
			svg(t, Chart{LogX: true, LogY: true, Lines: []Line{{Name: "speedup", X: x, Y: []float64{y, y, y}}}})
		}
	}
}

func TestNames(t *testing.T) {
	s := svg(t, Chart{Names: []string{"8x1", "4x2"}, Lines: []Line{{Name: "TR", Y: []float64{3, 2}, Marked: true}}})
	for _, want := range []string{">8x1<", ">4x2<", ">TR<"} {
		if !strings.Contains(s, want) {
			t.Errorf("no %s", want)
		}
	}
}

// Gaps divide a line; a point alone is drawn as a point.
func TestGaps(t *testing.T) {
	got := pieces(Line{Y: []float64{math.NaN(), 1, 2, math.Inf(1), 3}})
	if len(got) != 2 || len(got[0]) != 2 || len(got[1]) != 1 || got[1][0].X != 4 || got[0][0].X != 1 {
		t.Errorf("pieces %v", got)
	}
}

func TestUnequal(t *testing.T) {
	err := Chart{Lines: []Line{{Name: "x", X: []float64{1}, Y: []float64{1, 2}}}}.SVG(io.Discard)
	if err == nil || !strings.Contains(err.Error(), "1 places for 2 values") {
		t.Errorf("error %v", err)
	}
}

func TestEmpty(t *testing.T) { svg(t, Chart{Title: "nothing"}) }

// Powers of ten are written as such, and a line of marks has none but them.
func TestDecades(t *testing.T) {
	got := svg(t, Chart{LogY: true, Lines: []Line{{Y: []float64{5e-7, 3e-5}}}})
	for _, want := range []string{">1e-06<", ">1e-05<"} {
		if !strings.Contains(got, want) {
			t.Errorf("no label %s", want)
		}
	}
	drawn := Line{Name: "some", Y: []float64{1, 2, 4}, Marked: true, Dashed: true}
	bare := drawn
	bare.Bare = true
	if dashes := "stroke-dasharray"; !strings.Contains(svg(t, Chart{Lines: []Line{drawn}}), dashes) || strings.Contains(svg(t, Chart{Lines: []Line{bare}}), dashes) {
		t.Error("a line is drawn through marks that stand alone, or none through others")
	}
}
