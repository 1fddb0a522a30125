package workspace

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// IsSpar tells whether a file holds a Spar program.
func IsSpar(f *File) bool {
	return strings.EqualFold(filepath.Ext(f.Path), ".spar") || f.Form == "spar"
}

type sparKey struct{ text *source.Text }

type sparMemberKey struct{ text string }

// Spar returns the parsed Spar file. After an edit only the members with new
// text are parsed again.
func (s *Snapshot) Spar(f *File) *spar.File {
	return Get(s.memo, sparKey{f.Text}, func() *spar.File {
		p := spar.Parser{Remember: func(text string, parse func() *spar.Member) *spar.Member {
			return Get(s.memo, sparMemberKey{strings.Clone(text)}, parse)
		}}
		return p.Parse(f.Text)
	})
}

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
