package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// conclude gathers what is known of one loop.
func (a *analysis) conclude(l *loop) *Loop {
	out := &Loop{Do: l.do, Depth: int(l.depth)}
	a.arrays(l, out)
	a.scalarRoles(l, out)
	a.unseen(l, out)
	out.decide()
	return out
}

// promised reports whether the loop's directive takes a variable out of its
// promise, by NEW or REDUCTION.
func (l *loop) promised(s *program.Symbol) bool {
	d := l.do.Independent
	return d != nil && (slices.Contains(d.New, s.Name) || slices.Contains(d.Reduction, s.Name))
}

// arrays takes over the dependences on arrays, except for those on what the loop
// accumulates.
func (a *analysis) arrays(l *loop, out *Loop) {
	a.tests.solver.total = 0
	reduced := map[*program.Symbol]string{}
	if l.do.Independent == nil {
		out.arrays = make([]found, 0, len(l.carried))
	}
	for _, f := range l.carried {
		sym := f.source.sym
		if l.promised(sym) {
			continue
		}
		operator, met := reduced[sym]
		if !met {
			if l.do.Independent == nil {
				operator = l.reducesArray(sym)
			}
			reduced[sym] = operator
			if operator != "" {
				out.Reductions = append(out.Reductions, Reduction{Sym: sym, Operator: operator})
			}
		}
		switch {
		case operator != "":
		case l.do.Independent != nil:
			d := f.exported()
			d.Certain = a.certain(l, f)
			out.others = append(out.others, d)
		default:
			out.arrays = append(out.arrays, f)
		}
	}
}

// reducesArray returns the operator if all references to the array in the loop
// accumulate by it.
func (l *loop) reducesArray(sym *program.Symbol) string {
	operator := ""
	for _, k := range l.nest.classes {
		if k.sym != sym || k.loop.at(l.depth) != l {
			continue
		}
		if k.operator == "" || operator != "" && k.operator != operator {
			return ""
		}
		operator = k.operator
	}
	return operator
}

// exported is the dependence as others see it.
func (f found) exported() *Dependence {
	d := new(Dependence)
	f.export(d)
	return d
}

func (f found) export(d *Dependence) {
	*d = Dependence{Kind: f.kind(), Sym: f.source.sym, Source: f.source.first, Sink: f.sink.first, Level: int(f.level), Vector: f.vector, Doubt: f.doubt}
	if f.source.operator == f.sink.operator {
		d.Reduction = f.source.operator
	}
	d.Loops = common(f.source.loop, f.sink.loop).loops()
	if d.Vector == nil {
		d.Vector = slices.Repeat([]Step{{Direction: Any}}, len(d.Loops))
	}
}

// loops returns the loops from the outermost to l.
func (l *loop) loops() []*program.Do {
	if l == nil {
		return nil
	}
	return l.nested
}

// certain reports whether the dependence is there in every execution with large
// enough sizes.
func (a *analysis) certain(l *loop, f found) bool {
	if f.doubt != "" || !f.source.sure || !f.sink.sure || l.nest.jumps {
		return false
	}
	t := &a.tests
	t.p, t.q, t.near = f.source, f.sink, common(f.source.loop, f.sink.loop)
	t.c = depthOf(t.near)
	return !l.random && t.decide(f.level, true, order{f.level, 1}) == some
}

// unseen gathers what the analysis cannot see through.
func (a *analysis) unseen(l *loop, out *Loop) {
	switch l.do.Kind {
	case program.DoWhile:
		out.Unknown = append(out.Unknown, Reason{l.do.At, "whether there is a next iteration is known only after this one"})
	case program.DoForever:
		out.Unknown = append(out.Unknown, Reason{l.do.At, "the loop ends where an iteration decides to leave it"})
	}
	for i := range l.nest.effects {
		e := &l.nest.effects[i]
		if e.loop.at(l.depth) == l && l.depth > int32(e.leaves) {
			out.Unknown = append(out.Unknown, e.reason)
		}
	}
}

// decide sets the verdict and its reason.
func (out *Loop) decide() {
	sure := out.first(func(_ Kind, _ *program.Symbol, doubt string) bool { return doubt == "" })
	switch {
	case sure != nil:
		out.Verdict, out.Why = Carries, sure.Text()
	case len(out.Unknown) > 0:
		out.Verdict, out.Why = Unknown, out.Unknown[0].Text
	case len(out.arrays)+len(out.others) > 0:
		doubtful := out.first(func(Kind, *program.Symbol, string) bool { return true })
		out.Verdict, out.Why = Unknown, doubtful.Text()
	default:
		out.Why = out.independent()
	}
}
