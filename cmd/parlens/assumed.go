package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/whatif"
	"github.com/parlens/parlens/render/fields"
)

// mostNamed bounds the assumed values that are named.
const mostNamed = 5

// tellAssumed says beside the times of a file which values they rest on that nothing gives.
func tellAssumed(env environment, path string, values []report.Assumption) {
	if len(values) == 0 {
		return
	}
	more, gives := "", "--set gives values"
	if slices.ContainsFunc(values, func(a report.Assumption) bool { return a.Name == "processors" }) {
		gives += ", --procs processors"
	}
	if n := len(values) - mostNamed; n > 0 {
		values, more = values[:mostNamed], fmt.Sprintf(" and %d more", n)
	}
	named := strings.Join(fields.Each(values, report.Assumption.Setting), ", ")
	fmt.Fprintf(env.err, "%s: the times rest on what is assumed: %s%s; %s\n", path, displayed(named), more, gives)
}

// restingOn are the values that points rest on, by name.
type restingOn struct{ assumed, set map[string]report.Assumption }

func newRestingOn() restingOn {
	return restingOn{map[string]report.Assumption{}, map[string]report.Assumption{}}
}

func (r restingOn) see(p whatif.Point) {
	for _, a := range p.Assumptions {
		if a.Provenance == report.Assumed {
			r.assumed[a.Name] = a
		} else {
			r.set[a.Name] = a
		}
	}
}

// values lists what is assumed, weights of branches last.
func (r restingOn) values() []report.Assumption {
	return slices.SortedFunc(maps.Values(r.assumed), func(a, b report.Assumption) int {
		if a.Weight != b.Weight {
			if a.Weight {
				return 1
			}
			return -1
		}
		return strings.Compare(a.Name, b.Name)
	})
}

// unused are the names of the program that are set, or have one value each along an axis, and
// that nothing in the file rests on: misspelt ones, or those of other files. Most are found
// without predicting the file.
func (c whatifChoices) unused(ctx context.Context, snap *workspace.Snapshot, s whatif.Sweep, resting restingOn) (set, varied []string) {
	values, _ := parseValues(c.set)
	open := func(name string) bool { _, set := resting.set[name]; return !set }
	for name := range values {
		if open(name) {
			set = append(set, name)
		}
	}
	for _, a := range s.Axes {
		if ofProgram(s, a.Name) && len(a.Values) == 1 && open(strings.ToLower(a.Name)) {
			varied = append(varied, a.Name)
		}
	}
	if len(set)+len(varied) == 0 {
		return nil, nil
	}
	first, err := whatif.With(s.Settings, s.Machine, s.Axes, whatif.At(s.Axes, 0))
	if err != nil {
		return nil, nil
	}
	p, err := predictOne(ctx, snap, s.Path, first)
	if err != nil {
		return nil, nil
	}
	used := func(name string) bool {
		return slices.ContainsFunc(p.Units, func(u *report.Unit) bool { return whatif.RestsOn(u, name) })
	}
	return slices.Sorted(slices.Values(slices.DeleteFunc(set, used))), slices.DeleteFunc(varied, used)
}

// ofProgram reports whether an axis is over a name of the program.
func ofProgram(s whatif.Sweep, name string) bool {
	return !whatif.OfProcessors(name) && (s.Machine == nil || !s.Machine.Varied(name))
}
