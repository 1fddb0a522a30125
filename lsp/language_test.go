package lsp

import (
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
)

// Every kind of document has its entry, and what only some have is where it belongs.
// (Mutations: an entry under another name than that of predict's list; TOML that is asked
// for as Fortran, which takes what no other language claims.)
func TestLanguages(t *testing.T) {
	for path, want := range map[string]struct{ outline, members, mapped, explained, tables bool }{
		"a.f90":        {outline: true, mapped: true, explained: true},
		"a":            {outline: true, mapped: true, explained: true},
		"a.spar":       {members: true, mapped: true},
		"a.pam":        {},
		"parlens.toml": {tables: true},
	} {
		t.Run(path, func(t *testing.T) {
			l := languageOf(&workspace.File{Path: path})
			if l.report == nil || l.hover == nil || l.status == nil || l.completion == nil {
				t.Error("what every kind of document has is missing")
			}
			got := want
			got.outline, got.members, got.mapped, got.explained, got.tables = l.outline != nil, l.members != nil, l.mapped, l.explained, l.tables
			if got != want || (l.model != nil) != want.members {
				t.Errorf("it has %+v, want %+v", got, want)
			}
		})
	}
}
