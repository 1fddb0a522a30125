package values

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

// changed returns the variables that a statement itself may change, without
// those that statements inside it change.
func (m *machine) changed(s program.Stmt) []*program.Symbol {
	list := m.withParts(m.changedWhole(s))
	if u, ok := s.(*program.Unmodelled); ok && u.Keyword == program.Points {
		return program.WithOverlapping(list)
	}
	if reached := m.unit.ReachedWith(list); len(reached) > 0 {
		m.reached[s], list = reached, append(list, reached...)
	}
	return program.WithOverlapping(list)
}

// withParts adds the components of variables of derived types.
func (m *machine) withParts(list []*program.Symbol) []*program.Symbol {
	for _, v := range list {
		if v.Type == program.Derived {
			list = append(slices.Clip(list), m.partsOf(v)...)
		}
	}
	return list
}

// changedWhole returns the variables that a statement names as those that it changes.
func (m *machine) changedWhole(s program.Stmt) []*program.Symbol {
	switch s := s.(type) {
	case *program.Assign:
		return []*program.Symbol{s.LHS.Sym}
	case *program.Do:
		if s.Var != nil {
			return []*program.Symbol{s.Var}
		}
	case *program.CallStmt:
		return m.indices.Without(s, m.changedBy(s))
	case *program.Unmodelled:
		return m.received(s)
	case *program.Forall, *program.Where:
		return m.below(s)
	}
	return nil
}

// received returns the variables that get a value which is not known: of a
// statement that is not understood, all that it names.
func (m *machine) received(s *program.Unmodelled) []*program.Symbol {
	switch {
	case s.Free:
		return nil
	case s.Structured():
		return s.Receives
	}
	return m.mentioned(s.Text)
}

func (m *machine) changedBy(s *program.CallStmt) []*program.Symbol {
	if b := m.callees[s]; b != nil {
		return m.changedByBody(s, b)
	}
	if m.opt.Changed != nil {
		if list, ok := m.opt.Changed(s); ok {
			if m.opt.Unseen != nil && m.opt.Unseen(s) {
				return arguments(s, list)
			}
			return list
		}
	}
	var out []*program.Symbol
	for _, a := range s.Args {
		if r, ok := a.Value.(*program.Ref); ok {
			out = append(out, r.Sym)
		}
	}
	return out
}

// mentioned returns the variables that a text names.
func (m *machine) mentioned(text string) []*program.Symbol {
	words := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z')
	}) {
		words[w] = true
	}
	var out []*program.Symbol
	for _, s := range m.unit.Symbols {
		if words[s.Name] && s.Class == program.Variable {
			out = append(out, s)
		}
	}
	return out
}

// below returns what the statements inside s may change, each once.
func (m *machine) below(s program.Stmt) []*program.Symbol {
	var out []*program.Symbol
	for b := range program.Blocks(s) {
		program.Statements(b, func(inner program.Stmt) bool {
			for _, v := range m.changed(inner) {
				if !slices.Contains(out, v) {
					out = append(out, v)
				}
			}
			return true
		})
	}
	return out
}

// followed returns what is followed of what a construct may change.
func (m *machine) followed(s program.Stmt) []*program.Symbol {
	list, ok := m.inside[s]
	if !ok {
		for _, v := range m.below(s) {
			if m.matters[v] && !slices.Contains(list, v) {
				list = append(list, v)
			}
		}
		m.inside[s] = list
	}
	return list
}

// arguments returns those of the variables that a call has as arguments.
func arguments(s *program.CallStmt, of []*program.Symbol) []*program.Symbol {
	var out []*program.Symbol
	for _, a := range s.Args {
		if r, ok := a.Value.(*program.Ref); ok && slices.Contains(of, r.Sym) {
			out = append(out, r.Sym)
		}
	}
	return out
}
