package workspace

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/source"
)

// How deep texts include each other, and what one unit includes in all.
const (
	maxIncludes      = 20
	maxIncludedLines = 100_000
	maxIncludedBytes = 64 << 20
)

// expander finds the texts that the units of one file include.
type expander struct {
	snapshot *Snapshot
	parser   fortran.Parser
	path     string
	folders  []string // in which included files are searched, after the including file's own
	stack    []string // the files that are being included
	spent    *spent   // by the unit
}

// spent is what a unit has included so far.
type spent struct{ lines, bytes int }

// within counts a text, and reports whether the unit may include it.
func (s *spent) within(t *source.Text) bool {
	s.lines += t.Lines()
	s.bytes += t.Len()
	return s.lines <= maxIncludedLines && s.bytes <= maxIncludedBytes
}

// inclusion is an included text with all that it includes.
type inclusion struct {
	statements []*fortran.Statement
	found      bool
	problem    string
	id         string // equal for equal inclusions
}

// unit is the Unit of a fortran.Parser: it remembers a tree by the unit's text,
// and one with included texts by these.
func (e *expander) unit(text string, options fortran.Options, parse func() *fortran.Tree) *fortran.Tree {
	memo := e.snapshot.memo
	bare := Get(memo, bareKey{text, options}, parse)
	if len(bare.Includes) == 0 {
		return bare
	}
	return e.expanded(bare, text, options)
}

// expanded returns the tree with its included texts.
func (e *expander) expanded(bare *fortran.Tree, text string, options fortran.Options) *fortran.Tree {
	p := fortran.Parser{Options: options, Remember: e.parser.Remember}
	found, id := e.ofUnit(bare.Includes, options)
	return Get(e.snapshot.memo, treeKey{bare, id}, func() *fortran.Tree {
		next := 0
		p.Include = func(string) ([]*fortran.Statement, bool, string) {
			i := found[next]
			next++
			return i.statements, i.found, i.problem
		}
		tree := p.ParseUnit(text)
		tree.Expansion = id
		return tree
	})
}

// ofUnit returns the inclusions of one unit.
func (e *expander) ofUnit(names []string, options fortran.Options) ([]*inclusion, string) {
	unit := *e
	unit.spent = &spent{}
	return unit.inclusions(names, options)
}

// inclusions returns what INCLUDE lines bring in, and what tells it from any
// other.
func (e *expander) inclusions(names []string, options fortran.Options) ([]*inclusion, string) {
	var out []*inclusion
	var id strings.Builder
	for _, name := range names {
		i := e.inclusion(name, options)
		out = append(out, i)
		id.WriteString(i.id)
	}
	return out, id.String()
}

// current reports whether the trees of a file hold what their INCLUDE lines
// bring in now.
func (e *expander) current(file *fortran.File) bool {
	for _, u := range file.Units {
		if len(u.Includes) == 0 {
			continue
		}
		options := file.Options
		options.Form, options.Defines = u.Form, u.Defines
		if _, id := e.ofUnit(u.Includes, options); id != u.Expansion {
			return false
		}
	}
	return true
}

type inclusionKey struct {
	text, path, nested string
	options            fortran.Options
}

// inclusion returns what one INCLUDE line brings in. The file is searched in
// the including file's folder, then in the folders of the settings, and then below the
// root, where the nearest one of its name is taken.
func (e *expander) inclusion(name string, options fortran.Options) *inclusion {
	options.Column = 0
	from := e.path
	if len(e.stack) > 0 {
		from = e.stack[len(e.stack)-1]
	}
	f, problem := e.search(name, from)
	if f == nil && strings.EqualFold(filepath.Base(name), "mpif.h") {
		f = &File{Path: name, Text: mpiHeader}
	}
	switch {
	case f == nil:
		return missing(problem)
	case slices.Contains(e.stack, key(f.Path)) || key(f.Path) == key(e.path):
		return missing(fmt.Sprintf("%s includes itself", name))
	case len(e.stack) >= maxIncludes:
		return missing(fmt.Sprintf("texts include each other more than %d deep", maxIncludes))
	case !e.spent.within(f.Text):
		return missing(fmt.Sprintf("%s is left out: what the unit includes would exceed %d lines or %d MB", name, maxIncludedLines, maxIncludedBytes>>20))
	}
	inner := &expander{e.snapshot, e.parser, e.path, e.folders, append(slices.Clone(e.stack), key(f.Path)), e.spent}
	own := Get(e.snapshot.memo, ownKey{f.Text.String(), f.Path, options}, func() *own { return e.own(f, options) })
	if own.units {
		return &inclusion{found: true, id: "units;"}
	}
	nested, id := inner.inclusions(own.includes, options)
	return Get(e.snapshot.memo, inclusionKey{f.Text.String(), f.Path, id, options}, func() *inclusion {
		return assemble(f, own, nested, id)
	})
}

// mpiHeader is taken for the header of MPI, which is installed with its library
// and not where the program is.
var mpiHeader = source.NewText(lower.MPIHeader)

func missing(problem string) *inclusion { return &inclusion{problem: problem, id: "?" + problem + ";"} }

type ownKey struct {
	text, path string
	options    fortran.Options
}

// own is an included text by itself.
type own struct {
	statements []*fortran.Statement
	includes   []string
	units      bool // it holds program units: they belong to it, not to who includes it
}

func (e *expander) own(f *File, options fortran.Options) *own {
	p := fortran.Parser{Options: options, Remember: e.parser.Remember}
	out := &own{}
	pieces, _ := p.Split(f.Text.String())
	for _, piece := range pieces {
		out.units = out.units || piece.Headed()
	}
	if out.units {
		return out
	}
	for _, s := range p.Statements(strings.Clone(f.Text.String())) {
		s.Origin = &fortran.Origin{File: f.Path, Line: f.Text.LineOf(s.At.Start)}
		out.statements = append(out.statements, s)
		if name := fortran.IncludedName(s.Logical); name != "" {
			out.includes = append(out.includes, name)
		}
	}
	return out
}

// assemble puts the nested texts in their places.
func assemble(f *File, own *own, nested []*inclusion, id string) *inclusion {
	sum := sha256.Sum256([]byte(f.Path + "\n" + f.Text.String() + "\n" + id))
	out := &inclusion{found: true, id: fmt.Sprintf("%x;", sum)}
	var problems []string
	next := 0
	for _, s := range own.statements {
		if fortran.IncludedName(s.Logical) == "" {
			out.statements = append(out.statements, s)
			continue
		}
		line, i := *s, nested[next]
		next++
		line.Found = i.found
		out.statements = append(append(out.statements, &line), i.statements...)
		if i.problem != "" {
			problems = append(problems, fmt.Sprintf("%s: %s", s.Origin, i.problem))
		}
	}
	out.problem = strings.Join(problems, "; ")
	return out
}

// search finds an included file, or says why it is not taken.
func (e *expander) search(name, from string) (*File, string) {
	folders := slices.Compact(append([]string{filepath.Dir(from), filepath.Dir(e.path)}, e.folders...))
	candidates := []string{name}
	if !filepath.IsAbs(name) {
		candidates = candidates[:0]
		for _, folder := range folders {
			candidates = append(candidates, filepath.Join(folder, name))
		}
	} else {
		folders = []string{filepath.Dir(name)}
	}
	problem := fmt.Sprintf("%s is not found; looked in %s", name, strings.Join(folders, ", "))
	for _, path := range candidates {
		if !e.snapshot.confined(path, e.path, e.folders) {
			problem = fmt.Sprintf("%s lies outside of the program's folders; include folders (-I, or include in parlens.toml) can add its own", name)
			continue
		}
		f, err := e.snapshot.File(path)
		switch {
		case err == nil:
			return f, ""
		case !errors.Is(err, fs.ErrNotExist):
			problem = fmt.Sprintf("%s cannot be read: %v", name, err)
		}
	}
	if path := e.snapshot.nearestNamed(name, e.path); path != "" {
		if f, err := e.snapshot.File(path); err == nil {
			return f, ""
		}
	}
	return nil, problem
}
