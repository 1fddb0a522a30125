package phases

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/tomltree"
)

// Parse reads a phase model. A model with an error is nil; every problem is a
// diagnostic at its place in data. All formulas are read for all variants.
func Parse(file string, data []byte) (*Model, []source.Diagnostic) {
	root, diags := tomltree.Parse(data)
	if root == nil {
		return nil, diags
	}
	r := &reader{}
	m := r.model(root)
	m.Name = strings.TrimSuffix(filepath.Base(file), ".toml")
	if !r.Failed {
		r.check(m)
	}
	if r.Failed {
		return nil, r.Diags
	}
	return m, r.Diags
}

func (r *reader) model(root *tomltree.Node) *Model {
	m := &Model{
		Title: r.Text(root, "title"), Source: r.Text(root, "source"), Steps: r.formula(root, "steps"),
		Total: r.Choice(root, "total", totals), Protocol: r.Choice(root, "protocol", protocols), Calibration: r.Text(root, "calibration"),
		Machine: r.Text(root, "machine"), Shown: r.Text(root, "variant"), places: map[string]source.Span{},
	}
	for _, f := range root.Fields {
		m.places[f.Key] = f.Span
	}
	r.known(root, modelKeys)
	for _, f := range r.table(root, "variants").Fields {
		if f.Value.Kind != tomltree.String {
			r.WrongType(f.Value, f.Key, "a string, the title of the variant")
		}
		m.Variants = append(m.Variants, Variant{f.Key, f.Value.Text})
	}
	if m.Shown != "" {
		r.variant(m, m.Shown, root.Get("variant").Value.Span)
	}
	for _, f := range r.table(root, "parameters").Fields {
		r.parameter(m, f)
	}
	for _, f := range r.table(root, "case").Fields {
		r.aCase(m, f)
	}
	r.mesh(m, root)
	for _, f := range r.table(root, "derived").Fields {
		r.derived(m, f)
	}
	r.phases(m, root)
	r.rates(m, root)
	if f := root.Get("calibration"); f != nil && m.Calibration != "" {
		if _, err := m.ParseOver(m.Calibration); err != nil {
			r.Errorf(f.Value.Span, "calibration", "%v", err)
		}
	}
	return m
}

func (r *reader) parameter(m *Model, f *tomltree.Field) {
	p := Parameter{Name: f.Key, Span: f.Span}
	value := f.Value
	if value.Kind == tomltree.Table {
		p.Meaning = r.Text(value, "meaning")
		r.known(value, oneParam)
		v := value.Get("value")
		if v == nil {
			r.Errorf(f.Span, "missing-key", "parameter %s has no value", f.Key)
			return
		}
		value = v.Value
	}
	v, ok := value.Number()
	if !ok {
		r.WrongType(value, f.Key, "a number")
		return
	}
	p.Value, p.Real = v, value.Kind == tomltree.Float
	if r.identifier(f) {
		m.Parameters = append(m.Parameters, p)
	}
}

func (r *reader) aCase(m *Model, f *tomltree.Field) {
	if f.Value.Kind != tomltree.Table {
		r.WrongType(f.Value, f.Key, "a table of parameters")
		return
	}
	c := Case{f.Key, map[string]float64{}}
	for _, v := range f.Value.Fields {
		n, ok := v.Value.Number()
		p := m.Parameter(v.Key)
		switch {
		case p == nil:
			r.Errorf(v.Span, "unknown-name", "there is no parameter %s%s", v.Key, meant(v.Key, m.parameterNames()))
		case !ok || v.Value.Kind == tomltree.Float && !p.Real:
			r.WrongType(v.Value, v.Key, "a number like the parameter's value")
		}
		c.Values[v.Key] = n
	}
	m.Cases = append(m.Cases, c)
}

func (m *Model) parameterNames() []string {
	var names []string
	for _, p := range m.Parameters {
		names = append(names, p.Name)
	}
	return names
}

// meant says which of the names may have been meant.
func meant(wrong string, names []string) string {
	if near := source.Nearest(wrong, names); near != nil {
		return "; did you mean " + strings.Join(near, " or ") + "?"
	}
	return ""
}

func (r *reader) mesh(m *Model, root *tomltree.Node) {
	for _, f := range r.table(root, "mesh").Fields {
		p := m.Parameter(f.Value.Text)
		switch {
		case f.Value.Kind != tomltree.String || p == nil || p.Real:
			r.Errorf(f.Value.Span, "unknown-name", "%s must name a whole parameter, in quotes: how many processors there are along this dimension", f.Key)
		case m.Parameter(f.Key) != nil:
			r.Errorf(f.Span, "duplicate", "%s is a parameter already", f.Key)
		case r.identifier(f):
			m.Mesh = append(m.Mesh, Coordinate{f.Key, f.Value.Text})
		}
	}
}

func (r *reader) derived(m *Model, f *tomltree.Field) {
	if !r.identifier(f) {
		return
	}
	if m.Parameter(f.Key) != nil || slices.ContainsFunc(m.Mesh, func(c Coordinate) bool { return c.Name == f.Key }) {
		r.Errorf(f.Span, "duplicate", "%s has a value already", f.Key)
		return
	}
	d := Derived{Name: f.Key, By: map[string]Text{}, Span: f.Span}
	if f.Value.Kind != tomltree.Table {
		d.Other = r.formulaOf(f)
		m.Derived = append(m.Derived, d)
		return
	}
	for _, v := range f.Value.Fields {
		switch {
		case v.Key == "other":
			d.Other = r.formulaOf(v)
		case r.variant(m, v.Key, v.Span):
			d.By[v.Key] = r.formulaOf(v)
		}
	}
	m.Derived = append(m.Derived, d)
}

// variant checks that there is a variant of the name.
func (r *reader) variant(m *Model, name string, at source.Span) bool {
	if len(m.Variants) > 0 && m.Variant(name) {
		return true
	}
	r.Errorf(at, "unknown-name", "there is no variant %q%s", name, meant(name, m.VariantNames()))
	return false
}

func (r *reader) rates(m *Model, root *tomltree.Node) {
	m.Rates = map[string]map[string]Rate{}
	for _, machine := range r.table(root, "rates").Fields {
		if machine.Value.Kind != tomltree.Table {
			r.WrongType(machine.Value, machine.Key, "a table of rates")
			continue
		}
		of := map[string]Rate{}
		for _, f := range machine.Value.Fields {
			if !slices.ContainsFunc(m.Phases, func(p Phase) bool { return p.Name == f.Key && p.Kind != Communication }) {
				r.Errorf(f.Span, "unknown-name", "there is no phase %q that has a rate", f.Key)
			}
			of[f.Key] = r.rate(f)
		}
		m.Rates[machine.Key] = of
	}
}

// check builds the model for each of its variants, as formulas: what is wrong
// with one is told once.
func (r *reader) check(m *Model) {
	told := map[source.Diagnostic]bool{}
	for _, variant := range m.VariantNames() {
		names := map[string]bool{}
		for _, p := range m.Phases {
			if p.has(variant) && names[p.Name] {
				r.Errorf(p.Span, "duplicate", "variant %s has two phases %q", variant, p.Name)
			}
			names[p.Name] = names[p.Name] || p.has(variant)
		}
		b := newBuilder(m, variant, "", Library{})
		b.build()
		for _, d := range b.diags {
			if !told[d] {
				told[d] = true
				r.Errorf(d.Span, d.Code, "%s", d.Message)
			}
		}
	}
}
