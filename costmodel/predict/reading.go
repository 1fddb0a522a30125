package predict

import (
	"path/filepath"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
)

// Reading returns what the configuration of a file says about reading it: the
// Config of a workspace.Reading. The path must be absolute to find one
// above the working folder.
func Reading(s *workspace.Snapshot, path string) workspace.Found {
	return workspace.Get(s.Memo(), readingKey{s.ID(), filepath.Dir(path)}, func() workspace.Found {
		config, at, _ := settings.FindConfig(path, s.Read)
		found := workspace.Found{Include: config.Include}
		folder := ""
		if at != "" {
			found.Folder = filepath.Dir(at)
			folder, _ = filepath.Rel(found.Folder, filepath.Dir(path))
		}
		r := config.Reading(folder)
		found.Define, found.Form, found.Width = r.Define, r.Form, r.Width
		return found
	})
}

// readingKey names the configuration of a folder in one snapshot.
type readingKey struct {
	snapshot uint64
	folder   string
}
