package plan

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/workspace"
)

// Program is what can be mapped otherwise in a file and in what it includes and uses.
type Program struct {
	Groups     []Group
	Processors int  // in all
	Fixed      bool // the settings say how many stand along each dimension: shapes are not for the plan

	explicit     bool // some directives are of a language that asks for every communication
	files        []*file
	arrangements []*arrangement
	snap         *workspace.Snapshot
	forks        map[unitKey]*lower.Unit // with statements
	analyzed     map[unitKey]*Unit
	units        []unitOf
	whole        *whole
	assumed      []string // what the answer at hand takes for granted
}

// Group is arrays that are mapped together: those of DISTRIBUTE directives that are
// written alike, with all that is aligned with them, or arrays without directives that
// are used alike.
type Group struct {
	Name   string   // of its roots: "u", "x and 3 more"
	Roots  []string // lower case
	Rank   int
	Now    []string // formats as they are written; nil without directives
	Lines  []Line   // of its directives, or of its declarations
	Mapped []Line   // where what its directives map is declared and aligned

	// Of arrays without directives:
	Parallel int       // the dimension that parallel loops walk along most, -1 for none
	Work     float64   // the time of assignments, see Weigh
	Shared   []float64 // the part of it that is shared out where a dimension is dealt

	Blocks bool // it lies in blocks, whatever is written: see lower.Unit.OnlyBlocks

	sites  []*site
	arrays []*Array // without directives, the root first
}

// Line is a place in a file, from 1.
type Line struct {
	Path string
	Line int
}

// file is one text with its directives that map data.
type file struct {
	*workspace.File
	parsed *fortran.File
	own    bool // given, not included or used
}

// Read finds what can be mapped in a file. Arrays without directives are groups too
// where the file has no directives of languages that ask for every communication.
func Read(snap *workspace.Snapshot, path string, processors int) (*Program, error) {
	f, err := snap.File(path)
	if err != nil {
		return nil, err
	}
	p := &Program{Processors: processors, snap: snap, forks: map[unitKey]*lower.Unit{}, analyzed: map[unitKey]*Unit{}}
	p.add(snap, f, true)
	for _, x := range p.files {
		for _, u := range x.parsed.Units {
			p.explicit = p.directives(x, u) || p.explicit
		}
	}
	p.group()
	for i := range p.Groups {
		for _, s := range p.Groups[i].sites {
			p.Groups[i].mapped(snap, s)
		}
	}
	if !p.explicit {
		p.undirected(snap)
	}
	return p, nil
}

// maxFiles bounds the files that a program is read from.
const maxFiles = 64

// add takes a file with what it includes, the modules that it uses, and the procedures
// that it calls.
func (p *Program) add(snap *workspace.Snapshot, f *workspace.File, own bool) {
	if len(p.files) == maxFiles || slices.ContainsFunc(p.files, func(x *file) bool { return x.Path == f.Path }) {
		return
	}
	x := &file{File: f, parsed: snap.Syntax(f), own: own}
	p.files = append(p.files, x)
	for _, u := range x.parsed.Units {
		fortran.EachNode(u.Body, func(n *fortran.Node) {
			if n.Origin != nil {
				if included, err := snap.File(n.Origin.File); err == nil {
					p.add(snap, included, false)
				}
			}
		})
		for _, name := range u.Modules {
			if in, unit := snap.Module(f, name); unit != nil {
				p.add(snap, in, false)
			}
		}
	}
	for _, u := range snap.Program(f).Units {
		program.Statements(u.Fork().Body, func(s program.Stmt) bool {
			if call, is := s.(*program.CallStmt); is && !x.holds(call.Name) {
				p.called(snap, f, call.Name)
			}
			return true
		})
	}
}

// called takes the file of an external procedure.
func (p *Program) called(snap *workspace.Snapshot, f *workspace.File, name string) {
	for _, h := range snap.Procedures(f, name) {
		x := &file{File: h.File, parsed: snap.Syntax(h.File)}
		if x.holds(name) {
			p.add(snap, h.File, false)
			return
		}
	}
}

// holds tells whether a file has a procedure of a name.
func (f *file) holds(name string) bool {
	return slices.ContainsFunc(f.parsed.Units, func(u *fortran.Unit) bool { return strings.EqualFold(u.Name, name) })
}

// Named is how titles call some arrays.
func Named(names []string) string {
	switch n := len(names); {
	case n <= 3:
		return strings.Join(names, ", ")
	default:
		return strings.Join(names[:2], ", ") + " and " + itoa(n-2) + " more"
	}
}

// Paths are the files that the program is read from, the given one first.
func (p *Program) Paths() []string {
	var out []string
	for _, f := range p.files {
		out = append(out, f.Path)
	}
	return out
}

// Now is the plan that is written in the texts.
func (p *Program) Now() Plan {
	out := Plan{Shapes: map[int][]int{}}
	for _, g := range p.Groups {
		out.Formats = append(out.Formats, slices.Clone(g.Now))
	}
	for _, a := range p.arrangements {
		if shape, ok := numbers(a.written); ok && out.Shapes[len(shape)] == nil {
			out.Shapes[len(shape)] = shape
		}
	}
	return out
}
