package place

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// worker places one method.
type worker struct {
	b      *builder
	method *Method
	scope  *scope
	out    *[]Step    // where steps go
	size   *spar.Form // of what is allocated, when a pragma says it; else nil

	integers []string // of its parameters, in the model

	simple  spar.Stmt                      // the statement, when it only computes expressions; else nil
	chances map[*spar.Choice]notation.Node // of conditions that the model does not know
	missing []string                       // classes that no file declares, as far as it was said

	finite  bool      // a recursive method says itself how often it does
	located spar.Expr // the left side whose subscripts the right side has computed; else nil
	teller  *Owner    // who has the elements in subscripts whose owners only the run knows; nil for nobody
	again   int       // above 0 where what subscripts need has been brought already
}

// loop is a loop around the place that is worked on.
type loop struct{ symbol string }

// body is a placed method, as a function of its text and of the declarations.
type body struct {
	id          string
	arena       *symbolic.Arena
	grids       []*Grid
	params      []string
	origins     []extentOf // of params
	notes       []string
	steps       []Step
	needs       needs
	finite      bool // it says itself how often it calls itself
	callees     []*Call
	numerics    []Numeric
	defaults    []Numeric // parameters of the program that have a value now
	criticals   []Critical
	known       []string
	annotations int
	loose       bool
	diagnostics []source.Diagnostic
}

// place places a method.
func (k bodyKey) place(of methodOf) *body {
	u, m := of.declarations.unit, of.method
	b := of.declarations.fork()
	before, criticals := of.declarations.numerics, len(b.criticalList)
	b.tag, b.start = u.tagOf(m), m.number*memberSpace
	for _, name := range m.member.Facts.Assigned {
		b.own[name] = true
	}
	out := &body{arena: b.arena, grids: b.grids, id: k.hash()}
	b.method(m, out)
	out.needs = needsOf(b.arena, out.steps)
	for i, x := range b.numerics[:len(before)] {
		if x != before[i] {
			out.defaults = append(out.defaults, x)
		}
	}
	out.numerics, out.criticals = b.numerics[len(before):], b.criticalList[criticals:]
	out.loose = b.loose
	out.known, out.annotations, out.diagnostics, out.callees = b.known, b.annotations, b.diagnostics, b.callees
	return out
}

func (k bodyKey) hash() string {
	h := sha256.Sum256([]byte(k.member.Text + "\x00" + k.sees))
	return string(h[:])
}

func (b *builder) method(m *Method, out *body) {
	s := &scope{b: b, u: b.unit, class: m.class, method: m, names: map[string]*Variable{}, resident: m.member.Pragmas.Get("resident") != nil}
	w := &worker{b: b, method: m, scope: s, out: &out.steps}
	b.parameters(m, s, out)
	for i, from := range out.origins {
		if from.d < 0 {
			w.integers = append(w.integers, out.params[i])
		}
	}
	for _, x := range m.member.Pragmas.All("Pamela") {
		out.notes = append(out.notes, "pamela pragma: "+x.Value.String())
	}
	if p := m.member.Pragmas.Get("on"); p != nil {
		if o, ok := w.on(p); ok {
			s.on = &o
		}
	}
	if m.member.Body != nil {
		w.bounded(m.member)
	}
	out.finite = w.finite
}

// parameters enters the parameters of a method: what is a number is a parameter of its
// process, and so is an extent of which its calls do not all say the same.
func (b *builder) parameters(m *Method, s *scope, out *body) {
	extents, symbols := b.extentsOf(m), map[extentOf]symbolic.Expr{}
	number := func(model string, at extentOf) symbolic.Expr {
		out.params, out.origins = append(out.params, model), append(out.origins, at)
		b.local[model] = true
		b.know(model)
		symbols[at] = b.arena.Sym(model, symbolic.Index)
		return symbols[at]
	}
	var list []*Variable
	for k, p := range m.member.Params {
		v := s.add(&Variable{Name: p.Name, Model: b.model(p.Name), Type: p.Type, Span: p.NameSpan.Shift(b.start)})
		list = append(list, v)
		if classOfType(p.Type) == Integer {
			if n := number(v.Model, extentOf{k, -1}); b.own[p.Name] {
				v.now = n // until the method assigns another
			} else {
				v.value = n
			}
		}
		for d := 0; m.sized[k] && d < v.Rank(); d++ {
			if at := (extentOf{k, d}); extents[at].own() {
				model := b.model(extentName(p, d))
				b.arena.Assume(model, 0, symbolic.Unbounded)
				number(model, at)
			}
		}
	}
	for k, p := range m.member.Params {
		v := list[k]
		for d := 0; m.sized[k] && d < v.Rank(); d++ {
			at := extentOf{k, d}
			switch e := extents[at]; {
			case e.value != 0:
				symbols[at] = e.value
			case e.like != nil:
				symbols[at] = symbols[*e.like]
			}
			v.extents = append(v.extents, symbols[at])
		}
		b.shape(v, p.Pragmas, s)
		if v.Layout == nil && m.sized[k] {
			v.Layout = b.handedLayout(m, k)
		}
		v.once = false
	}
}

// extentName is the name of an extent of a parameter, where it is one of its own.
func extentName(p *spar.Param, d int) string { return fmt.Sprintf("%s_n%d", p.Name, d) }

func (b *builder) know(name string) { b.known = append(b.known, name) }

// base is where what is nowhere in particular is done: on the processors that
// an on names, on the method's own processor, or on all.
func (m *worker) base() Owner {
	switch {
	case m.scope.on != nil:
		return *m.scope.on
	case m.scope.home != nil:
		return *m.scope.home
	case m.method.Located:
		return Here
	}
	return Replicated
}

// on reads the processors of a statement, a block or an expression.
func (m *worker) on(p *spar.Pragma) (Owner, bool) {
	if p.Value == nil {
		m.b.report(p.Span, source.Error, "spar-map", "on is followed by a processor: on = gpp[@p]")
		return Owner{}, false
	}
	f := p.Value
	if f.Head() == "lambda" {
		m.b.report(p.Span, source.Error, "spar-map", "the map of an array cannot stand at a statement")
		return Owner{}, false
	}
	l := m.b.ownerForm(&Layout{Span: f.Span, scope: m.scope}, f)
	if l == nil {
		return Owner{}, false
	}
	return m.b.owner(l, nil, nil), true
}

func (m *worker) add(s Step) {
	m.spread(s)
	*m.out = append(*m.out, s)
}

// into has the steps of f collected.
func (m *worker) into(f func()) []Step {
	var steps []Step
	old := m.out
	m.out = &steps
	f()
	m.out = old
	return steps
}

// nested opens a scope for f.
func (m *worker) nested(f func()) {
	old := m.scope
	m.scope = old.inner()
	f()
	m.scope = old
}

func (m *worker) block(list []spar.Stmt) {
	m.nested(func() {
		for i, s := range list {
			if x := m.leaving(s, list[i+1:]); x != nil {
				m.statement(x)
				return
			}
			m.statement(s)
		}
	})
}

// leaving is if (c) return, with what stands behind it as what is done otherwise; nil for any
// other statement, and where the model does not know c.
func (m *worker) leaving(s spar.Stmt, behind []spar.Stmt) spar.Stmt {
	x, ok := s.(*spar.If)
	if !ok || x.Else != nil || len(behind) == 0 || !returns(x.Then) || pamela(s, "cond") != nil {
		return nil
	}
	if _, known := m.test(x.Cond); !known {
		return nil
	}
	both := *x
	both.Else = &spar.Block{Body: behind}
	return &both
}

// span is a place of the member, in the file.
func (m *worker) span(x interface{ At() source.Span }) source.Span {
	return x.At().Shift(m.b.start)
}

// proper is the place of a statement without its pragmas, in the file.
func (m *worker) proper(s spar.Stmt) source.Span { return s.Proper().Shift(m.b.start) }

// notes are the pragmas of a statement as the model's comments show them.
func notes(p *spar.Pragmas) []string {
	var out []string
	if p == nil {
		return nil
	}
	for _, x := range p.List {
		switch {
		case x.Value == nil:
			out = append(out, "flag pragma: "+x.Name)
		case x.Name == "Pamela":
			out = append(out, "pamela pragma: "+x.Value.String())
		default:
			out = append(out, "value pragma: "+x.Name+" = "+x.Value.String())
		}
	}
	return out
}

// component names a component of a vector iterator.
func component(name string, d int) string { return fmt.Sprintf("%s.%d", name, d) }

// oneLine is a text without line ends.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
