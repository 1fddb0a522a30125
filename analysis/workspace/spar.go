package workspace

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// SparList is the files of a Spar program, the last one first; equal lists of a
// memo are one.
type SparList struct {
	file *spar.File
	rest *SparList
}

// First is the file whose program it is.
func (l *SparList) First() *spar.File {
	for l.rest != nil {
		l = l.rest
	}
	return l.file
}

// Others are the files but for the first, in their order.
func (l *SparList) Others() []*spar.File {
	var out []*spar.File
	for ; l.rest != nil; l = l.rest {
		out = append(out, l.file)
	}
	slices.Reverse(out)
	return out
}

// SparProgram returns a Spar file and those that declare the classes which it
// names, directly or through such files: open ones and those of its folder, of
// the same package or imported, and those that an import names by its package.
func (s *Snapshot) SparProgram(f *File) *SparList {
	first := s.Spar(f)
	list := s.sparList(first, nil)
	if !mayNameOthers(first) {
		return list
	}
	known, taken := map[string]bool{}, map[*spar.File]bool{}
	take := func(tree *spar.File) {
		taken[tree] = true
		for _, t := range tree.Types {
			known[t.Name] = true
		}
	}
	take(first)
	for queue := []*File{f}; len(queue) > 0; queue = queue[1:] {
		from := s.Spar(queue[0])
		for _, o := range s.around(queue[0], from) {
			if other := s.Spar(o); !taken[other] && sees(from, other) && mentions(from, other, known) {
				take(other)
				list, queue = s.sparList(other, list), append(queue, o)
			}
		}
	}
	return list
}

// around are the files in which a file may find classes.
func (s *Snapshot) around(f *File, tree *spar.File) []*File {
	out := s.SparFiles(f)
	for _, name := range tree.Imports {
		out = append(out, s.imported(f, tree, name)...)
	}
	return out
}

func (l SparList) itself() *SparList { return &l }

func (s *Snapshot) sparList(file *spar.File, rest *SparList) *SparList {
	return memo.Get(s.memo, SparList{file, rest}, SparList.itself)
}

// mayNameOthers tells whether a file names a class that it does not declare.
func mayNameOthers(f *spar.File) bool {
	own := map[string]bool{"Math": true, "System": true, "Complex": true, "String": true}
	for _, t := range f.Types {
		own[t.Name] = true
	}
	return slices.ContainsFunc(f.Types, func(t *spar.Type) bool {
		return slices.ContainsFunc(t.Members, func(m spar.Placed) bool {
			return slices.ContainsFunc(m.Classes, func(name string) bool { return !own[name] })
		})
	})
}

// mentions tells whether a file names a class of another one that is not known yet.
func mentions(f, other *spar.File, known map[string]bool) bool {
	for _, t := range other.Types {
		if known[t.Name] || t.Name == "" {
			continue
		}
		for _, own := range f.Types {
			if slices.ContainsFunc(own.Members, func(m spar.Placed) bool { return slices.Contains(m.Classes, t.Name) }) {
				return true
			}
		}
	}
	return false
}

// sees tells whether a file may name the classes of another: that is of its
// package, or imported.
func sees(f, other *spar.File) bool {
	if f.Package == other.Package {
		return true
	}
	prefix := ""
	if other.Package != "" {
		prefix = other.Package + "."
	}
	return slices.ContainsFunc(f.Imports, func(name string) bool {
		return name == prefix+"*" || slices.ContainsFunc(other.Types, func(t *spar.Type) bool { return name == prefix+t.Name })
	})
}

// imported are the files of an import, below the folder where the packages
// begin.
func (s *Snapshot) imported(f *File, tree *spar.File, name string) []*File {
	root := filepath.Dir(key(f.Path))
	if tree.Package != "" {
		for range strings.Split(tree.Package, ".") {
			root = filepath.Dir(root)
		}
	}
	path := filepath.Join(root, filepath.FromSlash(strings.ReplaceAll(strings.TrimSuffix(name, ".*"), ".", "/")))
	paths := []string{path + ".spar"}
	if strings.HasSuffix(name, ".*") {
		paths = nil
		if lister, ok := s.disk.fs.(Lister); ok {
			paths = slices.DeleteFunc(slices.Clone(lister.List(path, false)), func(p string) bool { return !strings.EqualFold(filepath.Ext(p), ".spar") })
			slices.Sort(paths)
		}
	}
	var out []*File
	for _, p := range paths {
		if other, err := s.File(p); err == nil && other != f {
			out = append(out, other)
		}
	}
	return out
}

// IsSpar tells whether a file holds a Spar program.
func IsSpar(f *File) bool {
	return strings.EqualFold(filepath.Ext(f.Path), ".spar") || f.Form == "spar"
}

type sparKey struct{ text *source.Text }

// Spar returns the parsed Spar file. After an edit only the members with new
// text are parsed again.
func (s *Snapshot) Spar(f *File) *spar.File {
	return memo.GetFrom(s.memo, sparKey{f.Text}, spar.Parser{Memo: s.memo}, sparKey.parse)
}

func (k sparKey) parse(p spar.Parser) *spar.File { return p.Parse(k.text) }

// SparFiles returns the other files of the program that a Spar file may belong
// to: those that are open, and those in its folder.
func (s *Snapshot) SparFiles(f *File) []*File {
	open := s.OpenFiles()
	paths := slices.Clone(open)
	if lister, ok := s.disk.fs.(Lister); ok {
		listed := slices.Clone(lister.List(filepath.Dir(key(f.Path)), false))
		slices.Sort(listed)
		paths = append(paths, listed...)
	}
	seen := map[string]bool{key(f.Path): true}
	var out []*File
	for _, path := range paths {
		if seen[key(path)] {
			continue
		}
		seen[key(path)] = true
		if !strings.EqualFold(filepath.Ext(path), ".spar") && !slices.Contains(open, path) {
			continue // not read for nothing
		}
		if other, err := s.File(path); err == nil && IsSpar(other) {
			out = append(out, other)
		}
	}
	return out
}
