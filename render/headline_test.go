package render

import (
	"slices"
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
		{"waits, and is bound", report.Line{Charge: report.Charge{Wait: 4}, Busy: 3, Bound: "additions"},
			[]string{"**4.00 s**, 100% of u (4.00 s); wait 100%", "It waits for others: the busiest processor here takes 3.00 s of its own", "Nothing moves"}},
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
			if said := strings.Count(got.First+got.Rest, "Bound by"); (said == 1) != (c.line.Bound != "") {
				t.Errorf("what binds it is said %d times:\n%s\n\n%s", said, got.First, got.Rest)
			}
		})
	}
}

// TestHeadlineOfConstructs: where a loop begins, its three lines are those of all of it,
// unless the line itself takes most of the time; where a procedure begins, its own.
func TestHeadlineOfConstructs(t *testing.T) {
	sent := report.Communication{Kind: "shift", Array: "A", Messages: 2, Bytes: 64, TotalMessages: 6, TotalBytes: 192}
	spread := report.Communication{Kind: "move", Array: "A", TotalMessages: 6, TotalBytes: 192}
	loop := func(own, first, second report.Charge, comms ...report.Communication) *report.Unit {
		u := &report.Unit{Name: "u", Start: 1, End: 9, Charge: report.Charge{Computation: 20}}
		u.Lines = []*report.Line{{Line: 3, Charge: own}, {Line: 4, Charge: first, Comms: comms}, {Line: 5, Charge: second}, {Line: 7, Charge: report.Charge{Computation: 6}}}
		u.Loops = []*report.Loop{{Line: 3, EndLine: 6, Time: own.Plus(first).Plus(second).Total()}}
		return u
	}
	// 1 + 6 + 3 = 10 of 20; computation 6 + 1 = 7, communication 2, overhead 1
	own, first, second := report.Charge{Overhead: 1}, report.Charge{Computation: 6}, report.Charge{Computation: 1, Communication: 2}
	const head = "**10.0 s** to line 6, 50% of u (20.0 s); computation 70%, communication 20%, overhead 10%\n\nCostliest: line 4 (60%), line 5 (30%)\n\n"
	method := loop(own, first, second, spread)
	method.Models = &report.Models{Processes: []report.Process{{Name: "C.sweep", Line: 2, End: 6}}}
	calling := loop(own, first, second)
	calling.Loops[0].Calling = report.Calling{Charge: report.Charge{Computation: 6, Communication: 9}}
	empty := &report.Unit{Name: "m", Kind: "module", Start: 1, End: 12, NoEstimate: "no executable statements", Empty: true}
	failed := &report.Unit{Name: "h", Kind: "program", Start: 1, End: 12, NoEstimate: "why"}
	named := &report.Unit{Name: "p", Kind: "program", Start: 1, End: 9, NoEstimate: "no executable statements", Empty: true}
	inside := &report.Unit{Name: "s", Kind: "subroutine", Start: 10, End: 11, NoEstimate: "its own"}
	for _, c := range []struct {
		name  string
		line  int
		units []*report.Unit
		want  string
	}{
		{"what it calls moves", 3, []*report.Unit{loop(own, first, second)}, head + "What it calls moves data"},
		{"both move", 3, []*report.Unit{loop(own, first, second, sent)}, head + "Moves: the reference processor receives 2 messages, 64 bytes; what it calls moves data too"},
		{"all processors together", 3, []*report.Unit{loop(own, first, second, spread)}, head + "Moves: 6 messages, 192 bytes between the processors; what it calls moves data too"},
		{"the line itself", 3, []*report.Unit{loop(report.Charge{Computation: 19}, first, second)}, "**19.0 s**, 95% of u (20.0 s); computation 100%\n\nNothing moves"},
		{"a method", 2, []*report.Unit{method}, "**C.sweep**: 10.0 s of its own in all calls, 50% of u (20.0 s); computation 70%, communication 20%, overhead 10%\n\nCostliest: line 4 (60%), line 5 (30%)\n\nMoves: 6 messages, 192 bytes between the processors; what it calls moves data too"},
		{"a loop that calls methods", 3, []*report.Unit{calling}, "**15.0 s with what it calls** to line 6, 75% of u (20.0 s); communication 60%, computation 40%\n\nIts own lines take 10.0 s\n\nWhat it calls moves data"},
		{"a module says nothing", 1, []*report.Unit{empty}, ""},
		{"a module, in a procedure", 3, []*report.Unit{empty, loop(own, first, second)}, head + "What it calls moves data"},
		{"a program that only declares, where it begins", 1, []*report.Unit{named}, "No estimate for program p: no executable statements"},
		{"a program that only declares, further down", 2, []*report.Unit{named}, ""},
		{"no estimate", 2, []*report.Unit{failed, inside}, "No estimate for program h: why"},
		{"no estimate, in a unit inside", 10, []*report.Unit{failed, inside}, "No estimate for subroutine s: its own"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Hover(&report.Report{Units: c.units}, c.line, "", "", nil); got.First != c.want {
				t.Errorf("got\n%s\nwant\n%s", got.First, c.want)
			}
		})
	}
}

// TestDoubtMarked: a time that rests on an assumed value is marked wherever it is shown,
// together with times that do not.
func TestDoubtMarked(t *testing.T) {
	u := &report.Unit{Name: "u", Kind: "program", Start: 1, End: 9, Grid: []int{4}, Charge: report.Charge{Computation: 3},
		Lines:       []*report.Line{{Line: 3, Charge: report.Charge{Computation: 1}}, {Line: 4, Charge: report.Charge{Computation: 1}, Assumed: []string{"k"}}, {Line: 7, Charge: report.Charge{Computation: 1}}},
		Loops:       []*report.Loop{{Line: 2, EndLine: 5, Time: 2, Kind: "parallel", Iterations: 8}, {Line: 6, EndLine: 8, Time: 1, Kind: "parallel", Iterations: 8}},
		Assumptions: []report.Assumption{{Name: "k", Value: "100", Source: "assumed", Line: 1}, {Name: "m", Value: "5", Source: "assumed", Line: 1}}}
	r := &report.Report{Machine: report.Machine{Name: "x"}, Units: []*report.Unit{u}}
	var got []string
	for _, l := range Lenses(r, nil) {
		got = append(got, l.Title)
	}
	got = append(got, StatusOf(r).Text)
	for _, line := range []int{1, 2, 3, 4, 6} {
		first, _, _ := strings.Cut(Hover(r, line, "", "", func(int) []string { return nil }).First, "\n")
		got = append(got, first)
	}
	want := []string{
		"~3.00 s on 4 processors, x",
		"parallel loop: ~2.00 s, 67% of u, 8 iterations",
		"parallel loop: 1.00 s, 33% of u, 8 iterations",
		"~3.00 s x 4",
		"**u**: ~3.00 s on 4 processors; computation 100%",
		"**~2.00 s** to line 5, 67% of u (3.00 s); computation 100%",
		"**1.00 s**, 33% of u (3.00 s); computation 100%",
		"**~1.00 s**, 33% of u (3.00 s); computation 100%",
		"**1.00 s** to line 8, 33% of u (3.00 s); computation 100%",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for line, wanted := range map[int]bool{3: false, 4: true} {
		if rest := Hover(r, line, "", "", func(int) []string { return nil }).Rest; strings.Contains(rest, "k = 100 (assumed") != wanted || strings.Contains(rest, "m = 5") {
			t.Errorf("line %d: %s", line, rest)
		}
	}
}

// TestMappingsFirst: on a directive three mappings come first, and the others with the rest.
func TestMappingsFirst(t *testing.T) {
	u := &report.Unit{Name: "u", Start: 1, End: 9}
	for _, name := range []string{"A", "B", "C", "D"} {
		u.Mappings = append(u.Mappings, report.Mapping{Array: name, Text: name + "(BLOCK)", Line: 5})
	}
	const first, rest = "- `A`: A(BLOCK)\n- `B`: B(BLOCK)\n- `C`: C(BLOCK)", "- `D`: D(BLOCK)"
	for _, c := range []struct {
		text        string
		line        int
		first, rest string
	}{
		{"!HPF$ DISTRIBUTE t(BLOCK)", 3, first, rest},
		{"*HPF$ DISTRIBUTE t(BLOCK)", 3, first, rest},
		{"!$xmp distribute t(block) onto p", 3, first, rest},
		{"!DVM$ DISTRIBUTE (BLOCK) :: d", 3, first, rest},
		{"!HPF$ ALIGN (i) WITH t(i) :: a, b, c, d", 5, first, rest},
		{"!HPF$ DYNAMIC d", 3, rest, ""},
		{"!HPF$ TEMPLATE t(n)", 3, "", ""},
	} {
		t.Run(c.text, func(t *testing.T) {
			got := Hover(&report.Report{Units: []*report.Unit{u}}, c.line, c.text, "", nil)
			if got.First != c.first || got.Rest != c.rest {
				t.Errorf("%q and %q, want %q and %q", got.First, got.Rest, c.first, c.rest)
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
