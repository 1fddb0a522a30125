package evaluate

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
)

// A CALL costs what the procedure costs with the caller's values and, for the
// dummies that lie as their actual arguments do, the caller's mappings. So the
// procedure is modelled once for every set of mappings that it is called with,
// and evaluated once for every set of values.

// procedure is a procedure as its callers see it.
type procedure struct {
	unit         *lower.Unit // without statements
	of           *workspace.File
	plain        *workspace.Plain // the units of that
	lines        int
	calls        map[string]*procedure // what it calls itself, by name
	entries      map[string]string     // of what it calls and is not among them: the procedures that have it as an ENTRY
	hypothetical bool                  // its text is not the snapshot's
	file         string                // that it stands in
	line         int                   // of its first statement in the file
	at           int                   // among the units of the file
	alone        bool                  // it names no variable of a host, a module or a COMMON block
	shown        *comm.Procedure       // what callers see, once one has asked
	digest       string                // equal where callers see the same
	stored       stored                // of shared variables
	left         string                // equal where it leaves the same in the scalars that callers see
	touches      string                // equal where it touches the same of its dummies
	circular     map[string]bool       // calls by which it would come to itself again
	from         *lineage              // once one has asked
	own          *source.Text          // once one has asked
}

// constants returns a unit's integer PARAMETERs.
func constants(u *lower.Unit) map[string]int64 {
	out := map[string]int64{}
	for _, v := range u.Values {
		if v.Index == 0 {
			continue
		}
		if x, ok := u.Arena.ConstInt(v.Index); ok {
			out[v.Name] = x
		}
	}
	return out
}

// procedures finds what the units of a file call.
type procedures struct {
	snap    *workspace.Snapshot
	known   map[*program.Unit]*procedure
	lowered map[*workspace.File]*workspace.Plain
	names   map[*workspace.File]map[string][]int  // see named
	begun   map[*workspace.File]map[string]string // see beginnings

	callers  map[*workspace.File]map[*procedure][]*procedure // see callersFrom
	calledBy map[*workspace.File]map[*procedure]bool         // see calledIn

	caches *memo.Table              // where models that are not kept are made
	made   map[numbersKey]evaluated // in this report: the table may have let them go for newer texts
}

func newProcedures(snap *workspace.Snapshot) *procedures {
	return &procedures{snap: snap, known: map[*program.Unit]*procedure{}, lowered: map[*workspace.File]*workspace.Plain{}, names: map[*workspace.File]map[string][]int{}, begun: map[*workspace.File]map[string]string{},
		callers: map[*workspace.File]map[*procedure][]*procedure{}, calledBy: map[*workspace.File]map[*procedure]bool{}, caches: snap.Memo().Empty(), made: map[numbersKey]evaluated{}}
}

// units returns the units of a file as the snapshot has them.
func (p *procedures) units(f *workspace.File) []*lower.Unit { return p.plain(f).Units }

func (p *procedures) plain(f *workspace.File) *workspace.Plain {
	if p.lowered[f] == nil {
		p.lowered[f] = p.snap.Plain(f)
	}
	return p.lowered[f]
}

// called returns the procedures that a unit calls and that can be seen: those
// of the same file (its own internal ones first), of the modules that it uses,
// of other open files, and of files on disk.
func (p *procedures) called(f *workspace.File, at int) map[string]*procedure {
	out := map[string]*procedure{}
	unit := p.snap.Syntax(f).Units[at]
	lowered := p.units(f)[at]
	for _, name := range slices.Concat(unit.Calls, lowered.Bound, functionNames(lowered.Unit)) {
		find := p.find
		if lowered.DummyOf(name, 0) != nil {
			find = p.passedFor
		}
		if file, i := find(f, unit, name); i >= 0 {
			out[name] = p.procedure(file, i)
		}
	}
	return out
}

func (p *procedures) find(f *workspace.File, from *fortran.Unit, name string) (*workspace.File, int) {
	if i := p.indexOf(f, from, name); i >= 0 {
		return f, i
	}
	seen := map[string]bool{}
	for h := from; h != nil; h = h.Host {
		if file, i := p.inModules(f, h, name, seen); i >= 0 {
			return file, i
		}
		if h.Kind == program.Module {
			if file, i := p.inSubmodules(f, h, name); i >= 0 {
				return file, i
			}
		}
	}
	file, i, _ := p.outside(f, name)
	return file, i
}

// inModules finds a procedure of the modules that a unit uses, or that those use: a
// generic name may come through several. -1: none.
func (p *procedures) inModules(f *workspace.File, u *fortran.Unit, name string, seen map[string]bool) (*workspace.File, int) {
	for _, module := range u.Modules {
		file, unit := p.snap.Module(f, module)
		if unit == nil || seen[module] {
			continue
		}
		seen[module] = true
		name := u.Theirs(module, name)
		if i := p.indexOf(file, unit, name); i >= 0 && p.snap.Syntax(file).Units[i].Host == unit {
			return file, i
		}
		if file, i := p.inSubmodules(file, unit, name); i >= 0 {
			return file, i
		}
		if file, i := p.inModules(file, unit, name, seen); i >= 0 {
			return file, i
		}
	}
	return nil, -1
}

// inSubmodules finds a separate module procedure, which stands in a submodule of a module
// or of one of its submodules. -1: none.
func (p *procedures) inSubmodules(f *workspace.File, module *fortran.Unit, name string) (*workspace.File, int) {
	for _, file := range p.snap.Submodules(f) {
		units := p.snap.Syntax(file).Units
		for _, i := range p.named(file)[name] {
			if h := units[i].Host; h != nil && h.Ancestor() == module.Ancestor() && !h.IsModule() && units[i].Separate() {
				return file, i
			}
		}
	}
	return nil, -1
}

// indexOf finds a procedure of a file that a unit may call: an internal one of
// it or of its host, or one that stands for itself. -1: none.
func (p *procedures) indexOf(f *workspace.File, from *fortran.Unit, name string) int {
	found, units := -1, p.snap.Syntax(f).Units
	for _, i := range p.named(f)[name] {
		switch u := units[i]; {
		case from != nil && (u.Host == from || u.Host != nil && u.Host == from.Host):
			return i
		case u.Host == nil:
			found = i
		}
	}
	return found
}

// named returns the procedures of a file by their names.
func (p *procedures) named(f *workspace.File) map[string][]int {
	if p.names[f] == nil {
		out := map[string][]int{}
		for i, u := range p.snap.Syntax(f).Units {
			if u.Kind == program.Subroutine || u.Kind == program.Function {
				out[u.Name] = append(out[u.Name], i)
			}
		}
		p.names[f] = out
	}
	return p.names[f]
}

func (p *procedures) procedure(f *workspace.File, i int) *procedure {
	u := p.units(f)[i]
	if x := p.known[u.Unit]; x != nil {
		return x
	}
	own, err := p.snap.File(f.Path)
	syntax := p.snap.Syntax(f).Units[i]
	x := &procedure{unit: u, of: f, plain: p.plain(f), lines: 1 + f.Text.LineOf(u.End) - f.Text.LineOf(u.Start), file: f.Path, line: f.Text.LineOf(u.Start), at: i, hypothetical: err != nil || own != f, alone: syntax.Host == nil && !slices.ContainsFunc(syntax.Modules, holdsVariables) && !syntax.Shares || !u.Effects().Shares}
	p.known[u.Unit] = x
	x.calls = p.called(f, i)
	x.entries = p.entries(f, syntax, x.calls)
	return x
}

// text is the procedure's own; places in what is modelled count from its beginning.
func (p *procedure) text() *source.Text {
	if p.own == nil {
		p.own = p.plain.Text(p.at)
	}
	return p.own
}

// placed returns what is wrong with the procedure, with its places in the file.
func (p *procedure) placed(problems []source.Diagnostic) []source.Diagnostic {
	out := slices.Clone(problems)
	for i, d := range out {
		out[i].Span = p.plain.Place(p.at, d.Span)
	}
	return out
}

// root returns a unit with all that it calls, summarised.
func (p *procedures) root(f *workspace.File, i int) *procedure {
	x := p.procedure(f, i)
	summarise(x, p.snap.Memo())
	return x
}

// functionNames lists the procedures that a unit names otherwise than in a CALL.
func functionNames(u *program.Unit) []string {
	var out []string
	for _, s := range u.Symbols {
		if s.Class == program.Procedure {
			out = append(out, s.Name)
		}
	}
	return out
}

// holdsVariables reports whether a module may hold variables of the program:
// those of MPI hold none.
func holdsVariables(module string) bool { return module != "mpi" && module != "mpi_f08" }
