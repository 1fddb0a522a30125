package evaluate

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// All views of a procedure are of the call that takes the most time: as the prediction
// has it where it is the only one.
func TestViewsAsCalled(t *testing.T) {
	const program = "program p\n  real :: a(512)\n!HPF$ PROCESSORS pr(4)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO pr\n  integer :: k\n%s\nend program\n" +
		"subroutine sweep(l, a)\n  integer :: l, i\n  real :: a(512)\n!HPF$ DISTRIBUTE a(BLOCK)\n  do i = 1, l\n    a(2:512) = a(1:511)\n  end do\nend subroutine\n"
	cases := []struct{ name, calls, like, call string }{
		{"once", "call sweep(40, a)", "call sweep(40, a)", ""},
		{"twice alike", "call sweep(40, a)\ncall sweep(40, a)", "call sweep(40, a)", ""},
		{"in a loop", "do k = 30, 60\ncall sweep(k, a)\nend do", "call sweep(60, a)", mostTime},
		{"often and short", "call sweep(500, a)\ndo k = 1, 10000\ncall sweep(40, a)\nend do", "call sweep(40, a)", mostTime},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			predicted, err := File(context.Background(), workspace.New(texts.FS{"p.f90": fmt.Sprintf(program, c.like)}).Snapshot(), "p.f90", settings.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			want := predicted.Units[1].Charge.Total()
			for view, got := range viewsOf(t, fmt.Sprintf(program, c.calls), "sweep") {
				if !near(got.seconds, want) || got.call != c.call {
					t.Errorf("%s: %g s of %q, want %g of %q", view, got.seconds, got.call, want, c.call)
				}
			}
		})
	}
}

// view is what a view of a unit says: its time, and of which call.
type view struct {
	seconds float64
	call    string
}

func viewsOf(t *testing.T, text, unit string) map[string]view {
	ctx, s := context.Background(), settings.Settings{}
	snap := workspace.New(texts.FS{"p.f90": text}).Snapshot()
	f, err := snap.File("p.f90")
	if err != nil {
		t.Fatal(err)
	}
	graphs, err1 := Graphs(ctx, snap, f, unit, s)
	profiles, err2 := Profiles(ctx, snap, f, unit, report.AllLines, s)
	timelines, err3 := Timelines(ctx, snap, f, unit, 10000, s)
	traces, err4 := Traces(ctx, snap, f, unit, process.Tracing{Slices: 1000, Lanes: 4}, s)
	if err1 != nil || err2 != nil || err3 != nil || err4 != nil {
		t.Fatal(err1, err2, err3, err4)
	}
	out := map[string]view{
		"profile":  {profiles[0].Cumulative.Total(), profiles[0].Call},
		"timeline": {slices.Max(timelines[0].Ends), timelines[0].Call},
		"trace":    {traces[0].T, traces[0].Call},
	}
	sum := 0.0
	for _, n := range graphs[0].Nodes {
		sum += n.Own.Total()
	}
	out["graph"] = view{sum, graphs[0].Call}
	return out
}
