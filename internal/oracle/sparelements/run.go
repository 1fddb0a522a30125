// Package sparelements executes placed Spar programs element by element, with
// numbers for all sizes, and counts what happens: the oracle for the closed
// forms of the models of Spar programs.
package sparelements

import (
	"fmt"
	"maps"
	"strconv"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Counts are the events of one run. Branches of which only the probability is
// known count with it.
type Counts struct {
	Operations float64 // operators, subscripts, library functions, allocations
	Accesses   float64 // values that stay on their processor
	Messages   float64 // between two processors
	Elements   float64 // that messages carry
}

// Options say how a program is executed.
type Options struct {
	Values     map[string]float64 // of all names of the model
	Aggregated bool               // an independent loop sends one message per pair of processors
	Steps      int                // that may be executed; more is an error
}

// Run executes the program's main.
func Run(p *place.Program, opt Options) (Counts, error) {
	r := &run{program: p, opt: opt, env: map[string]float64{}}
	for k, v := range opt.Values {
		r.env[k] = v
	}
	if p.Main == nil {
		return r.counts, fmt.Errorf("there is no main")
	}
	p.Lock()
	defer p.Unlock()
	r.arena, r.method = p.Main.Arena, p.Main
	err := r.steps(p.Main.Body, 0, 1)
	return r.counts, err
}

type run struct {
	program *place.Program
	method  *place.Method   // that is executed
	arena   *symbolic.Arena // of the method
	opt     Options
	env     map[string]float64
	counts  Counts
	done    int
	gather  map[message]float64 // of the independent loop that is executed; nil outside
}

// message names what one pair of processors exchanges for one move.
type message struct {
	move     *place.Move
	from, to int
}

func (r *run) steps(list []place.Step, here int, weight float64) error {
	for _, s := range list {
		if err := r.step(s, here, weight); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) step(s place.Step, here int, weight float64) error {
	if r.done++; r.done > r.opt.Steps {
		return fmt.Errorf("more than %d steps", r.opt.Steps)
	}
	switch s := s.(type) {
	case *place.Statement:
		return r.steps(s.Steps, here, weight)
	case *place.Op:
		if s.Name != "__print" && s.Name != "__println" {
			r.counts.Operations += weight
		}
	case *place.Move:
		return r.move(s, here, weight)
	case *place.Call:
		return r.call(s, here, weight)
	case *place.Loop:
		return r.loop(s, here, weight)
	case *place.Branch:
		return r.branch(s, here, weight)
	}
	return nil
}

// eval is the value of an expression now.
func (r *run) eval(e symbolic.Expr) (int, error) {
	x, err := r.arena.Eval(e, r.env)
	return int(x), err
}

func (r *run) bound(stated notation.Node, e symbolic.Expr) (int, error) {
	if stated == nil {
		return r.eval(e)
	}
	if x, ok := r.env[notation.Text(stated)]; ok {
		return int(x), nil
	}
	return 0, fmt.Errorf("no value for %s", notation.Text(stated))
}

func (r *run) loop(l *place.Loop, here int, weight float64) error {
	lo, err := r.bound(l.LoStated, l.Lo)
	if err != nil {
		return err
	}
	hi, err := r.bound(l.HiStated, l.Hi)
	if err != nil {
		return err
	}
	if r.opt.Aggregated && l.Independent && r.gather == nil && r.simple(l.Body) {
		r.gather = map[message]float64{}
		defer func() {
			for range r.gather {
				r.counts.Messages += weight
			}
			r.gather = nil
		}()
	}
	for i := lo; i <= hi; i++ {
		r.env[l.Index] = float64(i)
		if err := r.steps(l.Body, here, weight); err != nil {
			return err
		}
	}
	delete(r.env, l.Index)
	return nil
}

// simple tells whether what communicates in a body can be split off: it stands
// in no sequential loop, no branch and no method with such.
func (r *run) simple(steps []place.Step) bool {
	for _, s := range steps {
		switch s := s.(type) {
		case *place.Statement:
			if !r.simple(s.Steps) {
				return false
			}
		case *place.Loop:
			if !(s.Independent && r.simple(s.Body)) && r.program.Communicates(s.Body) {
				return false
			}
		case *place.Branch:
			if r.program.Communicates(s.Then) || r.program.Communicates(s.Else) {
				return false
			}
		case *place.Call:
			if !r.simple(r.program.Method(s.Model).Body) {
				return false
			}
		}
	}
	return true
}

func (r *run) branch(b *place.Branch, here int, weight float64) error {
	p, err := r.probability(b)
	if err != nil {
		return err
	}
	if p > 0 {
		if err := r.steps(b.Then, here, weight*p); err != nil {
			return err
		}
	}
	if p < 1 {
		return r.steps(b.Else, here, weight*(1-p))
	}
	return nil
}

// probability is a condition: a comparison, a name, or a number.
func (r *run) probability(b *place.Branch) (float64, error) {
	if b.Test != nil {
		return r.test(b.Test)
	}
	cond := notation.Text(b.Cond)
	if x, ok := r.env[cond]; ok {
		return x, nil
	}
	if x, err := strconv.ParseFloat(cond, 64); err == nil {
		return x, nil
	}
	return 0, fmt.Errorf("a condition that is not modelled here: %s", cond)
}

func (r *run) test(t *place.Test) (float64, error) {
	x, err := r.eval(t.X)
	if err != nil {
		return 0, err
	}
	y, err := r.eval(t.Y)
	holds := map[string]bool{"==": x == y, "!=": x != y, "<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[t.Op]
	if holds {
		return 1, err
	}
	return 0, err
}

func (r *run) call(c *place.Call, here int, weight float64) error {
	at, err := r.owner(c.At, here)
	if err != nil {
		return err
	}
	if r.program.Ends(r.method, c) {
		return nil
	}
	to := r.program.Method(c.Model)
	args := map[string]float64{}
	for i, p := range to.Params {
		x, err := r.eval(c.Args[i])
		if err != nil {
			return err
		}
		args[p] = float64(x)
	}
	from, outer := r.method, r.env
	r.method, r.arena, r.env = to, to.Arena, maps.Clone(r.opt.Values)
	maps.Copy(r.env, args)
	err = r.steps(to.Body, at, weight)
	r.method, r.arena, r.env = from, from.Arena, outer
	return err
}

// owner is the number of a processor; what all have is where the method runs.
func (r *run) owner(o place.Owner, here int) (int, error) {
	if o.Grid == nil || o.IsReplicated() {
		return here, nil
	}
	return r.eval(o.Number(r.arena))
}

func (r *run) processors() (int, error) {
	if len(r.program.Grids) == 0 {
		return 1, nil
	}
	n := 1
	for _, e := range r.method.Grids[0].Extents {
		x, err := r.eval(e)
		if err != nil {
			return 0, err
		}
		n *= x
	}
	return n, nil
}

// move is an access to memory, a message, or a message to each processor.
func (r *run) move(m *place.Move, here int, weight float64) error {
	if m.Local() {
		r.counts.Accesses += weight
		return nil
	}
	from, err := r.owner(m.From, here)
	if err != nil {
		return err
	}
	first, last := 0, 0
	if all := m.To.Grid == nil && !m.To.Here || m.To.IsReplicated() && !m.To.Here; all {
		n, err := r.processors()
		if err != nil {
			return err
		}
		last = n - 1
	} else {
		to, err := r.owner(m.To, here)
		if err != nil {
			return err
		}
		first, last = to, to
	}
	for to := first; to <= last; to++ {
		r.one(m, from, to, weight)
	}
	return nil
}

func (r *run) one(m *place.Move, from, to int, weight float64) {
	switch {
	case from == to:
		r.counts.Accesses += weight
	case r.gather != nil:
		r.gather[message{move: m, from: from, to: to}] += weight
		r.counts.Elements += weight
	default:
		r.counts.Messages += weight
		r.counts.Elements += weight
	}
}
