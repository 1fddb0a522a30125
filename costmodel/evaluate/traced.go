package evaluate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/values"
	"github.com/parlens/parlens/costmodel/report"
)

// interpreted is what running the scalar code of a unit gives (paper 003,
// section 4.2); without a run it knows nothing.
type interpreted struct {
	*values.Result
	sizes *values.Result         // of a run for sizes alone, where one for all took too many steps
	short *values.Result         // of one without long arrays, where that took too many as well
	asked map[string]source.Span // iterations and weights, by name

	counted    bool                // a run asked how many processors there are
	evolutions []*values.Evolution // how variables change together in loops
	keys       values.Keys         // of the states in which the unit calls procedures
	vectors    sync.Map            // numbers of the values of integer arrays, by their names
}

// steps is what the run took.
func (r *interpreted) steps() int {
	if r.Result == nil {
		return 0
	}
	return r.Result.Steps
}

// interpret runs the statements that the unit's critical variables depend on.
// Jumps to labels that are not constant have no order that it could follow: a
// unit with one is not run.
func (v *criticals) interpret(ctx context.Context, m *model, processors int) *interpreted {
	out := &interpreted{asked: map[string]source.Span{}}
	spans := map[source.Span]bool{}
	for _, a := range v.graph.Assumed {
		out.asked[a.Name] = a.At
		spans[a.At] = true
	}
	if jumps(v.unit.Body) {
		return out
	}
	places := subscripts(v.graph)
	opt := values.Options{Set: v.set, Begin: v.begins, Changed: effects(m.unit, v.graph.Builder), Repeated: v.unit.Kind != program.Main, Entry: v.entry, Processors: processors}
	opt.Called, opt.Unseen = runnable(v.linked, v.handed), m.unseen
	all := opt
	all.Counted, all.Subscripts = func(at source.Span) bool { return spans[at] }, func(at source.Span) bool { return places[at] }
	if len(places) > 0 {
		all.Steps = patternSteps
	}
	out.Result = values.Run(ctx, v.unit, all)
	if out.sizes = out.Result; !out.Ended && out.More() {
		out.sizes = values.Run(ctx, v.unit, opt)
	}
	if out.short = out.sizes; !out.sizes.Ended || out.GaveUp && out.misses(spans) {
		all.Short, all.Subscripts = true, nil
		out.short = values.Run(ctx, v.unit, all)
	}
	out.counted = out.Counted || out.sizes.Counted || out.short.Counted
	effort.Count(ctx, out.steps())
	out.evolutions = v.named(out.sizes.Evolutions(), out.asked)
	return out
}

// misses reports whether something that was asked for is not known.
func (r *interpreted) misses(spans map[source.Span]bool) bool {
	for at := range spans {
		if _, known := r.Count(at); !known {
			return true
		}
	}
	return false
}

func jumps(body []program.Stmt) bool {
	found := false
	program.Statements(body, func(s program.Stmt) bool {
		u, ok := s.(*program.Unmodelled)
		found = found || ok && (u.Keyword == "goto" && u.Target == "" || u.Keyword == "assignlabel")
		return !found
	})
	return found
}

// effects returns what a call of the unit may change. A procedure of which this is not
// known may change the members of COMMON blocks, and, where it is internal, the
// variables that it names itself.
func effects(u *lower.Unit, b *comm.Builder) func(*program.CallStmt) ([]*program.Symbol, bool) {
	changed := b.ChangedIn(u.Unit)
	return func(s *program.CallStmt) ([]*program.Symbol, bool) {
		if list, ok := changed(s); ok {
			return list, true
		}
		var out []*program.Symbol
		for i, a := range s.Args {
			if r, ok := a.Value.(*program.Ref); ok && !b.Keeps(s, i) && !(s.Name == u.Name && promises(u.Unit, a, i)) {
				out = append(out, r.Sym)
			}
		}
		names := namesIn(b, s.Name)
		for _, sym := range u.Symbols {
			shared := strings.HasPrefix(sym.Storage, "/") || mentionsWord(names, sym.Name) || sym.Shared && circular(b, s.Name)
			if sym.Class == program.Variable && shared {
				out = append(out, sym)
			}
		}
		return out, true
	}
}

// promises reports whether a unit promises not to change an argument, where it calls itself.
func promises(u *program.Unit, a program.Arg, place int) bool {
	d := u.DummyOf(a.Keyword, place)
	return d != nil && d.Intent == "in"
}

// namesIn lists the names of a procedure that may be its caller's variables: those
// of hosts and modules, none of its own.
func namesIn(b *comm.Builder, procedure string) string {
	p := b.Procedure(procedure)
	if p == nil {
		return ""
	}
	var names strings.Builder
	for _, s := range p.Unit.Symbols {
		if s.Shared {
			names.WriteString(" " + s.Name)
		}
	}
	return names.String()
}

// patternSteps bounds the run of a unit with index arrays, whose elements are
// many.
const patternSteps = 5 * values.DefaultSteps

// Used reports whether the flow depends on a scalar or an element of a name.
func (r *interpreted) Used(name string) bool { return r.sizes != nil && r.sizes.Used(name) }

// matters reports whether a value that the run finds follows from a variable's.
func (r *interpreted) matters(s *program.Symbol) bool { return r.sizes != nil && r.sizes.Matters(s) }

// Of returns the values of a scalar or an element where the flow depends on it.
func (r *interpreted) Of(name string) (values.Use, bool) {
	if x, known := r.sizes.Of(name); known {
		return x, true
	}
	return r.short.Of(name)
}

// may returns what a value that is not known is on one of the ways to its use.
func (r *interpreted) may(name string) (float64, bool) {
	if r.sizes == nil {
		return 0, false
	}
	return r.sizes.May(name)
}

// count returns what was counted for an assumed number of iterations or weight.
func (r *interpreted) count(name string) (values.Count, bool) {
	at, asked := r.asked[name]
	if !asked || r.Result == nil {
		return values.Count{}, false
	}
	if c, known := r.Count(at); known {
		return c, true
	}
	return r.short.Count(at)
}

// most returns how long a loop of which the iterations are not known lasts at most.
func (r *interpreted) most(name string) (float64, bool) {
	at, asked := r.asked[name]
	if !asked || r.Result == nil {
		return 0, false
	}
	return r.Most(at)
}

// averaged reports whether a symbol's value is a mean.
func (v *criticals) averaged(name string) bool {
	if _, introduced := v.assumed[name]; introduced {
		_, ok := v.run().count(name)
		return ok
	}
	return v.varies(name) && v.run().Used(name)
}

// varies reports whether a name may mean another value from one use to the next: that of a
// variable of the unit, or an element of an array, constant or not.
func (v *criticals) varies(name string) bool {
	sym := v.unit.Lookup(program.VariableOf(name))
	return sym != nil && (sym.Class == program.Variable || sym.Class == program.Parameter && sym.Rank() > 0)
}

// along returns the evolution in which a variable changes; nil for none.
func (r *interpreted) along(name string) *values.Evolution {
	for _, c := range r.evolutions {
		if slices.Contains(c.Names, name) && !r.perIteration(name) {
			return c
		}
	}
	return nil
}

// perIteration reports whether a scalar has a value of its own in each iteration of loops.
func (r *interpreted) perIteration(name string) bool {
	number, known := r.vectors.Load(name)
	return known && number.(float64) != 0
}

// ran says where a value comes from that the run found.
func (v *criticals) ran(name string, x values.Use, declared int) (a report.Assumption) {
	a = report.Assumption{Source: "traced", Line: declared, Provenance: report.Traced}
	if sym := v.unit.Lookup(name); sym != nil && x.At.Empty() && x.Fixed() {
		a = v.initial(sym, declared)
	}
	defer func() {
		if x.Unseen != "" {
			a.Source += fmt.Sprintf("; it is assumed that %s, whose source is not known here, does not change it", x.Unseen)
		}
	}()
	if !x.At.Empty() {
		a.Line = v.text.LineOf(x.At.Start)
	}
	if !x.Fixed() {
		a.Provenance = report.Changing
		a.Source = fmt.Sprintf("traced: from %s to %s where it is used", report.Exact(x.Min), report.Exact(x.Max))
		switch c := v.run().along(name); {
		case c != nil:
			a.Source += evolutionText(c)
		case v.run().perIteration(name):
			a.Source += ", each iteration of its loop counts"
		default:
			a.Source += ", the mean counts"
		}
	}
	return a
}

// happened says what the run counted.
func (v *criticals) happened(a report.Assumption, c values.Count) report.Assumption {
	a.Provenance = report.Traced
	if c.Came == 0 {
		a.Source = "traced: it does not come up"
		return a
	}
	a.Source = fmt.Sprintf("traced: %s of %s times", report.Exact(c.Happened), report.Exact(c.Came))
	if strings.HasPrefix(a.Name, kindIterations) {
		a.Source = fmt.Sprintf("traced: %s iterations", report.Exact(c.Happened))
		a.Source += v.meanText(a.Name, c)
	}
	return a
}
