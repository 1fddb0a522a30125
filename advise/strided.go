package advise

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Where a loop stores to coarse(i) what it reads of fine(2*i), equal blocks of both lie together
// only if one array has exactly twice the elements of the other: ALIGN coarse(i) WITH fine(2*i)
// holds whatever their sizes are (Li and Chen's alignment, with a stride).

// mostStrided bounds the alignments that are tried for a loop.
const mostStrided = 4

// distributeWords are those of a directive on one line, behind its sentinel.
var distributeWords = regexp.MustCompile(`(?i)^[!c*]hpf\$\s*(distribute\b[^!&\n]*)$`)

// strided is how the subscripts of one array follow those of another one: stride*i + offset in
// each dimension.
type strided struct {
	to              *program.Symbol
	stride, offsets []int64
}

// aligned are the alignments with a stride that the statements of a loop ask for, in the place of
// a DISTRIBUTE of the array that they store to.
func (w *loopWriter) aligned(do *program.Do) []loopChange {
	var out []loopChange
	var seen []string
	program.Statements(do.Body, func(x program.Stmt) bool {
		if _, inner := x.(*program.Do); inner {
			return false // it asks for itself
		}
		a, is := x.(*program.Assign)
		if !is || !a.LHS.IsElement() {
			return true
		}
		at, words := w.distributed(a.LHS.Sym)
		if at.Empty() {
			return true
		}
		for _, f := range w.asks(a) {
			text := f.directive(a.LHS, words)
			if !slices.Contains(seen, text) && len(seen) < mostStrided {
				seen = append(seen, text)
				out = append(out, loopChange{label: text, edits: []source.Edit{{Span: at, New: text}}})
			}
		}
		return true
	})
	return out
}

// distributed is where the only directive stands that maps an array, and no other one, with its
// words; empty where there is none on one line.
func (w *loopWriter) distributed(s *program.Symbol) (source.Span, string) {
	var found []lower.Distribute
	for _, d := range w.Directives {
		if slices.Contains(d.Arrays, s) {
			found = append(found, d)
		}
	}
	if len(found) != 1 || len(found[0].Arrays) != 1 || found[0].FormatsAt.Empty() {
		return source.Span{}, ""
	}
	at := found[0].At.Shift(w.Start)
	m := distributeWords.FindStringSubmatchIndex(w.file.Text.Slice(at))
	if m == nil {
		return source.Span{}, ""
	}
	at = source.Span{Start: at.Start + m[2], End: at.Start + m[3]}
	return at, w.file.Text.Slice(at)
}

// asks are the strided references of an assignment to other mapped arrays of the unit.
func (w *loopWriter) asks(a *program.Assign) []strided {
	var out []strided
	program.Walk(a.RHS, func(x program.Expr) bool {
		r, is := x.(*program.Ref)
		if !is || !r.IsElement() || r.Sym == a.LHS.Sym || len(r.Subs) != len(a.LHS.Subs) {
			return true
		}
		if _, mapped := w.Layouts[r.Sym]; !mapped {
			return true
		}
		f, steps := strided{to: r.Sym}, false
		for d, s := range r.Subs {
			index, stored, ok := plainIndex(a.LHS.Subs[d].Lo)
			stride, offset, linear := linearIn(s.Lo, index)
			if !ok || !linear || stride < 1 {
				return true
			}
			steps = steps || stride > 1
			f.stride, f.offsets = append(f.stride, stride), append(f.offsets, offset-stride*stored)
		}
		if steps {
			out = append(out, f)
		}
		return true
	})
	return out
}

// plainIndex is a subscript i, or i plus or minus a constant.
func plainIndex(e program.Expr) (index *program.Symbol, offset int64, ok bool) {
	program.Walk(e, func(x program.Expr) bool {
		if r, is := x.(*program.Ref); is && r.Sym.Class == program.Variable && r.Sym.Rank() == 0 && index == nil {
			index = r.Sym
		}
		return true
	})
	stride, offset, linear := linearIn(e, index)
	return index, offset, index != nil && linear && stride == 1
}

// linearIn is an expression as stride*index + offset.
func linearIn(e program.Expr, index *program.Symbol) (stride, offset int64, ok bool) {
	if c, constant := program.ConstInt(e, nil); constant {
		return 0, c, true
	}
	switch e := e.(type) {
	case *program.Ref:
		return 1, 0, e.Sym == index && len(e.Subs) == 0
	case *program.Binary:
		sx, ox, okX := linearIn(e.X, index)
		sy, oy, okY := linearIn(e.Y, index)
		switch {
		case !okX || !okY:
		case e.Op == program.Add:
			return sx + sy, ox + oy, true
		case e.Op == program.Sub:
			return sx - sy, ox - oy, true
		case e.Op == program.Mul && sx*sy == 0:
			return sx*oy + sy*ox, ox * oy, true
		}
	}
	return 0, 0, false
}

// directive aligns the array of a reference so, in the case of the words that it replaces.
func (f strided) directive(r *program.Ref, words string) string {
	var own, theirs []string
	for d, s := range r.Subs {
		index, _, _ := plainIndex(s.Lo)
		own = append(own, index.Name)
		text := index.Name
		if f.stride[d] > 1 {
			text = fmt.Sprintf("%d*%s", f.stride[d], text)
		}
		if o := f.offsets[d]; o != 0 {
			text += fmt.Sprintf("%+d", o)
		}
		theirs = append(theirs, text)
	}
	align, with := "ALIGN", "WITH"
	if strings.HasPrefix(words, "d") {
		align, with = "align", "with"
	}
	return fmt.Sprintf("%s %s(%s) %s %s(%s)", align, r.Sym.Name, strings.Join(own, ","), with, f.to.Name, strings.Join(theirs, ","))
}
