package workspace

import (
	"maps"

	"github.com/parlens/parlens/analysis/memo"
)

// Apart returns a snapshot with the same files and nothing remembered, for work whose
// results would push out what the workspace remembers of the files themselves.
func (s *Snapshot) Apart() *Snapshot {
	out := *s
	out.memo, out.sources, out.parsed = memo.New(), newSources(), &parsed{}
	return &out
}

// With returns a snapshot in which some files are others. It shares the memo; the
// workspace does not know it.
func (s *Snapshot) With(files ...*File) *Snapshot {
	out := *s
	out.open, out.parsed = maps.Clone(s.open), &parsed{}
	if out.open == nil {
		out.open = map[string]*File{}
	}
	for _, f := range files {
		out.open[key(f.Path)] = f
	}
	return &out
}
