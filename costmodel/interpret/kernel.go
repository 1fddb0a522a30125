package interpret

import (
	"slices"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/core"
	"github.com/parlens/parlens/costmodel/memory"
)

// kernel is the statements of one innermost loop, or one array construct: what a
// processor that executes out of order does at the same time (the ECM model;
// Stengel, Treibig, Hager, Wellein 2015).
type kernel struct {
	units  []*aag.AAU
	loops  []*comm.Loop // around it, innermost first
	inner  *comm.Loop
	nest   memory.Nest
	bodies []core.Work // what each unit does in an iteration
	owner  []int       // by stream: the unit that touches it first
	vector symbolic.Expr
	outer  bool    // vectorised along the loop around the innermost one
	jammed float64 // iterations of that loop that are done together, one after the other
	terms  []core.Term
	sums   []symbolic.Expr // seconds of each term in an iteration
	total  symbolic.Expr   // of the largest
}

// innermost tells the loops apart that statements may be together in.
type innermost struct {
	of   any
	part string
}

// newKernels finds the kernels of a graph; none for a machine whose times are added.
func (i *interpreter) newKernels(g *aag.Graph) {
	i.kernel, i.bodies, i.seen = map[*aag.AAU]*kernel{}, map[any]bool{}, map[[2]*kernel]*memory.Nest{}
	if i.m.Composition == "added" || i.m.Compute.Processing == nil {
		return
	}
	i.trees, i.numbers = trees(g.Unit), map[*memory.Nest]int64{}
	i.rows, i.constants = map[string]float64{}, i.constantsNumber()
	at := map[innermost]*kernel{}
	var all []*kernel
	for _, u := range g.Units {
		if u.Kind != aag.Seq || u.Element == nil || len(u.Repeat)+len(u.Loops) == 0 {
			continue
		}
		if _, _, library := i.routine(u); library {
			continue
		}
		key := innermost{i.innermostOf(u), u.Part}
		k := at[key]
		if k == nil {
			k = &kernel{}
			at[key], all = k, append(all, k)
		}
		k.units = append(k.units, u)
		i.kernel[u] = k
	}
	for _, k := range all {
		i.b.Paused()
		i.shaped(k)
		i.bodies[identity(k.inner)] = true
	}
	i.between(all)
	for _, k := range all {
		i.b.Paused()
		i.compose(k)
	}
}

// innermostOf is the DO loop that a statement stands in, or the construct itself.
func (i *interpreter) innermostOf(u *aag.AAU) any {
	if len(u.Element.Loops) > 0 || u.Element.Part {
		return u
	}
	if n := len(u.Loops); n > 0 {
		return identity(u.Loops[n-1])
	}
	return identity(u.Repeat[len(u.Repeat)-1])
}

// streamsOf finds what the statements of a kernel touch; what two of them touch is
// the first one's.
func (i *interpreter) streamsOf(k *kernel) {
	first := k.units[0]
	i.apart = first.Repeat
	s := newStreams(i, first)
	i.apart = nil
	k.loops, k.inner = s.loops, s.loops[0]
	for n, u := range k.units {
		s.u = u
		s.touch()
		for len(k.owner) < len(s.list) {
			k.owner = append(k.owner, n)
		}
	}
	k.nest = memory.Nest{Trips: s.trips}
	for _, m := range s.list {
		x := m.Stream
		x.Array, x.Scattered = m.first.Sym.Name, scattered(m.first)
		if x.Scattered {
			x.Whole = i.whole(m.first.Sym)
		}
		k.nest.Streams = append(k.nest.Streams, x)
	}
}

// scattered reports whether an index array, or what is not known, stands in a
// subscript.
func scattered(x *comm.Access) bool {
	return slices.ContainsFunc(x.Subs, func(s comm.Affine) bool { return s.Irregular && s.Offset == 0 })
}

// whole is the bytes of the processor's part of an array; 0 where they are not known.
func (i *interpreter) whole(sym *program.Symbol) symbolic.Expr {
	bytes := i.a.Int(int64(sym.Bytes))
	for d := range sym.Dims {
		extent := i.extent(sym, d)
		if extent == 0 {
			return 0
		}
		if _, undefined := i.a.IsUndefined(extent); undefined {
			return 0
		}
		bytes = i.a.Mul(bytes, extent)
	}
	return bytes
}

// compose makes the terms of a kernel and its time.
func (i *interpreter) compose(k *kernel) {
	model := core.Model{A: i.a, M: i.m}
	chains := i.chainsOf(k)
	if k.bodies == nil {
		i.work(k, chains)
	}
	shares := make([]symbolic.Expr, len(k.units))
	if len(k.units) > 1 {
		for n, u := range k.units {
			shares[n] = u.Weight
		}
	}
	key := i.kernelKey(k, k.bodies, chains, shares)
	t := i.b.Kernels.Get(key, func() comm.Terms {
		terms := i.terms(k, k.bodies, chains)
		total, sums := model.Total(terms, shares)
		return remembered(terms, sums, total)
	})
	k.terms, k.sums, k.total = recalled(t)
}

// work counts what the units of a kernel do, and how many iterations of it are done together.
func (i *interpreter) work(k *kernel, chains []core.Chain) {
	b := i.newBody(k)
	b.seconds, b.single = i.waits, core.Model{A: i.a, M: i.m}.Single
	for _, u := range k.units {
		t := i.trees[u.At]
		k.bodies = append(k.bodies, b.work(u, t.right, t.left))
	}
	k.vector = i.vectorLength(k, chains, k.bodies)
	i.jam(k, k.bodies)
}

// terms are those of the core, then those of the memory hierarchy.
func (i *interpreter) terms(k *kernel, bodies []core.Work, chains []core.Chain) []core.Term {
	model := core.Model{A: i.a, M: i.m}
	inCore := model.InCore(bodies, k.vector, k.jammed)
	if t, ok := model.Chain(chains, bodies, k.vector, k.jammed); ok {
		if k.outer {
			t.Of = quotients(i.a, t.Of, k.vector)
		}
		inCore = append(inCore, t)
	}
	mem := i.mem
	mem.Processes = i.processes()
	var transfers []core.Term
	for n, t := range mem.Transfers(k.nest) {
		if k.outer && n == 0 { // it goes along its lines several elements at a time
			t.Seconds = quotients(i.a, t.Seconds, k.vector)
		}
		term := core.Term{Name: "memory bandwidth of " + t.From, Of: core.Zeros(i.a, len(k.units))}
		switch t.From {
		case "memory":
			term.Name = "memory bandwidth"
		case memory.Translation:
			term.Name = memory.Translation
		}
		for n, seconds := range t.Seconds {
			term.Of[k.owner[n]] = i.a.Add(term.Of[k.owner[n]], seconds)
		}
		transfers = append(transfers, term)
	}
	return model.Compose(inCore, transfers)
}

func quotients(a *symbolic.Arena, of []symbolic.Expr, by symbolic.Expr) []symbolic.Expr {
	out := make([]symbolic.Expr, len(of))
	for n, e := range of {
		out[n] = a.Quo(e, by)
	}
	return out
}

// processes is the number of processors of the program, 0 for one.
func (i *interpreter) processes() symbolic.Expr {
	if i.b.Grid == nil {
		return 0
	}
	return i.a.Mul(append([]symbolic.Expr{i.a.Int(1)}, i.b.Grid.Extents...)...)
}

// chainsOf lists the chains of values of a DO loop, each with the statement that it
// is charged to.
func (i *interpreter) chainsOf(k *kernel) []core.Chain {
	do := k.inner.Do
	if do == nil || i.b.Depend == nil || len(k.units[0].Element.Loops) > 0 {
		return folded(k)
	}
	var out []core.Chain
	for _, c := range i.b.Depend.Chains(do) {
		x := core.Chain{Name: c.Sym.Name, Distance: c.Distance, Stored: c.Stored}
		for _, e := range c.Path {
			x.Ops = append(x.Ops, comm.OperationsOf(e))
		}
		for n, u := range k.units {
			if s := u.Element.Scalar; s == c.Sym || u.Element.Left != nil && u.Element.Left.Sym == c.Sym {
				x.At = n
			}
		}
		x.Sum = i.sums(do, c.Sym)
		x.Free = x.Sum && extreme(x.Ops)
		if i.beginsAnew(k, c.Sym, k.units[x.At]) {
			x.Anew = k.nest.Trips[0]
		}
		out = append(out, x)
	}
	return out
}

// beginsAnew reports whether a chain of the innermost loop has nothing of the one before,
// in the iteration before of the loop around: its scalar is set there, or its elements are
// other ones.
func (i *interpreter) beginsAnew(k *kernel, sym *program.Symbol, u *aag.AAU) bool {
	if len(k.loops) < 2 || k.loops[1].Do == nil {
		return false
	}
	around := k.loops[1]
	if sym.Rank() == 0 {
		for _, s := range around.Do.Body {
			if s, ok := s.(*program.Assign); ok && s.LHS.Sym == sym && !program.Mentions(sym, s.RHS) {
				return true
			}
		}
		return false
	}
	l := i.b.Depend.Loop(around.Do)
	return u.Element.Left != nil && i.follows(u.Element.Left, around) && l != nil && !slices.ContainsFunc(l.Carried(), func(d *depend.Dependence) bool { return d.Sym == sym })
}

// extreme reports whether a chain takes maxima or minima only.
func extreme(path []comm.Operations) bool {
	return !slices.ContainsFunc(path, func(ops comm.Operations) bool {
		for name, n := range ops {
			if n > 0 && name != "minmax" {
				return true
			}
		}
		return false
	})
}

// folded is the chain of a reduction that is an intrinsic: each element waits for
// the sum of those before.
func folded(k *kernel) []core.Chain {
	e := k.units[0].Element
	if e.Combines == nil || e.Folded != nil && e.Folded != k.inner {
		return nil
	}
	c := core.Chain{Name: e.Combines.Name, Distance: 1, Sum: true}
	if len(k.units[0].Loops)+len(k.units[0].Repeat) > 0 {
		c.Anew = k.nest.Trips[0]
	}
	switch e.Combines.Name {
	case "sum", "dot_product":
		c.Ops = []comm.Operations{{"double_add": 1}}
	case "product":
		c.Ops = []comm.Operations{{"double_multiply": 1}}
	case "maxval", "minval":
		c.Ops = []comm.Operations{{"minmax": 1}}
	default:
		return nil
	}
	return []core.Chain{c}
}

// sums reports whether a loop only accumulates into a variable.
func (i *interpreter) sums(do *program.Do, s *program.Symbol) bool {
	l := i.b.Depend.Loop(do)
	return l != nil && slices.ContainsFunc(l.Reductions, func(r depend.Reduction) bool { return r.Sym == s })
}

// amount is the time of one execution of a statement: its part of the term that
// binds the kernel.
func (i *interpreter) amount(k *kernel, u *aag.AAU) symbolic.Expr {
	if len(k.units) == 1 {
		return k.total
	}
	return core.Model{A: i.a, M: i.m}.Part(k.terms, k.sums, k.total, slices.Index(k.units, u))
}

// Bound is the terms of one innermost loop: the largest binds it.
type Bound struct {
	Tags  []int           // of the units in it
	Terms []string        // what each is
	Sums  []symbolic.Expr // seconds of each in one iteration
}

// bound lists the kernels of a graph in its order.
func (i *interpreter) bound(g *aag.Graph) []Bound {
	var out []Bound
	seen := map[*kernel]bool{}
	for _, u := range g.Units {
		k := i.kernel[u]
		if k == nil || seen[k] {
			continue
		}
		seen[k] = true
		b := Bound{Tags: make([]int, len(k.units)), Terms: make([]string, len(k.terms)), Sums: k.sums}
		for n, t := range k.terms {
			b.Terms[n] = t.Name
		}
		for n, u := range k.units {
			b.Tags[n] = u.Tag
		}
		out = append(out, b)
	}
	return out
}
