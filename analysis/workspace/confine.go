package workspace

import (
	"errors"
	"path/filepath"
	"slices"
)

// Resolver is an FS that knows where a path leads: absolute, symbolic links
// followed. Without it a path is what it says.
type Resolver interface {
	FS
	Real(path string) string
}

// confined reports whether a file may include what stands at a path: only what
// lies below the file's own folder, its root, its repository, the folder of its
// configuration, or a folder that the settings name. A program from somewhere
// must not make the reports quote any other file of the machine.
func (s *Snapshot) confined(path, from string, include []string) bool {
	here := filepath.Dir(from)
	allowed := append([]string{here, s.root(from), s.disk.repository(s.disk.real(here))}, include...)
	target := s.disk.real(path)
	return slices.ContainsFunc(allowed, func(folder string) bool {
		return folder != "" && inside(s.disk.real(folder), target)
	})
}

// Includable returns the file at a path, if the file from may include it: see confined.
func (s *Snapshot) Includable(path, from string) (*File, error) {
	if !s.confined(path, from, s.folders(from)) {
		return nil, errors.New("it lies outside of the program's folders; include folders (-I, or include in parlens.toml) can add its own")
	}
	return s.File(path)
}

// repository returns the nearest folder at or above an absolute one that is
// under version control, "" for none.
func (d *disk) repository(folder string) string {
	return d.repositories.from(folder, d.findRepository)
}

func (d *disk) findRepository(folder string) string {
	for {
		for _, sign := range []string{filepath.Join(".git", "HEAD"), ".git"} { // a checkout, a linked one
			if _, err := d.file(filepath.Join(folder, sign)); err == nil {
				return folder
			}
		}
		above := filepath.Dir(folder)
		if above == folder {
			return ""
		}
		folder = above
	}
}
