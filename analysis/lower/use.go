package lower

import (
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/names"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// use is a USE statement, or a submodule's sight of its parent.
type use struct {
	*names.Use
	from    *Interface
	private bool // private names are seen too
}

// find returns the entity with the local name, or nil.
func (u *use) find(name string) *export {
	name, visible := u.Theirs(name)
	if !visible {
		return nil
	}
	if x := u.from.names[name]; x != nil && (!x.private || u.private) {
		return x
	}
	return nil
}

// each calls yield for every local name, in order.
func (u *use) each(yield func(name string, x *export)) {
	for _, local := range slices.Sorted(maps.Keys(u.Renamed)) {
		if x := u.find(local); x != nil {
			yield(local, x)
		}
	}
	if u.Only {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(u.from.names)) {
		if _, listed := u.Renamed[name]; !listed && u.find(name) != nil {
			yield(name, u.find(name))
		}
	}
}

// use takes a USE statement.
func (l *lowerer) use(u *names.Use) {
	stmt, s := u.In.Stmt.(*fortran.Use), u.In
	from := l.env.module(u.Module)
	if from == nil {
		l.elsewhere = true
		if !vendorModules[u.Module] && !strings.HasPrefix(u.Module, "ieee_") && stmt.Nature != "intrinsic" {
			l.report(s.Place(stmt.Module.Span()), source.Information, "unknown-module", "no file that is searched has module %s", u.Module)
		}
		return
	}
	l.elsewhere = l.elsewhere || from.incomplete
	if from.circular {
		l.report(s.Place(stmt.Module.Span()), source.Error, "use-cycle", "module %s uses this module, directly or through others", u.Module)
		return
	}
	for _, n := range stmt.Names {
		if n.Local == nil {
			continue
		}
		theirs := u.Renamed[n.Local.String()]
		if x := from.names[theirs]; !from.incomplete && (x == nil || x.private) && !from.types[theirs] {
			l.report(s.Place(n.Local.Span()), source.Warning, "not-public", "module %s has no public %s", u.Module, theirs)
		}
	}
	l.scope.uses = append(l.scope.uses, &use{Use: u, from: from})
}

// vendorModules come with compilers and libraries; nobody has their sources.
var vendorModules = map[string]bool{
	"hpf_library": true, "hpf_local_library": true, "omp_lib": true, "omp_lib_kinds": true,
	"openacc": true, "mpi": true, "mpi_f08": true, "hdf5": true, "netcdf": true, "xmp_api": true, "cudafor": true, "ifport": true,
}

// imported finds a name among the modules that the scope uses.
func (s *scope) imported(name string) *export {
	for _, u := range s.uses {
		if x := u.find(name); x != nil {
			return x
		}
	}
	return nil
}

// seen finds the template, arrangement or mapping that a name stands for by
// use association, in the scope or in a host's: nearer declarations hide it.
func (s *scope) seen(name string) *export {
	for ; s != nil; s = s.host {
		if x := s.imported(name); x != nil {
			return x
		}
		if s.names[name] != nil {
			return nil
		}
	}
	return nil
}

// everyUsed calls yield for all that the modules have which the scope, or a host's, uses.
func (s *scope) everyUsed(yield func(x *export)) {
	for ; s != nil; s = s.host {
		for _, u := range s.uses {
			u.each(func(_ string, x *export) { yield(x) })
		}
	}
}

// importer copies entities of modules into a unit. A module's symbols are
// called module%name; the copies get the name under which the unit knows them,
// if it has one.
type importer struct {
	byName map[string]*program.Symbol  // copies by the name module%name
	copied map[*program.Symbol]*export // what each copy comes from

	mapper     *mapper           // once the unit's own directives are being resolved
	waiting    []*program.Symbol // mapped arrays that were copied before
	taken      map[*object]*object
	takenGrids map[string]*arrangement // by key
}

func newImporter() *importer {
	return &importer{
		byName: map[string]*program.Symbol{}, copied: map[*program.Symbol]*export{},
		taken: map[*object]*object{}, takenGrids: map[string]*arrangement{},
	}
}

// adopt returns the unit's copy of a module's symbol under a local name, which a scope with
// a prefix does not give it.
func (l *lowerer) adopt(x *export, local, prefix string) *program.Symbol {
	if sym := l.byName[x.sym.Name]; sym != nil {
		return sym
	}
	copied := *x.sym
	sym := &copied
	if prefix == "" {
		sym.Name = local
	}
	sym.Declared, sym.Dummy, sym.Shared = source.Span{}, false, true
	if sym.Storage == "" {
		sym.Storage = x.sym.Name
	}
	l.byName[x.sym.Name], l.copied[sym] = sym, x
	sym.Dims = slices.Clone(sym.Dims)
	for i, b := range sym.Dims {
		if sym.Extents == nil {
			sym.Dims[i] = l.foreignBounds(b)
		} else {
			sym.Dims[i].Lower = l.foreign(b.Lower)
		}
	}
	if sym.Extents != nil {
		l.descriptor(sym, l.adoptedLike(x.sym, local), nil)
	}
	l.returnedFrom(sym, x.sym)
	if sym.Value = l.foreign(sym.Value); sym.Value == nil {
		sym.Value = l.givenByData(sym)
	}
	sym.Over = slices.Clone(sym.Over)
	for i, o := range sym.Over {
		sym.Over[i].Sym = l.foreignSymbol(o.Sym)
	}
	if v, ok := l.constInt(program.NewRef(sym.Declared, sym)); ok && v >= 1 && sym.Type == program.Integer {
		l.out.Arena.Assume(sym.Name, 1, symbolic.Unbounded)
	}
	if x.object != nil {
		l.mapped(sym)
	}
	return sym
}

// foreign rewrites a module's expression in the unit's symbols.
func (l *lowerer) foreign(e program.Expr) program.Expr {
	return program.Rename(e, source.Span{}, l.foreignSymbol)
}

func (l *lowerer) foreignBounds(b program.Bounds) program.Bounds {
	return program.Bounds{Lower: l.foreign(b.Lower), Upper: l.foreign(b.Upper)}
}

// foreignSymbol returns the unit's copy of a symbol that an expression of a
// module names. It keeps its long name where the unit knows it under none.
func (l *lowerer) foreignSymbol(s *program.Symbol) *program.Symbol {
	if sym := l.byName[s.Name]; sym != nil {
		return sym
	}
	if s.Array != nil {
		return l.foreignSymbol(s.Array).Extents[slices.Index(s.Array.Extents, s)]
	}
	_, base, qualified := strings.Cut(s.Name, "%")
	if !qualified {
		return s // an index of its own
	}
	x, local := l.scope.localName(s.Name, base)
	if x == nil {
		x, local = &export{sym: s}, s.Name
	}
	sym := l.adopt(x, local, l.scope.prefix)
	l.scope.enter(local, sym)
	return sym
}

// localName returns the name under which the scope knows the symbol
// module%base, if it does.
func (s *scope) localName(long, base string) (*export, string) {
	if s.prefix != "" {
		return nil, ""
	}
	is := func(local string) *export {
		if x := s.imported(local); x != nil && x.sym != nil && x.sym.Name == long && s.names[local] == nil {
			return x
		}
		return nil
	}
	if x := is(base); x != nil {
		return x, base
	}
	for _, u := range s.uses {
		for _, local := range slices.Sorted(maps.Keys(u.Renamed)) {
			if x := is(local); x != nil {
				return x, local
			}
		}
	}
	return nil, ""
}

// uses takes the USE statements, which come before all other declarations.
func (l *lowerer) uses(s *names.Scope) {
	for _, u := range s.Uses {
		l.use(u)
	}
}

// parent makes the names of a submodule's parent known.
func (l *lowerer) parent(name string) {
	from := l.env.module(name)
	if from == nil {
		l.elsewhere = true
		return
	}
	l.elsewhere = l.elsewhere || from.incomplete
	if !from.circular {
		l.scope.uses = append(l.scope.uses, &use{Use: &names.Use{}, from: from, private: true})
	}
}
