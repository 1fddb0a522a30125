package modelling

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/costmodel/pamela"
)

// chunk is the process of one method in the model.
type chunk struct {
	id       string
	content  string // a digest of the process and the counts
	method   string
	process  *pamela.Equation
	sites    []Site // places as the method has them: see place.Program.At
	callees  []callee
	counts   []*pamela.Equation
	names    []string // that stand in them
	used     map[string]int
	free     []freeOperation
	warnings []source.Diagnostic
}

// chunkKey names a chunk. Where messages are gathered, methods are put into the
// loops that call them, and the process depends on their bodies.
type chunkKey struct {
	method, others string
	serial         bool
	target         string
	stand          stand
}

// stand is where a file calls a method of another file, or a unit another one: the
// method's costs are those of that place. It is zero for a method of the file itself.
type stand struct {
	suffix string // of the names in the model
	caller string // the method of the file
	at     source.Span
}

// callee is a method that a chunk executes.
type callee struct {
	model string
	stand stand
}

// standOf is the stand of what a method calls at a place.
func standOf(p *place.Program, t Target, caller *place.Method, of stand, model string, at source.Span) stand {
	switch {
	case !p.Method(model).Foreign && !t.Units:
		return stand{}
	case of.suffix != "":
		return of
	}
	row := p.Row(at.Start)
	return stand{fmt.Sprintf("_at_%d_%d", row[0], row[1]), caller.Model, at}
}

func (s *series) chunk(m *place.Method, serial bool, at stand) *chunk {
	key := chunkKey{method: m.ID, serial: serial, target: s.key, stand: at}
	if s.target.Aggregated {
		key.others = s.reachedBy(m)
	}
	return memo.GetFrom(s.memo, key, targeted{s.program, m, s.target}, chunkKey.write)
}

// reachedBy is a digest of a method and of all that it comes to by its calls.
func (s *series) reachedBy(m *place.Method) string {
	if known, ok := s.reached[m.Model]; ok {
		return known
	}
	h := sha256.New()
	if !m.Recursive() {
		h.Write([]byte(m.ID))
		for _, to := range m.Callees() {
			h.Write([]byte(s.reachedBy(s.program.Method(to.Model))))
		}
	} else { // calls in a circle: all of it, and which calls are left out
		for _, to := range s.program.Reached(m) {
			h.Write([]byte(to.ID))
		}
		fmt.Fprint(h, s.program.Endless)
	}
	s.reached[m.Model] = string(h.Sum(nil))
	return s.reached[m.Model]
}

// targeted is a method of a program for a machine.
type targeted struct {
	program *place.Program
	method  *place.Method
	target  Target
}

func (k chunkKey) write(of targeted) *chunk {
	c := of.chunk(k.serial, k.stand)
	h := sha256.Sum256([]byte(strings.Join([]string{k.method, k.others, fmt.Sprint(k.serial, k.stand), k.target}, "\x00")))
	c.id, c.method = string(h[:]), of.method.Model
	if k.stand.caller != "" {
		c.method = k.stand.caller
	}
	return c
}

func (of targeted) chunk(serial bool, at stand) *chunk {
	w := &writer{program: of.program, target: of.target, used: map[string]int{}, serial: serial, stand: at}
	c := &chunk{process: w.process(of.method), sites: w.sites, counts: w.counts, used: w.used, free: w.free, warnings: w.warnings}
	slices.SortFunc(w.callees, func(x, y callee) int { return strings.Compare(x.model+x.stand.suffix, y.model+y.stand.suffix) })
	c.callees = slices.CompactFunc(w.callees, func(x, y callee) bool { return x.model == y.model && x.stand.suffix == y.stand.suffix })
	h, bodies := sha256.New(), []notation.Node{}
	for _, e := range append(slices.Clip(c.counts), c.process) {
		fmt.Fprintln(h, e)
		bodies = append(bodies, e.Body)
	}
	c.content, c.names = string(h.Sum(nil)), namesIn(bodies...)
	return c
}

// namesIn are the names in formulas, each once.
func namesIn(list ...notation.Node) []string {
	var names []string
	for _, n := range list {
		notation.EachName(n, func(name string) { names = append(names, name) })
	}
	slices.Sort(names)
	return slices.Clip(slices.Compact(names))
}

// closure is a chunk with those of all methods that it calls.
func (s *series) closure(c *chunk) []*chunk {
	out, seen := []*chunk{c}, map[string]bool{}
	for i := 0; i < len(out); i++ {
		for _, x := range out[i].callees {
			if name := x.model + x.stand.suffix; !seen[name] {
				seen[name] = true
				out = append(out, s.chunk(s.program.Method(x.model), false, x.stand))
			}
		}
	}
	return out
}
