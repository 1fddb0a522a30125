package workspace

import (
	"cmp"
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

type loweredUnit struct {
	unit     *lower.Unit
	problems []source.Diagnostic
}

// loweredSlot names what became of a unit of a file; later versions take its place.
type loweredSlot struct {
	path  string
	at    int
	plain bool
}

// sighted is a unit with what it sees.
type sighted struct {
	lower.Environment
	unit *fortran.Unit
}

func lowered(_ lower.UnitKey, u sighted) loweredUnit {
	unit, problems := u.LowerUnit(u.unit)
	return loweredUnit{unit.Bare(), problems}
}

// Program returns the names and layouts of a file: its units see the modules of
// the workspace, the same ones at every call. A unit is lowered again when its own tree,
// one of its hosts, or the interface of a module that it uses is another one. What is returned must not
// be changed; the units have no statements: lower.Unit.Fork gives an own copy with
// them.
func (s *Snapshot) Program(f *File) *lower.File { return s.parsed.programs.of(f, s.program) }

func (s *Snapshot) program(f *File) *lower.File {
	units := s.Syntax(f).Units
	return s.lowered(f, s.Syntax, func(unit int, at source.Span) source.Span { return at.Shift(units[unit].Start) })
}

// parsing gives the syntax of files as they are written, or of their plain texts.
type parsing func(*File) *fortran.File

// lowered lowers the units of a file; place says where something of one stands in the file.
func (s *Snapshot) lowered(f *File, parse parsing, place func(unit int, at source.Span) source.Span) *lower.File {
	written, syntax, r := s.Syntax(f), parse(f), s.resolver(f, parse)
	out := &lower.File{Diagnostics: slices.Concat(syntax.Diagnostics, s.missingHeaders(f, syntax.Units))}
	for i, u := range syntax.Units {
		key := r.Key(u)
		s.memo.Displace(loweredSlot{f.Path, i, syntax != written}, key, lastVersions)
		l := memo.GetFrom(s.memo, key, sighted{r.Environment(u), u}, lowered)
		out.Units = append(out.Units, l.unit.At(u.Start, u.End))
		found := slices.Clone(l.problems)
		for k := range found {
			found[k].Span = place(i, found[k].Span).Shift(-u.Start)
		}
		for _, d := range lower.Problems(written.Units[i], found) {
			d.Span = d.Span.Shift(u.Start)
			out.Diagnostics = append(out.Diagnostics, d)
		}
	}
	out.Diagnostics = append(out.Diagnostics, lower.CheckCommons(out.Units, place)...)
	slices.SortStableFunc(out.Diagnostics, func(a, b source.Diagnostic) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return out
}

// Resolver finds the modules that the units of a file use.
func (s *Snapshot) Resolver(f *File) *lower.Resolver { return s.resolver(f, s.Syntax) }

func (s *Snapshot) resolver(f *File, parse parsing) *lower.Resolver {
	r := lower.NewResolver(parse(f))
	r.Find = func(name string) (*fortran.Unit, []*fortran.Unit) {
		file, unit := s.Module(f, name)
		if unit == nil {
			return nil, nil
		}
		syntax := parse(file)
		unit = syntax.Units[slices.Index(s.Syntax(file).Units, unit)]
		return unit, lower.Procedures(syntax, unit)
	}
	r.BlockData = func() []*fortran.Unit {
		units := lower.DataIn(parse(f))
		for _, other := range s.holders(blockDataName, f) {
			if syntax := parse(other); !holdsMain(syntax) { // one is of another program
				units = append(units, lower.DataIn(syntax)...)
			}
		}
		return units
	}
	r.Memo = s.memo
	r.Read = s.sources.directives.read
	return r
}

// holdsMain reports whether a main program is among the units of a file.
func holdsMain(f *fortran.File) bool {
	return slices.ContainsFunc(f.Units, func(u *fortran.Unit) bool { return u.Kind == program.Main })
}
