package workspace

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
)

// Programs returns the files other than f that may hold a main program and that see
// what f sees, the nearest first.
func (s *Snapshot) Programs(f *File) []*File { return s.holders(programName, f) }

// Submodules returns f and the files that it sees which may hold submodules.
func (s *Snapshot) Submodules(f *File) []*File {
	return append([]*File{f}, s.holders(submoduleName, f)...)
}

// holders returns the files other than f that may hold what has a name in the index and
// that see what f sees, the nearest first.
func (s *Snapshot) holders(name string, f *File) []*File {
	var out []*File
	for _, path := range s.candidates(name, f.Path) {
		if other, err := s.File(path); err == nil {
			out = append(out, other)
		}
	}
	return out
}

// Holder is a file that may hold a procedure.
type Holder struct {
	*File
	Near int // how many folders it has in common with the file that looks for it
}

// Procedures returns the files other than f that may hold a procedure of the
// name and that f sees, the nearest first: open ones, those of a command line, and
// those on disk below the same root; without a root, in the same folder.
func (s *Snapshot) Procedures(f *File, name string) []Holder {
	var out []Holder
	for _, path := range s.candidates(procedureName(name), f.Path) {
		if other, err := s.File(path); err == nil {
			out = append(out, Holder{other, shared(s.disk.real(f.Path), s.disk.real(path))})
		}
	}
	return out
}

// Module finds the module that a USE in f means, with the file that holds it:
// one of the file itself, of an open file, of one of the command line, or of a
// file on disk below the same root; without a root, in the same folder. The
// nearest file wins. Both are nil
// where there is none.
func (s *Snapshot) Module(f *File, name string) (*File, *fortran.Unit) {
	if unit := s.moduleOf(f, name); unit != nil {
		return f, unit
	}
	for _, path := range s.candidates(name, f.Path) {
		if other, err := s.File(path); err == nil {
			if unit := s.moduleOf(other, name); unit != nil {
				return other, unit
			}
		}
	}
	return nil, nil
}

func (s *Snapshot) moduleOf(f *File, name string) *fortran.Unit {
	for _, u := range s.Syntax(f).Units {
		if u.Name == name && u.IsModule() {
			return u
		}
	}
	return nil
}

// candidates returns the files that may hold a module, the nearest first.
func (s *Snapshot) candidates(name, from string) []string {
	real := s.disk.real
	paths := s.among(from, s.disk.index.holders(s, s.surroundings(from), name))
	slices.SortStableFunc(paths, func(a, b string) int {
		if d := shared(real(from), real(b)) - shared(real(from), real(a)); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	return paths
}

// seen returns the other files that a file sees.
func (s *Snapshot) seen(from string) []string { return s.among(from, s.listed(from)) }

// among returns the files that a file sees besides itself: all that are open or named by
// the command line, and of those on disk the ones given.
func (s *Snapshot) among(from string, onDisk []string) []string {
	in, real := s.surroundings(from), s.disk.real
	known := map[string]bool{real(from): true}
	var paths []string
	for _, path := range s.OpenFiles() {
		if at := real(path); (inside(real(in.path), at) || in.path == ".") && !known[at] {
			paths, known[at] = append(paths, path), true
		}
	}
	for _, path := range slices.Concat(s.reading.Files, onDisk) {
		if at := real(path); s.open[key(path)] == nil && !known[at] {
			paths, known[at] = append(paths, path), true
		}
	}
	return paths
}

// shared counts the folders that two paths have in common.
func shared(a, b string) int {
	n := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == filepath.Separator {
			n++
		}
	}
	return n
}
