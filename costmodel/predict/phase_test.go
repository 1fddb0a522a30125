package predict

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// held holds files in memory.
type held map[string]string

func (h held) ReadFile(path string) ([]byte, error) {
	if text, ok := h[path]; ok {
		return []byte(text), nil
	}
	return nil, fmt.Errorf("%s: no such file", path)
}

const boundProgram = `program p
  integer, parameter :: n = 1000
  real :: a(n), b(n)
  integer :: i, t
!HPF$ PROCESSORS q(4)
!HPF$ DISTRIBUTE a(BLOCK) ONTO q
!HPF$ ALIGN b(i) WITH a(i)
  a = 1.0
  do t = 1, 10
!PARLENS$ PHASE m.toml work
    do i = 1, n
      b(i) = a(i)*2.0
    end do
    a = b
!PARLENS$ END PHASE
  end do
end program
`

const boundModel = `machine = "ipsc860"
[parameters]
n = 5
P = 1
[mesh]
p = "P"
[[phase]]
name = "work"
work = "n / P"
rate_per_s = 1e3
`

func boundReport(t *testing.T, files held, s settings.Settings) *report.Report {
	t.Helper()
	snap := workspace.New(files).Snapshot()
	r, err := File(context.Background(), snap, "/w/p.f90", s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The phase takes n / P / 1000 = 0.25 s, ten times: n is the program's constant, P its
// arrangement. The lines keep their proportions, all adds up, and the rest is as it was.
func TestBoundPhase(t *testing.T) {
	s := settings.Settings{Machine: "ipsc860", Values: map[string]float64{}}
	plain := boundReport(t, held{"/w/p.f90": strings.ReplaceAll(boundProgram, "!PARLENS$", "!")}, s).Units[0]
	u := boundReport(t, held{"/w/p.f90": boundProgram, "/w/m.toml": boundModel}, s).Units[0]
	region, all := 0.0, 0.0
	for i, l := range u.Lines {
		all += l.Charge.Total()
		if l.Line > 10 && l.Line < 15 {
			region += l.Charge.Total()
			if !strings.Contains(l.Calibrated, "phase work of m: 250 ms, 10 times; the general prediction was") || l.Formula != nil {
				t.Errorf("line %d: %q", l.Line, l.Calibrated)
			}
		} else if l.Charge != plain.Lines[i].Charge || l.Calibrated != "" {
			t.Errorf("line %d: %+v, %+v in general", l.Line, l.Charge, plain.Lines[i].Charge)
		}
	}
	if math.Abs(region-2.5) > 1e-9 || math.Abs(all-u.Charge.Total()) > 1e-9 {
		t.Errorf("the region takes %v, all lines %v, the unit %v", region, all, u.Charge.Total())
	}
	for _, l := range u.Loops {
		if l.Line == 9 && math.Abs(l.Time-2.5) > 0.01 {
			t.Errorf("the loop around it takes %v", l.Time)
		}
	}
	if u.Formula != nil || u.Speedup != 0 || plain.Charge.Total() > 1 {
		t.Errorf("what was of the general prediction is still there: %+v", u)
	}
}

// What cannot be bound is said, and the general prediction stays.
func TestUnboundPhase(t *testing.T) {
	s := settings.Settings{Machine: "ipsc860", Values: map[string]float64{}}
	for _, c := range []struct{ program, model, want string }{
		{boundProgram, "", "no such file"},
		{boundProgram, "steps = ", "m.toml:1:"},
		{boundProgram, strings.Replace(boundModel, "ipsc860", "paragon", 1), "the rates of model m are for paragon, not for ipsc860"},
		{strings.Replace(boundProgram, "m.toml work", "m.toml play", 1), boundModel, "no such phase"},
		{strings.Replace(boundProgram, "m.toml work", "m.toml work X", 1), boundModel, "no variant"},
		{strings.Replace(boundProgram, "m.toml work", "m.toml", 1), boundModel, "is bound to a region like this"},
		{strings.Replace(boundProgram, "!PARLENS$ END PHASE\n", "", 1), boundModel, "has no END PHASE"},
		{strings.Replace(boundProgram, "!PARLENS$ PHASE m.toml work\n", "", 1), boundModel, "ends no PHASE"},
		{boundProgram, strings.Replace(boundModel, "n / P", "n / (P - 4)", 1), "division by zero"},
	} {
		t.Run(c.program, func(t *testing.T) {
			files := held{"/w/p.f90": c.program}
			if c.model != "" {
				files["/w/m.toml"] = c.model
			}
			r := boundReport(t, files, s)
			told := ""
			for _, d := range r.Diagnostics {
				told += d.Message + " "
			}
			if !strings.Contains(told, c.want) {
				t.Errorf("%q, want %q", told, c.want)
			}
			for _, l := range r.Units[0].Lines {
				if l.Calibrated != "" {
					t.Errorf("%s: line %d is calibrated", c.want, l.Line)
				}
			}
		})
	}
}

// Profiles, timelines and explanations say which lines are bound to a phase: their
// numbers are of the general prediction.
func TestBoundRegionsAreTold(t *testing.T) {
	snap := workspace.New(held{"/w/p.f90": boundProgram, "/w/m.toml": boundModel}).Snapshot()
	ctx, s := context.Background(), settings.Settings{Machine: "ipsc860"}
	const want = "lines 11-14 are phase work of m: "
	profiles, err := Profiles(ctx, snap, "/w/p.f90", "", report.Lines{First: 12, Last: 12}, s)
	if err != nil || len(profiles) != 1 || len(profiles[0].Phases) != 1 || !strings.HasPrefix(profiles[0].Phases[0], want) {
		t.Errorf("%+v, %v", profiles, err)
	}
	if outside, err := Profiles(ctx, snap, "/w/p.f90", "", report.Lines{First: 8, Last: 8}, s); err != nil || outside[0].Phases != nil {
		t.Errorf("%+v, %v", outside[0], err)
	}
	timelines, err := Timelines(ctx, snap, "/w/p.f90", "", 3, s)
	if err != nil || len(timelines) != 1 || len(timelines[0].Phases) != 1 || !strings.HasPrefix(timelines[0].Phases[0], want) {
		t.Errorf("%+v, %v", timelines, err)
	}
	x, err := Explain(ctx, snap, "/w/p.f90", report.AllLines, s)
	if err != nil || len(x.Diagnostics) != 1 || x.Diagnostics[0].Code != "bound-phase" || !strings.HasPrefix(x.Diagnostics[0].Message, want) {
		t.Errorf("%+v, %v", x, err)
	}
}
