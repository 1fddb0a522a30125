package evaluate

import (
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// How much of a communication hides behind computation is a number of the
// machine, of the program or of the user (paper 003, section 2.3). What the user
// sets comes before a directive of the program, that before the machine's file.

const shortOverlap = "overlap"

// nameOverlap gives the overlap of the user and of a directive the name of the
// machine's number. In a directive one that is no share is reported and has no
// effect.
func (n *numbers) nameOverlap() {
	if n.m.unit != nil && n.m.unit.Lookup(shortOverlap) == nil {
		if d, ok := n.directed[shortOverlap]; ok {
			delete(n.directed, shortOverlap)
			n.directed[settings.OverlapShare] = d
		}
		v, short := n.settings.Values[shortOverlap]
		if _, given := n.settings.Values[settings.OverlapShare]; short && !given {
			n.settings.Values = maps.Clone(n.settings.Values)
			n.settings.Values[settings.OverlapShare] = v
		}
	}
	d, ok := n.directed[settings.OverlapShare]
	if !ok {
		return
	}
	if wrong := settings.CheckShare(d.Value); wrong != "" {
		delete(n.directed, settings.OverlapShare)
		n.problem(n.m.text.LineSpan(d.Line), source.Warning, "parlens-directive", wrong)
	}
}

// hide replaces the machine's share by the program's or the user's.
func (n *numbers) hide() {
	v, given := n.settings.Values[settings.OverlapShare]
	if !given || settings.CheckShare(v) != "" {
		return
	}
	n.env[settings.OverlapShare] = v
	n.replaced = &report.Parameter{Name: settings.OverlapShare, Value: v, Provenance: "set", Source: "set by the user"}
	line := 0
	if d, ok := n.directed[settings.OverlapShare]; ok {
		n.replaced.Source, line = "set by a directive", d.Line
	}
	note := report.Assumption{Name: settings.OverlapShare, Value: report.Exact(v), Source: n.replaced.Source, Line: line}
	used := func(s symbolic.Symbol) bool { return s.Name == settings.OverlapShare }
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
