package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/treetext"
)

const dealtOut = `program p
  integer, parameter :: n = 100
  integer :: sizes(4), k
  real :: a(n), b(n)
!HPF$ PROCESSORS pr(4)
!HPF$ DISTRIBUTE a(FORMAT) ONTO pr
!HPF$ DISTRIBUTE b(BLOCK) ONTO pr
  SET
  read *, sizes
  a = b + 1.0
end program
`

func dealt(format, set string) string {
	return strings.NewReplacer("FORMAT", format, "  SET", set).Replace(dealtOut)
}

// A vector that is read is asked for; set by a directive or by the settings, it
// deals out as the same constant would, and nothing is asked any more.
func TestVectorsAreSet(t *testing.T) {
	text := dealt("GEN_BLOCK(sizes)", "")
	asked := reportOf(t, "p.f90", text, settings.Settings{})
	if got := treetext.Diagnostics(text, asked.Diagnostics); !strings.Contains(got, "SET sizes = 3, 5, 2 gives it values") {
		t.Errorf("sizes is not asked for: %s", got)
	}
	constant := strings.NewReplacer("integer :: sizes(4), k", "integer, parameter :: sizes(4) = [40, 10, 30, 20]\n  integer :: k", "  read *, sizes\n", "").Replace(text)
	want := lineAt(t, reportOf(t, "p.f90", constant, settings.Settings{}).Units[0], 10)
	values := map[string]float64{}
	settings.SetList(values, "sizes", []float64{40, 10, 30, 20})
	for what, r := range map[string]*report.Report{
		"settings":  reportOf(t, "p.f90", text, settings.Settings{Values: values}),
		"directive": reportOf(t, "p.f90", dealt("GEN_BLOCK(sizes)", "!PARLENS$ SET k = 3, sizes = 40, 10, 30, 20"), settings.Settings{}),
	} {
		t.Run(what, func(t *testing.T) {
			got := lineAt(t, r.Units[0], 10)
			got.Charge.Wait = want.Charge.Wait // where it is read, processors come later than the first one
			if got.Charge != want.Charge || got.Charge.Communication == 0 {
				t.Errorf("%s: %+v, want %+v", what, got.Charge, want.Charge)
			}
			if problems := treetext.Diagnostics(text, r.Diagnostics); strings.Contains(problems, "sizes") {
				t.Errorf("%s: %s", what, problems)
			}
			found := false
			for _, a := range r.Units[0].Assumptions {
				found = found || a.Name == "sizes" && a.Value == "40 10 30 20" && strings.HasPrefix(a.Source, "set")
			}
			if !found {
				t.Errorf("%s: %+v", what, r.Units[0].Assumptions)
			}
		})
	}
}

// What does not fit is reported where it is set.
func TestVectorsThatDoNotFit(t *testing.T) {
	for _, c := range []struct{ format, list, want string }{
		{"GEN_BLOCK(sizes)", "40, 10, 50", "sizes has 3 elements for 4 processors"},
		{"GEN_BLOCK(sizes)", "40, 10, 30, 10", "the blocks of sizes hold 90 of 100 indices"},
		{"GEN_BLOCK(sizes)", "40, -10, 50, 20", "sizes(2) = -10 is no number of indices or processors"},
		{"GEN_BLOCK(sizes)", "40, 10.5, 50, 20", "sizes(2) = 10.5 is given, but sizes is an integer"},
		{"INDIRECT(sizes)", "1, 2, 3, 4", "sizes has 4 elements for 100 indices"},
		{"INDIRECT(sizes)", strings.Repeat("1, ", 99) + "5", "element 100 of sizes is 5, which is none of the 4 processors"},
	} {
		t.Run(c.format, func(t *testing.T) {
			text := dealt(c.format, "!PARLENS$ SET sizes = "+c.list)
			r := reportOf(t, "p.f90", text, settings.Settings{})
			if got := treetext.Diagnostics(text, r.Diagnostics); !strings.Contains(got, "8:1") || !strings.Contains(got, c.want) {
				t.Errorf("%s of %s: %s", c.format, c.list, got)
			}
		})
	}
	text := dealt("GEN_BLOCK(sizes)", "")
	r := reportOf(t, "p.f90", text, settings.Settings{Values: map[string]float64{"sizes(1)": 10, "sizes(3)": 20}})
	if got := treetext.Diagnostics(text, r.Diagnostics); !strings.Contains(got, "6:") || !strings.Contains(got, "sizes(2) is not set, but a later element is") {
		t.Errorf("a gap: %s", got)
	}
}
