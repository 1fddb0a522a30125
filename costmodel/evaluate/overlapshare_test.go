package evaluate

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
	"github.com/parlens/parlens/internal/oracle/treetext"
)

// A shift of one element on 2 processors; 75 us and 1.7 us for its 4 bytes.
const shifted = `program x
real :: a(8), b(8)
!HPF$ DISTRIBUTE (BLOCK) :: a, b
b(2:8) = a(1:7)
end program
`

// The overlap of the user comes before that of the program, that before the
// machine's.
func TestOverlap(t *testing.T) {
	const message = 65e-6 + 4*0.425e-6 + 10e-6
	half := scaled(t, "ipsc860", "send_overhead_s", 1)
	half = strings.Replace(half, "overlap_share      = { value = 0", "overlap_share      = { value = 0.5", 1)
	directed := strings.Replace(shifted, "b(2:8)", "!PARLENS$ SET overlap = 0.25\nb(2:8)", 1)
	cases := []struct {
		name, machine, text string
		user                map[string]float64
		hidden              float64
		source              string
	}{
		{"the machine's", half, shifted, nil, 0.5, ""},
		{"the program's", half, directed, nil, 0.25, "set by a directive"},
		{"the program's by the machine's name", half, strings.Replace(directed, "overlap", settings.OverlapShare, 1), nil, 0.25, "set by a directive"},
		{"the user's", half, directed, map[string]float64{settings.OverlapShare: 0.75}, 0.75, "set by the user"},
		{"the user's by its short name", half, directed, map[string]float64{"overlap": 1}, 1, "set by the user"},
		{"a variable of the program is another thing", half, strings.Replace(directed, "real ::", "real :: overlap,", 1), nil, 0.5, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{"m.toml": c.machine}
			u := unitIn(t, files, c.text, settings.Settings{Machine: "m.toml", Procs: 2, Values: c.user})
			if got, want := u.Charge.Communication, (1-c.hidden)*message; math.Abs(got-want) > 1e-12 {
				t.Errorf("%s: %g s of communication, want %g", c.name, got, want)
			}
			at := slices.IndexFunc(u.Parameters, func(p report.Parameter) bool { return p.Name == settings.OverlapShare })
			if p := u.Parameters[at]; p.Value != c.hidden || c.source != "" && (p.Provenance != "set" || p.Source != c.source) {
				t.Errorf("%s: reported as %+v", c.name, p)
			}
			noted := slices.ContainsFunc(u.Assumptions, func(a report.Assumption) bool { return a.Name == settings.OverlapShare && a.Source == c.source })
			if noted != (c.source != "") {
				t.Errorf("%s: among what the numbers rest on: %v", c.name, u.Assumptions)
			}
		})
	}
}

func TestOverlapOutOfRange(t *testing.T) {
	text := strings.Replace(shifted, "b(2:8)", "!PARLENS$ SET overlap = 2\nb(2:8)", 1)
	r := reportOf(t, "x.f90", text, settings.Settings{Procs: 2})
	if got := treetext.Diagnostics(text, r.Diagnostics); got != "4:1 parlens-directive: the overlap is 2; a share lies between 0 and 1" {
		t.Errorf("%s", got)
	}
	if r.Units[0].Charge.Communication == 0 {
		t.Error("it has an effect")
	}
}

// unitIn is the only unit of x.f90 beside other files.
func unitIn(t *testing.T, files map[string]string, text string, s settings.Settings) *report.Unit {
	t.Helper()
	all := texts.FS{"x.f90": text}
	for name, content := range files {
		all[name] = content
	}
	r, err := File(context.Background(), workspace.New(all).Snapshot(), "x.f90", s)
	if err != nil || len(r.Units) != 1 || r.Units[0].NoEstimate != "" {
		t.Fatalf("%v: %+v", err, r)
	}
	return r.Units[0]
}
