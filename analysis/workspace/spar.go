package workspace

import (
	"path/filepath"
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
