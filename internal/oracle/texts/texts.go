// Package texts is a disk in memory, for tests.
package texts

import (
	"io/fs"
	"path/filepath"
)

// FS holds texts by path, with slashes. It answers like workspace.FS.
type FS map[string]string

// ReadFile returns a text; the error is fs.ErrNotExist.
func (f FS) ReadFile(path string) ([]byte, error) {
	text, ok := f[filepath.ToSlash(path)]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return []byte(text), nil
}
