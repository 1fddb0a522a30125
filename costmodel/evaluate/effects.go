package evaluate

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scalarize"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/symbolic"
)

// summarise finds what callers see of a procedure and of all that it calls.
// What procedures touch goes up from the called ones to their callers: those of
// a strongly connected component share all of it, and below it everything is
// known already.
func summarise(p *procedure, known *memo.Table) {
	for _, component := range components(p) {
		closed, passes := true, false
		for _, p := range component {
			closed = closed && p.callsClosed(component)
			passes = passes || p.passes()
		}
		alone := !slices.ContainsFunc(component, func(p *procedure) bool { return !p.alone })
		if len(component) > 1 && !alone {
			closed = false // they call each other
		}
		storesOf(component)
		for _, p := range component {
			p.show(known, closed, passes)
		}
		breakCircles(component)
	}
}

// shownKey holds all that callers see of a procedure.
type shownKey struct {
	unit                  *program.Unit
	closed, passes, alone bool
	ends                  bool
	processors            comm.Arrangement
	left                  string // digest of what the procedures that it calls leave in scalars
	stored                string // what it may change of shared variables
	touched               string // digest of what the procedures that it hands arrays on to touch
	changes               string // digest of what it, or what it calls, changes of its dummies
}

// summary is what callers see, and a digest of it.
type summary struct {
	procedure *comm.Procedure
	digest    string
	left      string // digest of procedure.Leaves
	touches   string // of what it touches of its dummies
}

// shownFrom is what a summary is made of.
type shownFrom struct {
	unit   *lower.Unit
	see    func(name string) (*comm.Procedure, string)
	stored stored
	kept   map[string]bool
	parts  map[string][]string
}

func (p *procedure) show(known *memo.Table, closed, passes bool) {
	kept, parts := p.unit.Effects().ChangedBy(p.changedBelow)
	key := shownKey{p.unit.Unit, closed, passes, p.alone, p.ends(), p.processors(), p.leftBelow(), fmt.Sprint(p.stored), p.touchedBelow(), fmt.Sprint(kept, parts)}
	s := memo.GetFrom(known, key, shownFrom{p.unit, p.below, p.stored, kept, parts}, shownKey.summarise)
	p.shown, p.digest, p.left, p.touches = s.procedure, s.digest, s.left, s.touches
}

// summarise makes what callers see; closed, whether what it calls touches nothing but
// its arguments and variables of its own; passes, whether something of its
// component passes messages.
func (k shownKey) summarise(from shownFrom) summary {
	u := from.unit
	e := u.Effects()
	out := &comm.Procedure{
		Unit: u.Unit, Layouts: u.Layouts, Grid: u.Grid, Arena: u.Arena, Values: constants(u), Described: u.Described,
		Kept: from.kept, Parts: from.parts, Ignored: e.Ignored, Sections: scalarize.HandedOn(e.Sections, from.see), Targets: e.Targets, Statements: e.Statements, Formula: e.Formula, Modes: e.Modes,
		Processors: k.processors, Closed: k.closed && k.alone, Extrinsic: u.Extrinsic, Passes: k.passes, Ends: k.ends, Stored: from.stored.shared, Known: !from.stored.any, Stateful: from.stored.stateful, Untouched: map[*program.Symbol]bool{},
		Followers: map[*program.Symbol]comm.Follower{},
	}
	if k.closed {
		for _, s := range e.Untouched {
			out.Untouched[s] = true
		}
	}
	for _, f := range u.Followers {
		if f.Sym.Dummy {
			out.Followers[f.Sym] = comm.Follower{With: f.With, Dims: f.Places()}
		}
	}
	s := summary{procedure: out, digest: digest(out.Arena, *out), touches: digest(out.Arena, out.Sections, u.Dummies)}
	if e.Leaves || k.left != "" {
		out.Leaves = leaves(u.Unit, e.Scalars, out.Values, from.see)
		s.left = digest(out.Leaves.Arena, out.Leaves)
		s.digest += s.left
	}
	return s
}

// leaves finds what a procedure leaves in the scalars that its callers see.
func leaves(u *program.Unit, body []program.Stmt, constants map[string]int64, see func(name string) (*comm.Procedure, string)) comm.Left {
	a := symbolic.NewArena()
	grid := &mapping.Grid{Extents: []symbolic.Expr{a.Sym("p'", symbolic.Index)}, Stem: "c'"} // names of no variable
	b := comm.NewBuilder(a, nil, grid, scheme.Scheme{})
	defer b.Close()
	b.Procedures, b.Constants = see, constants
	return aag.Leaves(u, body, b)
}

// below returns what is known of a procedure that this one calls.
func (p *procedure) below(name string) (*comm.Procedure, string) {
	if inner := p.calls[name]; inner != nil && inner.shown != nil {
		return inner.shown, ""
	}
	return nil, "its source is not known here"
}

// changedBelow returns the components that a procedure which this one calls may change of a dummy
// that it is given: none, or "" for all.
func (p *procedure) changedBelow(x program.HandedOn) []string {
	all := []string{""}
	inner, _ := p.below(x.Procedure)
	if inner == nil {
		return all
	}
	switch d := inner.Unit.DummyOf(x.Keyword, x.Place); {
	case d == nil || d.Intent == "out":
		return all
	case inner.Keeps(d):
		return nil
	case len(inner.Parts[d.Name]) > 0:
		return inner.Parts[d.Name]
	}
	return all
}

// leftBelow is equal where what this procedure calls leaves the same in scalars.
func (p *procedure) leftBelow() string {
	out := ""
	e := p.unit.Effects()
	for _, name := range slices.Concat(e.Subroutines, e.Procedures) {
		if inner := p.calls[name]; inner != nil && inner.left != "" {
			out += name + inner.left
		}
	}
	return out
}

// touchedBelow is equal where the procedures that this one hands arrays on to touch the same.
func (p *procedure) touchedBelow() string {
	out := ""
	for _, x := range p.unit.Effects().Sections {
		if x.Handed == nil {
			continue
		}
		if inner := p.calls[x.Handed.Call.Name]; inner != nil && inner.shown != nil {
			out += x.Handed.Call.Name + inner.touches
		}
	}
	return out
}

// processors returns comm.Procedure.Processors.
func (p *procedure) processors() (out comm.Arrangement) {
	if g := p.unit.Grid; g != nil {
		known := map[string]float64{}
		for name, v := range constants(p.unit) {
			known[name] = float64(v)
		}
		out.Rank = g.Rank()
		for d, e := range g.Declared {
			if v, err := p.unit.Arena.Eval(e, known); e != 0 && err == nil {
				out.Extents[d] = int64(v)
			}
		}
		return out
	}
	for _, name := range p.unit.Effects().Procedures {
		if inner := p.calls[name]; inner != nil && inner.shown != nil && inner.shown.Processors.Rank > 0 {
			return inner.shown.Processors
		}
	}
	return out
}

// callsClosed reports whether all that the procedure calls outside of its
// component is closed.
func (p *procedure) callsClosed(component []*procedure) bool {
	return !slices.ContainsFunc(p.unit.Effects().Procedures, func(name string) bool {
		inner := p.calls[name]
		if inner == nil {
			return !program.OfRuntime(name)
		}
		return !slices.Contains(component, inner) && !inner.shown.Closed
	})
}

// passes reports whether the procedure passes messages, or calls one below its
// component that does.
func (p *procedure) passes() bool {
	return p.unit.Messages || slices.ContainsFunc(p.unit.Effects().Subroutines, func(name string) bool {
		inner := p.calls[name]
		return inner != nil && inner.shown != nil && inner.shown.Passes
	})
}

// ends reports whether the procedure ends the program whenever it is called.
func (p *procedure) ends() bool {
	e := p.unit.Effects()
	return e.Stops || slices.ContainsFunc(e.Always, p.callEnds)
}

// callEnds reports whether a subroutine that the procedure calls ends the program.
func (p *procedure) callEnds(name string) bool {
	if inner := p.calls[name]; inner != nil {
		return inner.shown != nil && inner.shown.Ends
	}
	s := p.unit.Lookup(name)
	return program.EndsProgram(name) && (s == nil || !s.Dummy)
}
