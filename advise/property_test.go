package advise

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/rand"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/disk"
)

var propertyCandidates = flag.Int("candidates", 4, "candidates of each program of testdata whose edits are made; 0 for all")

// programs are those of testdata: both source forms, three dialects, and what passes
// messages itself. The kernels, undirected programs of full size, are for a full run.
func programs(t *testing.T) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir("../testdata", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasPrefix(filepath.Ext(path), ".f") && !strings.Contains(path, "arrayops") {
			out = append(out, path)
		}
		return err
	})
	if err != nil || len(out) < 50 {
		t.Fatal(out, err)
	}
	if *propertyCandidates > 0 {
		out = slices.DeleteFunc(out, func(path string) bool { return strings.Contains(path, "/kernels/") })
	}
	if testing.Short() {
		quick := []string{"hpf/laplace.f90", "hpf/laplace_fixed.f", "hpf/hydro.f", "codes/stencil.f90", "codes/adi.f90", "xmp/transpose.f90", "dvm/jacobi.f", "advise/triangular.f90"}
		out = slices.DeleteFunc(out, func(path string) bool {
			return !slices.ContainsFunc(quick, func(q string) bool { return strings.HasSuffix(path, q) })
		})
	}
	return out
}

var mapsLine = regexp.MustCompile(`(?i)^\s*([!c*]hpf\$|[!c*]\$xmp|[!c]?dvm\$|!dvm\$|cdvm\$)`)

// statements are the lines that are no directives.
func statements(text string) []string {
	return slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return mapsLine.MatchString(l) })
}

// edited is one change that the adviser may propose.
type edited struct {
	label   string
	changes []plan.Change
	to      *plan.Plan // what the directives say then; nil of loops
	loop    bool       // headings of loops may change
}

// candidateEdits are all changes that a search may try: each group and all of them in all
// formats, over all arrangements, each loop written otherwise, and groups that are
// redistributed in front of a phase.
func candidateEdits(t *testing.T, s *search, r *rand.Rand) []edited {
	t.Helper()
	now := s.program.Now()
	plans := s.uniform(now)
	for i, g := range s.program.Groups {
		for _, f := range formats(g) {
			plans = append(plans, s.shaped(now.With(i, f)))
		}
	}
	for _, p := range plans {
		plans = append(plans, s.reshaped(p)...)
	}
	var out []edited
	for _, p := range plans {
		out = append(out, edited{p.Key(), s.program.Edits(p), &p, false})
	}
	for _, u := range s.times.units {
		w := loopWriter{placed: u, program: s.program}
		for _, c := range w.all(func(int, int) float64 { return 1 }) {
			out = append(out, edited{c.label, c.changes(), nil, strings.Contains(c.label, "order")})
		}
	}
	moved := redistribution{search: s}
	if !moved.read() {
		return out
	}
	for _, g := range moved.movable {
		all := formats(s.program.Groups[g])
		for _, ph := range moved.flow.phases[1:] {
			from, to := all[r.Intn(len(all))], all[r.Intn(len(all))]
			if plan.Rank(from) == 1 && plan.Rank(to) == 1 {
				p := s.shaped(now.With(g, from))
				m := plan.Move{Group: g, Line: ph.first, Formats: to}
				out = append(out, edited{fmt.Sprint(p.Key(), m), s.program.Moved(p, []plan.Move{m}), &p, false})
			}
		}
	}
	return out
}

// Every change that the adviser may try parses, changes nothing but directives or the
// headings of the loops that it names, says what was meant to whoever reads the changed
// text, and takes the time that was promised, predicted from scratch.
func TestEveryCandidateKeepsItsPromise(t *testing.T) {
	kinds := map[string]int{}
	for _, path := range programs(t) {
		t.Run(strings.TrimPrefix(path, "../testdata/"), func(t *testing.T) {
			snap := workspace.New(disk.Disk{}).Snapshot()
			s, err := searched(context.Background(), snap, path, settings.Settings{Machine: "cluster"}, Effort{Predictions: 1})
			if errors.Is(err, ErrNoEstimate) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			h := fnv.New64()
			h.Write([]byte(path))
			r := rand.New(rand.NewSource(int64(h.Sum64() >> 1)))
			all := candidateEdits(t, s, r)
			if n := *propertyCandidates; n > 0 {
				r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
				all = all[:min(n, len(all))]
			}
			for _, e := range all {
				promised(t, snap, s, e)
				switch {
				case e.loop:
					kinds["orders of loops"]++
				case e.to == nil:
					kinds["INDEPENDENT"]++
				case strings.Contains(e.label, "{"):
					kinds["REDISTRIBUTE"]++
				default:
					kinds["DISTRIBUTE"]++
				}
			}
		})
	}
	t.Log(kinds)
	if len(kinds) < 4 && !testing.Short() {
		t.Errorf("only %v", kinds)
	}
}

// edited is a trial as what it changes.
func (t *trial) edited() edited {
	if t.moves != nil {
		return edited{fmt.Sprint(t.plan.Key(), t.moves), t.changes, nil, false}
	}
	return edited{t.plan.Key(), t.changes, &t.plan, false}
}

func promised(t *testing.T, snap *workspace.Snapshot, s *search, e edited) {
	t.Helper()
	promise, err := s.measure(context.Background(), e.changes)
	if err != nil {
		t.Fatal(err)
	}
	var altered []*workspace.File
	for _, c := range e.changes {
		f, err := snap.File(c.Path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := f.Text.Apply(c.Edits...)
		if err != nil {
			t.Fatalf("%s: %v", e.label, err)
		}
		before, after := statements(f.Text.String()), statements(text.String())
		if e.loop {
			before, after = headings(before), headings(after)
		}
		if !slices.Equal(before, after) {
			t.Errorf("%s: %s changes statements:\n%s", c.Path, e.label, text)
		}
		altered = append(altered, &workspace.File{Path: f.Path, Text: text, Form: f.Form})
	}
	fresh := snap.With(altered...).Apart()
	r, err := predict.File(context.Background(), fresh, s.path, s.settings)
	if err != nil {
		t.Fatal(err)
	}
	shown := func() string {
		var out strings.Builder
		for _, f := range altered {
			fmt.Fprintf(&out, "%s:\n%s\n", f.Path, f.Text)
		}
		return out.String()
	}
	for _, d := range r.Diagnostics {
		// A mapping with errors is tried, and not offered: the adviser knows of them.
		if strings.HasSuffix(d.Code, "-syntax") || d.Severity == source.Error && promise.errors == 0 {
			t.Errorf("%s: %s: %s\n%s", e.label, d.Code, d.Message, shown())
		}
	}
	time, ok := timeIn(r, s.unit, s.kind)
	if ok != promise.ok || ok && !near(promise.time, time) {
		t.Errorf("%s: promised %v (%v), it is %v (%v)\n%s", e.label, promise.time, promise.ok, time, ok, shown())
	}
	if e.to == nil {
		return
	}
	again, err := plan.Read(fresh, s.path, s.program.Processors)
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range s.program.Groups {
		if f := e.to.Formats[i]; f != nil && !mapsTo(again, g, f) {
			t.Errorf("%s: the changed text does not map %s %s\n%s", e.label, g.Name, plan.Written(f), shown())
		}
	}
}

// timeIn is what a unit takes by a report.
func timeIn(r *report.Report, unit, kind string) (float64, bool) {
	for _, u := range r.Units {
		if u.Name == unit && u.Kind == kind && u.NoEstimate == "" {
			return u.Charge.Total(), true
		}
	}
	return 0, false
}

var counted = regexp.MustCompile(`(?i)\bdo\b.*[a-z]\w*\s*=.*`)

// headings leaves the control out of loops' headings: those of a program, sorted, are the
// same in another order.
func headings(lines []string) []string {
	out := slices.Clone(lines)
	for i, l := range out {
		out[i] = counted.ReplaceAllString(l, "do")
	}
	return out
}

// mapsTo tells whether a directive of a program has the formats for a root of a group.
func mapsTo(p *plan.Program, g plan.Group, formats []string) bool {
	now := p.Now()
	for i, other := range p.Groups {
		for _, root := range other.Roots {
			if slices.ContainsFunc(g.Roots, func(r string) bool { return strings.EqualFold(r, root) }) && slices.Equal(now.Formats[i], formats) {
				return true
			}
		}
	}
	return false
}

// The actions on a single directive, on array statements and on Spar's pragmas keep their
// promises too.
func TestEveryActionOnALineKeepsItsPromise(t *testing.T) {
	for _, path := range programs(t) {
		t.Run(strings.TrimPrefix(path, "../testdata/"), func(t *testing.T) {
			s := settings.Settings{Machine: "cluster"}
			snap := workspace.New(disk.Disk{}).Snapshot()
			f, err := snap.File(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, u := range snap.Program(f).Units {
				for i, d := range u.Directives {
					if i > 0 && *propertyCandidates > 0 {
						break
					}
					all, err := Options(context.Background(), snap, path, f.Text.LineOf(u.Start+d.At.Start), s)
					if err != nil {
						t.Fatal(err)
					}
					for _, o := range all {
						text, err := f.Text.Apply(o.Edits...)
						if err != nil {
							t.Fatal(err)
						}
						if !slices.Equal(statements(f.Text.String()), statements(text.String())) {
							t.Errorf("%s changes statements:\n%s", o.Label, text)
						}
						r, err := predict.File(context.Background(), workspace.New(disk.Disk{}).Snapshot().With(&workspace.File{Path: path, Text: text, Form: f.Form}), path, s)
						if err != nil {
							t.Fatal(err)
						}
						if time, ok := timeIn(r, u.Name, u.Kind.String()); !ok || !near(o.After, time) {
							t.Errorf("%s: promised %v, it is %v\n%s", o.Title(), o.After, time, text)
						}
					}
				}
			}
		})
	}
}
