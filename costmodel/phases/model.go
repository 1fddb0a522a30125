package phases

import (
	"slices"

	"github.com/parlens/parlens/analysis/source"
)

// Model is a program as its phases. It is immutable.
type Model struct {
	Name, Title string
	Source      string // where the rates are from, in words
	Steps       Text   // how often all phases are repeated; 1 where the file says nothing
	Total       string // "phases" or "processors"
	Protocol    string // "buffered" or "synchronous"
	Calibration string // the runs that rates are taken from, as over is written: "PX*PY = 8"
	Machine     string // that the rates are from; "" where the file says nothing
	Shown       string // the variant that is predicted where none is asked for
	Variants    []Variant
	Parameters  []Parameter
	Cases       []Case
	Mesh        []Coordinate // of a processor, in the order of the file
	Derived     []Derived
	Phases      []Phase
	Rates       map[string]map[string]Rate // by machine, then by the phase's name

	places map[string]source.Span // of the root's keys
}

// Place is where a key of the file stands; the place of "total" is that of the
// line that the whole belongs to. It is empty for a key that is not there.
func (m *Model) Place(key string) source.Span {
	if key != "total" {
		return m.places[key]
	}
	for _, k := range []string{"steps", "title"} {
		if at := m.places[k]; !at.Empty() {
			return at
		}
	}
	return source.Span{}
}

// FirstVariant is the variant that is predicted where none is asked for.
func (m *Model) FirstVariant() string {
	if m.Shown != "" {
		return m.Shown
	}
	return m.VariantNames()[0]
}

// Text is a formula with its place in the file.
type Text struct {
	Text string
	Span source.Span // of the text between the quotes
	Line source.Span // of the key and value: where a reader looks for the result
}

// Variant is one of several algorithms for the same problem.
type Variant struct{ Name, Title string }

// Parameter is a value that the user may set.
type Parameter struct {
	Name, Meaning string
	Value         float64
	Real          bool // it need not be whole
	Span          source.Span
}

// Case is a set of parameters that belong together, such as a problem size.
type Case struct {
	Name   string
	Values map[string]float64
}

// Coordinate counts the processors along one dimension, from 0: its name may
// stand in formulas, and the extent is the name of a parameter.
type Coordinate struct{ Name, Extent string }

// Derived is a value that follows from parameters and from what is derived
// before it, for each variant. Other stands for the variants that are not named.
type Derived struct {
	Name  string
	By    map[string]Text
	Other Text
	Span  source.Span // of the key
}

// of returns the formula for a variant.
func (d Derived) of(variant string) Text {
	if t, ok := d.By[variant]; ok {
		return t
	}
	return d.Other
}

// Kind says what a phase does.
type Kind string

// The kinds of phases.
const (
	Computation   Kind = "computation" // its work are operations
	Copy          Kind = "copy"        // its work are bytes
	Communication Kind = "communication"
)

// Phase is one phase of the program, for the variants that have it. A phase that
// computes or copies has Work, one that communicates an operation of the
// communication library with its messages.
type Phase struct {
	Name, Title, Part string
	Kind              Kind
	Variants          []string // nil: all
	When              Text     // "" where it is always done
	Work              Text     // in operations or bytes, with a and b for the two rates
	Rate              Rate

	Operation string // of the communication library
	Among     Text   // how many processors take part
	Bytes     Text   // of one message; it may speak of step, from 1
	Messages  Text   // of the operation "messages": how many
	Times     Text   // how often the operation is done; 1 where the file says nothing

	Span source.Span // of the phase's header
	Line source.Span // where its time is shown
}

// has reports whether a variant has the phase.
func (p *Phase) has(variant string) bool {
	return p.Variants == nil || slices.Contains(p.Variants, variant)
}

// Rate is what a processor sustains in one phase (paper 001, section 5.2):
// operations or bytes per second. Two is set where the work has two rates, one
// for a (the starts of the inner loop) and one for b (its operations).
type Rate struct {
	A, B float64
	Two  bool
	Span source.Span
}

// Variant returns the variant of the name, ok for "" where there are none.
func (m *Model) Variant(name string) bool {
	if len(m.Variants) == 0 {
		return name == ""
	}
	return slices.ContainsFunc(m.Variants, func(v Variant) bool { return v.Name == name })
}

// VariantNames lists the variants; of a model without variants it is one "".
func (m *Model) VariantNames() []string {
	if len(m.Variants) == 0 {
		return []string{""}
	}
	names := make([]string, len(m.Variants))
	for i, v := range m.Variants {
		names[i] = v.Name
	}
	return names
}

// Parameter returns the parameter of the name, nil where there is none.
func (m *Model) Parameter(name string) *Parameter {
	for i := range m.Parameters {
		if m.Parameters[i].Name == name {
			return &m.Parameters[i]
		}
	}
	return nil
}

// Defaults returns the values that the file gives, and over them those of a
// case; ok is false where there is no such case ("" for none).
func (m *Model) Defaults(name string) (map[string]float64, bool) {
	values := map[string]float64{}
	for _, p := range m.Parameters {
		values[p.Name] = p.Value
	}
	if name == "" {
		return values, true
	}
	for _, c := range m.Cases {
		if c.Name == name {
			for n, v := range c.Values {
				values[n] = v
			}
			return values, true
		}
	}
	return values, false
}
