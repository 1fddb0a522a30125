package arrayprogram

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/machines"
)

// form is what a compiler makes of a DO loop: an array operation of it and the loops
// directly inside, or a serial loop.
type form struct {
	array   bool
	nest    []*program.Do // that become one array operation, outermost first
	private map[*program.Symbol]bool
	sums    map[*program.Symbol]depend.Reduction
	why     string
}

// need is an optimization that a compiler must apply, and for what.
type need struct{ test, what string }

// form decides by the tests that the compiler has passed (section 6.2, appendix
// E.2): a loop becomes an array operation if the tests most similar to it did.
func (f *frame) form(do *program.Do) form {
	if known, ok := f.forms[do]; ok {
		return known
	}
	out := f.decide(do)
	f.forms[do] = out
	return out
}

func (f *frame) decide(do *program.Do) form {
	out := form{nest: nestOf(do), private: map[*program.Symbol]bool{}, sums: map[*program.Symbol]depend.Reduction{}}
	needs, obstacle := f.needs(&out)
	if obstacle != "" {
		out.why = "serial: " + obstacle
		return out
	}
	var applied []string
	for _, n := range needs {
		verdict := f.m.Optimizations[n.test].Applied
		if verdict != "yes" && verdict != "maybe" {
			if verdict == "" {
				verdict = "not tested"
			}
			out.why = fmt.Sprintf("serial: %s does not make array operations of %s (test %s: %s)", f.m.Machine.Name, n.what, n.test, verdict)
			return out
		}
		if verdict == "maybe" {
			verdict = "maybe, counted as applied"
		}
		applied = append(applied, n.test+": "+verdict)
	}
	out.array = true
	out.why = "array operations (" + strings.Join(applied, ", ") + ")"
	return out
}

// nestOf is a counted loop with the counted loops that are all that its body has.
func nestOf(do *program.Do) []*program.Do {
	nest := []*program.Do{do}
	for {
		body := statements(nest[len(nest)-1].Body)
		if len(body) != 1 {
			return nest
		}
		inner, is := body[0].(*program.Do)
		if !is || inner.Kind != program.DoCount || slices.ContainsFunc(nest, func(d *program.Do) bool { return program.Mentions(d.Var, inner.Lo, inner.Hi, inner.Step) }) {
			return nest
		}
		nest = append(nest, inner)
	}
}

// statements are those of a block that do something.
func statements(block []program.Stmt) []program.Stmt {
	return slices.DeleteFunc(slices.Clone(block), func(s program.Stmt) bool {
		u, is := s.(*program.Unmodelled)
		return is && u.Free
	})
}

// needs lists the optimizations that make array operations of a nest, or what no
// optimization makes up for.
func (f *frame) needs(out *form) ([]need, string) {
	depth := len(out.nest)
	inner := out.nest[depth-1]
	b := survey(out, statements(inner.Body))
	if b.obstacle != "" {
		return nil, b.obstacle
	}
	needs := b.needs(depth)
	for _, do := range out.nest {
		l, promised := f.promised[do]
		if !promised {
			l = f.depends[f.unit].Loop(do)
		}
		if l == nil {
			return nil, "its iterations are not counted"
		}
		if l.Verdict != depend.Independent && !promised && !b.scatters {
			return nil, "iterations depend on each other: " + l.Why
		}
		for _, s := range l.Private {
			if do == inner && s.Rank() == 0 {
				out.private[s] = true
			}
		}
		for _, r := range l.Reductions {
			out.sums[r.Sym] = r
		}
		if len(l.Inductions) > 0 && do == inner {
			test := "induction_1d"
			if depth > 1 {
				test = "induction_2d_loop"
			}
			needs = append(needs, need{test, "loops with a counter of their own"})
		}
	}
	for _, r := range out.sums {
		test := map[string]string{"+": "reduction_sum", "*": "reduction_product"}[r.Operator]
		if test == "" || len(r.Locations) > 0 {
			return nil, "no test of the compiler has a reduction like that of " + r.Sym.Name
		}
		needs = append(needs, need{test, "reductions"})
		delete(out.private, r.Sym)
	}
	if len(out.private) > 0 {
		test := "scalar_expansion_1"
		if depth > 1 {
			test = "scalar_expansion_2"
		}
		needs = append(needs, need{test, "loops with scalar temporaries"})
	}
	if depth > 1 {
		needs = append(needs, need{fmt.Sprintf("collapse_%d", depth), fmt.Sprintf("%d nested loops", depth)})
	}
	slices.SortFunc(needs, func(a, b need) int { return strings.Compare(a.test, b.test) })
	return slices.Compact(needs), ""
}

// surveyed is what the statements of a loop body have in them.
type surveyed struct {
	obstacle                       string
	masks, gathers, scatters, bins bool
	index, function                bool // an array gets a function of the index, with an intrinsic
	other                          bool // an array that is stored is read at another place
	stored                         map[*program.Symbol]string
	indices                        map[*program.Symbol]bool
	text                           *registers
}

func survey(f *form, body []program.Stmt) *surveyed {
	b := &surveyed{stored: map[*program.Symbol]string{}, indices: map[*program.Symbol]bool{}, text: newRegisters()}
	for _, do := range f.nest {
		b.indices[do.Var] = true
	}
	b.block(body, b.statement)
	b.block(body, b.reads)
	if len(body) == 0 {
		b.obstacle = "it does nothing"
	}
	return b
}

func (b *surveyed) block(body []program.Stmt, visit func(program.Stmt)) {
	for _, s := range statements(body) {
		visit(s)
		if i, is := s.(*program.If); is {
			b.masks = true
			for _, branch := range i.Branches {
				b.block(branch.Body, visit)
			}
			b.block(i.Else, visit)
		}
	}
}

// statement notes what is stored.
func (b *surveyed) statement(s program.Stmt) {
	switch s := s.(type) {
	case *program.If:
	case *program.Assign:
		switch {
		case s.LHS.Rank() > 0:
			b.obstacle = "array statements stand in it"
		case len(s.LHS.Subs) > 0:
			b.stored[s.LHS.Sym] = b.text.text(s.LHS)
			if b.irregular(s.LHS) {
				b.scatters = true
				b.bins = b.bins || program.Mentions(s.LHS.Sym, s.RHS)
			}
			b.index = b.index || b.value(s.RHS)
		}
	case *program.Do:
		b.obstacle = "loops and other statements stand in it side by side"
	case *program.CallStmt:
		b.obstacle = "it calls " + s.Name
	case *program.Transfer:
		b.obstacle = "it is left by " + strings.ToUpper(s.Keyword)
	case *program.Unmodelled:
		b.obstacle = s.Reason
	default:
		b.obstacle = "array constructs stand in it"
	}
}

// reads notes how elements are read.
func (b *surveyed) reads(s program.Stmt) {
	for e := range program.Exprs(s) {
		program.Walk(e, func(x program.Expr) bool {
			switch x := x.(type) {
			case *program.Ref:
				if a, is := s.(*program.Assign); is && a.LHS == x {
					return true
				}
				if place, stored := b.stored[x.Sym]; stored && len(x.Subs) > 0 && b.text.text(x) != place {
					b.other = true
				}
				b.gathers = b.gathers || b.irregular(x)
			case *program.Call:
				if _, intrinsic := program.Intrinsics[x.Name]; !intrinsic {
					b.obstacle = "it calls " + x.Name + ", which is not put in the place of its call"
				}
				b.function = true
			}
			return true
		})
	}
}

// irregular reports whether an element is found by an index array.
func (b *surveyed) irregular(r *program.Ref) bool {
	return slices.ContainsFunc(r.Subs, func(s program.Subscript) bool {
		found := false
		program.Walk(s.Lo, func(x program.Expr) bool {
			inner, is := x.(*program.Ref)
			found = found || is && len(inner.Subs) > 0
			return true
		})
		return found
	})
}

// value reports whether an expression uses the index itself, not only to find
// elements.
func (b *surveyed) value(e program.Expr) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		r, is := x.(*program.Ref)
		found = found || is && b.indices[r.Sym]
		return !is
	})
	return found
}

func (b *surveyed) needs(depth int) []need {
	var out []need
	add := func(test, what string) { out = append(out, need{test, what}) }
	switch {
	case b.bins:
		add("bin_sum", "loops that add to elements found by an index array")
	case b.scatters && b.gathers:
		add("permutation", "loops with index arrays on both sides")
	case b.scatters:
		add("scatter", "loops that store by an index array")
	case b.gathers:
		add("gather", "loops that read by an index array")
	case b.other && depth > 1:
		add("independent_linear_2d", "nested loops that read the array that they store")
	case b.other:
		add("independent_linear_1d", "loops that read the array that they store")
	default:
		add("independent_separate", "loops without dependences")
	}
	if b.masks {
		add("where", "loops that store under a condition")
	}
	switch {
	case b.index && b.function:
		add("intrinsic_of_index", "loops that store an intrinsic function of the index")
	case b.index:
		add("function_of_index", "loops that store a function of the index")
	}
	return out
}

// applied reports whether a compiler does an optimization; what is not sure counts.
func applied(a *machines.Array, test string) bool {
	v := a.Optimizations[test].Applied
	return v == "yes" || v == "maybe"
}
