package arrayprogram

import (
	"fmt"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/arrayop"
)

// block executes statements some times.
func (f *frame) block(list []program.Stmt, times float64) {
	for _, s := range list {
		if f.exhausted() {
			f.fail(s.Span(), fmt.Sprintf("not counted: what is executed before it took all of the %d steps that are looked at; sizes and iterations that are set to less take fewer", 2*f.opt.Steps))
			continue
		}
		f.statement(s, times)
	}
}

func (f *frame) statement(s program.Stmt, times float64) {
	switch s := s.(type) {
	case *program.Assign:
		f.assignment(s, nil, times)
	case *program.Where:
		f.where(s, times)
	case *program.Do:
		f.do(s, times)
	case *program.If:
		f.branches(s, times)
	case *program.CallStmt:
		f.call(s, times)
	case *program.Forall:
		f.forall(s, times)
	case *program.Unmodelled:
		for _, x := range s.Receives {
			delete(f.scalars, x)
			delete(f.vectors, x)
		}
		if !s.Free {
			f.executed(s.At, times, 1)
			f.fail(s.At, s.Reason)
		}
	}
}

// assignment is a serial statement, or an array operation, perhaps under a mask.
func (f *frame) assignment(s *program.Assign, m *masked, times float64) {
	if s.LHS.Rank() == 0 {
		if !s.Descriptor {
			f.executed(s.At, times, 1)
			f.serial(s.At, s.LHS, []program.Expr{s.RHS}, times)
		}
		if s.LHS.Sym.Rank() == 0 {
			x, known := f.number(s.RHS)
			f.assign(s.LHS.Sym, x, known)
		} else {
			delete(f.vectors, s.LHS.Sym)
		}
		return
	}
	section, problem := f.section(s.LHS)
	if problem != "" {
		f.fail(s.At, problem)
		return
	}
	f.executed(s.At, times, section.elements)
	o := f.operation(s.At, section.elements, times)
	if m != nil {
		o.times *= m.computed
	}
	o.result = section
	o.store(s.LHS, section, s.RHS)
	o.expression(s.RHS)
	f.storeVector(s.LHS, s.RHS, m != nil)
}

// masked is a mask as its fractions of true elements tell: what the computation
// under it is multiplied by.
type masked struct{ computed float64 }

// where charges the masks of a WHERE and the statements under them (section 7.1, rule
// 5). As in appendix G, the overhead of a mask stands once for all statements under it.
func (f *frame) where(s *program.Where, times float64) {
	left := []Share{{1, 1}} // what the masks before leave
	for i, b := range s.Branches {
		if len(b.Body) == 0 {
			continue
		}
		at := s.At
		if i > 0 {
			at = b.Body[0].Span()
		}
		shares := left
		if b.Mask != nil {
			at = source.Span{Start: b.Mask.Span().Start, End: b.Mask.Span().End}
			if i == 0 {
				at = s.At
			}
			shares = f.fractions(s.At, i, b.Mask.Span())
			left = rest(shares)
		}
		f.executed(s.At, times, 1)
		n, problem := f.underMask(b)
		if problem != "" {
			f.fail(at, problem)
			continue
		}
		if _, variable := b.Mask.(*program.Ref); b.Mask != nil && !variable {
			o := f.operation(s.At, n, times)
			o.charge(Overhead, arrayop.Term{Count: 1, Name: "L-OHS", Elements: n})
			o.expression(b.Mask)
		}
		m := f.mask(s.At, shares, n, times)
		for _, x := range b.Body {
			switch x := x.(type) {
			case *program.Assign:
				f.assignment(x, &m, times)
			case *program.Where:
				f.where(x, times)
			}
		}
	}
}

// underMask is the number of elements of the statements under a mask.
func (f *frame) underMask(b program.WhereBranch) (float64, string) {
	if b.Mask != nil {
		if n, problem := f.elementsOf(b.Mask); problem == "" {
			return n, ""
		}
	}
	if s, is := b.Body[0].(*program.Assign); is {
		return f.elementsOf(s.LHS)
	}
	return 0, "the extents under the mask are not known"
}

// mask charges the overhead of a mask.
func (f *frame) mask(at source.Span, shares []Share, n, times float64) masked {
	var out masked
	for _, x := range shares {
		overhead, computed := f.m.Mask(x.Fraction, n)
		f.add(at, Overhead, overhead, times*x.Weight)
		out.computed += computed * x.Weight
	}
	return out
}

// fractions are the fractions of a mask that are true, by their weight: as they were
// counted, or set, or else half (paper 000 assumes it for the masks of a sort).
func (f *frame) fractions(at source.Span, branch int, mask source.Span) []Share {
	if f.observe != nil && branch == 0 {
		if seen, ok := f.observe(at); ok && len(seen.Mask) > 0 {
			return seen.Mask
		}
	}
	return []Share{{f.weight("mask", at, mask, "the mask is true for half of the elements"), 1}}
}

func rest(shares []Share) []Share {
	out := make([]Share, len(shares))
	for i, s := range shares {
		out[i] = Share{1 - s.Fraction, s.Weight}
	}
	return out
}

// weight is an assumed share 0..1, which the user can set by its name.
func (f *frame) weight(kind string, at, asked source.Span, why string) float64 {
	name := f.named(kind, at)
	if x, ok := f.opt.Values[name]; ok && 0 <= x && x <= 1 {
		return x
	}
	f.assume(Assumption{Name: name, Value: 0.5, Why: why, At: asked, Settable: true, Weight: kind == "weight"})
	return 0.5
}

// named numbers what is assumed of a kind in the order in which it comes up.
func (f *frame) named(kind string, at source.Span) string {
	key := fmt.Sprintf("%s %s %d", f.unit.Name, kind, at.Start)
	if name, ok := f.names[key]; ok {
		return name
	}
	f.counts[kind]++
	name := fmt.Sprintf("%s%d", kind, f.counts[kind])
	f.names[key] = name
	return name
}

// forget makes unknown what a statement may change.
func (f *frame) forget(list ...program.Stmt) {
	program.Statements(list, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Assign:
			delete(f.scalars, s.LHS.Sym)
			delete(f.vectors, s.LHS.Sym)
		case *program.Do:
			delete(f.scalars, s.Var)
		case *program.CallStmt:
			for _, a := range s.Args {
				if r, is := a.Value.(*program.Ref); is {
					delete(f.scalars, r.Sym)
					delete(f.vectors, r.Sym)
				}
			}
		case *program.Unmodelled:
			for _, x := range s.Receives {
				delete(f.scalars, x)
				delete(f.vectors, x)
			}
		}
		return true
	})
}
