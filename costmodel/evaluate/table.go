package evaluate

import (
	"context"
	"slices"

	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/values"
)

// tables gives the vectors of GEN_BLOCK and INDIRECT in executable directives
// the values that the program computes before it comes there (paper 003,
// section 4.2). Those of specification directives the front end has found. It
// returns the directives for which it found values.
func tables(u *lower.Unit, changed func(*program.CallStmt) ([]*program.Symbol, bool)) []source.Span {
	wanted := unknownTables(u)
	if len(wanted) == 0 || jumps(u.Body) {
		return nil
	}
	run := values.Run(context.Background(), u.Unit, values.Options{Vectors: wanted, Changed: changed, Repeated: u.Kind != program.Main})
	var found []source.Span
	for at, moves := range u.Remaps {
		for _, m := range moves {
			for g := range m.To.Axes {
				f := &m.To.Axes[g].Format
				if !f.Tabled() || f.Numbers != nil {
					continue
				}
				if list, ok := run.Vector(at, u.Lookup(f.Table)); ok {
					f.Numbers = mapping.NewTable(f.Table, f.Kind, list)
					found = append(found, at.Span())
				}
			}
		}
	}
	return found
}

// unknownTables returns the vectors without values that directives name, in the
// order of the unit's symbols.
func unknownTables(u *lower.Unit) []*program.Symbol {
	names := map[string]bool{}
	for _, l := range layoutsOf(u) {
		for _, x := range l.Axes {
			if x.Format.Tabled() && x.Format.Numbers == nil {
				names[x.Format.Table] = true
			}
		}
	}
	var out []*program.Symbol
	for _, s := range u.Symbols {
		if names[s.Name] && s.Rank() == 1 {
			out = append(out, s)
		}
	}
	return out
}

// settled reports whether a diagnostic of the front end says that a vector is
// not known which has been found, or set, since.
func settled(tables []source.Span, set []*given, d source.Diagnostic) bool {
	vector, unknown := d.Data.(lower.UnknownVector)
	if !unknown {
		return false
	}
	if slices.ContainsFunc(set, func(g *given) bool { return g.name == string(vector) }) {
		return true
	}
	for _, at := range tables {
		if at.Start <= d.Span.Start && d.Span.End <= at.End {
			return true
		}
	}
	return false
}
