package interpret

import (
	"slices"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
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
		resolved := slices.ContainsFunc(k.units, func(u *aag.AAU) bool { return u.Element.Resolves != nil })
		for n, u := range k.units {
			shares[n] = u.Weight
			if resolved {
				shares[n] = i.a.Mul(u.Weight, i.owned(u.Partition))
			}
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

// owned is the part of the iterations that a processor executes of a statement, beside others that all
// execute; where each iteration of the loops around has another one, what each has in the mean.
func (i *interpreter) owned(p *comm.Partition) symbolic.Expr {
	whole, names := i.a.Int(1), comm.Scope(p.Ranges).Names()
	for _, l := range p.Order {
		for _, s := range p.Shares.Of(l) {
			part := i.a.Quo(s.Count, i.a.Max(i.a.Int(1), l.Trip(i.a)))
			if i.b.MentionsAny(part, names) {
				part = i.a.Quo(i.a.Int(1), i.b.Joint.Extents[s.Axis])
			}
			whole = i.a.Mul(whole, part)
		}
	}
	return whole
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
