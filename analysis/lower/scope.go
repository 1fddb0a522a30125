package lower

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// element is a type with the bytes of one element.
type element struct {
	typ       program.Type
	bytes     int
	anyLength bool // of CHARACTER: LEN=* and the like
}

// scope finds symbols by name: indices of enclosing FORALLs, then the unit's
// own names, those of the modules that it uses, and those of its hosts.
type scope struct {
	unit     *program.Unit
	host     *scope
	uses     []*use
	adopt    func(x *export, local, prefix string) *program.Symbol // copies an entity of a module
	prefix   string                                                // of the unit's symbols: module% for those of an interface
	names    map[string]*program.Symbol
	indices  []bound                      // innermost last
	implicit [26]element                  // type by first letter
	explicit bool                         // IMPLICIT NONE
	block    bool                         // of a BLOCK construct
	generics func() map[string][]specific // that its interfaces declare
}

func newScope(unit *program.Unit, host *scope) *scope {
	s := &scope{unit: unit, host: host, names: map[string]*program.Symbol{}}
	if host != nil {
		s.implicit, s.explicit = host.implicit, host.explicit
		return s
	}
	for i := range s.implicit {
		s.implicit[i] = element{typ: program.Real, bytes: 4}
		if 'i' <= 'a'+i && 'a'+i <= 'n' {
			s.implicit[i] = element{typ: program.Integer, bytes: 4}
		}
	}
	return s
}

// find returns the symbol of a name that is declared or has been used, or nil.
func (s *scope) find(name string) *program.Symbol {
	for i := len(s.indices) - 1; i >= 0; i-- {
		if s.indices[i].name == name {
			return s.indices[i].sym
		}
	}
	if sym := s.names[name]; sym != nil {
		return sym
	}
	if x := s.imported(name); x != nil {
		if x.sym == nil {
			return nil
		}
		sym := s.adopt(x, name, s.prefix)
		s.enter(name, sym)
		return sym
	}
	if s.host == nil {
		return nil
	}
	sym := s.host.find(name)
	if sym != nil {
		s.enter(name, sym)
	}
	return sym
}

// declared is find for what the unit or its hosts declare or have used, without making it
// known to the unit.
func (s *scope) declared(name string) *program.Symbol {
	for ; s != nil; s = s.host {
		if sym := s.names[name]; sym != nil {
			return sym
		}
	}
	return nil
}

// visible is find without making the name known to the unit: what an import brings may
// need what is just being made.
func (s *scope) visible(name string) *program.Symbol {
	if sym := s.declared(name); sym != nil {
		return sym
	}
	if x := s.seen(name); x != nil {
		return x.sym
	}
	return nil
}

// own returns the unit's own symbol, new if there is none: a declaration hides
// the host's name.
func (s *scope) own(name string, at source.Span) *program.Symbol {
	if sym := s.names[name]; sym != nil {
		return sym
	}
	sym := &program.Symbol{Name: s.prefix + name, Declared: at}
	s.enter(name, sym)
	return sym
}

// enter makes a symbol known under a name, and under its own.
func (s *scope) enter(name string, sym *program.Symbol) {
	if s.names[sym.Name] != sym {
		s.unit.Symbols = append(s.unit.Symbols, sym)
	}
	s.names[name], s.names[sym.Name] = sym, sym
}

// use returns the symbol of a name, implicitly typed if it is new.
func (s *scope) use(name string) *program.Symbol {
	if sym := s.find(name); sym != nil {
		return sym
	}
	if s.block {
		return s.useInside(name)
	}
	sym := s.own(name, source.Span{})
	s.typeImplicitly(sym)
	return sym
}

func (s *scope) typeImplicitly(sym *program.Symbol) {
	if c := sym.Name[strings.IndexByte(sym.Name, '%')+1]; sym.Type == program.Unknown && 'a' <= c && c <= 'z' {
		e := s.implicit[c-'a']
		sym.Type, sym.Bytes = e.typ, e.bytes
	}
}

// bound is a name that holds inside a construct.
type bound struct {
	name  string
	sym   *program.Symbol
	value program.Expr // that the name stands for, nil where it is an index or a variable
}

// indexed reports whether indices of FORALL, DO CONCURRENT or an implied DO hold.
func (s *scope) indexed() bool {
	return slices.ContainsFunc(s.indices, func(b bound) bool { return b.sym.Class == program.ConstructIndex })
}

// value returns the expression that a name of an ASSOCIATE stands for, or nil.
func (s *scope) value(name string) program.Expr {
	for i := len(s.indices) - 1; i >= 0; i-- {
		if s.indices[i].name == name {
			return s.indices[i].value
		}
	}
	return nil
}

// pushIndex makes a construct index visible.
func (s *scope) pushIndex(name string) *program.Symbol {
	sym := &program.Symbol{Name: name, Class: program.ConstructIndex, Type: program.Integer, Bytes: 4}
	s.push(name, sym, nil)
	return sym
}

// push makes a name visible; pop hides the n innermost ones.
func (s *scope) push(name string, sym *program.Symbol, value program.Expr) {
	s.indices = append(s.indices, bound{name, sym, value})
}

func (s *scope) pop(n int) { s.indices = s.indices[:len(s.indices)-n] }
