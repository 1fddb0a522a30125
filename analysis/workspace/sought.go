package workspace

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
)

// Found is what the configuration that a file stands under says about reading
// it: folders in which included files are searched, and the macros that the
// preprocessor's conditionals are decided with ("NAME" or "NAME=VALUE").
type Found struct {
	Folder          string // of the configuration, "" for none
	Include, Define []string
	Form            string // "free" or "fixed"; "" goes by the extension and the text
	Width           int    // last column of fixed form; 0 looks at the text
}

// found asks for the configuration of a file.
func (s *Snapshot) found(path string) Found {
	if s.reading.Config == nil {
		return Found{}
	}
	return s.reading.Config(s, path)
}

// folders returns where the included files of a file are searched, after its
// own folder: first what the settings say, then its configuration.
func (s *Snapshot) folders(path string) []string {
	return slices.Concat(s.reading.Include, s.found(path).Include)
}

// defines returns the macros of a file; those of the settings win.
func (s *Snapshot) defines(path string) string {
	if all := slices.Concat(s.found(path).Define, s.reading.Define); len(all) > 0 {
		return fortran.Defines(all)
	}
	return ""
}

func (s *Snapshot) searchKey(f *File) string { return strings.Join(s.folders(f.Path), "\n") }
