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
	names           []string // of the indices
	stride, offsets []int64
}

// aligned are the alignments with a stride that some statements ask for, in the place of a
// DISTRIBUTE of the array that they store to.
func (w *loopWriter) aligned(body []program.Stmt) []loopChange {
	var out []loopChange
	var seen []string
	program.Statements(body, func(x program.Stmt) bool {
		if _, inner := x.(*program.Do); inner {
			return false // it asks for itself
		}
		a, is := x.(*program.Assign)
		if !is || a.LHS.Sym.Rank() == 0 {
			return true
		}
		at, words, rest := w.distributed(a.LHS.Sym)
		if at.Empty() {
			return true
		}
		for _, f := range w.asks(a) {
			text := f.directive(a.LHS.Sym, words)
			if !slices.Contains(seen, text) && len(seen) < mostStrided {
				seen = append(seen, text)
				out = append(out, loopChange{label: text, edits: []source.Edit{{Span: at, New: rest + text}}})
			}
		}
		return true
	})
	return out
}

// distributed is where the only directive stands that maps an array and nothing aligned with it,
// its words, and what is to stay in front of others in their place: the same directive for the
// other arrays that it names. The place is empty where there is no such directive on one line.
func (w *loopWriter) distributed(s *program.Symbol) (at source.Span, words, rest string) {
	var found []lower.Distribute
	for _, d := range w.Directives {
		if slices.Contains(d.Arrays, s) {
			found = append(found, d)
		}
	}
	if len(found) != 1 || len(found[0].Arrays) != 1 || found[0].FormatsAt.Empty() {
		return source.Span{}, "", ""
	}
	whole := found[0].At.Shift(w.Start)
	text := w.file.Text.Slice(whole)
	m := distributeWords.FindStringSubmatchIndex(text)
	if m == nil {
		return source.Span{}, "", ""
	}
	at, words = source.Span{Start: whole.Start + m[2], End: whole.Start + m[3]}, text[m[2]:m[3]]
	alone := func(d lower.Distribute) bool { return d.At != found[0].At || d.Target == found[0].Target }
	if !slices.ContainsFunc(w.Directives, func(d lower.Distribute) bool { return !alone(d) }) {
		return at, words, ""
	}
	head, names, listed := strings.Cut(words, "::")
	others := slices.DeleteFunc(strings.Split(names, ","), func(x string) bool { return strings.EqualFold(strings.TrimSpace(x), s.Name) })
	if !listed {
		return source.Span{}, "", ""
	}
	return at, words, head + "::" + strings.Join(others, ",") + "\n" + text[:m[2]]
}

// asks are the strided references of an assignment to other mapped arrays of the unit.
func (w *loopWriter) asks(a *program.Assign) []strided {
	var out []strided
	stored := subscriptsOf(a.LHS)
	program.Walk(a.RHS, func(x program.Expr) bool {
		r, is := x.(*program.Ref)
		if !is || r.Sym == a.LHS.Sym || r.Sym.Rank() != len(stored) {
			return true
		}
		if _, mapped := w.Layouts[r.Sym]; !mapped {
			return true
		}
		f, steps := strided{to: r.Sym}, false
		for d, s := range subscriptsOf(r) {
			name, stride, offset, ok := follows(stored[d], s, d)
			if !ok || stride < 1 || slices.Contains(f.names, name) {
				return true
			}
			steps = steps || stride > 1
			f.names, f.stride, f.offsets = append(f.names, name), append(f.stride, stride), append(f.offsets, offset)
		}
		if steps {
			out = append(out, f)
		}
		return true
	})
	return out
}

// subscriptsOf are those of a reference; of a whole array, all of each dimension. Sections have
// a lower bound.
func subscriptsOf(r *program.Ref) []program.Subscript {
	out := slices.Clone(r.Subs)
	if len(out) == 0 {
		out = slices.Repeat([]program.Subscript{{Triplet: true}}, r.Sym.Rank())
	}
	for d := range out {
		if out[d].Triplet && out[d].Lo == nil {
			out[d].Lo = r.Sym.Dims[d].Lower
		}
	}
	return out
}

// follows is how a subscript follows the one with which is stored, in some dimension: as
// stride*i + offset, i being that. Sections follow each other element by element.
func follows(stored, read program.Subscript, dim int) (name string, stride, offset int64, ok bool) {
	if !stored.Triplet {
		index, off, plain := plainIndex(stored.Lo)
		stride, offset, ok = linearIn(read.Lo, index)
		if !plain || !ok || read.Triplet {
			return "", 0, 0, false
		}
		return index.Name, stride, offset - stride*off, true
	}
	first, step, known := section(stored)
	from, stride, ok := section(read)
	return "ijklmno"[dim : dim+1], stride, from - stride*first, known && ok && step == 1 && read.Triplet
}

// section is where a section begins and its stride, where both are constant.
func section(s program.Subscript) (first, step int64, ok bool) {
	if !s.Triplet {
		return 0, 0, false
	}
	first, ok = program.ConstInt(s.Lo, nil)
	if step = 1; ok && s.Stride != nil {
		step, ok = program.ConstInt(s.Stride, nil)
	}
	return first, step, ok
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

// directive aligns an array so, in the case of the words that it replaces.
func (f strided) directive(s *program.Symbol, words string) string {
	var theirs []string
	for d, text := range f.names {
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
	return fmt.Sprintf("%s %s(%s) %s %s(%s)", align, s.Name, strings.Join(f.names, ","), with, f.to.Name, strings.Join(theirs, ","))
}
