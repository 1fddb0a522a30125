package evaluate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/values"
	"github.com/parlens/parlens/costmodel/report"
)

// What a program computes from values that only its run knows follows from those:
// after READ n and m = 2*n, m is twice what n is assumed to be, and n is what the
// user is asked for.

// follows returns the value of a scalar with one definition, from the assumed values of
// what it is computed from.
func (v *criticals) follows(sym *program.Symbol) (found, bool) {
	d := v.defs[sym]
	if sym.Value != nil || d.value == nil || d.count != 1 || sym.Dummy {
		return found{}, false
	}
	v.deriving = append(v.deriving, sym)
	defer func() { v.deriving = v.deriving[:len(v.deriving)-1] }()
	var from []string
	x, ok := values.Scalar(d.value, func(s *program.Symbol) (float64, bool) {
		if x, known := v.symbol(s); known {
			return x, true
		}
		at := slices.Index(v.deriving, s)
		if d := v.defs[s]; at >= 0 || d.count > 0 && !d.read && d.value == nil {
			v.circular = v.circular || at >= 0
			return 0, false
		}
		if !slices.Contains(from, s.Name) {
			from = append(from, s.Name)
		}
		return v.of(s.Name), true
	})
	if sym.Type == program.Integer {
		x = math.Trunc(x)
	}
	if v.circular { // nothing on the circle follows from anything
		v.circular = len(v.deriving) > 1
		return found{}, false
	}
	if !ok || len(from) == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return found{}, false
	}
	if !slices.ContainsFunc(from, func(name string) bool { return v.found[name].Provenance == report.Assumed }) {
		return found{report.Assumption{Source: "traced", Line: v.text.LineOf(d.at.Start), Provenance: report.Traced}, x}, true
	}
	v.roots[sym.Name] = from
	return found{report.Assumption{
		Source: fmt.Sprintf("assumed: it follows from %s", strings.Join(from, " and ")), Line: v.text.LineOf(d.at.Start), Provenance: report.Assumed,
	}, x}, true
}

// rootsOf returns what to ask for where the value of a name is assumed: the name, or
// what it follows from.
func (v *criticals) rootsOf(name string) []string {
	from := v.roots[name]
	if from == nil {
		return []string{name}
	}
	var out []string
	for _, f := range from {
		for _, root := range v.rootsOf(f) {
			if !slices.Contains(out, root) {
				out = append(out, root)
			}
		}
	}
	return out
}
