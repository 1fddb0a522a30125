package workspace

import (
	"slices"
	"strings"
	"sync"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
)

// Who may call what is told from the words of texts, so that a file asks its neighbours
// for their programs only where these can come to it. A folder of programs that have
// nothing to do with each other costs a keystroke nothing then: a file is parsed only where
// it says such a name.

// ProgramsOver returns those of Programs that may come to a procedure of f: that name
// something of it, or of a file that does.
func (s *Snapshot) ProgramsOver(f *File) []*File { return *s.parsed.over.of(f, s.programsOver) }

func (s *Snapshot) programsOver(f *File) *[]*File {
	programs := s.Programs(f)
	units := s.Syntax(f).Units
	if len(programs) == 0 || slices.ContainsFunc(units, func(u *fortran.Unit) bool { return u.Kind == program.Fragment }) {
		return &programs // a text without units is where it is included
	}
	over := s.concordance.of(s, f).over(s, held(units))
	programs = slices.DeleteFunc(programs, func(p *File) bool { return !over[p] })
	return &programs
}

// held returns the names of units that other files can mean.
func held(units []*fortran.Unit) []string {
	var names []string
	for _, u := range units {
		if u.Kind != program.Main && u.Name != "" {
			names = append(names, u.Name)
		}
	}
	return names
}

// concordance is who says which word among the files that one file sees, without that
// file itself.
type concordance struct {
	from  string
	files []*File

	mu sync.Mutex
	by map[string][]*File // guarded by mu; who says a word, of the words asked for
}

// lastConcordance is the one that was asked for last, as long as files are read in one way
// and those on disk stay.
type lastConcordance struct {
	mu   sync.Mutex
	last *concordance // guarded by mu
}

// of returns the concordance for a file: the last one where no other file has changed since.
func (l *lastConcordance) of(s *Snapshot, f *File) *concordance {
	var files []*File
	for _, path := range s.seen(f.Path) {
		if other, err := s.File(path); err == nil {
			files = append(files, other)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.last; c == nil || c.from != key(f.Path) || !slices.Equal(c.files, files) {
		l.last = &concordance{from: key(f.Path), files: files, by: map[string][]*File{}}
	}
	return l.last
}

// over returns the files that say one of the names, and those that say a name of these.
func (c *concordance) over(s *Snapshot, names []string) map[*File]bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := map[*File]bool{}
	for len(names) > 0 {
		var more []string
		for _, name := range names {
			for _, f := range c.saying(s, name) {
				if !out[f] {
					out[f] = true
					more = append(more, held(s.Syntax(f).Units)...)
				}
			}
		}
		names = more
	}
	return out
}

func (c *concordance) saying(s *Snapshot, name string) []*File {
	said, known := c.by[name]
	if !known {
		said = slices.DeleteFunc(slices.Clone(c.files), func(f *File) bool { return !says(s, f, name) })
		c.by[name] = said
	}
	return said
}

// says reports whether a file may mean a name of another file: one in its text or in a text
// that it includes, and not a procedure or module of its own.
func says(s *Snapshot, f *File, name string) bool {
	form, width := s.layout(f)
	e := &expander{snapshot: s, path: f.Path, folders: s.folders(f.Path)}
	return !f.vocabulary(form, width).means[name] && (strings.Contains(s.defines(f.Path), name) || e.says(f, form, width, name, maxIncludes))
}

// says reports whether a text says a name, or one that it includes and that is read in the
// same way.
func (e *expander) says(f *File, form fortran.Form, width int, name string, depth int) bool {
	v := f.vocabulary(form, width)
	return v.pastes || v.words[name] || slices.ContainsFunc(v.includes, func(include string) bool {
		found, _ := e.search(include, f.Path)
		return found != nil && (depth == 0 || e.says(found, form, width, name, depth-1))
	})
}
