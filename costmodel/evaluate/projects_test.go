package evaluate

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/reaching"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/elements"
	"github.com/parlens/parlens/internal/oracle/generate"
	"github.com/parlens/parlens/machines"
)

var (
	projects    = flag.Int("projects", 100, "number of generated programs of several procedures")
	projectDir  = flag.String("project-files", "", "folder for the files of a generated program that differs")
	refusals    = flag.Bool("refusals", false, "list the generated programs that the interpreter refuses")
	projectSeed = flag.Uint64("project-seed", 1, "seed of the first of them")
)

// TestGeneratedProjects executes programs of several procedures and files element
// by element: what is executed and what moves on each line, over all calls of its
// procedure, is what the report says.
func TestGeneratedProjects(t *testing.T) {
	var tally compared
	failed, count := 0, *projects
	if testing.Short() {
		count /= 10
	}
	for i := range uint64(count) {
		p := generate.NewProject(*projectSeed + i)
		o := compareProject(p)
		tally.add(o)
		if o.refused > 0 && *refusals {
			t.Logf("seed %d: %v\n%s", *projectSeed+i, o.why, listed(p))
		}
		if o.failure == "" {
			continue
		}
		small := smallestFailing(p)
		t.Errorf("seed %d: %s\n%s", *projectSeed+i, compareProject(small).failure, listed(small))
		for _, f := range small.Files() {
			if *projectDir != "" {
				_ = os.WriteFile(filepath.Join(*projectDir, f.Name), []byte(f.Text), 0o644)
			}
		}
		if failed++; failed == 5 {
			break
		}
	}
	t.Logf("%d programs compared, %d refused by the interpreter, %d lines of procedures, %g bytes, %d lines without estimate", tally.programs, tally.refused, tally.lines, tally.bytes, tally.void)
	for _, why := range sortedKeys(tally.why) {
		t.Logf("%d: %s", tally.why[why], why)
	}
	if tally.programs < count/2 || tally.bytes == 0 {
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

func sortedKeys[V any](m map[string]V) []string {
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
	main, err := mainOf(snap, p, resolvedAlone)
	if err != nil {
		return compared{failure: err.Error()}
	}
	s := settings.Settings{Machine: "ipsc860", Grid: p.Grid}
	got, err := reported(snap, p, s)
	if err != nil {
		return compared{failure: err.Error()}
	}
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
	if err := sameValues(snap, p, ran); err != nil {
		return compared{failure: err.Error()}
	}
	o.programs = 1
	for line := range keeping.bounds {
		x := got[line]
		x.bound = true
		got[line] = x
	}
	return o.against(ran, got)
}

// mainOf returns the main program of a project, each unit of which has been prepared.
func mainOf(snap *workspace.Snapshot, p *generate.Project, prepare func(*lower.Unit)) (*elements.Input, error) {
	var sources []elements.Source
	for i, f := range p.Files() {
		if strings.HasSuffix(f.Name, ".inc") {
			continue
		}
		file, err := snap.File("/w/" + f.Name)
		if err != nil {
			return nil, err
		}
		src := elements.Source{Text: file.Text, Syntax: snap.Syntax(file), Before: farApart * i}
		for _, u := range snap.Program(file).Units {
			own := u.Fork()
			prepare(own)
			src.Units = append(src.Units, own)
		}
		sources = append(sources, src)
	}
	inputs := elements.Program(sources)
	return inputs[slices.IndexFunc(inputs, func(in *elements.Input) bool { return in.Unit.Kind == program.Main })], nil
}

// resolvedAlone writes subscripts and bounds in the indices of loops, where that
// follows from the unit alone: calls may change all that they can. What a compiler
// knows of dependences it knows of a program in that form.
func resolvedAlone(u *lower.Unit) {
	reaching.Resolve(u.Unit, reaching.Options{Changed: func(s *program.CallStmt) []*program.Symbol {
		var out []*program.Symbol
		for _, v := range u.Symbols {
			if v.Shared || v.Declared.Empty() {
				out = append(out, v)
			}
		}
		for _, a := range s.Args {
			if ref, ok := a.Value.(*program.Ref); ok {
				out = append(out, ref.Sym)
			}
		}
		return out
	}})
}

// sameValues compares the values that a run ended with with those of the program as it
// is written, executed by one processor.
func sameValues(snap *workspace.Snapshot, p *generate.Project, ran *elements.Counts) error {
	main, err := mainOf(snap, p, func(*lower.Unit) {})
	if err != nil {
		return err
	}
	ones := make([]int, len(p.Grid))
	for g := range ones {
		ones[g] = 1
	}
	alone, err := elements.Run(*main, elements.Options{Grid: ones, Steps: 200_000})
	if err != nil && !strings.Contains(err.Error(), "do not cover the template") {
		return err
	}
	for name := range ran.Values {
		if err == nil && fmt.Sprint(alone.Values[name]) != fmt.Sprint(ran.Values[name]) {
			return fmt.Errorf("%s is %v, %v in the program as it is written", name, ran.Values[name], alone.Values[name])
		}
	}
	return nil
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
		if u.NoEstimate != "" && !u.Empty {
			return nil, fmt.Errorf("%s: %s", u.Name, u.NoEstimate)
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
	linked, err := newLinker(snap.Memo(), m, s).link(context.Background(), procs.root(f, i), nil)
	if err != nil {
		return out, fmt.Errorf("no model: %v", err)
	}
	out.Keeping = out.of(linked)
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

// Conditions on the index of a loop hold in whole iterations: no message is sent in a
// share of them.
func TestProjectsWithConditionsOnIndices(t *testing.T) {
	cases := []struct {
		name string
		seed uint64
		has  string
	}{
		{"a constant leaves the loop", 7, "if (i > 7) exit"},
		{"what another procedure sets leaves the loop", 46, "if (i > hi - 2) exit"},
		{"what another procedure sets leaves out an iteration", 104, "if (i == lo) cycle"},
		{"a scalar that is only compared", 147, "if (i == m + 2) cycle"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := generate.NewProject(c.seed)
			if !strings.Contains(listed(p), c.has) {
				t.Fatalf("the program of the seed has no %s", c.has)
			}
			if o := compareProject(p); o.failure != "" || o.programs != 1 {
				t.Errorf("%d compared: %s", o.programs, o.failure)
			}
		})
	}
}
