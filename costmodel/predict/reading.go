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
	c := workspace.Get(s.Memo(), readingKey{s.ID(), filepath.Dir(path)}, func() settings.Config {
		config, _, _ := settings.FindConfig(path, func(path string) ([]byte, error) {
			file, err := s.File(path)
			if err != nil {
				return nil, err
			}
			return []byte(file.Text.String()), nil
		})
		return config
	})
	return workspace.Found{Include: c.Include, Define: c.Define}
}

// readingKey names the configuration of a folder in one snapshot.
type readingKey struct {
	snapshot uint64
	folder   string
}
