package lower

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/memo"
)

// Resolver finds what modules show. It is for one state of a program and one
// goroutine.
type Resolver struct {
	// Find returns a module and the procedures that it contains, nil for one
	// that is not known.
	Find func(name string) (module *fortran.Unit, procedures []*fortran.Unit)
	// BlockData returns the BLOCK DATA units that the file sees, its own ones first. Nil
	// sees none.
	BlockData func() []*fortran.Unit
	Memo      *memo.Table // may keep interfaces
	// Read is that of the units' environments.
	Read func(line fortran.Logical, read func(fortran.Logical) hpf.Reading) hpf.Reading

	modules map[string]*module
	data    *Interface // what BlockData gives, once it has been asked for
	inner   map[*fortran.Unit]*inner
}

// inner is what a unit of the file contains.
type inner struct {
	procedures []*fortran.Unit
	signature  string // equal for equal interfaces of the procedures
}

// NewResolver returns a resolver for the units of a file.
func NewResolver(f *fortran.File) *Resolver {
	r := &Resolver{inner: map[*fortran.Unit]*inner{}}
	for _, u := range f.Units {
		if u.Host == nil {
			continue
		}
		in := r.inner[u.Host]
		if in == nil {
			in = &inner{}
			r.inner[u.Host] = in
		}
		in.procedures = append(in.procedures, u)
	}
	for _, in := range r.inner {
		in.signature = signatures(in.procedures)
	}
	return r
}

func signatures(procedures []*fortran.Unit) string {
	h := sha256.New()
	for _, p := range procedures {
		fmt.Fprintf(h, "%s %s %v\n", p.Name, p.Signature, p.Allocated)
	}
	return string(h.Sum(nil))
}

func (r *Resolver) contained(u *fortran.Unit) []*fortran.Unit {
	if in := r.inner[u]; in != nil {
		return in.procedures
	}
	return nil
}

// InterfaceKey holds all that an interface depends on.
type InterfaceKey struct {
	Tree             *fortran.Tree
	Name             string
	Procedures, Uses string
}

// UnitKey holds all that a lowered unit depends on, its place apart.
type UnitKey struct {
	Tree  *fortran.Tree
	Hosts [4]*fortran.Tree
	Kind  string
	Name  string
	Uses  string
}

// module is what a resolver knows about one module.
type module struct {
	unit       *fortran.Unit // nil for one that is not known
	procedures []*fortran.Unit
	shows      *Interface
	made       bool
	order, low int // of the search for cycles
	open       bool
	group      int // modules of one group use each other
}

// Environment returns what a unit sees.
func (r *Resolver) Environment(u *fortran.Unit) Environment {
	return Environment{Module: func(name string) *Interface { return r.shown(u, name) }, Inner: r.contained, Read: r.Read}
}

// shown returns the interface of a module for a unit that uses it.
func (r *Resolver) shown(u *fortran.Unit, name string) *Interface {
	if name == blockData {
		return r.shownData(u)
	}
	m := r.module(name)
	if m.unit == nil {
		return intrinsicModule(name)
	}
	if u.IsModule() {
		if user := r.module(u.Name); user.unit == u && user.group == m.group {
			return &Interface{Name: name, incomplete: true, circular: true}
		}
	}
	if !m.made {
		m.made = true
		m.shows = r.make(m)
	}
	return m.shows
}

func (r *Resolver) make(m *module) *Interface {
	key := InterfaceKey{m.unit.Tree, m.unit.Name, signatures(m.procedures), r.uses(m.unit)}
	return memo.GetFrom(r.Memo, key, sightedModule{r.Environment(m.unit), m}, interfaceOf)
}

// sightedModule is a module with what it sees.
type sightedModule struct {
	Environment
	*module
}

func interfaceOf(_ InterfaceKey, m sightedModule) *Interface {
	return m.Interface(m.unit, m.procedures)
}

// Key returns the key of a unit.
func (r *Resolver) Key(u *fortran.Unit) UnitKey {
	k := UnitKey{Tree: u.Tree, Kind: u.Kind.String(), Name: u.Name}
	for i, h := 0, u; h != nil; i, h = i+1, h.Host {
		if i > 0 {
			k.Hosts[min(i, len(k.Hosts))-1] = h.Tree
		}
		k.Uses += "/" + r.uses(h)
		if in := r.inner[h]; in != nil {
			k.Uses += in.signature
		}
	}
	return k
}

// uses returns the fingerprints of the modules that a unit uses.
func (r *Resolver) uses(u *fortran.Unit) string {
	var b strings.Builder
	for _, name := range append(u.Modules[:len(u.Modules):len(u.Modules)], blockData) {
		switch i := r.shown(u, name); {
		case i == nil:
			b.WriteString("-")
		case i.circular:
			b.WriteString("o")
		default:
			b.WriteByte('=')
			b.Write(i.Fingerprint[:])
		}
	}
	return b.String()
}

// module returns what is known about a module, with the group it belongs to.
func (r *Resolver) module(name string) *module {
	if m := r.modules[name]; m != nil {
		return m
	}
	if r.modules == nil {
		r.modules = map[string]*module{}
	}
	var path []*module
	return r.visit(name, &path)
}

// visit finds the groups of modules that use each other, as the strongly
// connected components of the graph of uses (Tarjan).
func (r *Resolver) visit(name string, path *[]*module) *module {
	m := &module{order: len(r.modules) + 1}
	m.low, m.group = m.order, m.order
	r.modules[name] = m
	if m.unit, m.procedures = r.Find(name); m.unit == nil {
		return m
	}
	m.open = true
	*path = append(*path, m)
	for _, used := range m.unit.Modules {
		n := r.modules[used]
		if n == nil {
			n = r.visit(used, path)
		}
		if n.open {
			m.low = min(m.low, n.low)
		}
	}
	if m.low < m.order {
		return m
	}
	for {
		last := (*path)[len(*path)-1]
		*path = (*path)[:len(*path)-1]
		last.open, last.group = false, m.order
		if last == m {
			return m
		}
	}
}

// inFile returns a resolver of a file's own modules.
func inFile(f *fortran.File) *Resolver {
	r := NewResolver(f)
	r.Find = func(name string) (*fortran.Unit, []*fortran.Unit) {
		for _, u := range f.Units {
			if u.Name == name && u.IsModule() {
				return u, r.contained(u)
			}
		}
		return nil, nil
	}
	r.BlockData = func() []*fortran.Unit { return DataIn(f) }
	return r
}
