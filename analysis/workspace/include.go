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
	"github.com/parlens/parlens/analysis/memo"
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
func (e *expander) unit(p fortran.Parser, text string) *fortran.Tree {
	heading, _, _ := strings.Cut(text, "\n")
	key, slot := bareKey{text, p.Options}, treeSlot{e.path, heading, false}
	e.snapshot.memo.Displace(slot, key, lastVersions)
	bare := memo.GetFrom(e.snapshot.memo, key, expansion{e, slot, nil}, bareKey.tree)
	if len(bare.Includes) == 0 {
		return bare
	}
	found, id := e.ofUnit(bare.Includes, key.options)
	return memo.GetFrom(e.snapshot.memo, treeKey{key, id}, expansion{e, slot, found}, treeKey.tree)
}

// treeSlot names the trees of the last versions of a unit, those of units that begin with
// the same line together.
type treeSlot struct {
	path, heading string
	plain         bool // those of plainKey
}

// lastVersions is how many versions of a unit are remembered, for edits that are taken back.
const lastVersions = 8

// bareKey is a text of Fortran.
type bareKey struct {
	text    string
	options fortran.Options
}

// statementMemo remembers what statements mean.
type statementMemo = func(string, fortran.Form, func(string, fortran.Form) *fortran.Parsed) *fortran.Parsed

// expansion is what reads a unit, with what its INCLUDE lines bring in.
type expansion struct {
	*expander
	slot  treeSlot
	found []*inclusion
}

func (k bareKey) tree(by expansion) *fortran.Tree { return by.complete(treeKey{bareKey: k}) }

// treeKey is a unit with what tells its included texts from any others.
type treeKey struct {
	bareKey
	includes string
}

func (k treeKey) tree(by expansion) *fortran.Tree { return by.complete(k) }

// complete reads a unit and, if need be, the text that its costs depend on.
func (x expansion) complete(k treeKey) *fortran.Tree {
	t := x.read(k)
	if t.Text != k.text && (len(t.Includes) == 0 || x.found != nil) { // else others are asked for
		key := plainKey{k}
		key.text, x.slot.plain = t.Text, true
		x.snapshot.memo.Displace(x.slot, key, lastVersions)
		t.Plain = memo.GetFrom(x.snapshot.memo, key, x, plainKey.tree)
	}
	return t
}

// plainKey is the text that the costs of a unit depend on.
type plainKey struct{ treeKey }

func (k plainKey) tree(by expansion) *fortran.Tree { return by.read(k.treeKey) }

func (x expansion) read(k treeKey) *fortran.Tree {
	p := fortran.Parser{Options: k.options, Remember: x.parser.Remember}
	if next := 0; x.found != nil {
		p.Include = func(string) ([]*fortran.Statement, bool, string) {
			i := x.found[next]
			next++
			return i.statements, i.found, i.problem
		}
	}
	t := p.ParseUnit(k.text)
	t.Expansion = k.includes
	return t
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
	if text, known := headers[strings.ToLower(filepath.Base(name))]; f == nil && known {
		f = &File{Path: name, Text: text}
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
	key := ownKey{bareKey{f.Text.String(), options}, f.Path}
	own := memo.GetFrom(e.snapshot.memo, key, e.parser.Remember, ownKey.read)
	if own.units {
		return &inclusion{found: true, id: "units;"}
	}
	nested, id := inner.inclusions(own.includes, options)
	return memo.GetFrom(e.snapshot.memo, inclusionKey{key, id}, assembled{own, nested}, inclusionKey.assemble)
}

// headers are taken for those of MPI and XcalableMP, which are installed with their
// libraries and not where the program is.
var headers = map[string]*source.Text{"mpif.h": source.NewText(lower.MPIHeader), "xmp_lib.h": source.NewText(lower.XMPHeader)}

func missing(problem string) *inclusion { return &inclusion{problem: problem, id: "?" + problem + ";"} }

// ownKey is an included text, and the file that its statements are said to be of.
type ownKey struct {
	bareKey
	path string
}

// inclusionKey is an included text with what tells those that it includes from others.
type inclusionKey struct {
	ownKey
	nested string
}

// own is an included text by itself.
type own struct {
	statements []*fortran.Statement
	includes   []string
	units      bool // it holds program units: they belong to it, not to who includes it
}

func (k ownKey) read(known statementMemo) *own {
	p := fortran.Parser{Options: k.options, Remember: known}
	out, text := &own{}, source.NewText(strings.Clone(k.text))
	pieces, _ := p.Split(k.text)
	for _, piece := range pieces {
		out.units = out.units || piece.Headed()
	}
	if out.units {
		return out
	}
	for _, s := range p.Statements(text.String()) {
		s.Origin = &fortran.Origin{File: k.path, Line: text.LineOf(s.At.Start)}
		out.statements = append(out.statements, s)
		if name := fortran.IncludedName(s.Logical); name != "" {
			out.includes = append(out.includes, name)
		}
	}
	return out
}

// assembled is a text by itself, with those that it includes.
type assembled struct {
	own    *own
	nested []*inclusion
}

// assemble puts the nested texts in their places.
func (k inclusionKey) assemble(of assembled) *inclusion {
	own, nested := of.own, of.nested
	sum := sha256.Sum256([]byte(k.path + "\n" + k.text + "\n" + k.nested))
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
