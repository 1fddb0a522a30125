package predict

import (
	"fmt"
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/report"
)

// How much of a communication hides behind computation is a number of the
// machine, of the program or of the user (paper 003, section 2.3). What the user
// sets comes before a directive of the program, that before the machine's file.

// OverlapShare is the name of the number among the values of Settings. A unit
// without a variable of that name may call it overlap.
const OverlapShare = "communication.overlap_share"

const shortOverlap = "overlap"

// CheckShare says what is wrong with a share of a communication, "" for nothing.
func CheckShare(v float64) string {
	if v >= 0 && v <= 1 {
		return ""
	}
	return fmt.Sprintf("the overlap is %v; a share lies between 0 and 1", v)
}

// nameOverlap gives the overlap of the user and of a directive the name of the
// machine's number. In a directive one that is no share is reported and has no
// effect.
func (n *numbers) nameOverlap() {
	if n.m.unit != nil && n.m.unit.Lookup(shortOverlap) == nil {
		if d, ok := n.directed[shortOverlap]; ok {
			delete(n.directed, shortOverlap)
			n.directed[OverlapShare] = d
		}
		v, short := n.settings.Values[shortOverlap]
		if _, given := n.settings.Values[OverlapShare]; short && !given {
			n.settings.Values = maps.Clone(n.settings.Values)
			n.settings.Values[OverlapShare] = v
		}
	}
	d, ok := n.directed[OverlapShare]
	if !ok {
		return
	}
	if wrong := CheckShare(d.value); wrong != "" {
		delete(n.directed, OverlapShare)
		n.problem(n.m.text.LineSpan(d.line), source.Warning, "parlens-directive", wrong)
	}
}

// hide replaces the machine's share by the program's or the user's.
func (n *numbers) hide() {
	v, given := n.settings.Values[OverlapShare]
	if !given || CheckShare(v) != "" {
		return
	}
	n.env[OverlapShare] = v
	n.replaced = &report.Parameter{Name: OverlapShare, Value: v, Provenance: "set", Source: "set by the user"}
	line := 0
	if d, ok := n.directed[OverlapShare]; ok {
		n.replaced.Source, line = "set by a directive", d.line
	}
	note := report.Assumption{Name: OverlapShare, Value: format(v), Source: n.replaced.Source, Line: line}
	used := func(s symbolic.Symbol) bool { return s.Name == OverlapShare }
	if slices.ContainsFunc(n.m.program.Symbols(), used) {
		n.addNote(note)
	}
}

// addNote adds what numbers rest on, once.
func (n *numbers) addNote(a report.Assumption) {
	if !slices.Contains(n.notes, a) {
		n.notes = append(n.notes, a)
	}
}
