package workspace

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
)

// examined is how much of a file is looked at to find its source form, in bytes.
const examined = 1 << 13

// Reading says how sources are read.
type Reading struct {
	Roots   []string // folders whose files see each other's modules and procedures
	Files   []string // that all others see as well: those of a command line
	Include []string // folders in which included files are searched, after the including file's own
	Define  []string // macros that decide the preprocessor's conditionals; without any, both branches are read
	Width   int      // last column of fixed form; 0 looks at the text
	// Config returns what the configuration of a file adds, nil for nothing. It
	// must depend on the files of the snapshot only.
	Config func(s *Snapshot, path string) Found
}

// Configure sets how sources are read and returns the new snapshot.
func (w *Workspace) Configure(r Reading) *Snapshot {
	r.Roots, r.Files = slices.Clone(r.Roots), slices.Clone(r.Files)
	r.Include, r.Define = slices.Clone(r.Include), slices.Clone(r.Define)
	return w.next(func(s *Snapshot) { s.reading, s.concordance = r, &lastConcordance{} })
}

// Lister is an FS that can list files. Without it, modules are found in the
// file itself and in open files only.
type Lister interface {
	FS
	// List returns the paths of the files in a folder, and with deep of those
	// in the folders below. A folder that cannot be read has none.
	List(folder string, deep bool) []string
}

// options returns how a file is read.
func (s *Snapshot) options(f *File) fortran.Options {
	form, width := s.layout(f)
	return fortran.Options{Form: form, Width: width, Defines: s.headers(f)}
}

// layout returns the source form of a file and the last column of fixed form.
func (s *Snapshot) layout(f *File) (fortran.Form, int) {
	found := s.found(f.Path)
	form := FormOf(f)
	switch found.Form {
	case "":
	case "fixed":
		form = fortran.Fixed
	default:
		form = fortran.Free
	}
	return form, cmp.Or(s.reading.Width, found.Width)
}

// headersKey names the macros that a file begins with, in one snapshot.
type headersKey struct {
	snapshot uint64
	file     *File
}

// headers returns the macros that a file begins with: those that are set, and those
// of the headers that the preprocessor includes.
func (s *Snapshot) headers(f *File) string {
	defines := s.defines(f.Path)
	if !f.Text.Contains("#") || !f.Text.Contains("include") { // one character is found faster
		return defines
	}
	return memo.GetFrom(s.memo, headersKey{s.id, f}, s, headersKey.macros)
}

func (k headersKey) macros(s *Snapshot) string {
	f := k.file
	e := &expander{snapshot: s, path: f.Path, folders: s.folders(f.Path)}
	return fortran.Headers(f.Text.String(), s.defines(f.Path), func(name, from string) (string, *string) {
		if from == "" {
			from = f.Path
		}
		found, _ := e.search(name, from)
		if found == nil || key(found.Path) == key(f.Path) {
			return "", nil
		}
		text := found.Text.String()
		return found.Path, &text
	})
}

// FormOf returns the source form of a file: by its extension, or where that
// says nothing by the editor's language identifier.
func FormOf(f *File) fortran.Form {
	if form, known := formOfLanguage(f.Form); known && !IsSource(f.Path) {
		return form
	}
	return fortran.DetectForm(f.Path, f.Text.Slice(source.Span{End: min(f.Text.Len(), examined)}))
}

// formOfLanguage reads the source form off an editor's language identifier; "fortran" alone
// says nothing of it.
func formOfLanguage(language string) (fortran.Form, bool) {
	switch strings.ToLower(language) {
	case "fortran_fixed-form", "fortranfixedform", "fortran77", "parlens-fortran-fixed", "hpf":
		return fortran.Fixed, true
	case "fortranfreeform", "fortran-modern", "fortran_free-form", "parlens-fortran":
		return fortran.Free, true
	}
	return fortran.Free, false
}

// IsSource reports whether the extension of path is one of Fortran sources.
func IsSource(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".f90", ".f95", ".f03", ".f08", ".f18", ".f23", ".fdv", ".cuf", ".f", ".for", ".ftn", ".f77", ".fpp", ".hpf":
		return true
	}
	return false
}

// root returns the folder whose files a file sees: the innermost root that holds
// it, or else the folder of its configuration, its repository, or the folders that are built
// with it; "" for none.
func (s *Snapshot) root(path string) string {
	path = s.disk.real(path)
	best := ""
	for _, root := range s.reading.Roots {
		if root = s.disk.real(root); inside(root, path) && len(root) > len(best) {
			best = root
		}
	}
	if best == "" {
		best = s.found(path).Folder
	}
	if best == "" {
		best = s.disk.repository(filepath.Dir(path))
	}
	if best == "" {
		best = s.disk.buildTree(filepath.Dir(path))
	}
	return best
}

func inside(folder, path string) bool {
	return strings.HasPrefix(key(path), strings.TrimSuffix(key(folder), string(filepath.Separator))+string(filepath.Separator))
}
