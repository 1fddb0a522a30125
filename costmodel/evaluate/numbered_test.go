package evaluate

import (
	"slices"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// A node of XcalableMP that asks which one it is goes by its number beside what directives share
// out, in a unit that sees their arrays in a module too: of 4 nodes the last makes 10*4 iterations,
// the first alone what it tests for, and all every fourth of 1000.
func TestNodeNumbersBesideTemplates(t *testing.T) {
	const mapped = "!$xmp nodes p(4)\n!$xmp template t(64)\n!$xmp distribute t(block) onto p\nreal a(64)\n!$xmp align a(i) with t(i)\n"
	const body = "integer i, me, xmp_node_num, xmp_num_nodes\nreal s\n"
	const work = "me = xmp_node_num()\n!$xmp loop on t(i)\ndo i = 1, 64\na(i) = me\nend do\ndo i = 1, 10*me\ns = s + 1.0\nend do\ndo i = me, 1000, xmp_num_nodes()\ns = s + 1.0\nend do\nif (me == 1) then\ndo i = 1, 5000\ns = s + 1.0\nend do\nend if\n"
	for name, c := range map[string]struct {
		text  string
		lines int // before the work
	}{
		"in the unit":     {"program x\n" + mapped + body + work + "end program\n", 8},
		"in a module":     {"module m\n" + mapped + "end module\nprogram x\nuse m\n" + body + work + "end program\n", 11},
		"in a subroutine": {"module m\n" + mapped + "end module\nprogram x\nuse m\ncall s\nend program\nsubroutine s\nuse m\n" + body + work + "end subroutine\n", 15},
	} {
		t.Run(name, func(t *testing.T) {
			r := reportOf(t, "p.f90", c.text, settings.Settings{Machine: "cluster"})
			for line, want := range map[int]float64{4: 64, 7: 40, 10: 250, 14: 5000} {
				if got := lineIn(r, c.lines+line).Executions; got != want {
					t.Errorf("line %d of the work is executed %v times, want %v", line, got, want)
				}
			}
			for _, d := range r.Diagnostics {
				if d.Code == report.UnknownValue {
					t.Error(d.Message)
				}
			}
		})
	}
}

// Nodes of a task that ask how many they are do not learn how many there are in all.
func TestNumberOfNodesInATask(t *testing.T) {
	const text = "program x\n!$xmp nodes p(4)\n!$xmp template t(64)\n!$xmp distribute t(block) onto p\nreal a(64), s\n!$xmp align a(i) with t(i)\ninteger i, np, xmp_num_nodes\n!$xmp task on p(1:2)\nnp = xmp_num_nodes()\ndo i = 1, np\ns = s + 1.0\nend do\n!$xmp end task\nend program\n"
	r := reportOf(t, "p.f90", text, settings.Settings{Machine: "cluster"})
	if !slices.ContainsFunc(r.Diagnostics, func(d source.Diagnostic) bool { return d.Code == report.UnknownValue }) {
		t.Errorf("nobody is asked for the number of nodes: %v iterations", lineIn(r, 11).Executions)
	}
}
