package lower

import (
	"runtime"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// The first Fork of a bare unit has the statements that were lowered, the second
// one has equal ones, and neither shares with the bare unit what it may change.
func TestForkTakesStatements(t *testing.T) {
	f := fortran.Parse(source.NewText("real a(100)\n!hpf$ distribute a(block)\na(1) = 2\nend\n"), fortran.Free)
	whole, _ := LowerUnit(f.Units[0])
	body := whole.Body
	bare := whole.Bare()
	first, second := bare.Fork(), bare.Fork()
	runtime.KeepAlive(whole)
	if first.Body[0] != body[0] || second.Body[0] == body[0] || len(second.Body) != len(body) {
		t.Error("the statements must be handed over once")
	}
	if len(bare.Body) > 0 {
		t.Error("the bare unit has statements")
	}
	for _, u := range []*Unit{first, second} {
		if u.Arena == bare.Arena || u.Unit == bare.Unit {
			t.Error("the unit shares what its owner changes")
		}
		for s, l := range u.Layouts {
			l.Axes[0].Scale = 7
			u.Layouts[s] = l
		}
		u.Layouts[&program.Symbol{Name: "z"}] = u.Layouts[u.Lookup("a")]
	}
	if l := bare.Layouts[bare.Lookup("a")]; len(bare.Layouts) != 1 || l.Axes[0].Scale != 1 {
		t.Errorf("the bare unit has %v", bare.Layouts)
	}
}
