package lower

import (
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// element is a type with the bytes of one element.
type element struct {
	typ   program.Type
	bytes int
}

// scope finds symbols by name: indices of enclosing FORALLs, then the unit's
// own names, then those of its hosts.
type scope struct {
	unit     *program.Unit
	host     *scope
	names    map[string]*program.Symbol
	indices  []*program.Symbol // innermost last
	implicit [26]element       // type by first letter
	explicit bool              // IMPLICIT NONE
}

func newScope(unit *program.Unit, host *scope) *scope {
	s := &scope{unit: unit, host: host, names: map[string]*program.Symbol{}}
	if host != nil {
		s.implicit, s.explicit = host.implicit, host.explicit
		return s
	}
	for i := range s.implicit {
		s.implicit[i] = element{program.Real, 4}
		if 'i' <= 'a'+i && 'a'+i <= 'n' {
			s.implicit[i] = element{program.Integer, 4}
		}
	}
	return s
}

// find returns the symbol of a name that is declared or has been used, or nil.
func (s *scope) find(name string) *program.Symbol {
	for i := len(s.indices) - 1; i >= 0; i-- {
		if s.indices[i].Name == name {
			return s.indices[i]
		}
	}
	if sym := s.names[name]; sym != nil {
		return sym
	}
	if s.host == nil {
		return nil
	}
	sym := s.host.find(name)
	if sym != nil {
		s.enter(sym)
	}
	return sym
}

// own returns the unit's own symbol, new if there is none: a declaration hides
// the host's name.
func (s *scope) own(name string, at source.Span) *program.Symbol {
	if sym := s.names[name]; sym != nil {
		return sym
	}
	sym := &program.Symbol{Name: name, Declared: at}
	s.enter(sym)
	return sym
}

func (s *scope) enter(sym *program.Symbol) {
	s.names[sym.Name] = sym
	s.unit.Symbols = append(s.unit.Symbols, sym)
}

// use returns the symbol of a name, implicitly typed if it is new.
func (s *scope) use(name string) *program.Symbol {
	if sym := s.find(name); sym != nil {
		return sym
	}
	sym := s.own(name, source.Span{})
	s.typeImplicitly(sym)
	return sym
}

func (s *scope) typeImplicitly(sym *program.Symbol) {
	if c := sym.Name[0]; sym.Type == program.Unknown && 'a' <= c && c <= 'z' {
		e := s.implicit[c-'a']
		sym.Type, sym.Bytes = e.typ, e.bytes
	}
}

// push makes a construct index visible; pop hides the n innermost ones.
func (s *scope) push(name string) *program.Symbol {
	sym := &program.Symbol{Name: name, Class: program.ConstructIndex, Type: program.Integer, Bytes: 4}
	s.indices = append(s.indices, sym)
	return sym
}

func (s *scope) pop(n int) { s.indices = s.indices[:len(s.indices)-n] }
