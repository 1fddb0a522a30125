package evaluate

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
	"github.com/parlens/parlens/internal/oracle/treetext"
	"github.com/parlens/parlens/machines"
)

func TestProcessors(t *testing.T) {
	const program = "program x\nreal :: a(8,8)\n!HPF$ PROCESSORS p(%s)\n!HPF$ DISTRIBUTE a(%s) ONTO p\na = 1.0\nend program\n"
	cases := []struct {
		extents, formats string
		settings         settings.Settings
		grid             []int
		note             string // the assumption about the processors
		diagnostics      string
	}{
		{"2,2", "BLOCK,BLOCK", settings.Settings{}, []int{2, 2}, "", ""},
		{"4", "BLOCK,*", settings.Settings{}, []int{4}, "", ""},
		{"2,2", "BLOCK,BLOCK", settings.Settings{Procs: 8}, []int{4, 2}, "4x2 (set, instead of what the program declares)", ""},
		{"2,2", "BLOCK,BLOCK", settings.Settings{Procs: 7}, []int{7, 1}, "7x1 (set, instead of what the program declares)", ""},
		{"4", "BLOCK,*", settings.Settings{Procs: 6}, []int{6}, "6 (set, instead of what the program declares)", ""},
		{"2,2", "BLOCK,BLOCK", settings.Settings{Grid: []int{1, 4}}, []int{1, 4}, "1x4 (set, instead of what the program declares)", ""},
		{"4", "BLOCK,*", settings.Settings{Grid: []int{2, 3}}, []int{6}, "6 (set, instead of what the program declares)",
			"3:1 rank-of-processors: the arrangement has 1 dimensions, the setting has 2: its 6 processors stand as 6"},
		{"2,8", "BLOCK,BLOCK", settings.Settings{Grid: []int{16}}, []int{2, 8}, "2x8 (set, as the program declares them), 16 (more than the 8 nodes of ipsc860: extrapolated)",
			"3:1 rank-of-processors: the arrangement has 2 dimensions, the setting has 1: its 16 processors stand as 2x8"},
		{"4,4", "BLOCK,BLOCK", settings.Settings{}, []int{4, 4}, "16 (more than the 8 nodes of ipsc860: extrapolated)", ""},
		{"NUMBER_OF_PROCESSORS()", "BLOCK,*", settings.Settings{}, []int{8}, "8 (assumed: the nodes of ipsc860, since the program does not say)", ""},
		{"NUMBER_OF_PROCESSORS()", "BLOCK,*", settings.Settings{Machine: "cluster"}, []int{16}, "16 (assumed: the program does not say how many of the 1024 nodes of cluster it has)", ""},
		{"0,2", "BLOCK,BLOCK", settings.Settings{}, []int{1, 2}, "", "3:1 rank-of-processors: the extent of dimension 1 of the arrangement is not a positive number"},
		{"1000000,1000000", "BLOCK,BLOCK", settings.Settings{}, []int{1000000, 1}, "1000000 (more than the 8 nodes of ipsc860: extrapolated)", "3:1 processors: more than 1073741824 processors cannot be modelled"},
	}
	for _, c := range cases {
		t.Run(c.extents, func(t *testing.T) {
			text := fmt.Sprintf(program, c.extents, c.formats)
			r := reportOf(t, "x.f90", text, c.settings)
			if len(r.Units) != 1 || r.Units[0].NoEstimate != "" {
				t.Errorf("%v: %+v", c, r.Units)
				return
			}
			if u := r.Units[0]; !slices.Equal(u.Grid, c.grid) || !slices.Equal(r.Processors, c.grid) || assumption(u, "processors") != c.note {
				t.Errorf("p(%s) under %+v: grid %v, report %v, %q; want %v, %q", c.extents, c.settings, u.Grid, r.Processors, assumption(u, "processors"), c.grid, c.note)
			}
			if got := treetext.Diagnostics(text, r.Diagnostics); got != c.diagnostics {
				t.Errorf("p(%s) under %+v: diagnostics %q, want %q", c.extents, c.settings, got, c.diagnostics)
			}
		})
	}
}

// assumption returns "value (source)" of an assumption, with its line if it
// has one.
func assumption(u *report.Unit, name string) string {
	var out []string
	for _, a := range u.Assumptions {
		if a.Name != name {
			continue
		}
		s := fmt.Sprintf("%s (%s)", a.Value, a.Source)
		if a.Line > 0 {
			s += fmt.Sprint(" line ", a.Line)
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

func TestProcessorsWithoutEffect(t *testing.T) {
	u := unitOf(t, "x.f90", "program x\nreal :: a(8)\na = 1.0\nend program\n", settings.Settings{Procs: 4})
	if got := assumption(u, "processors"); got != "4 (set, without effect: nothing is distributed)" || u.Grid != nil {
		t.Errorf("%q, grid %v", got, u.Grid)
	}
}

func TestAssumptions(t *testing.T) {
	const body = "real :: a(1000)\ninteger :: i\ndo i = 1, n\na(i) = 1.0\nend do\n"
	cases := []struct {
		text string
		set  map[string]float64
		name string
		want string
		runs float64 // executions of line 6
	}{
		{"program x\ninteger, parameter :: n = 40\n" + body + "end program\n", nil, "n", "40 (constant) line 2", 40},
		{"program x\ninteger, parameter :: n = 2**3 + mod(11, 4)\n" + body + "end program\n", nil, "n", "11 (constant) line 2", 11},
		{"program x\ninteger, parameter :: n = 40\n" + body + "end program\n", map[string]float64{"n": 7}, "n", "7 (set) line 2", 7},
		{"subroutine x(n)\ninteger :: n\n" + body + "end subroutine\n", nil, "n", "100 (assumed: no value of n is known before run time) line 1", 100},
		{"subroutine x(n)\ninteger :: n\n" + body + "end subroutine\n", map[string]float64{"n": 12}, "n", "12 (set) line 1", 12},
		{"program x\ninteger :: n = 5\n" + body + "n = 6\nend program\n", nil, "n", "5 (traced) line 2", 5},
		{"program x\ninteger :: n\n" + body + "read *, n\nend program\n", nil, "n", "100 (assumed: no value of n is known before run time) line 2", 100},
		{"program x\ninteger :: n\n" + body + "call set(n)\nend program\n", nil, "n", "100 (assumed: no value of n is known before run time) line 2", 100},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			u := unitOf(t, "x.f90", c.text, settings.Settings{Values: c.set})
			if got := assumption(u, c.name); got != c.want {
				t.Errorf("%s: %q, want %q", c.text, got, c.want)
			}
			if l := lineOf(u, 6); l == nil || l.Executions != c.runs {
				t.Errorf("%s: line 6 is %+v, want %g executions", c.text, l, c.runs)
			}
		})
	}
}

func lineOf(u *report.Unit, line int) *report.Line {
	for _, l := range u.Lines {
		if l.Line == line {
			return l
		}
	}
	return nil
}

// The definition path of a size is followed (paper 003, section 4.2).
func TestTracedValues(t *testing.T) {
	cases := []struct {
		definitions, want string
		runs              float64 // executions in the loop up to n
	}{
		{"m = 8\nn = 3 * m + 1", "25 (traced) line 6", 25},
		{"n = 1\nn = 2", "2 (traced) line 6", 2},
		{"m = n\nn = m", "100 (assumed: no value of n is known before run time) line 2", 100},
		{"\nn = n + n + n + n", "100 (assumed: no value of n is known before run time) line 2", 100},
		{"m = k\nn = m", "9 (traced) line 6", 9},
		{"n = k\nm = k", "9 (traced) line 5", 9},
		{"n = k\nk = 10", "9 (traced) line 5", 9},
		{"n = a(3)\nm = 1", "100 (assumed: no value of n is known before run time) line 2", 100},
		{"n = 7.9\nm = 1", "7 (traced) line 5", 7},
		{"n = m / m\nm = 0", "100 (assumed: no value of n is known before run time) line 2", 100},
	}
	for i, c := range cases {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			text := "program x\ninteger :: i, n, m\ninteger :: k = 9\nreal :: a(1000)\n" + c.definitions + "\ndo i = 1, n\na(i) = 1.0\nend do\nend program\n"
			u := unitOf(t, "x.f90", text, settings.Settings{})
			if got := assumption(u, "n"); got != c.want || lineOf(u, 8).Executions != c.runs {
				t.Errorf("%q: n is %s, want %s; %g executions", c.definitions, got, c.want, lineOf(u, 8).Executions)
			}
		})
	}
}

func TestAssumedIterationsAndWeights(t *testing.T) {
	const text = `subroutine x(a, e)
real :: a(100), e
do while (e > 1.0)
a(1) = 1.0
if (e > 2.0) then
a(2) = 1.0
else
a(3) = 1.0
end if
end do
end subroutine
`
	cases := []struct {
		set                      map[string]float64
		iterations, weight       string
		loop, thenBranch, orElse float64
	}{
		{nil, "100 (assumed: the number of iterations is not known before run time) line 3",
			"0.5 (assumed: how often e>2 holds is not known before run time) line 5", 100, 50, 50},
		{map[string]float64{"iterations1": 20, "weight1": 0.25}, "20 (set) line 3", "0.25 (set) line 5", 20, 5, 15},
	}
	for _, c := range cases {
		t.Run(c.iterations, func(t *testing.T) {
			u := unitOf(t, "x.f90", text, settings.Settings{Values: c.set})
			if i, w := assumption(u, "iterations1"), assumption(u, "weight1"); i != c.iterations || w != c.weight {
				t.Errorf("iterations %q, weight %q; want %q, %q", i, w, c.iterations, c.weight)
			}
			if x, y, z := lineOf(u, 4).Executions, lineOf(u, 6).Executions, lineOf(u, 8).Executions; x != c.loop || y != c.thenBranch || z != c.orElse {
				t.Errorf("executions %g, %g, %g; want %+v", x, y, z, c)
			}
		})
	}
}

func TestDecidedCondition(t *testing.T) {
	const text = "program x\ninteger, parameter :: n = 30\nreal :: a(n)\nif (n > 20) then\na(1) = 1.0\nelse\na(2) = 1.0\nend if\nend program\n"
	for size, want := range map[float64][2]float64{30: {1, 0}, 10: {0, 1}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			u := unitOf(t, "x.f90", text, settings.Settings{Values: map[string]float64{"n": size}})
			if x, y := lineOf(u, 5).Executions, lineOf(u, 7).Executions; x != want[0] || y != want[1] {
				t.Errorf("n = %g: %g and %g executions", size, x, y)
			}
			for _, a := range u.Assumptions {
				if strings.HasPrefix(a.Name, "weight") {
					t.Errorf("n = %g: %+v", size, a)
				}
			}
		})
	}
}

// shown is everything that a report says, in one text, with lines counted from
// the given one.
func shown(r *report.Report, from int) string {
	var b strings.Builder
	for _, u := range r.Units {
		u = moved(u, -from)
		formula := u.Formula.String()
		u.Formula = nil
		fmt.Fprintf(&b, "%s\n%+v\n", formula, *u)
		for _, l := range u.Lines {
			copied := *l
			copied.Formula = nil
			fmt.Fprintf(&b, "%s\n%+v\n", l.Formula, copied)
		}
		for _, l := range u.Loops {
			fmt.Fprintf(&b, "%+v\n", *l)
		}
	}
	return pointers.ReplaceAllString(b.String(), "")
}

// counted says how many entries of the memo a step made.
func counted(s *workspace.Snapshot, step func()) int {
	before := s.Memo().Len()
	step()
	return s.Memo().Len() - before
}

const twoUnits = `subroutine first(n)
integer :: n
real :: a(100)
!HPF$ DISTRIBUTE a(BLOCK)
a = 1.0
end subroutine
subroutine second(n)
integer :: n, i
real :: b(100)
!HPF$ DISTRIBUTE b(CYCLIC)
do i = 1, n
b(i) = b(i) + 1.0
end do
end subroutine
`

// The entries are: the machine, and per unit its tree, its program, what callers
// see of it, its lineage, its model, that with those of what it calls, and its
// numbers.
func TestWhatIsComputedAgain(t *testing.T) {
	w := workspace.New(texts.FS{"slow.toml": scaled(t, "ipsc860", "startup_s", 2)})
	snap := w.Open("x.f90", "", 1, twoUnits)
	var r *report.Report
	predict := func(s settings.Settings) func() {
		return func() {
			var err error
			if r, err = File(context.Background(), w.Snapshot(), "x.f90", s); err != nil {
				t.Fatal(err)
			}
		}
	}
	change := func(version int32, text string) func() {
		return func() {
			if _, err := w.Change("x.f90", version, source.NewText(text)); err != nil {
				t.Fatal(err)
			}
			predict(settings.Settings{})()
		}
	}
	first := ""
	steps := []struct {
		name string
		step func()
		want int
	}{
		{"cold", predict(settings.Settings{}), 1 + 16},
		{"again", predict(settings.Settings{}), 0},
		{"another size: two evaluations, no model", predict(settings.Settings{Values: map[string]float64{"n": 50}}), 2},
		{"other processors: two evaluations, no model", predict(settings.Settings{Procs: 4}), 2},
		{"another machine: its models and numbers", predict(settings.Settings{Machine: "slow.toml"}), 1 + 8},
		{"a blank line above", change(2, "\n"+twoUnits), 0},
		{"a blank line in the second unit", change(3, strings.Replace(twoUnits, "do i", "\ndo i", 1)), 7},
		{"another statement in the first unit", change(4, strings.Replace(twoUnits, "a = 1.0", "a = 2.0", 1)), 7},
		{"back", change(5, twoUnits), 0},
	}
	for _, s := range steps {
		t.Run(s.name, func(t *testing.T) {
			if got := counted(snap, s.step); got != s.want {
				t.Errorf("%s: %d new entries, want %d", s.name, got, s.want)
			}
			switch s.name {
			case "cold":
				first = shown(r, 0)
			case "a blank line above":
				if got := shown(r, 1); got != first {
					t.Errorf("a blank line above changes more than lines:\n%s\nwas\n%s", got, first)
				}
			case "back":
				if got := shown(r, 0); got != first {
					t.Errorf("the same text gives another report:\n%s\nwas\n%s", got, first)
				}
			}
		})
	}
}

const callerAndCallee = `program caller
real :: a(100)
!HPF$ DISTRIBUTE a(BLOCK)
a = 1.0
call callee(a)
call callee(a)
end program
subroutine callee(x)
real :: x(100)
!HPF$ DISTRIBUTE x(BLOCK)
x = x + 1.0
end subroutine
`

// An edit in a caller makes no model of what it calls, one in a procedure none of
// its callers as long as they see the same of it. The entries are those of above,
// and one that lists the lineages of what is called. A procedure that a program calls
// has no numbers of its own: they are those of the call.
func TestWhatCallsComputeAgain(t *testing.T) {
	const (
		unit   = 7 // that calls nothing
		caller = 4 // its lineage and that of what it calls, its model with those of what it calls, its numbers
	)
	steps := []struct {
		name, old, new string
		want           int
	}{
		{"a blank line above", "program caller", "\nprogram caller", 0},
		{"another statement in the caller", "a = 1.0", "a = 2.0", unit},
		{"another statement in the procedure", "x + 1.0", "x + 2.0", unit + caller - 1},
		{"the procedure lies otherwise", "x(BLOCK)", "x(CYCLIC)", unit + caller},
		{"the procedure touches a COMMON block", "real :: x(100)\n!HPF$ DISTRIBUTE x(BLOCK)\nx = x + 1.0", "real :: x(100), y\ncommon /block/ y\n!HPF$ DISTRIBUTE x(BLOCK)\nx = x + y", unit + caller + 2}, // what callers of the caller see, and where models are made of a procedure with other names
	}
	for _, s := range steps {
		t.Run(s.name, func(t *testing.T) {
			w := workspace.New(texts.FS{})
			snap := w.Open("x.f90", "", 1, callerAndCallee)
			predict := func() {
				if _, err := File(context.Background(), w.Snapshot(), "x.f90", settings.Settings{}); err != nil {
					t.Fatal(err)
				}
			}
			predict()
			got := counted(snap, func() {
				if _, err := w.Change("x.f90", 2, source.NewText(strings.Replace(callerAndCallee, s.old, s.new, 1))); err != nil {
					t.Fatal(err)
				}
				predict()
			})
			if got != s.want {
				t.Errorf("%d new entries, want %d", got, s.want)
			}
		})
	}
}

// Edits take the place of each other: what they leave behind does not grow.
func TestEditsLeaveNothingBehind(t *testing.T) {
	w := workspace.New(texts.FS{})
	snap := w.Open("x.f90", "", 1, callerAndCallee)
	models := 0
	for i := range 40 {
		if _, err := w.Change("x.f90", int32(i+2), source.NewText(strings.Replace(callerAndCallee, "x + 1.0", fmt.Sprintf("x + %d.0", i+2), 1))); err != nil {
			t.Fatal(err)
		}
		if _, err := File(context.Background(), w.Snapshot(), "x.f90", settings.Settings{}); err != nil {
			t.Fatal(err)
		}
		models = snap.Memo().Count(func(v any) bool { _, ok := v.(*model); return ok })
	}
	if models != 3 { // two versions of the procedure, one of its caller
		t.Errorf("%d models after 40 edits, want 3", models)
	}
}

func TestIncrementalEqualsFromScratch(t *testing.T) {
	text := example(t, "laplace.f90")
	w := workspace.New(texts.FS{})
	w.Open("x.f90", "", 1, text)
	edits := []struct{ old, new string }{
		{"n = 256", "n = 25"}, {"(BLOCK,BLOCK)", "(CYCLIC,BLOCK)"}, {"a(i-1,j)", "a(i-1,j"}, {"a(i-1,j", "a(i-1,j)"},
		{"p(2,2)", "p(3,2)"}, {"end do", ""}, {"  b = a\n", "  b = a\n  end do\n"}, {"program laplace\n", "program ärger\n"},
	}
	for i, e := range edits {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			if !strings.Contains(text, e.old) {
				t.Fatalf("no %q in the text", e.old)
			}
			text = strings.Replace(text, e.old, e.new, 1)
			snap, err := w.Change("x.f90", int32(i+2), source.NewText(text))
			if err != nil {
				t.Fatal(err)
			}
			got, err := File(context.Background(), snap, "x.f90", settings.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			want := reportOf(t, "x.f90", text, settings.Settings{})
			if shown(got, 0) != shown(want, 0) || !reflect.DeepEqual(got.Diagnostics, want.Diagnostics) {
				t.Errorf("after %q: %s\nfrom scratch: %s", e.new, shown(got, 0), shown(want, 0))
			}
		})
	}
}

func TestUnknownMachine(t *testing.T) {
	for _, name := range []string{"nowhere", "./nowhere.toml"} {
		t.Run(name, func(t *testing.T) {
			_, err := File(context.Background(), workspace.New(texts.FS{"x.f90": twoUnits}).Snapshot(), "x.f90", settings.Settings{Machine: name})
			if err == nil || name == "nowhere" && !strings.Contains(err.Error(), strings.Join(machines.Shipped(), ", ")) {
				t.Errorf("machine %q: %v", name, err)
			}
		})
	}
}
