package evaluate

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

func profilesOf(t *testing.T, text, unit string, lines report.Lines, s settings.Settings) []*report.Profile {
	t.Helper()
	all, err := profilesPath(context.Background(), workspace.New(texts.FS{"g.f90": text}).Snapshot(), "g.f90", unit, lines, s)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12*max(math.Abs(a), math.Abs(b), 1e-12) }

// The profile of all lines is the report's; own costs of single lines add up to
// it; a loop has what its lines have.
func TestProfileAddsUp(t *testing.T) {
	file, err := File(context.Background(), workspace.New(texts.FS{"g.f90": graphed}).Snapshot(), "g.f90", settings.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	u := file.Units[0]
	whole := profilesOf(t, graphed, "g", report.AllLines, settings.Settings{})[0]
	if !near(whole.Cumulative.Total(), u.Charge.Total()) || !near(whole.Speedup, u.Speedup) || !near(whole.Efficiency, u.Efficiency) || !near(whole.Share, 1) {
		t.Errorf("%+v, the unit has %+v", whole, u)
	}
	if whole.Lines != (report.Lines{First: 1, Last: 21}) || !slices.Equal(whole.Missing, []int{19}) {
		t.Errorf("lines %v, without estimate %v", whole.Lines, whole.Missing)
	}
	own, serial := report.Charge{}, 0.0
	for line := 1; line <= 21; line++ {
		p := profilesOf(t, graphed, "", report.Lines{First: line, Last: line}, settings.Settings{})[0]
		own = addCharges(own, p.Own)
		if line != 9 && line != 10 && line != 16 { // what begins there has the rest inside
			serial += p.Serial
		}
		for _, l := range u.Lines {
			if l.Line == line && line != 19 && !near(l.Charge.Total(), p.Own.Total()) {
				t.Errorf("line %d: %g s, in the report %g", line, p.Own.Total(), l.Charge.Total())
			}
		}
	}
	call := u.Charge.Total() - own.Total() // of line 19, which is not its own
	if call <= 0 || !near(call, profilesOf(t, graphed, "", report.Lines{First: 19, Last: 19}, settings.Settings{})[0].Cumulative.Total()) {
		t.Errorf("the lines' own costs are %g s of %g", own.Total(), u.Charge.Total())
	}
	if serial <= 0 || serial >= whole.Serial {
		t.Errorf("%g s of %g on one processor", serial, whole.Serial)
	}
	for _, l := range u.Loops {
		if p := profilesOf(t, graphed, "", report.Lines{First: l.Line, Last: l.Line}, settings.Settings{})[0]; l.EndLine > l.Line && !near(p.Cumulative.Total(), l.Time) {
			t.Errorf("loop in line %d: %g s, in the report %g", l.Line, p.Cumulative.Total(), l.Time)
		}
	}
}

// Own costs leave out what is called, cumulative ones do not.
func TestProfileOfCalls(t *testing.T) {
	const text = `program g
  real a(100)
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE a(BLOCK) ONTO p
  a = 1
  call work(a)
end program
subroutine work(x)
  real x(100)
!HPF$ INHERIT x
  x = x * x + 1
end subroutine
`
	p := profilesOf(t, text, "g", report.Lines{First: 5, Last: 6}, settings.Settings{})[0]
	line5 := profilesOf(t, text, "g", report.Lines{First: 5, Last: 5}, settings.Settings{})[0]
	if !near(p.Own.Total(), line5.Own.Total()) || p.Cumulative.Total() <= p.Own.Total() {
		t.Errorf("own %g, cumulative %g; line 5 alone %g", p.Own.Total(), p.Cumulative.Total(), line5.Own.Total())
	}
	if all := profilesOf(t, text, "", report.Lines{First: 1, Last: 99}, settings.Settings{}); len(all) != 2 || all[1].Unit != "work" || all[1].Lines != (report.Lines{First: 8, Last: 12}) {
		t.Errorf("%d profiles", len(all))
	}
}

// By hand: a BLOCK of 10 over 4 is 3, of 1000 rows 1000 columns in doubles; an
// array that nothing maps is whole on every processor; SHADOW adds 1 + 2 rows;
// what nothing says the size of is named.
func TestMemory(t *testing.T) {
	const text = `subroutine s(y)
  double precision a(10, 1000)
  real b(7), y(:)
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE a(BLOCK, *) ONTO p
!HPF$ SHADOW a(1:2, 0)
  a = 1
  b = 2
end subroutine
`
	m := profilesOf(t, text, "", report.AllLines, settings.Settings{})[0].Memory
	if want := 8 * (3 + 3) * 1000.0; len(m.Arrays) != 2 || m.Arrays[0] != (report.ArrayMemory{Array: "a", Bytes: want}) || m.Arrays[1] != (report.ArrayMemory{Array: "b", Bytes: 28}) || m.Bytes != want+28 {
		t.Errorf("%+v", m)
	}
	if !slices.Equal(m.Unknown, []string{"y"}) || m.Available != 8<<20 || !m.Fits() {
		t.Errorf("%+v", m)
	}
}

// 2000 x 2000 doubles are 30.5 MiB: too much for one node of 8 MiB and for two,
// not for four (7.6 MiB).
func TestMemoryDoesNotFit(t *testing.T) {
	const text = `program g
  double precision a(2000, 2000)
!HPF$ PROCESSORS p(NUMBER_OF_PROCESSORS())
!HPF$ DISTRIBUTE a(BLOCK, *) ONTO p
  a = 1
end program
`
	for procs, want := range map[int]string{1: "take 30.52 MiB on a processor, which has 8 MiB: A alone", 2: "15.26 MiB", 4: ""} {
		t.Run(fmt.Sprint(procs), func(t *testing.T) {
			r, err := File(context.Background(), workspace.New(texts.FS{"g.f90": text}).Snapshot(), "g.f90", settings.Settings{Procs: procs})
			if err != nil {
				t.Fatal(err)
			}
			said := ""
			for _, d := range r.Diagnostics {
				if d.Code == "memory" {
					said = d.Message
				}
			}
			if !strings.Contains(said, want) || want == "" && said != "" {
				t.Errorf("%d processors: %q, want %q", procs, said, want)
			}
		})
	}
}
