package predict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/machines"
)

// The optimizations of the node compiler can be switched on and off (paper 003,
// section 2.3, user experimentation): what the user says comes before what the
// machine's file says.

// ParseOptimize reads a choice of optimizations: "reorder,inline", "none"; nil
// for "", as the machine says.
func ParseOptimize(s string) ([]string, error) {
	switch s = strings.TrimSpace(s); s {
	case "":
		return nil, nil
	case "none":
		return []string{}, nil
	}
	out := []string{}
	for _, name := range strings.Split(s, ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(scheme.Optimizations, name) {
			return nil, fmt.Errorf("%q is no optimization; there are %s, and none", name, strings.Join(scheme.Optimizations, ", "))
		}
		out = append(out, name)
	}
	return out, nil
}

// reordered notes which loops the compiler has interchanged.
func (n *numbers) reordered() {
	for _, r := range n.m.reordered {
		n.addNote(report.Assumption{Name: "loop over " + r.Innermost.Name, Value: "innermost", Source: "the compiler reorders", Line: n.m.text.LineOf(r.At.Start)})
	}
}

type optimizedKey struct {
	machine *machines.Machine
	names   string
}

// machine returns the machine of the settings, with the compiler that they mean.
func (s Settings) machine(snap *workspace.Snapshot) (*machines.Machine, error) {
	m, err := loadMachine(snap, s.Machine)
	if err != nil || s.Optimize == nil {
		return m, err
	}
	key := optimizedKey{m, strings.Join(s.Optimize, ",")}
	return workspace.Get(snap.Memo(), key, func() *machines.Machine { return m.Optimized(s.Optimize) }), nil
}
