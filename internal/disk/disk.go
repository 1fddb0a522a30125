// Package disk is the file system of the operating system, as the workspace
// sees it.
package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Disk reads and lists files.
type Disk struct{}

// maxBytes bounds a file that is read.
const maxBytes = 64 << 20

// ReadFile returns the content of a regular file of at most 64 MB. A device or
// a pipe may have no end, or wait for somebody to write: it is not opened.
func (Disk) ReadFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("not a regular file")}
	case info.Size() > maxBytes:
		return nil, &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("larger than %d MB", maxBytes>>20)}
	}
	return os.ReadFile(path)
}

// UserFolder is the folder of the user's own parlens.toml: where the operating system
// keeps a user's configurations, "" where it does not say. It need not exist.
func UserFolder() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "parlens")
}

// Real returns the absolute path that a path leads to, symbolic links followed
// as far as they exist.
func (Disk) Real(path string) string {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	if real, err := filepath.EvalSymlinks(absolute); err == nil {
		return real
	}
	return filepath.Join(Disk{}.Real(filepath.Dir(absolute)), filepath.Base(absolute))
}

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
