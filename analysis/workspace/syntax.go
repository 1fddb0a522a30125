package workspace

import (
	"sync"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/source"
)

// sources is what all snapshots share of parsed files: the statements and directives, and the
// last versions of each file, from which the next one is made. What it gives
// does not depend on what it holds.
type sources struct {
	statements *statements
	directives directives

	mu    sync.Mutex
	files map[string]*versions // guarded by mu, by path
	order []string             // guarded by mu; the paths, those used last at the end
}

// maxFiles bounds the files whose syntax is kept.
const maxFiles = 512

// versions are the last parsed versions of one file.
type versions struct {
	mu   sync.Mutex
	last [2]*version // guarded by mu, the newest first
}

type version struct {
	text     *source.Text
	options  fortran.Options
	includes string // the folders that are searched
	file     *fortran.File
}

func newSources() *sources {
	return &sources{statements: newStatements(), files: map[string]*versions{}}
}

func (c *sources) versions(path string) *versions {
	c.mu.Lock()
	defer c.mu.Unlock()
	v := c.files[path]
	if v == nil {
		v = &versions{}
		c.files[path] = v
		c.order = append(c.order, path)
		if len(c.order) > maxFiles {
			delete(c.files, c.order[0])
			c.order = c.order[1:]
		}
	}
	return v
}

// parsed is what one snapshot has seen of parsed files. Within a snapshot the
// units of a file are always the same ones, since others refer to them.
type parsed struct {
	syntax      perFile[fortran.File]
	programs    perFile[lower.File]   // see Program
	plainSyntax perFile[fortran.File] // the syntax of plain texts
	plain       perFile[Plain]
	over        perFile[[]*File] // see ProgramsOver
}

// perFile is something that is made of each file once.
type perFile[T any] struct {
	mu   sync.Mutex
	made map[*File]*T // guarded by mu
}

// of returns what was made of the file first. Two may make it at the same time: one
// result is dropped then.
func (p *perFile[T]) of(f *File, make func(*File) *T) *T {
	p.mu.Lock()
	seen := p.made[f]
	p.mu.Unlock()
	if seen != nil {
		return seen
	}
	made := make(f)
	p.mu.Lock()
	defer p.mu.Unlock()
	if first := p.made[f]; first != nil {
		return first
	}
	if p.made == nil {
		p.made = map[*File]*T{}
	}
	p.made[f] = made
	return made
}

// Syntax returns the parsed file, the same one at every call. After an edit
// only the units around it are parsed again, and of these only the statements
// that are new.
func (s *Snapshot) Syntax(f *File) *fortran.File { return s.parsed.syntax.of(f, s.syntax) }

func (s *Snapshot) syntax(f *File) *fortran.File {
	want := version{text: f.Text, options: s.options(f), includes: s.searchKey(f)}
	v := s.sources.versions(key(f.Path) + "\n" + want.includes)
	v.mu.Lock()
	defer v.mu.Unlock()
	var near *version
	for i, old := range v.last {
		if old == nil || old.options != want.options {
			continue
		}
		if old.text == want.text && !s.stale(old.file, f) {
			return old.file
		}
		if near == nil {
			near = v.last[i]
		}
	}
	want.file = s.parse(f, want.options, near)
	v.last = [2]*version{&want, v.last[0]}
	return want.file
}

// parse makes the syntax of a file, from a version of it if there is one.
func (s *Snapshot) parse(f *File, options fortran.Options, near *version) *fortran.File {
	p := fortran.Parser{Options: options, Remember: s.sources.statements.parse}
	expander := &expander{snapshot: s, parser: p, path: f.Path, folders: s.folders(f.Path)}
	p.Unit = expander.unit
	if near == nil {
		return p.Parse(f.Text)
	}
	file := p.Reparse(near.file, f.Text)
	if !expander.current(file) {
		return p.Parse(f.Text)
	}
	return file
}

// stale reports whether a file that is included has changed since.
func (s *Snapshot) stale(file *fortran.File, f *File) bool {
	return !(&expander{snapshot: s, parser: fortran.Parser{Options: file.Options, Remember: s.sources.statements.parse}, path: f.Path, folders: s.folders(f.Path)}).current(file)
}
