package machines

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/internal/tomltree"
)

// unit reads the components and parts of a system unit; path is its own and
// compute the one that must be complete.
func (r *reader) unit(table *tomltree.Node, compute, path string) *Unit {
	u := &Unit{}
	u.Processing = r.component(table, "processing", path == compute)
	u.Memory = r.component(table, "memory", path == compute)
	u.Communication = r.component(table, "communication", path == compute)
	u.IO = r.component(table, "io", false)
	u.Library = r.component(table, "library", false)
	parts := table.Get("part")
	if parts == nil {
		return u
	}
	if parts.Value.Kind != tomltree.Table {
		r.WrongType(parts.Value, "part", "a table")
		return u
	}
	for _, f := range parts.Value.Fields {
		if f.Value.Kind != tomltree.Table {
			r.WrongType(f.Value, "part."+f.Key, "a table")
			continue
		}
		u.Parts = append(u.Parts, r.part(f, compute, path))
	}
	return u
}

func (r *reader) part(f *tomltree.Field, compute, parent string) *Unit {
	path := f.Key
	if parent != "" {
		path = parent + "." + f.Key
	}
	u := r.unit(f.Value, compute, path)
	u.Name, u.Title = f.Key, r.Text(f.Value, "title")
	r.Unknown(f.Value, names([]tomltree.Key{title, part}, componentTables))
	return u
}

// complete reports the components that a unit must have to run processes.
func (r *reader) complete(root *tomltree.Node, name string, u *Unit) {
	if name == "" {
		name = "the machine"
	}
	for _, kind := range componentKinds[:3] {
		if u.component(kind) == nil {
			r.Errorf(valueSpan(root, "compute"), "missing-component", "%s runs the processes and has no %s component", name, kind)
		}
	}
}

// component reads one component of a unit; nil when the table has none.
func (r *reader) component(unit *tomltree.Node, kind string, required bool) *Component {
	f := unit.Get(kind)
	if f == nil {
		return nil
	}
	table := f.Value
	if table.Kind != tomltree.Table {
		r.WrongType(table, kind, "a table")
		return nil
	}
	c := &Component{Title: r.Text(table, "title"), numbers: map[string]Number{}}
	known := names([]tomltree.Key{title}, described(componentKeys[kind]), originKeys)
	defaults := r.origin(table, Number{})
	for _, k := range componentKeys[kind] {
		if n, ok := r.parameter(table, k, defaults); ok {
			c.numbers[k.Name] = n
		}
	}
	if required {
		r.require(table, kind, componentKeys[kind])
	}
	if required || kind == "library" {
		r.together(table)
	}
	switch kind {
	case "processing":
		c.Composition = r.Choice(table, "composition", compositions)
		c.Vectorizes = r.Choice(table, "vectorizes", vectorizes)
		c.Reassociates = r.Choice(table, "reassociates", reassociations)
		r.overlapping(table, c)
	case "memory":
		c.Misses = r.Choice(table, "misses", misses)
		c.Levels = r.levels(table, defaults)
	case "communication":
		r.communication(table, c, defaults, required)
	}
	r.Unknown(table, append(known, names(choiceKeys(kind))...))
	return c
}

// origin returns the defaults with the provenance and source of the table.
func (r *reader) origin(table *tomltree.Node, defaults Number) Number {
	if s := r.Text(table, "provenance"); s != "" {
		defaults.Provenance = Provenance(s)
		if !slices.Contains(provenances, s) {
			r.Errorf(valueSpan(table, "provenance"), "unknown-choice", "provenance is %q; it must be %s", s, tomltree.OneOf(provenances))
		}
	}
	if s := r.Text(table, "source"); s != "" {
		defaults.Source = s
	}
	return defaults
}

// parameter reads one number with its provenance: a table with value,
// provenance and source, or a plain number that takes both from its section.
func (r *reader) parameter(table *tomltree.Node, k key, defaults Number) (Number, bool) {
	f := table.Get(k.Name)
	if f == nil {
		return Number{}, false
	}
	n, value := defaults, f.Value
	if value.Kind == tomltree.Table {
		n = r.origin(value, defaults)
		r.Unknown(value, names(numberKeys))
		inner := value.Get("value")
		if inner == nil {
			r.Errorf(f.Span, "missing-key", "%s has no value", k.Name)
			return Number{}, false
		}
		value = inner.Value
	}
	if n.Provenance == "" || n.Source == "" {
		r.Errorf(f.Span, "no-provenance", "%s does not say where it is from; it needs a provenance and a source", k.Name)
		return Number{}, false
	}
	v, ok := r.number(value, k.Name, k.domain)
	n.Value = v
	return n, ok
}

// require reports the keys that a section must have and has not.
func (r *reader) require(table *tomltree.Node, owner string, keys []key) {
	var absent []string
	for _, k := range keys {
		if k.Required && table.Get(k.Name) == nil {
			absent = append(absent, k.Name)
		}
	}
	if len(absent) > 0 {
		r.missing(table, strings.Join(absent, ", "), owner)
	}
}

// together reports the keys that others of a component need.
func (r *reader) together(table *tomltree.Node) {
	for _, keys := range together {
		var there, absent []string
		for _, k := range keys {
			if table.Get(k) != nil {
				there = append(there, k)
			} else {
				absent = append(absent, k)
			}
		}
		if len(there) > 0 && len(absent) > 0 {
			r.Errorf(table.Get(there[0]).Span, "missing-key", "%s has no effect without %s", there[0], strings.Join(absent, ", "))
		}
	}
}
