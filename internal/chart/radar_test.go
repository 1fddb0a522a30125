package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strings"
	"testing"
)

func TestRadar(t *testing.T) {
	r := Radar{Title: "Two machines", Axes: []string{"R1 adding", "R2", "R3", "R4"}, Series: []Series{{"one", []float64{1, 10, 100, 5}}, {"other", []float64{20, -1, math.NaN(), 2}}}}
	var a, b bytes.Buffer
	if err := r.SVG(&a); err != nil {
		t.Fatal(err)
	}
	if err := r.SVG(&b); err != nil || a.String() != b.String() {
		t.Errorf("two pictures of one radar: %v", err)
	}
	if err := xml.Unmarshal(a.Bytes(), new(struct{})); err != nil {
		t.Error(err)
	}
	for _, word := range []string{"Two machines", ">R1<", ">R1 adding<", ">R4<", ">one<", ">other<", ">10<", ">100<"} {
		if !strings.Contains(a.String(), word) {
			t.Errorf("no %s in the picture", word)
		}
	}
}

// The axes go round from the top; a decade is as long as any other.
func TestRadarPlaces(t *testing.T) {
	r := Radar{Axes: []string{"a", "b", "c", "d"}}
	for axis, want := range [][2]float64{{0, .5}, {.5, 0}, {0, -.5}, {-.5, 0}} {
		t.Run(fmt.Sprint(want), func(t *testing.T) {
			if got := r.at(axis, .5); math.Abs(got.X-want[0]) > 1e-12 || math.Abs(got.Y-want[1]) > 1e-12 {
				t.Errorf("axis %d: %v, want %v", axis, got, want)
			}
		})
	}
	r.Series = []Series{{"s", []float64{.3, 40, 2, 7}}}
	if low, high, err := r.decades(); low != -1 || high != 2 || err != nil {
		t.Errorf("from 10^%g to 10^%g, %v", low, high, err)
	}
	for _, bad := range []Series{{"few", []float64{1}}, {"none", []float64{0, -1, 0, 0}}} {
		t.Run(fmt.Sprint(bad), func(t *testing.T) {
			if _, _, err := (Radar{Axes: r.Axes, Series: []Series{bad}}).decades(); err == nil {
				t.Errorf("%s is drawn", bad.Name)
			}
		})
	}
}
