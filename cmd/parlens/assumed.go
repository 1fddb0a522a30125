package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/whatif"
	"github.com/parlens/parlens/render/fields"
)

// mostNamed bounds the assumed values that are named.
const mostNamed = 5

// mostFiles bounds the files that are named beside the values that their times rest on.
const mostFiles = 3

// tellAssumed says beside the times of a file which values they rest on that nothing gives.
func tellAssumed(env environment, path string, values []report.Assumption) {
	var all restingFiles
	all.add(path, values)
	all.tell(env)
}

// restingFiles are files whose times rest on what is assumed, those with the same values together.
type restingFiles struct {
	values []string            // in words
	files  map[string][]string // by them
}

func (r *restingFiles) add(file string, values []report.Assumption) {
	if len(values) == 0 {
		return
	}
	text := assumedText(values)
	if r.files == nil {
		r.files = map[string][]string{}
	}
	if r.files[text] == nil {
		r.values = append(r.values, text)
	}
	if !slices.Contains(r.files[text], file) {
		r.files[text] = append(r.files[text], file)
	}
}

func (r *restingFiles) tell(env environment) {
	for _, text := range r.values {
		files, more := r.files[text], ""
		if n := len(files) - mostFiles; n > 0 {
			files, more = files[:mostFiles], fmt.Sprintf(" and %d more", n)
		}
		fmt.Fprintf(env.err, "%s%s: the times rest on what is assumed: %s\n", displayed(strings.Join(files, ", ")), more, text)
	}
}

// assumedText names values and says how they are given.
func assumedText(values []report.Assumption) string {
	values = slices.DeleteFunc(slices.Clone(values), func(a report.Assumption) bool {
		_, own, _ := strings.Cut(a.Name, ".") // a value for n is one for solve.n too
		return slices.ContainsFunc(values, func(b report.Assumption) bool { return b.Name == own && b.Value == a.Value })
	})
	more, gives := "", "--set gives values"
	if slices.ContainsFunc(values, func(a report.Assumption) bool { return a.Name == "processors" }) {
		gives += ", --procs processors"
	}
	if n := len(values) - mostNamed; n > 0 {
		values, more = values[:mostNamed], fmt.Sprintf(" and %d more", n)
	}
	named := strings.Join(fields.Each(values, report.Assumption.Setting), ", ")
	return fmt.Sprintf("%s%s; %s", displayed(named), more, gives)
}

// assumedIn are the values that the units of a report rest on and that nothing gives.
func assumedIn(r *report.Report) []report.Assumption {
	var all []report.Assumption
	for _, u := range r.Units {
		all = append(all, u.Assumed()...)
	}
	return report.AssumedOf(all)
}

// restingOn are the values that times rest on.
type restingOn struct {
	assumed []report.Assumption
	given   map[string]bool // names of the others
	last    []report.Assumption
}

func newRestingOn() *restingOn { return &restingOn{given: map[string]bool{}} }

// see takes the values of a point, which are those of the last one mostly.
func (r *restingOn) see(p whatif.Point) {
	if len(p.Assumptions) == 0 || len(r.last) == len(p.Assumptions) && &r.last[0] == &p.Assumptions[0] {
		return
	}
	r.last = p.Assumptions
	for _, a := range p.Assumptions {
		r.given[a.Name] = r.given[a.Name] || a.Provenance != report.Assumed
	}
	r.assumed = report.AssumedOf(slices.Concat(r.assumed, p.Assumptions, p.Inherited))
}

// unused are the names of the program that are set, or have one value each along an axis, and
// that nothing in the file rests on: misspelt ones, or those of other files. Most are found
// without predicting the file.
func (c whatifChoices) unused(ctx context.Context, snap *workspace.Snapshot, s whatif.Sweep, resting *restingOn) (set, varied []string) {
	values, _ := parseValues(c.set)
	open := func(name string) bool { return !resting.given[name] }
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
