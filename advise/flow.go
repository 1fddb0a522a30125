package advise

import (
	"slices"

	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// phase is a statement of a unit that is mapped as a whole: a loop nest, an array
// statement, a call. What stands around it are loops whose index is no subscript, time
// steps for instance (Kennedy and Kremer).
type phase struct {
	first, last int // lines
	uses        map[string]bool
}

// follow is how often one phase comes directly after another as far as an array goes.
type follow struct {
	from, to int
	times    float64
}

// flow is the phases of a unit with the loops around them.
type flow struct {
	phases []phase
	body   []step
}

// step is a phase, or a loop over steps.
type step struct {
	phase int // -1 of a loop
	trips float64
	body  []step
}

// maxPhases bounds what redistribution is looked for.
const maxPhases = 64

// flowOf finds the phases. Iterations of a loop that are not known count as several.
func flowOf(u *lower.Unit, text *source.Text, trips func(line int) float64) flow {
	var f flow
	f.body = f.steps(u, u.Body, text, trips)
	return f
}

func (f *flow) steps(u *lower.Unit, body []program.Stmt, text *source.Text, trips func(line int) float64) []step {
	var out []step
	for _, s := range body {
		first := text.LineOf(u.Start + s.Span().Start)
		if do, is := s.(*program.Do); is && len(do.Body) > 1 && !walksArrays(do) {
			if inner := f.steps(u, do.Body, text, trips); len(inner) > 0 {
				out = append(out, step{-1, max(1, trips(first)), inner})
			}
			continue
		}
		p := phase{first: first, last: text.LineOf(u.Start + lastByte(s)), uses: map[string]bool{}}
		program.Statements([]program.Stmt{s}, func(s program.Stmt) bool {
			for _, e := range slices.AppendSeq(program.Transferred(s), program.Exprs(s)) {
				program.Walk(e, func(e program.Expr) bool {
					if r, is := e.(*program.Ref); is && r.Sym.Rank() > 0 {
						p.uses[r.Sym.Name] = true
					}
					return true
				})
			}
			return true
		})
		if len(p.uses) > 0 {
			f.phases = append(f.phases, p)
			out = append(out, step{len(f.phases) - 1, 1, nil})
		}
	}
	return out
}

// lastByte is where a statement ends.
func lastByte(s program.Stmt) int {
	switch s := s.(type) {
	case *program.Do:
		return max(s.At.Start, s.End.End-1)
	case *program.Forall:
		return max(s.At.Start, s.End.End-1)
	case *program.If:
		return max(s.At.Start, s.End.End-1)
	case *program.Where:
		return max(s.At.Start, s.End.End-1)
	}
	return max(s.Span().Start, s.Span().End-1)
}

// walksArrays tells whether the index of a loop stands in a subscript in it.
func walksArrays(do *program.Do) bool {
	if do.Kind == program.DoConcurrent {
		return true
	}
	if do.Var == nil {
		return false
	}
	found := false
	program.Statements(do.Body, func(s program.Stmt) bool {
		for e := range program.Exprs(s) {
			program.Walk(e, func(e program.Expr) bool {
				if r, is := e.(*program.Ref); is {
					for _, sub := range r.Subs {
						found = found || program.Mentions(do.Var, sub.Lo, sub.Hi, sub.Stride)
					}
				}
				return !found
			})
		}
		return !found
	})
	return found
}

// follows lists which phases with some arrays come directly after which, and how often:
// from one iteration of a loop to the next too.
func (f flow) follows(uses func(phase) bool) []follow {
	counted := map[[2]int]float64{}
	last := -1
	var walk func(body []step, times float64)
	walk = func(body []step, times float64) {
		for _, s := range body {
			switch {
			case s.phase >= 0 && uses(f.phases[s.phase]):
				if last >= 0 {
					counted[[2]int{last, s.phase}] += times
				}
				last = s.phase
			case s.phase < 0:
				before := last
				walk(s.body, times)
				if s.trips > 1 && last != before { // once more, from its own end
					walk(s.body, times*(s.trips-1))
				}
			}
		}
	}
	walk(f.body, 1)
	var out []follow
	for pair, times := range counted {
		if pair[0] != pair[1] {
			out = append(out, follow{pair[0], pair[1], times})
		}
	}
	slices.SortFunc(out, func(a, b follow) int {
		if a.to != b.to {
			return a.to - b.to
		}
		return a.from - b.from
	})
	return out
}
