package evaluate

import (
	"context"
	"math"
	"strings"
	"sync"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/analysis/values"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// criticals finds the number behind every symbol that a unit's cost depends on,
// and remembers where it came from.
type criticals struct {
	unit     *program.Unit
	graph    *aag.Graph
	text     *source.Text // of the unit
	set      map[string]float64
	begins   map[string]float64 // what a call gives dummies that the unit changes
	assumed  map[string]found   // by the analysis: iterations, weights
	defs     map[*program.Symbol]definition
	traced   map[*program.Symbol]traced
	found    map[string]found
	entry    *values.State       // in which the unit is called; nil: not known
	linked   *linked             // with the models of what the unit calls
	handed   map[string]float64  // by the user, for the procedures that it calls too
	run      func() *interpreted // runs the unit when it is first asked
	directed map[string]settings.Directed
	user     map[string]float64 // values that the user gives
	byCall   bool               // the other values that are set are those of a call
	doubted  map[string]bool    // of these, what the caller assumes

	roots      map[string][]string // what an assumed value follows from
	deriving   []*program.Symbol   // the values that are being found so
	circular   bool                // one of them depends on itself
	processors int                 // what code is told of that asks how many there are
	counted    bool                // a value was looked for that depends on how many processors there are
}

// traced is the value that the definitions of a symbol lead to.
type traced struct {
	value float64
	ok    bool
}

// found is a value with where it comes from.
type found struct {
	report.Assumption
	number float64
}

func newValues(ctx context.Context, m *model, n *numbers) *criticals {
	text, set := m.text, n.settings.Values
	v := &criticals{unit: m.unit.Unit, graph: m.graph, text: text, set: set, assumed: map[string]found{}, defs: map[*program.Symbol]definition{}, traced: map[*program.Symbol]traced{}, found: map[string]found{}, entry: n.entry, linked: n.linked, handed: n.given, user: n.user, byCall: n.byCall, doubted: n.assumed, roots: map[string][]string{}, processors: n.counted()}
	for _, a := range m.graph.Assumed {
		value := report.Exact(a.Default)
		if a.Default == aag.Endless {
			value = "all"
		}
		v.assumed[a.Name] = found{report.Assumption{Name: a.Name, Value: value, Source: "assumed: " + a.Why, Line: text.LineOf(a.At.Start), Provenance: report.Assumed, Weight: a.Kind == "weight"}, a.Default}
	}
	program.Statements(m.unit.Body, v.define)
	v.begin()
	v.run = sync.OnceValue(func() *interpreted {
		out := n.ran(ctx, v)
		v.counted = out.counted
		return out
	})
	return v
}

// of returns the value of a name: what the user set, a constant of the
// program, a traced definition, an assumption.
func (v *criticals) of(name string) float64 {
	if a, ok := v.found[name]; ok {
		return a.number
	}
	if array := comm.VectorName(name); array != "" {
		return v.vector(array)
	}
	if array := program.VariableOf(name); strings.Contains(name, "(") && !program.IsExtent(name) && v.unit.Lookup(array) != nil && !v.gives(name) && v.vector(array) != 0 && !v.run().Used(name) {
		return 0 // the formula takes it from the vector
	}
	a, x := v.find(name)
	a.Name = name
	if _, introduced := v.assumed[name]; !introduced || x != aag.Endless {
		a.Value = report.Exact(x)
	}
	v.found[name] = found{a, x}
	return x
}

// gives reports whether settings or a directive have a value of the name.
func (v *criticals) gives(name string) bool {
	name = program.Written(name)
	_, set := v.set[name]
	_, directed := v.directed[name]
	return set || directed
}

func (v *criticals) find(name string) (report.Assumption, float64) {
	sym, element := v.unit.Lookup(program.VariableOf(name)), strings.Contains(name, "(") && !program.IsExtent(name)
	line := 0
	if sym != nil && !sym.Declared.Empty() {
		line = v.text.LineOf(sym.Declared.Start)
	}
	assumed, introduced := v.assumed[name]
	if introduced {
		line = assumed.Line
	}
	if d, ok := v.directed[program.Written(name)]; ok {
		return report.Assumption{Source: "set by a directive", Line: d.Line, Provenance: report.Directed}, d.Value
	}
	if x, ok := v.set[program.Written(name)]; ok {
		return v.passed(program.Written(name), sym, x, line), x
	}
	if v.varies(name) && v.run().Used(name) {
		if x, ok := v.run().Of(name); ok {
			if x.Processors {
				v.counted = true
				x.Min, x.Max, x.Mean = float64(v.processors), float64(v.processors), float64(v.processors)
			}
			return v.ran(name, x, line), x.Mean
		}
	} else if sym != nil {
		if x, ok := v.constantOrDefined(sym, name, element); ok {
			return v.known(sym, line), x
		}
	}
	if x, ok := v.begins[name]; ok && !v.run().Used(name) {
		return v.passed(name, sym, x, line), x
	}
	if introduced {
		if c, ok := v.run().count(name); ok {
			return v.happened(assumed.Assumption, c), c.Mean()
		}
		if most, ok := v.run().most(name); ok {
			assumed.Source = "assumed: the loop goes on until its counter ends it"
			return assumed.Assumption, most
		}
		return assumed.Assumption, assumed.number
	}
	if sym != nil && !element {
		if f, ok := v.follows(sym); ok {
			return f.Assumption, f.number
		}
	}
	x, why := v.guess(name, sym, element)
	return report.Assumption{Source: "assumed: " + why, Line: line, Provenance: report.Assumed}, x
}

// passed says where a value comes from that is set: by the user, or by the call that
// the unit is evaluated for.
func (v *criticals) passed(name string, sym *program.Symbol, x float64, line int) report.Assumption {
	_, user := v.user[name]
	switch {
	case !v.byCall || user:
		return report.Assumption{Source: "set", Line: line, Provenance: report.Set}
	case v.doubted[name]:
		return report.Assumption{Source: "assumed by the caller", Line: line, Provenance: report.Assumed}
	case sym != nil && sym.Class == program.Parameter:
		return report.Assumption{Source: "constant", Line: line, Provenance: report.Constant}
	}
	return report.Assumption{Source: "as it is called", Line: line, Provenance: report.Traced}
}

// known says where the value of a symbol stands in the program.
func (v *criticals) known(sym *program.Symbol, declared int) report.Assumption {
	d, assigned := v.defs[sym]
	switch {
	case sym.Class == program.Parameter:
		return report.Assumption{Source: "constant", Line: declared, Provenance: report.Constant}
	case !assigned:
		return v.initial(sym, declared)
	}
	return report.Assumption{Source: "traced", Line: v.text.LineOf(d.at.Start), Provenance: report.Traced}
}

// initial says where a value comes from that stands in the declaration: others may have changed
// that of a shared variable before the unit runs, where it is looked at without its callers.
func (v *criticals) initial(sym *program.Symbol, declared int) report.Assumption {
	if sym.Shared && sym.Class == program.Variable && !v.byCall && v.unit.Kind != program.Main {
		return report.Assumption{Source: "assumed: its initial value, which others may have changed", Line: declared, Provenance: report.Assumed}
	}
	return report.Assumption{Source: "traced", Line: declared, Provenance: report.Traced}
}

// constantOrDefined is the value of a symbol, or of an element of a PARAMETER.
func (v *criticals) constantOrDefined(sym *program.Symbol, name string, element bool) (float64, bool) {
	if !element {
		return v.symbol(sym)
	}
	list, constructed := sym.Value.(*program.Opaque)
	d, one := sym.ElementNumber(name[len(sym.Name):])
	if sym.Class != program.Parameter || !constructed || !one || d >= len(list.Values) {
		return 0, false
	}
	return values.Scalar(list.Values[d], v.symbol)
}

// symbol evaluates a PARAMETER or a scalar with one definition: an assignment or
// an initial value. One that is defined by way of itself has no value.
func (v *criticals) symbol(sym *program.Symbol) (float64, bool) {
	if x, ok := v.set[sym.Name]; ok {
		return x, true
	}
	if t, ok := v.traced[sym]; ok {
		return t.value, t.ok
	}
	v.traced[sym] = traced{}
	t := v.trace(sym)
	v.traced[sym] = t
	return t.value, t.ok
}

func (v *criticals) trace(sym *program.Symbol) traced {
	e, d := sym.Value, v.defs[sym]
	switch {
	case sym.Class == program.Parameter, e != nil && d.count == 0:
	case e != nil || d.count != 1 || sym.Dummy:
		return traced{}
	default:
		e = d.value
	}
	if e == nil {
		return traced{}
	}
	x, ok := values.Scalar(e, v.symbol)
	if sym.Type == program.Integer {
		x = math.Trunc(x)
	}
	return traced{x, ok && !math.IsInf(x, 0) && !math.IsNaN(x)}
}

// bind gives every symbol its value in env, unless it has one.
func (v *criticals) bind(symbols []symbolic.Symbol, env map[string]float64) {
	for _, s := range symbols {
		if _, ok := env[s.Name]; ok {
			continue
		}
		x := v.of(s.Name)
		if s.Type == symbolic.Index && v.averaged(s.Name) {
			x = math.Round(x)
		} else if s.Type == symbolic.Index {
			x = math.Trunc(x)
		}
		env[s.Name] = x
	}
}
