package workspace

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Inclusion is a text of statements without a program unit, read where it is
// included: File is the file that includes it, with the text in the place of the
// INCLUDE line.
type Inclusion struct {
	File   *File
	Line   int // of the INCLUDE line, and of the text's first line, from 1
	Lines  int // that the text has
	Others int // INCLUDE lines that bring it in besides
}

// inclusionOfKey names the place where a file is included, in one snapshot.
type inclusionOfKey struct {
	snapshot uint64
	file     *File
}

// Included returns where a file of statements without a program unit is included,
// the nearest place if there are several; nil for other files, and where nobody
// includes it.
func (s *Snapshot) Included(f *File) *Inclusion {
	return memo.GetFrom(s.memo, inclusionOfKey{s.id, f}, s, inclusionOfKey.find)
}

func (k inclusionOfKey) find(s *Snapshot) *Inclusion {
	f := k.file
	units := s.Syntax(f).Units
	if len(units) == 0 || slices.ContainsFunc(units, func(u *fortran.Unit) bool { return u.Kind != program.Fragment }) {
		return nil
	}
	var out *Inclusion
	for _, host := range s.Mentioning(f, strings.ToLower(filepath.Base(f.Path))) {
		for line := 1; line <= host.Text.Lines(); line++ {
			if !s.brings(host, line, f) {
				continue
			}
			if out == nil {
				out = &Inclusion{File: host, Line: line}
			} else if out.Others++; shared(key(f.Path), key(host.Path)) > shared(key(f.Path), key(out.File.Path)) {
				out.File, out.Line = host, line
			}
		}
	}
	if out != nil {
		out.File, out.Lines = instead(out.File, out.Line, f.Text)
	}
	return out
}

// brings reports whether a line of a file brings in another file.
func (s *Snapshot) brings(host *File, line int, f *File) bool {
	name := includedIn(host.Text.Line(line))
	if name == "" || filepath.Base(name) != filepath.Base(f.Path) {
		return false
	}
	e := &expander{snapshot: s, path: host.Path, folders: s.folders(host.Path)}
	found, _ := e.search(name, host.Path)
	return found != nil && key(found.Path) == key(f.Path)
}

// instead returns the file with a text in the place of a line, and how many lines the
// text has.
func instead(host *File, line int, text *source.Text) (*File, int) {
	at := host.Text.LineSpan(line)
	whole, content := host.Text.String(), strings.TrimSuffix(text.String(), "\n")
	return host.WithText(source.NewText(whole[:at.Start] + content + whole[at.End:])), 1 + strings.Count(content, "\n")
}

// includedIn returns the name of the file that a line includes, "" for none.
func includedIn(line string) string {
	text := strings.TrimSpace(line)
	l := fortran.Logical{Kind: fortran.Preprocessor, Text: text}
	if !strings.HasPrefix(text, "#") {
		if len(text) < len("include 'x'") || !strings.EqualFold(text[:7], "include") {
			return ""
		}
		l.Kind = fortran.Include
	}
	return fortran.IncludedName(l)
}
