package aag

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scalarize"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// do builds a DO loop: its header's own unit, then its body, distinguished by
// iteration when there is communication inside.
func (w *walker) do(s *program.Do) []*AAU {
	if x := w.across(s); x != nil {
		return w.wavefront(s, x)
	}
	l, assumed, err := w.loop(s)
	if err != nil {
		return w.failed(s, err)
	}
	if s.Kind == program.DoConcurrent {
		return w.concurrent(s)
	}
	kind := IterD
	if assumed {
		kind = IterND
	}
	if values, behind := w.turns(s); values != nil {
		return w.inTurn(s, l, values, behind)
	}
	before := w.state()
	parts := w.peeled(s, l)
	switch {
	case len(parts) == 1:
		return w.partOf(kind, s, l, wholePart)
	case len(w.part) >= mostPeeled:
		return slices.Concat(w.tooDeep(s), w.partOf(kind, s, l, wholePart), w.unlessEmpty(s, l, before))
	}
	return append(w.inParts(kind, s, parts), w.unlessEmpty(s, l, before)...)
}

// partOf builds a loop, or a part of one that is peeled. The first part counts
// as its start, and sums are combined behind the last one.
func (w *walker) partOf(kind Kind, s *program.Do, l *comm.Loop, part string) []*AAU {
	if w.probing {
		return w.probedLoop(s, l, part)
	}
	if w.sync[w.placed(s)] {
		kind = IterSync
	}
	starts := w.once()
	if part == restPart {
		starts = w.b.A.Int(0)
	}
	header := w.header(kind, s, l)
	header.Count = w.b.A.Mul(header.Count, starts)
	info := LoopInfo{At: s.Span(), End: s.End, Depth: len(w.loops), Entries: w.b.Total(w.loops, starts), part: w.part}
	at := len(w.g.Loops)
	w.g.Loops = append(w.g.Loops, info)
	w.enter(s, l)
	now := w.values.inRound(s, l)
	w.values.forgetStored(s)
	w.values.learn(now)
	body := slices.Concat(w.goesOn(s), w.block(s.Body), w.messages.comeRound())
	w.leaveLoop(s)
	w.divide(header, info, at, body)
	var combined []*AAU
	if part != firstPart {
		combined = w.combined(s)
	}
	w.leave()
	if kind == IterSync {
		header.Body = body
		return append([]*AAU{header}, combined...)
	}
	return append(append([]*AAU{header}, body...), combined...)
}

// goesOn builds the condition of a DO WHILE where functions or reductions stand in it: comparisons
// are of the loop's own work.
func (w *walker) goesOn(s *program.Do) []*AAU {
	if s.Cond == nil {
		return nil
	}
	works := false
	program.Walk(s.Cond, func(e program.Expr) bool {
		c, call := e.(*program.Call)
		works = works || call && c.Intrinsic().Shape != program.Elemental && c.Intrinsic().Shape != program.Inquiry
		return !works
	})
	if !works {
		return nil
	}
	return w.test(s.Cond)
}

// header counts the loop's own work: how often it is started and how many
// iterations the processor makes.
func (w *walker) header(kind Kind, s *program.Do, l *comm.Loop) *AAU {
	return w.unit(AAU{Kind: kind, At: s.Span(), Loop: l, Entries: w.local(), Count: w.count()})
}

// divide finds which iterations of the loop a processor makes: its own where
// all statements of the body agree (local loop bounds), else all of them with
// an owner test in each.
func (w *walker) divide(header *AAU, info LoopInfo, at int, body []*AAU) {
	inner := w.loops[w.fixed():]
	p := w.agreed(inner, body)
	why := w.serial(header.Loop, body)
	switch {
	case why != "":
		p = &comm.Partition{Ranges: inner}
		info.Serial, info.Why = true, why
	case w.b.Scheme.OwnerTest == scheme.InIteration:
		p = &comm.Partition{Ranges: inner}
		info.Why = "every processor makes all iterations and tests in each which statements are its own"
	case w.g.Unit.Messages:
		p = &comm.Partition{Ranges: inner}
		info.Why = "every processor makes the iterations of its own program"
	case len(p.Shares.Of(header.Loop)) == 0:
		info.Why = "every processor makes all iterations"
		if left := resolvedIn(header.Loop, body); left != nil {
			info.Why += " and tests in each whether it owns " + strings.ToUpper(program.Text(left)) + ", which is known at run time only: equal shares are counted"
		}
	default:
		info.Parallel = true
		info.Why = "every processor makes the iterations that it owns"
		if w.inAcross != nil {
			info.Why += ", after those before it: ACROSS"
		}
		if w.sums.adopted[header.Loop.Do] {
			info.Why += ": " + w.b.Depend.Loop(header.Loop.Do).Why
		}
	}
	info.Sync = w.sync[w.placed(header.Loop.Do)]
	info.Total = w.b.Total(w.loops, w.b.A.Int(1))
	header.Partition, header.Loops = p, inner
	if len(inner) > 0 && header.Kind != IterSync {
		share := w.inside(len(w.loops) - 1)
		header.Local = w.b.Sum(p, inner, share)
		header.Entries = w.b.Sum(p, inner[:len(inner)-1], share)
	}
	w.g.Loops[at] = info
}

// resolvedIn returns a left side in the body of which processors find out in the iterations of the
// loop whose it is; nil where none is.
func resolvedIn(l *comm.Loop, body []*AAU) *program.Ref {
	var left *program.Ref
	visit(body, func(u *AAU) {
		if left == nil && u.Kind == Seq && u.Element.Resolves != nil && slices.Contains(u.Loops, l) {
			left = u.Element.Resolves.Ref
		}
	})
	return left
}

// agreed returns the shares of the loops that all statements of the body have in
// common: where they agree on a loop around the header too, a processor starts the
// header only in its own iterations of that one.
func (w *walker) agreed(loops []*comm.Loop, body []*AAU) *comm.Partition {
	all := &comm.Partition{Ranges: loops}
	var of []*comm.Partition
	visit(body, func(u *AAU) {
		before := u.Kind == Seq && u.Element.Resolves != nil && len(loops) > 0 && !slices.Contains(u.Loops, loops[len(loops)-1])
		if u.Kind == Seq && !before || u.Kind == Call && u.Partition != nil {
			of = append(of, u.Partition)
		}
	})
	if len(of) == 0 {
		return all
	}
	for _, l := range loops {
		if slices.ContainsFunc(of, func(p *comm.Partition) bool {
			return !slices.EqualFunc(p.Shares.Of(l), of[0].Shares.Of(l), comm.Share.Same)
		}) {
			continue
		}
		for _, s := range of[0].Shares.Of(l) {
			all.Add(l, s)
		}
	}
	return all
}

func (w *walker) enter(s *program.Do, l *comm.Loop) {
	w.loops = append(w.loops[:len(w.loops):len(w.loops)], l)
	w.within = append(w.within, w.placed(s))
	it := w.iterationOf(s, l)
	w.combines(s, it)
	w.homes[s] = it != nil
	w.iterations = append(w.iterations, it)
	w.b = w.b.Around(w.loops)
}

func (w *walker) leave() {
	w.loops = w.loops[:len(w.loops)-1]
	w.within = w.within[:len(w.within)-1]
	w.iterations = w.iterations[:len(w.iterations)-1]
	w.b = w.b.Around(w.loops)
}

// loop brings the header to normal form. Where the number of iterations is not
// known, it is a symbol with an assumed value.
func (w *walker) loop(s *program.Do) (l *comm.Loop, assumed bool, err error) {
	left := symbolic.Expr(0) // iterations until it is left
	if s.Kind == program.DoCount && s.Var != nil && program.Leavable(s) {
		name := w.assume("iterations", Endless, s.Span(), "the loop is not left before its end")
		left = w.b.A.Sym(name, symbolic.Index)
	}
	if known := w.findings.loops[s]; known != nil {
		return known, false, nil
	}
	if s.Kind == program.DoCount && s.Var != nil {
		l, err = scalarize.Range(w.nest(), s.Var, s.Lo, s.Hi, s.Step, w.loops)
		if err == nil {
			l.Do, l.Stores, l.Independent, l.Unordered = s, w.storesOf(s), s.Independent != nil || w.sums.adopted[s], w.unordered(s)
			l.Implied = impliedPrivate(s, w.b)
			if left != 0 {
				l.Hi = w.b.A.Min(l.Hi, w.b.A.Add(l.Lo, w.b.A.Sub(left, w.once())))
			}
			w.findings.loops[s] = l
			return l, false, nil
		}
	}
	if s.Kind == program.DoConcurrent {
		return nil, false, nil
	}
	if n := w.values.rounds(s); n != 0 {
		return &comm.Loop{Name: fmt.Sprintf("round%d'", len(w.loops)), Lo: w.b.A.Int(1), Hi: n, Scale: 1, Base: w.b.A.Int(0), Do: s, Stores: w.storesOf(s)}, false, nil
	}
	name := w.assume("iterations", 100, s.Span(), "the number of iterations is not known before run time")
	if l = w.findings.counted[s]; l != nil && l.Name == name+"'" {
		return l, true, nil
	}
	a := w.b.A
	l = &comm.Loop{Name: name + "'", Lo: a.Int(1), Hi: a.Sym(name, symbolic.Index), Scale: 1, Base: a.Int(0), Do: s, Stores: w.storesOf(s), Index: s.Var}
	w.findings.counted[s] = l
	return l, true, nil
}

// unordered reports whether the dependence test finds that the loop's iterations
// may run in any order, with its inductions as functions of its index. A compiler
// that does not vectorise messages has none.
func (w *walker) unordered(s *program.Do) bool {
	l := w.b.Depend.Loop(s)
	return w.b.Scheme.Vectorize && l != nil && l.Verdict == depend.Independent
}

// assume introduces a symbol for what the program does not say. Its name counts
// the unit's assumptions of the kind, so that an edit elsewhere keeps it.
func (w *walker) assume(kind string, value float64, at source.Span, why string) string {
	n := 1
	for _, x := range w.g.Assumed {
		if x.Kind == kind && x.At == at { // by the other part of a peeled loop
			return x.Name
		}
		if x.Kind == kind {
			n++
		}
	}
	name := fmt.Sprintf("%s%d", kind, n)
	w.g.Assumed = append(w.g.Assumed, Assumed{Name: name, Kind: kind, Default: value, At: at, Why: why, Early: value == 0 || value == Endless})
	return name
}

// storesOf returns what the body of a loop may change.
func (w *walker) storesOf(s *program.Do) comm.Stores {
	stores, ok := w.stores[s]
	if !ok {
		stores = w.b.StoresOf(s.Body)
		w.stores[s] = stores
	}
	return stores
}

// concurrent treats DO CONCURRENT as a FORALL whose iterations are
// independent.
func (w *walker) concurrent(s *program.Do) []*AAU {
	m := &masked{context: comm.Context{Ranges: s.Ranges}}
	m.add(s.Cond, s)
	first := len(w.g.Loops)
	out := append(w.construct(s), w.forallBody(s.Body, m)...)
	w.spanning(s, s.End, first)
	return out
}
