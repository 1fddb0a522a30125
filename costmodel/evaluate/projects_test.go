package evaluate

import (
	"context"
	"flag"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/elements"
	"github.com/parlens/parlens/internal/oracle/generate"
	"github.com/parlens/parlens/machines"
)

var (
	projects    = flag.Int("projects", 100, "number of generated programs of several procedures")
	projectSeed = flag.Uint64("project-seed", 1, "seed of the first of them")
)

// TestGeneratedProjects executes programs of several procedures and files element
// by element: what is executed and what moves on each line, over all calls of its
// procedure, is what the report says.
func TestGeneratedProjects(t *testing.T) {
	var tally compared
	failed := 0
	for i := range uint64(*projects) {
		p := generate.NewProject(*projectSeed + i)
		o := compareProject(p)
		tally.add(o)
		if o.failure == "" {
			continue
		}
		small := smallestFailing(p)
		t.Errorf("seed %d: %s\n%s", *projectSeed+i, compareProject(small).failure, listed(small))
		if failed++; failed == 5 {
			break
		}
	}
	t.Logf("%d programs compared, %d refused by the interpreter, %d lines of procedures, %g bytes, %d lines without estimate", tally.programs, tally.refused, tally.lines, tally.bytes, tally.void)
	for _, why := range sortedKeys(tally.why) {
		t.Logf("%d: %s", tally.why[why], why)
	}
	if tally.programs < *projects/2 || tally.bytes == 0 {
		t.Errorf("only %d programs and %g bytes", tally.programs, tally.bytes)
	}
}

// compared is what comparing a program gave.
type compared struct {
	failure                        string
	programs, refused, lines, void int
	bytes                          float64
	why                            map[string]int
}

func (c *compared) add(x compared) {
	c.programs, c.refused, c.lines, c.void, c.bytes = c.programs+x.programs, c.refused+x.refused, c.lines+x.lines, c.void+x.void, c.bytes+x.bytes
	for w, n := range x.why {
		c.note(w, n)
	}
}

func (c *compared) note(why string, n int) {
	if c.why == nil {
		c.why = map[string]int{}
	}
	c.why[why] += n
}

func sortedKeys(m map[string]int) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func listed(p *generate.Project) string {
	var b strings.Builder
	fmt.Fprintf(&b, "on %v\n", p.Grid)
	for _, f := range p.Files() {
		fmt.Fprintf(&b, "--- %s\n", f.Name)
		for i, line := range strings.Split(strings.TrimSuffix(f.Text, "\n"), "\n") {
			fmt.Fprintf(&b, "%3d %s\n", i+1, line)
		}
	}
	return b.String()
}

func smallestFailing(p *generate.Project) *generate.Project {
	for {
		i := slices.IndexFunc(p.Smaller(), func(q *generate.Project) bool { return compareProject(q).failure != "" })
		if i < 0 {
			return p
		}
		p = p.Smaller()[i]
	}
}

// onLine is what happens on a line in the run of a program.
type onLine struct {
	executions, messages, bytes float64
	loop                        bool   // it begins a loop: what a line of array syntax executes is counted otherwise
	bound                       bool   // what moves is a bound
	without                     string // why there is no estimate
}

const farApart = 10_000 // lines between the files of a program

func compareProject(p *generate.Project) (o compared) {
	defer func() {
		if r := recover(); r != nil {
			o.failure = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	disk := files{}
	for _, f := range p.Files() {
		disk["/w/"+f.Name] = f.Text
	}
	snap := workspace.New(disk).Snapshot()
	var sources []elements.Source
	for i, f := range p.Files() {
		file, err := snap.File("/w/" + f.Name)
		if err != nil {
			return compared{failure: err.Error()}
		}
		lowered := snap.Program(file)
		src := elements.Source{Text: file.Text, Syntax: snap.Syntax(file), Before: farApart * i}
		for _, u := range lowered.Units {
			src.Units = append(src.Units, u.Fork())
		}
		if !strings.HasSuffix(f.Name, ".inc") {
			sources = append(sources, src)
		}
	}
	s := settings.Settings{Machine: "ipsc860", Grid: p.Grid}
	got, err := reported(snap, p, s)
	if err != nil {
		return compared{failure: err.Error()}
	}
	inputs := elements.Program(sources)
	main := inputs[slices.IndexFunc(inputs, func(in *elements.Input) bool { return in.Unit.Kind == program.Main })]
	machine, err := machineOf(snap, s)
	if err != nil {
		return compared{failure: err.Error()}
	}
	keeping, err := keepingOf(snap, p, s, machine)
	if err != nil {
		return compared{failure: err.Error()}
	}
	ran, err := elements.Run(*main, elements.Options{Grid: p.Grid, Scheme: machine.Scheme, Kept: keeping.Kept, Inside: keeping.Inside, Steps: 200_000})
	if err != nil {
		if strings.Contains(err.Error(), "is fetched before") {
			return compared{failure: err.Error()}
		}
		o.refused = 1
		_, why, _ := strings.Cut(err.Error(), ": ")
		o.note("refused: "+why, 1)
		return o
	}
	o.programs = 1
	for line := range keeping.bounds {
		x := got[line]
		x.bound = true
		got[line] = x
	}
	return o.against(ran, got)
}

// against compares line by line.
func (o compared) against(ran *elements.Counts, got map[int]onLine) compared {
	lines := map[int]bool{}
	for line := range ran.Lines {
		lines[line] = true
	}
	for line := range got {
		lines[line] = true
	}
	for _, line := range slices.Sorted(keysOf(lines)) {
		var want onLine
		if l := ran.Lines[line]; l != nil {
			want.executions = float64(l.Executions)
			for _, x := range l.Transfers {
				want.messages += float64(x.Total().Messages)
				want.bytes += float64(x.Total().Bytes)
			}
		}
		g := got[line]
		if g.without != "" {
			o.void++
			o.note("no estimate: "+g.without, 1)
			continue
		}
		o.lines++
		o.bytes += want.bytes
		differ := func(x, y float64) bool { return math.Abs(x-y) > 1e-6*max(1, x) }
		moved := differ(want.messages, g.messages) || differ(want.bytes, g.bytes)
		if g.bound && g.messages >= want.messages && g.bytes >= want.bytes {
			moved = false
		}
		if moved || g.loop && differ(want.executions, g.executions) {
			o.failure = fmt.Sprintf("file %d, line %d: %+v, executed %+v", line/farApart, line%farApart, g, want)
			return o
		}
	}
	return o
}

func keysOf(m map[int]bool) func(func(int) bool) {
	return func(yield func(int) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// reported adds up what the reports on all files say of the lines, over all calls.
func reported(snap *workspace.Snapshot, p *generate.Project, s settings.Settings) (map[int]onLine, error) {
	out := map[int]onLine{}
	calls := map[*report.Unit]float64{}
	byName, before := map[string]*report.Unit{}, map[*report.Unit]int{}
	for i, f := range p.Files() {
		if strings.HasSuffix(f.Name, ".inc") {
			continue
		}
		r, err := File(context.Background(), snap, "/w/"+f.Name, s)
		if err != nil {
			return nil, err
		}
		for _, u := range r.Units {
			byName[u.Name], before[u] = u, farApart*i
			for _, c := range u.Callers {
				calls[u] += c.Calls
			}
			if u.Kind == "program" {
				calls[u] = 1
			}
			if u.NoEstimate != "" && !u.Empty {
				return nil, fmt.Errorf("%s: %s", u.Name, u.NoEstimate)
			}
		}
	}
	var executed func(u *report.Unit) bool
	executed = func(u *report.Unit) bool {
		return u.Kind == "program" || slices.ContainsFunc(u.Callers, func(c report.Caller) bool { return executed(byName[c.Unit]) })
	}
	for _, u := range byName {
		if !executed(u) {
			continue
		}
		for _, l := range u.Lines {
			x := onLine{executions: calls[u] * l.Executions, without: l.NoEstimate}
			x.loop = slices.ContainsFunc(u.Loops, func(o *report.Loop) bool { return o.Line == l.Line && o.EndLine > o.Line })
			for _, c := range l.Comms {
				if c.Kind != "reduction" {
					x.messages += calls[u] * c.TotalMessages
					x.bytes += calls[u] * c.TotalBytes
				}
			}
			out[before[u]+l.Line] = x
		}
	}
	return out, nil
}

// modelled is what the models of a program say besides numbers.
type modelled struct {
	*elements.Keeping
	bounds map[int]bool          // lines whose communication is a bound
	before map[*program.Unit]int // lines of the program before each unit
}

// keepingOf tells the interpreter which messages are left out in the main program
// and what it calls.
func keepingOf(snap *workspace.Snapshot, p *generate.Project, s settings.Settings, m *machines.Machine) (modelled, error) {
	out := modelled{bounds: map[int]bool{}, before: map[*program.Unit]int{}}
	for i, f := range p.Files() {
		file, err := snap.File("/w/" + f.Name)
		if err != nil {
			return out, err
		}
		for _, u := range snap.Program(file).Units {
			out.before[u.Unit] = farApart*i + file.Text.LineOf(u.Start) - 1
		}
	}
	procs := newProcedures(snap)
	f, err := snap.File("/w/main.f90")
	if err != nil {
		return out, err
	}
	units := snap.Program(f).Units
	i := slices.IndexFunc(units, func(u *lower.Unit) bool { return u.Kind == program.Main })
	ev, err := standalone(context.Background(), snap, procs.root(f, i), m, s, true)
	if err != nil || ev.visit == nil {
		return out, fmt.Errorf("no model: %v", err)
	}
	out.Keeping = out.of(ev.visit.of)
	return out, nil
}

func (m modelled) of(l *linked) *elements.Keeping {
	for _, u := range l.graph.Units {
		if u.Comm != nil && u.Comm.Bound {
			m.bounds[m.before[l.origin]+l.text.LineOf(u.At.Start)] = true
		}
	}
	inside := map[int]*elements.Keeping{}
	for _, c := range l.calls {
		inside[c.unit.At.Start] = m.of(c.inside)
	}
	return &elements.Keeping{Kept: l.graph.Keeps(), Inside: func(call int) *elements.Keeping { return inside[call] }}
}
