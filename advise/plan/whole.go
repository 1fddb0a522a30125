package plan

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/workspace"
)

// Variables of COMMON blocks and modules belong to the iterations of a loop only where no unit
// of the program reads what the loop leaves in them. So all units have to be looked at: those of
// a main program and of all that it comes to. What is called and has no source here may name
// the blocks and modules of its callers, as a part of the program would; the libraries
// below a procedure that measures time, say, know none of the blocks of the solver.

// Unit is one of the program, with what is known of its loops.
type Unit struct {
	*lower.Unit
	File    *workspace.File
	Through *program.Unit // with CALLs as far as they are seen through
	Known   depend.Known
	tests   *depend.Result
	entered bool // it may begin with an ENTRY
}

// Tests are the dependences of its loops.
func (u *Unit) Tests() *depend.Result {
	if u.tests == nil {
		u.tests = depend.Analyze(u.Through, depend.Options{Functions: u.Known.Functions})
	}
	return u.tests
}

// whole is what is known of all units together.
type whole struct {
	units    []*program.Unit // with CALLs as they stand
	see      []func() *Unit
	complete bool              // they are a program with all its parts
	hidden   map[string]bool   // blocks and modules that somebody may name whose source is not here
	unread   map[string]answer // by storage
	facts    *depend.Facts
}

// unitKey finds a unit in the program's files.
type unitKey struct {
	path  string
	start int
}

// fork is a unit with its statements, always the same one.
func (p *Program) fork(path string, bare *lower.Unit) *lower.Unit {
	key := unitKey{path, bare.Start}
	if p.forks[key] == nil {
		p.forks[key] = bare.Fork()
	}
	return p.forks[key]
}

// Unit returns a unit of a file; its statements and symbols are always the same ones.
func (p *Program) Unit(f *workspace.File, bare *lower.Unit) *Unit {
	key := unitKey{f.Path, bare.Start}
	if known := p.analyzed[key]; known != nil {
		return known
	}
	u := p.fork(f.Path, bare)
	through, pure := depend.Through(u.Unit, p.Sees(f.Path, bare))
	out := &Unit{Unit: u, File: f, Through: through, Known: depend.Known{Functions: pure, Unread: p.unread, Asked: p.ask}}
	p.analyzed[key] = out
	out.Known.Facts = p.all().facts
	return out
}

// all reads the units of the program once.
func (p *Program) all() *whole {
	if p.whole != nil {
		return p.whole
	}
	w := &whole{hidden: map[string]bool{}, unread: map[string]answer{}}
	p.whole = w
	files := make([]*workspace.File, 0, len(p.files))
	for _, x := range p.files {
		files = append(files, x.File)
	}
	held := map[string]bool{} // procedures that are there
	for i := 0; i < len(files); i++ {
		f := files[i]
		parsed := p.snap.Syntax(f)
		for k, bare := range p.snap.Program(f).Units {
			kind := parsed.Units[k].Kind
			if kind == program.Fragment {
				continue
			}
			w.complete = w.complete || kind == program.Main
			held[strings.ToLower(bare.Name)] = true
			u := p.fork(f.Path, bare)
			w.units = append(w.units, u.Unit)
			entered := entered(parsed.Units[k])
			w.see = append(w.see, func() *Unit {
				u := p.Unit(f, bare)
				u.entered = entered
				return u
			})
			for _, name := range bare.Effects().Procedures {
				files = p.holding(files, f, name)
			}
		}
	}
	w.complete = w.complete && len(p.files) < maxFiles && len(files) < maxFiles
	for _, u := range w.units {
		e := program.EffectsOf(u)
		if slices.ContainsFunc(e.Procedures, func(name string) bool { return !held[strings.ToLower(name)] && !program.OfRuntime(name) }) {
			for _, s := range u.Symbols {
				if s.Shared {
					w.hidden[blockOf(s.Storage)] = true
				}
			}
		}
	}
	w.facts = depend.FactsOf(w.units, func(storage string) bool { return !w.complete || w.hidden[blockOf(storage)] })
	return w
}

// holding adds the file of a procedure, where it is none of those that are there.
func (p *Program) holding(files []*workspace.File, from *workspace.File, name string) []*workspace.File {
	has := func(f *workspace.File) bool {
		return slices.ContainsFunc(p.snap.Syntax(f).Units, func(u *fortran.Unit) bool { return strings.EqualFold(u.Name, name) })
	}
	if slices.ContainsFunc(files, has) || len(files) >= maxFiles {
		return files
	}
	for _, h := range p.snap.Procedures(from, name) {
		if has(h.File) && !slices.ContainsFunc(files, func(f *workspace.File) bool { return f.Path == h.File.Path }) {
			return append(files, h.File)
		}
	}
	return files
}

// blockOf is the COMMON block, the module or the host that storage is in.
func blockOf(storage string) string {
	if strings.HasPrefix(storage, "/") {
		block, _, _ := strings.Cut(storage[1:], "/")
		return "/" + block
	}
	in, _, _ := strings.Cut(storage, "%")
	return in
}

// answer is whether a variable is unread, with what that takes for granted.
type answer struct {
	unread  bool
	assumed []string
}

// ask notes what is taken for granted.
func (p *Program) ask(premise string) {
	if !slices.Contains(p.assumed, premise) {
		p.assumed = append(p.assumed, premise)
	}
}

// unread tells of a variable that units share whether each of them reads in it only what it
// has stored there itself before, without others in between.
func (p *Program) unread(s *program.Symbol) bool {
	w := p.all()
	if !w.complete || s.Storage == "" || w.hidden[blockOf(s.Storage)] || s.Aliased || s.Overlaid {
		return false
	}
	known, met := w.unread[s.Storage]
	if !met {
		before := p.assumed
		p.assumed = nil
		known = answer{!slices.ContainsFunc(w.see, func(see func() *Unit) bool { return reads(see(), s) }), p.assumed}
		w.unread[s.Storage], p.assumed = known, before
	}
	if known.unread {
		for _, premise := range known.assumed {
			p.ask(premise)
		}
	}
	return known.unread
}

// reads tells whether a unit may read what others leave in a variable.
func reads(u *Unit, s *program.Symbol) bool {
	return slices.ContainsFunc(u.Symbols, func(v *program.Symbol) bool {
		switch {
		case !sameStorage(u.Unit.Unit, v, s):
			return false
		case v.Storage != s.Storage && v.Shared || v.Overlaid || v.Aliased || u.entered:
			return named(u.Body, v) // it lies there otherwise
		}
		return u.Known.Exposed(u.Through, v)
	})
}

// sameStorage tells whether a variable of a unit may lie where another one does.
func sameStorage(u *program.Unit, v, s *program.Symbol) bool {
	if dummy, _ := u.DummyPart(v); v.Class != program.Variable || v.Dummy || dummy != nil {
		return false // who passes the other one on names it
	}
	if !v.Shared { // of a host
		return s.Storage == u.Name+"%"+v.Name
	}
	return v.OneOf([]string{s.Storage})
}

func named(body []program.Stmt, s *program.Symbol) bool {
	found := false
	program.Statements(body, func(x program.Stmt) bool {
		for e := range program.Exprs(x) {
			found = found || program.Mentions(s, e)
		}
		if x, is := x.(*program.Unmodelled); is {
			found = found || x.Names(s.Name) || x.List != nil && x.List.Group
		}
		return !found
	})
	return found
}
