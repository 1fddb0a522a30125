// Package disk is the file system of the operating system, as the workspace
// sees it.
package disk

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Disk reads and lists files.
type Disk struct{}

// ReadFile returns the content of a file.
func (Disk) ReadFile(path string) ([]byte, error) { return os.ReadFile(path) }

// maxFiles bounds a listing, so that a root that is somebody's whole home
// costs a second and not a minute.
const maxFiles = 50_000

// List returns the paths of the files in a folder, with deep those in the
// folders below as well; hidden folders and those of package managers are left
// out. A folder that cannot be read has no files.
func (Disk) List(folder string, deep bool) []string {
	var out []string
	_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case len(out) >= maxFiles:
			return fs.SkipAll
		case err != nil || d.IsDir():
			if path != folder && (err != nil || !deep || strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules") {
				return fs.SkipDir
			}
		case d.Type().IsRegular() || d.Type()&fs.ModeSymlink != 0:
			out = append(out, path)
		}
		return nil
	})
	return out
}
