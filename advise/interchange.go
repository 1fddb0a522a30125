package advise

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// heading is that of a counted loop; what is behind DO and a label is its control.
var heading = regexp.MustCompile(`(?i)^(?:\w+\s*:\s*)?do\s*(?:\d+\s*,?\s*)?([a-z]\w*\s*=[^!&\n]*)$`)

// control is where a loop's index and bounds stand in the file; empty where that is not
// one piece of one line.
func (w *loopWriter) control(do *program.Do) source.Span {
	at := do.At.Shift(w.Start)
	m := heading.FindStringSubmatchIndex(w.file.Text.Slice(at))
	if m == nil {
		return source.Span{}
	}
	return source.Span{Start: at.Start + m[2], End: at.Start + m[3]}
}

// interchanged are the other orders of the loops that stand directly in a loop.
func (w *loopWriter) interchanged(do *program.Do) []loopChange {
	nest := w.nested(do)
	var out []loopChange
	for _, order := range permutations(len(nest))[1:] {
		if order[0] == 0 || !w.legal(nest, order) { // with the same outermost loop it is a change of the loop in it
			continue
		}
		c := loopChange{}
		var names []string
		for k, from := range order {
			names = append(names, nest[from].Var.Name)
			if k != from {
				c.edits = append(c.edits, source.Edit{Span: w.control(nest[k]), New: w.file.Text.Slice(w.control(nest[from]))})
			}
		}
		c.label = fmt.Sprintf("nest the loops at line %d in the order %s", w.file.Text.LineOf(w.Start+do.At.Start), strings.Join(names, ", "))
		out = append(out, c)
	}
	return out
}

// nested are loops of which each but the last holds nothing but the next, from a given one
// inwards: counted ones whose bounds do not depend on each other or on what the last one does.
func (w *loopWriter) nested(do *program.Do) []*program.Do {
	var out []*program.Do
	for len(out) < maxNested && w.movable(do) {
		if slices.ContainsFunc(out, func(o *program.Do) bool { return mentions(do, o.Var) || mentions(o, do.Var) }) {
			break
		}
		out = append(out, do)
		inner, is := do.Body[0].(*program.Do)
		if len(do.Body) != 1 || !is {
			break
		}
		do = inner
	}
	fixed := true
	for _, o := range out {
		program.Statements(out[len(out)-1].Body, func(x program.Stmt) bool {
			if a, is := x.(*program.Assign); is && mentions(o, a.LHS.Sym) {
				fixed = false
			}
			return true
		})
	}
	if !fixed {
		return nil
	}
	return out
}

func mentions(do *program.Do, s *program.Symbol) bool {
	return program.Mentions(s, do.Lo, do.Hi, do.Step)
}

// movable tells whether a loop is one that may be nested otherwise: a counted one with
// step 1, with statements in it that go from one to the next.
func (w *loopWriter) movable(do *program.Do) bool {
	if do.Kind != program.DoCount || do.Jumps || do.Independent != nil || do.Var == nil || len(do.Body) == 0 || w.control(do).Empty() {
		return false
	}
	if step, known := program.ConstInt(do.Step, nil); do.Step != nil && (!known || step != 1) {
		return false
	}
	plain := true
	program.Statements(do.Body, func(x program.Stmt) bool {
		switch x := x.(type) {
		case *program.Assign, *program.If, *program.Forall, *program.Where:
		case *program.Do:
			plain = plain && !x.Jumps && x.Kind == program.DoCount
		default:
			plain = false
		}
		return plain
	})
	return plain
}

// legal tells whether the loops may be nested in another order: every dependence between
// iterations still goes from an earlier to a later one (Allen and Kennedy), and no scalar
// adds up in an order that would change its rounding.
func (w *loopWriter) legal(nest []*program.Do, order []int) bool {
	for _, do := range nest {
		l := w.tests.Loop(do)
		if l == nil || len(l.Unknown) > 0 || len(l.Inductions) > 0 || slices.ContainsFunc(l.Reductions, func(r depend.Reduction) bool { return r.Sym.Rank() == 0 }) {
			return false
		}
		if slices.ContainsFunc(l.Carried(), func(d *depend.Dependence) bool { return !forward(d, nest, order) }) {
			return false
		}
	}
	return true
}

// forward tells whether a dependence goes to a later iteration in another order of loops.
func forward(d *depend.Dependence, nest []*program.Do, order []int) bool {
	for _, k := range order {
		i := slices.Index(d.Loops, nest[k])
		if i < 0 || i >= len(d.Vector) || d.Vector[i].Direction&depend.After != 0 {
			return false
		}
		if d.Vector[i].Direction == depend.Before {
			return true
		}
	}
	return true
}

// permutations of 0..n-1, the identity first.
func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var out [][]int
	for first := range n {
		for _, rest := range permutations(n - 1) {
			p := []int{first}
			for _, x := range rest {
				if x >= first {
					x++
				}
				p = append(p, x)
			}
			out = append(out, p)
		}
	}
	return out
}
