package workspace

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/parlens/parlens/analysis/fortran"
)

// index knows which files on disk hold which modules and procedures. It is filled
// folder by folder, when one is asked for, and keeps what is not invalidated.
type index struct {
	mu      sync.Mutex
	folders map[folder][]string // guarded by mu; the files listed in each folder asked for
	modules map[string][]string // guarded by mu; the modules of each file, by its path, and its procedures as procedureName
	where   map[folder]map[string][]string
}

type folder struct {
	path string
	deep bool
}

func newIndex() *index {
	return &index{folders: map[folder][]string{}, modules: map[string][]string{}, where: map[folder]map[string][]string{}}
}

// without returns an index that knows nothing about the paths.
func (x *index) without(paths []string) *index {
	x.mu.Lock()
	defer x.mu.Unlock()
	out := newIndex()
	out.modules = maps.Clone(x.modules)
	known := true
	for _, path := range paths {
		_, listed := x.modules[key(path)]
		known = known && listed
		delete(out.modules, key(path))
	}
	if known { // no file has come or gone, as far as one can tell
		out.folders = maps.Clone(x.folders)
	}
	return out
}

// holders returns the files of a folder that hold a module, or procedure, of the
// name.
func (x *index) holders(s *Snapshot, in folder, name string) []string {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.where[in] == nil {
		x.where[in] = x.collect(s, in)
	}
	return x.where[in][name]
}

// list returns the sources in a folder, sorted. The caller holds mu.
func (x *index) list(lister Lister, in folder) []string {
	return slices.DeleteFunc(slices.Clone(x.all(lister, in)), func(path string) bool { return !IsSource(path) })
}

// all returns the files in a folder, sorted. The caller holds mu.
func (x *index) all(lister Lister, in folder) []string {
	files, listed := x.folders[in]
	if !listed {
		files = slices.Clone(lister.List(in.path, in.deep))
		slices.Sort(files)
		x.folders[in] = files
	}
	return files
}

// nearestNamed returns the file of a name, perhaps with folders before it, that a file
// sees and that is the nearest to it; "" for none.
func (s *Snapshot) nearestNamed(name, from string) string {
	lister, ok := s.disk.fs.(Lister)
	if !ok || filepath.IsAbs(name) || strings.Contains(name, "..") {
		return ""
	}
	x := s.disk.index
	x.mu.Lock()
	defer x.mu.Unlock()
	best, near := "", -1
	end := string(filepath.Separator) + filepath.Clean(name)
	for _, path := range x.all(lister, s.surroundings(from)) {
		if n := shared(key(from), key(path)); strings.HasSuffix(path, end) && key(path) != key(from) && n > near {
			best, near = path, n
		}
	}
	return best
}

// Mentioning returns the files other than f that see what f sees and hold the
// word, in any case, the open ones first: those that may declare or use a name
// of it.
func (s *Snapshot) Mentioning(f *File, word string) []*File {
	var out []*File
	for _, path := range append(s.OpenFiles(), s.listed(f.Path)...) {
		other, err := s.File(path)
		if err != nil || key(path) == key(f.Path) || slices.ContainsFunc(out, func(o *File) bool { return key(o.Path) == key(path) }) {
			continue
		}
		if containsFold(other.Text.String(), word) {
			out = append(out, other)
		}
	}
	return out
}

// containsFold reports whether a text holds the lower-case word in any case.
func containsFold(text, word string) bool { return strings.Contains(strings.ToLower(text), word) }

// listed returns the sources on disk below the root of a path; without a root,
// in its folder.
func (s *Snapshot) listed(path string) []string {
	lister, ok := s.disk.fs.(Lister)
	if !ok {
		return nil
	}
	x := s.disk.index
	x.mu.Lock()
	defer x.mu.Unlock()
	return slices.Clone(x.list(lister, s.surroundings(path)))
}

// surroundings returns the folder whose files a file sees.
func (s *Snapshot) surroundings(path string) folder {
	if root := s.root(path); root != "" {
		return folder{root, true}
	}
	return folder{filepath.Dir(key(path)), false}
}

func (x *index) collect(s *Snapshot, in folder) map[string][]string {
	out := map[string][]string{}
	lister, ok := s.disk.fs.(Lister)
	if !ok {
		return out
	}
	for _, path := range x.list(lister, in) {
		names, known := x.modules[key(path)]
		if !known {
			if f, err := s.disk.file(path); err == nil {
				text := f.Text.String()
				names = append(modulesIn(text), proceduresIn(text)...)
				if holdsProgram(text) {
					names = append(names, programName)
				}
				if headedBy(text, "submodule", false) {
					names = append(names, submoduleName)
				}
				if holdsData(text) {
					names = append(names, blockDataName)
				}
			}
			x.modules[key(path)] = names
		}
		for _, name := range names {
			out[name] = append(out[name], path)
		}
	}
	return out
}

// modulesIn finds the modules that a text may hold: lines that begin with
// MODULE and a name. It is quick, and right for all but strange layouts.
func modulesIn(text string) []string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimLeft(line, " \t")
		if len(line) < 8 || line[0]|0x20 != 'm' || !strings.EqualFold(line[:6], "module") || line[6] != ' ' && line[6] != '\t' {
			continue
		}
		tokens := fortran.Tokens(line[6:])
		if len(tokens) == 0 || tokens[0].Kind != fortran.Word || tokens[0].Text == "procedure" || len(tokens) > 1 && strings.IndexByte("!;", tokens[1].Text[0]) < 0 {
			continue
		}
		out = append(out, tokens[0].Text)
	}
	return out
}

// programName is what main programs are in the index.
const programName = "program"

// submoduleName is what submodules are in the index.
const submoduleName = "submodule"

// blockDataName is what BLOCK DATA units are in the index.
const blockDataName = "block data"

// holdsProgram reports whether a text may hold a main program: a line that begins
// with PROGRAM and a name.
func holdsProgram(text string) bool { return headedBy(text, "program", true) }

// holdsData reports whether a text may hold a BLOCK DATA unit.
func holdsData(text string) bool {
	return headedBy(text, "block data", false) || headedBy(text, "blockdata", false)
}

// headedBy reports whether a line of a text begins with a word, and goes on.
func headedBy(text, word string, named bool) bool {
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimLeft(line, " \t")
		if len(line) >= len(word) && strings.EqualFold(line[:len(word)], word) && (!named || len(line) > len(word)+1 && (line[len(word)] == ' ' || line[len(word)] == '\t')) {
			return true
		}
	}
	return false
}

// procedureName is a procedure's name in the index.
func procedureName(name string) string { return "procedure " + name }

// proceduresIn finds the procedures that a text may hold: lines with SUBROUTINE
// or FUNCTION and a name, which may stand on the next line, and only words of a
// prefix before.
func proceduresIn(text string) []string {
	var out []string
	begun, known := "", map[string]bool{}
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRight(strings.ToLower(line), " \t\r")
		if begun != "" {
			line = begun + continued(line, strings.HasSuffix(begun, "&"))
		}
		name, end := headed(line)
		begun = ""
		if name == "" && end {
			begun = line
		}
		if name != "" && !known[name] {
			known[name], out = true, append(out, procedureName(name))
		}
	}
	return out
}

// continued returns what a line adds to the one before: behind an ampersand that it
// may begin with, or in fixed form behind column 6.
func continued(line string, free bool) string {
	if !free && len(line) > 6 && strings.TrimSpace(line[:5]) == "" {
		return line[6:]
	}
	return strings.TrimLeft(line, " \t&")
}

// headed returns the name of the procedure that a line begins, "" for none; end is
// whether the line ends where the name is to come.
func headed(line string) (name string, end bool) {
	for _, word := range []string{"subroutine", "function"} {
		before, after, found := strings.Cut(line, word)
		before = strings.TrimLeft(before, " \t&")
		if !found || strings.HasPrefix(before, "end") || strings.ContainsAny(before, "!'\"&%") {
			continue
		}
		after = strings.TrimLeft(after, " \t&")
		to := strings.IndexFunc(after, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') })
		if to < 0 {
			to = len(after)
		}
		if to > 0 || after == "" {
			return after[:to], after == ""
		}
	}
	return "", false
}
