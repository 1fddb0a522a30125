package symbolic

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// viewKind is a form of expression as a reader knows it.
type viewKind uint8

const (
	viewAtom    viewKind = iota // text
	viewSum                     // parts, those with minus subtracted
	viewProduct                 // parts, divided by below
	viewNegated                 // parts[0]
	viewPower                   // parts[0] to the power parts[1]
	viewCall                    // text(parts)
	viewDiv                     // parts[0] div parts[1]
	viewMod                     // parts[0] mod parts[1]
	viewCeilQuo                 // ceil(parts[0] / parts[1])
	viewTest                    // parts[0] text parts[1]
	viewAnd
	viewOr
	viewCond // if parts[0] then parts[1] else parts[2]
	viewLoop // text (sum or max) over index = parts[0]..parts[1] of parts[2]
)

// view is an expression prepared for printing: negated maxima have become
// minima, signs have moved to where they read well, operands are in reading
// order. All notations print the same view.
type view struct {
	kind  viewKind
	text  string
	parts []*view
	minus []bool
	below []*view
	key   string // orders views: their plain text, cut
}

// signed prints the parts of a sum with the signs between them.
func (v *view) signed(put func(sign string), print func(part *view)) {
	for i, t := range v.parts {
		switch {
		case i > 0 && v.minus[i]:
			put(" - ")
		case i > 0:
			put(" + ")
		case v.minus[i]:
			put("-")
		}
		print(t)
	}
}

// viewer makes views, one per node.
type viewer struct {
	a     *Arena
	names map[Expr]string
	memo  map[Expr]*view
	plain bool // no factoring: the text builds the same node again
}

func (a *Arena) newViewer(plain bool, es ...Expr) *viewer {
	w := &viewer{a: a, names: map[Expr]string{}, memo: map[Expr]*view{}, plain: plain}
	w.nameIndices(es)
	return w
}

// nameIndices names bound variables i, j, k ... from the outermost loop inwards,
// skipping the free symbols.
func (w *viewer) nameIndices(es []Expr) {
	taken := map[string]bool{}
	for _, s := range w.a.Free(es...) {
		taken[s.Name] = true
	}
	var depth uint8
	for _, e := range es {
		depth = max(depth, w.a.nodes[e].depth)
	}
	names := make([]string, 0, depth)
	for n := 0; len(names) < int(depth); n++ {
		name := string("ijklmn"[n%6])
		if n >= 6 {
			name += strconv.Itoa(n / 6)
		}
		if !taken[name] {
			names = append(names, name)
		}
	}
	w.a.eachNode(es, func(e Expr) {
		if w.a.op(e) == opBound {
			w.names[e] = names[int(depth)-int(w.a.nodes[e].aux)]
		}
	})
}

func atom(s string) *view { return &view{kind: viewAtom, text: s, key: s} }

func (w *viewer) of(e Expr) *view {
	if v, ok := w.memo[e]; ok {
		return v
	}
	v := w.make(e)
	w.memo[e] = v
	return v
}

func (w *viewer) all(es []Expr) []*view {
	out := make([]*view, len(es))
	for i, e := range es {
		out[i] = w.of(e)
	}
	return out
}

func (w *viewer) make(e Expr) *view {
	a := w.a
	n := a.nodes[e]
	switch n.op {
	case opNone:
		return atom("none")
	case opUndef:
		return atom("undefined: " + a.text(e))
	case opConst:
		return w.number(a.coefsOf(e)[0])
	case opSym:
		return atom(a.text(e))
	case opBound:
		return atom(w.names[e])
	case opAdd:
		return w.sum(a.linOf(e))
	case opMul:
		neg, v := w.term(term{one, e})
		return negatedIf(neg, v)
	case opMax:
		return w.call("max", inOrder(w.all(a.kidsOf(e))))
	case opDiv:
		if x, y, by, less, ok := w.ceiling(e); ok && less.isZero() {
			return negatedIf(by.sign() < 0, w.keyed(&view{kind: viewCeilQuo, parts: []*view{w.sum(x), w.of(y)}}))
		}
		return w.keyed(&view{kind: viewDiv, parts: w.all(a.kidsOf(e))})
	case opMod:
		return w.keyed(&view{kind: viewMod, parts: w.all(a.kidsOf(e))})
	case opFloor:
		return w.call("floor", w.all(a.kidsOf(e)))
	case opLog2:
		return w.call("log2", w.all(a.kidsOf(e)))
	case opCLog2:
		return w.call("ceil_log2", w.all(a.kidsOf(e)))
	case opPow:
		return w.keyed(&view{kind: viewPower, parts: w.all(a.kidsOf(e))})
	case opEQ, opNE, opGE, opGT:
		return w.test(n.op, a.linOf(a.kid(e, 0)))
	case opAnd:
		return w.keyed(&view{kind: viewAnd, parts: inOrder(w.all(a.kidsOf(e)))})
	case opOr:
		return w.keyed(&view{kind: viewOr, parts: inOrder(w.all(a.kidsOf(e)))})
	case opCond:
		return w.keyed(&view{kind: viewCond, parts: w.all(a.kidsOf(e))})
	case opSum:
		return w.loop("sum", e)
	case opMaxO:
		return w.loop("max", e)
	case opTable:
		return w.call(a.tables[n.aux].Name, w.all(a.kidsOf(e)))
	}
	return w.call(a.funcs[n.aux].Name, w.all(a.kidsOf(e)))
}

func (w *viewer) loop(name string, e Expr) *view {
	ks := w.a.kidsOf(e)
	v := &view{kind: viewLoop, text: name, parts: append(w.all(ks[:3]), atom(w.names[ks[3]]))}
	return w.keyed(v)
}

func (w *viewer) call(name string, parts []*view) *view {
	return w.keyed(&view{kind: viewCall, text: name, parts: parts})
}

// number shows a rational: below the line what is no short decimal.
func (w *viewer) number(x num) *view {
	if x.sign() < 0 {
		return negatedIf(true, w.number(x.neg()))
	}
	s := x.String()
	if n, d, ok := strings.Cut(s, "/"); ok {
		return w.keyed(&view{kind: viewProduct, parts: []*view{atom(n)}, below: []*view{atom(d)}})
	}
	return atom(s)
}

func negatedIf(neg bool, v *view) *view {
	if !neg {
		return v
	}
	return &view{kind: viewNegated, parts: []*view{v}, key: v.key}
}

// inOrder sorts operands for reading: numbers first, then by text.
func inOrder(vs []*view) []*view {
	slices.SortStableFunc(vs, func(x, y *view) int {
		return cmp.Or(cmpBool(!isNumber(x), !isNumber(y)), strings.Compare(x.key, y.key))
	})
	return vs
}

func isNumber(v *view) bool {
	if v.kind == viewNegated {
		v = v.parts[0]
	}
	return v.kind == viewAtom && v.text != "" && v.text[0] >= '0' && v.text[0] <= '9'
}

func cmpBool(x, y bool) int {
	switch {
	case x == y:
		return 0
	case y:
		return -1
	}
	return 1
}

// maxKey bounds the text by which views are ordered, so that ordering stays
// linear in the number of nodes.
const maxKey = 160

func (w *viewer) keyed(v *view) *view {
	p := plainPrinter{limit: maxKey}
	if v.kind == viewProduct && len(v.parts) > 1 && isNumber(v.parts[0]) { // 4*N stands with N
		p.list(v.parts[1:], "*", precPow)
	}
	p.print(v, precCond)
	v.key = p.out.String()
	return v
}
