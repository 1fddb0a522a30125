package evaluate

import (
	"testing"

	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/process"
)

// What two calls of a procedure name of its caller is named once: else it is named twice as
// often with every procedure that calls the next one twice.
func TestOuterNamesOnce(t *testing.T) {
	plain := func(calls int) *model {
		return &model{unit: &lower.Unit{Unit: &program.Unit{}}, program: &process.Program{}, counts: &counts{}, sites: make([]callSite, calls)}
	}
	n := []symbolic.Symbol{{Name: callerPrefix + callerPrefix + "n", Type: symbolic.Index}}
	inner := &linked{model: plain(2), calls: []callModel{{outer: n}, {outer: n}}}
	for i, c := range newLinked(plain(2), nil, nil, []*linked{inner, inner}, nil, nil).calls {
		if len(c.outer) != 1 || c.outer[0].Name != callerPrefix+"n" {
			t.Errorf("call %d hands on %v, want n of the caller once", i, c.outer)
		}
	}
}
