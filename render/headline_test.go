package render

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
)

// TestHeadline: time and share, what to do, what moves, before all else.
func TestHeadline(t *testing.T) {
	shift := report.Communication{Kind: "shift", Array: "A", Reason: "shift of A by +1", Messages: 2, Bytes: 64}
	cases := []struct {
		name string
		line report.Line
		want []string
	}{
		{"computes", report.Line{Charge: report.Charge{Computation: 9, Wait: 1}}, []string{"**10.0 s**, 100% of u (10.0 s); computation 90%, wait 10%", "Nothing moves"}},
		{"moves", report.Line{Charge: report.Charge{Computation: 1, Communication: 9}, Comms: []report.Communication{shift, shift}},
			[]string{"**10.0 s**, 100% of u (10.0 s); communication 90%, computation 10%", "Most of it moves data: try other mappings of `A`, on line 3: DISTRIBUTE (\\*,BLOCK): -11%", "Moves: shift of A by +1; and 1 other"}},
		{"waits", report.Line{Charge: report.Charge{Wait: 4}, Busy: 3, BusyProcessor: []int{0, 1}},
			[]string{"**4.00 s**, 100% of u (4.00 s); wait 100%", "It waits for others: the busiest processor here on processor (0,1) takes 3.00 s of its own", "Nothing moves"}},
		{"calls", report.Line{Charge: report.Charge{Computation: 9, Communication: 1}}, []string{"**10.0 s**, 100% of u (10.0 s); computation 90%, communication 10%", "What is called here moves data"}},
		{"is bound", report.Line{Charge: report.Charge{Computation: 4}, Bound: "memory bandwidth"},
			[]string{"**4.00 s**, 100% of u (4.00 s); computation 100%", "Bound by memory bandwidth", "Nothing moves"}},
		{"unknown", report.Line{NoEstimate: "why"}, []string{"No estimate: why"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			c.line.Line = 5
			u := &report.Unit{Name: "u", Start: 1, End: 9, Charge: c.line.Charge, Lines: []*report.Line{&c.line}, Mappings: []report.Mapping{{Array: "A", Line: 3}}}
			known := func(line int) []string {
				if line != 3 {
					return nil
				}
				return []string{"DISTRIBUTE (*,BLOCK): -11%"}
			}
			got := Hover(&report.Report{Units: []*report.Unit{u}}, 5, "", "", known)
			if want := strings.Join(c.want, "\n\n"); got.First != want {
				t.Errorf("got\n%s\nwant\n%s", got.First, want)
			}
		})
	}
}

// TestFolded: what comes after the three lines is folded where that is drawn, and all
// of it is there in both ways.
func TestFolded(t *testing.T) {
	told := HoverText{First: "first", Rest: "rest"}
	if got := told.Folded(true); got != "first\n\n<details><summary>more</summary>\n\nrest\n\n</details>" {
		t.Errorf("folded: %q", got)
	}
	if got := told.Folded(false); got != "first\n\n---\n\nrest" {
		t.Errorf("plain: %q", got)
	}
	if got := (HoverText{Rest: "rest"}).Folded(true); got != "rest" {
		t.Errorf("nothing first: %q", got)
	}
}
