package place

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// worker places one method.
type worker struct {
	b       *builder
	method  *Method
	scope   *scope
	vectors map[*Variable]int // iterators that are vectors, with their length
	out     *[]Step           // where steps go
}

// loop is a loop around the place that is worked on.
type loop struct{ symbol string }

func (b *builder) method(m *Method) {
	b.start = m.member.Start
	s := &scope{b: b, class: m.class, method: m, names: map[string]*Variable{}}
	w := &worker{b: b, method: m, scope: s, vectors: map[*Variable]int{}, out: &m.Body}
	for _, p := range m.member.Params {
		v := s.add(&Variable{Name: p.Name, Model: b.model(p.Name), Type: p.Type, Span: p.NameSpan.Shift(b.start)})
		b.shape(v, p.Pragmas, s)
		v.once = false
		if classOfType(p.Type) == Integer {
			m.Params = append(m.Params, v.Model)
			m.params = append(m.params, v)
			v.value = b.arena.Sym(v.Model, symbolic.Index)
			b.local[v.Model] = true
			b.know(v.Model)
		}
	}
	for _, x := range m.member.Pragmas.All("Pamela") {
		m.Notes = append(m.Notes, "pamela pragma: "+x.Value.String())
	}
	if p := m.member.Pragmas.Get("on"); p != nil {
		if o, ok := w.on(p); ok {
			s.on = &o
		}
	}
	if m.member.Body != nil {
		w.block(m.member.Body.Body)
	}
	b.start = 0
}

func (b *builder) know(name string) { b.program.Known = append(b.program.Known, name) }

// base is where what is nowhere in particular is done: on the processors that
// an on names, on the method's own processor, or on all.
func (m *worker) base() Owner {
	switch {
	case m.scope.on != nil:
		return *m.scope.on
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

func (m *worker) add(s Step) { *m.out = append(*m.out, s) }

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
		for _, s := range list {
			m.statement(s)
		}
	})
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

// findLocated finds the methods that run on one processor: all their calls
// stand under an on, or in such a method.
func (b *builder) findLocated() {
	type site struct {
		from    *Method
		located bool
	}
	sites := map[*Method][]site{}
	for _, m := range b.program.Methods {
		if m.member.Body == nil {
			continue
		}
		s := &scope{b: b, class: m.class, names: map[string]*Variable{}}
		var walk func(st spar.Stmt, on bool)
		walk = func(st spar.Stmt, on bool) {
			on = on || st.Notes().Get("on") != nil
			for _, x := range spar.Expressions(st) {
				spar.WalkExpr(x, func(e spar.Expr) {
					if c, ok := e.(*spar.Call); ok {
						if to := s.callee(c); to != nil {
							sites[to] = append(sites[to], site{m, on})
						}
					}
				})
			}
			for _, part := range spar.Parts(st) {
				walk(part, on)
			}
		}
		walk(m.member.Body, m.member.Pragmas.Get("on") != nil)
	}
	for _, m := range b.program.Methods {
		m.Located = len(sites[m]) > 0
	}
	for changed := true; changed; {
		changed = false
		for _, m := range b.program.Methods {
			for _, s := range sites[m] {
				if m.Located && !s.located && !s.from.Located {
					m.Located, changed = false, true
				}
			}
		}
	}
}

// component names a component of a vector iterator.
func component(name string, d int) string { return fmt.Sprintf("%s.%d", name, d) }

// oneLine is a text without line ends.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
