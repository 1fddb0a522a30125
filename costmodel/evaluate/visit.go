package evaluate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/values"
)

// visit is an evaluation of a unit: what is wrong with its numbers, and which
// evaluations of procedures it calls in turn.
type visit struct {
	of       *model // without its terms; see outlined
	problems []source.Diagnostic
	calling  []outgoing
	entering entering // of an evaluation for a call
}

// outgoing is a call in an evaluated unit, for so many calls in each call of the
// unit.
type outgoing struct {
	to    inside
	from  *model // of the calling unit, without its terms
	line  int    // of it
	with  string // the values that scalar dummies get
	count float64
}

func newVisit(n *numbers) *visit {
	return &visit{of: n.m.outlined(), problems: slices.Concat(n.m.broken, n.problems), calling: n.calling}
}

// outlined is what the results of a unit say of it: they must not hold on to its graph
// and terms, which take many times their memory.
func (m *model) outlined() *model {
	return &model{unit: m.unit, origin: m.origin, passed: m.passed, text: m.text, tables: m.tables, given: m.given}
}

// visits notes calls of a procedure.
func (n *numbers) visits(c callModel, to inside, s *values.State, count float64) {
	if to.visit == nil {
		return
	}
	n.calling = append(n.calling, outgoing{to, n.m.outlined(), n.m.text.LineOf(c.unit.At.Start), n.passes(c, s), count})
}

// passes lists the values of the integer dummies.
func (n *numbers) passes(c callModel, s *values.State) string {
	var out []string
	for i, name := range c.names {
		if d := c.inside.unit.Lookup(name); d != nil && d.Dummy && d.Rank() == 0 && d.Type == program.Integer {
			x := c.forms[i].eval(n.env)
			if s != nil {
				if known, ok := s.Scalar(name); ok {
					x = known
				}
			}
			if !math.IsNaN(x) {
				out = append(out, fmt.Sprintf("%s = %.6g", name, x))
			}
		}
	}
	return strings.Join(out, ", ")
}

// incoming is one evaluation of a procedure, with the calls that it stands for.
type incoming struct {
	outgoing
	times float64
	root  *procedure        // the unit above, which nothing calls
	worth map[question]bool // what is asked in it
}

// callsOf returns the evaluations of a procedure below an evaluated unit, in the
// order of the first calls.
func (v *visit) callsOf(u *program.Unit) []incoming {
	weights := map[*visit]float64{v: 1}
	var out []incoming
	for _, x := range v.ordered() {
		for _, c := range x.calling {
			times := weights[x] * c.count
			weights[c.to.visit] += times
			if c.to.of.origin == u {
				out = append(out, incoming{outgoing: c, times: times})
			}
		}
	}
	return out
}

// ordered returns the evaluation and all below it, callers before what they call.
func (v *visit) ordered() []*visit {
	var out []*visit
	seen := map[*visit]bool{}
	var walk func(v *visit)
	walk = func(v *visit) {
		if seen[v] {
			return
		}
		seen[v] = true
		for _, c := range slices.Backward(v.calling) {
			walk(c.to.visit)
		}
		out = append(out, v)
	}
	walk(v)
	slices.Reverse(out)
	return out
}
