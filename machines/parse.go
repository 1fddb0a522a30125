package machines

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/tomltree"
)

// Parse reads a machine description. Every problem is a diagnostic at its
// place in data; an error among them makes the machine nil, a warning does
// not. The file's base name is the name of a machine that gives none.
func Parse(file string, data []byte) (*Machine, []source.Diagnostic) {
	root, diags := tomltree.Parse(data)
	if root == nil {
		return nil, diags
	}
	r := &reader{}
	m := r.machine(root)
	if m.Name == "" {
		m.Name = strings.TrimSuffix(filepath.Base(file), ".toml")
	}
	if m.System.Name = m.Name; m.Title == "" {
		m.Title = m.Name
	}
	slices.SortStableFunc(r.Diags, func(a, b source.Diagnostic) int { return a.Span.Start - b.Span.Start })
	if r.Failed {
		return nil, r.Diags
	}
	return m, r.Diags
}

func (r *reader) machine(root *tomltree.Node) *Machine {
	m := &Machine{Nodes: 1}
	m.Name = r.Text(root, "name")
	m.Title = r.Text(root, "title")
	m.Reading = r.Choice(root, "reading", readings)
	if m.Array = r.array(root); m.Array != nil {
		m.Scheme, m.Nodes = scheme.Scheme{}, r.nodes(root)
		m.System = r.unit(root, "-", "")
		m.Compute = m.System
		r.Unknown(root, names(machineKeys, componentTables))
		return m
	}
	m.SchemeName = r.Text(root, "scheme")
	m.Scheme = r.scheme(root, m.SchemeName).Optimized(r.optimize(root))
	m.Nodes = r.nodes(root)
	compute := r.Text(root, "compute")
	m.System = r.unit(root, compute, "")
	r.Unknown(root, names(machineKeys, componentTables))
	switch m.Compute = find(m.System, compute); {
	case compute == "" && len(m.System.Parts) > 0:
		r.missing(root, "compute, the part that runs the processes", "the machine")
		return m
	case m.Compute == nil:
		r.Errorf(valueSpan(root, "compute"), "unknown-unit", "compute names %q, which is no part of the machine", compute)
		return m
	}
	r.complete(root, compute, m.Compute)
	if c := m.Compute.Communication; c != nil {
		m.Topology, m.Extents, m.Sends, m.Links = c.Topology, c.Extents, c.Sends, c.Links
		r.covers(root, m)
	}
	if c := m.Compute.Memory; c != nil {
		m.Misses, m.Levels = c.Misses, c.Levels
	}
	if c := m.Compute.Processing; c != nil {
		m.Composition, m.Vectorizes, m.Sums = c.Composition, c.Vectorizes, c.Reassociates == "sums"
	}
	r.consistent(root, m)
	return m
}

func (r *reader) scheme(root *tomltree.Node, name string) scheme.Scheme {
	s, ok := scheme.ByName(name)
	switch {
	case root.Get("scheme") == nil:
		r.missing(root, "scheme", "the machine")
	case !ok && name != "":
		r.Errorf(valueSpan(root, "scheme"), "unknown-scheme", "no compile scheme is called %q", name)
	}
	return s
}

// optimize reads the optimizations of the compiler.
func (r *reader) optimize(root *tomltree.Node) []string {
	f := root.Get("optimize")
	if f == nil {
		return nil
	}
	if f.Value.Kind != tomltree.Array {
		r.WrongType(f.Value, "optimize", "an array of "+tomltree.OneOf(scheme.Optimizations))
		return nil
	}
	var names []string
	for _, item := range f.Value.Items {
		if item.Kind != tomltree.String || !slices.Contains(scheme.Optimizations, item.Text) {
			r.Errorf(item.Span, "unknown-choice", "%q is no optimization; it must be %s", item.Text, tomltree.OneOf(scheme.Optimizations))
			continue
		}
		names = append(names, item.Text)
	}
	return names
}

func (r *reader) nodes(root *tomltree.Node) int {
	f := root.Get("nodes")
	if f == nil {
		r.missing(root, "nodes", "the machine")
		return 1
	}
	v, ok := r.number(f.Value, "nodes", count)
	if ok && v > 1<<30 {
		r.Errorf(f.Value.Span, "out-of-range", "nodes is %v; more than %d are not supported", v, 1<<30)
		return 1
	}
	return max(1, int(v))
}

// find follows a path of part names ("cube.node") from the root.
func find(u *Unit, path string) *Unit {
	if path == "" {
		return u
	}
	name, rest, _ := strings.Cut(path, ".")
	for _, p := range u.Parts {
		if p.Name == name {
			return find(p, rest)
		}
	}
	return nil
}

// valueSpan returns the span of a key's value, or that of the table.
func valueSpan(table *tomltree.Node, key string) source.Span {
	if f := table.Get(key); f != nil {
		return f.Value.Span
	}
	return table.Span
}
