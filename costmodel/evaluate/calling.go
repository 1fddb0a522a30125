package evaluate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/settings"
)

// What a unit sees of the procedures that it calls.

// calling is what a unit sees of the procedures that it calls, and what is set
// for it.
type calling struct {
	seen  map[string]seen
	set   map[string]float64 // by the user
	modes map[string]int64   // by a call; see passed
}

// seen is a procedure that a unit calls, or why it is not seen.
type seen struct {
	procedure *comm.Procedure
	why       string
}

// calling returns what the model of a procedure is built with.
func (p *procedure) calling(set map[string]float64) *calling {
	c := &calling{seen: map[string]seen{}, set: set}
	for name, inner := range p.calls {
		if p.circular[name] {
			c.seen[name] = seen{why: "it calls itself, directly or through others"}
		} else {
			c.seen[name] = seen{procedure: inner.shown}
		}
	}
	for name, of := range p.entries {
		c.seen[name] = seen{why: fmt.Sprintf("it is an ENTRY of %s, and only whole procedures are modelled", of)}
	}
	return c
}

// sees is equal for what calling returns.
func (p *procedure) sees() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(p.calls)) {
		fmt.Fprintf(&b, "%s %t %s", name, p.circular[name], p.calls[name].digest)
	}
	fmt.Fprint(&b, p.entries)
	return b.String()
}

// given returns the values that are set for a unit of the text.
func (c *calling) given(text *source.Text) map[string]settings.Directed {
	if c == nil {
		return valuesOf(nil, text)
	}
	return valuesOf(c.set, text)
}

// known returns the modes of the call.
func (c *calling) known() map[string]int64 {
	if c == nil {
		return nil
	}
	return c.modes
}

// see answers comm.Builder.Procedures.
func (c *calling) see(name string) (*comm.Procedure, string) {
	s, known := c.seen[name]
	if !known {
		return nil, "its source is not known here"
	}
	return s.procedure, s.why
}

// formula returns a function that the unit calls, and what it returns where it is a formula of
// its arguments.
func (c *calling) formula(name string) (*program.Unit, program.Expr) {
	if p, _ := c.see(name); p != nil {
		return p.Unit, p.Formula
	}
	return nil, nil
}

// unseen reports whether the source of the procedure of a call is not known.
func (c *calling) unseen(s *program.CallStmt) bool {
	_, known := c.seen[s.Name]
	return !known && program.MessageOf(s) == nil && !program.OfRuntime(s.Name)
}
