package predict

import (
	"path/filepath"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
)

// Reading returns what the configuration of a file says about reading it: the
// Config of a workspace.Reading. The path must be absolute to find one
// above the working folder.
func Reading(s *workspace.Snapshot, path string) workspace.Found {
	return memo.GetFrom(s.Memo(), readingKey{s.ID(), filepath.Dir(path)}, s, readingKey.find)
}

// readingKey names the configuration of a folder in one snapshot.
type readingKey struct {
	snapshot uint64
	folder   string
}

func (k readingKey) find(s *workspace.Snapshot) workspace.Found {
	config, at, _ := settings.FindConfig(filepath.Join(k.folder, "parlens.toml"), s.Read)
	found := workspace.Found{Include: config.Include}
	folder := ""
	if at != "" {
		found.Folder = filepath.Dir(at)
		folder, _ = filepath.Rel(found.Folder, k.folder)
	}
	r := config.Reading(folder)
	found.Define, found.Form, found.Width = r.Define, r.Form, r.Width
	return found
}
