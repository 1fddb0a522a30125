package fortran

import (
	"slices"
	"sort"

	"github.com/parlens/parlens/analysis/source"
)

// Kind says what a logical line is.
type Kind uint8

// The kinds of logical lines. Comments and blank lines are none of them.
const (
	Code         Kind = iota // a Fortran statement
	Directive                // an HPF directive; its text begins after the sentinel
	Preprocessor             // a line with # in its first column
	Include                  // an INCLUDE line
	Foreign                  // a directive of another system, or a vendor's option line
	Inactive                 // a line that the preprocessor leaves out, given the macros of the options
)

// Logical is a statement or directive with its lines joined and its comments
// removed.
type Logical struct {
	Kind     Kind
	Form     Form        // of its lines
	Mark     byte        // of a directive: the comment character before the sentinel
	Label    string      // statement label, "" without one
	Sentinel string      // of a directive, in lower case ("hpf$", "$omp")
	Text     string      // joined
	At       source.Span // from the first byte (of the label or sentinel) to the last
	Map      Map
}

// Map translates offsets in a joined text to offsets in the assembled one.
// The zero Map is the identity.
type Map []piece

// piece says that the joined text from Text on comes from File on.
type piece struct {
	Text, File int
	Flat       bool // all of it comes from that place: it replaces a macro
}

// Shift returns the line with its places by bytes farther on.
func (l Logical) Shift(by int) Logical {
	l.At, l.Map = l.At.Shift(by), slices.Clone(l.Map)
	for i := range l.Map {
		l.Map[i].File += by
	}
	return l
}

// Offset returns the place of the joined text's byte at offset.
func (m Map) Offset(offset int) int {
	if len(m) == 0 {
		return offset
	}
	i := 0
	if len(m) > 1 {
		i = max(0, sort.Search(len(m), func(i int) bool { return m[i].Text > offset })-1)
	}
	if m[i].Flat {
		return m[i].File
	}
	return m[i].File + offset - m[i].Text
}

// flat reports whether the joined text's byte at offset replaces a macro.
func (m Map) flat(offset int) bool {
	i := sort.Search(len(m), func(i int) bool { return m[i].Text > offset }) - 1
	return i >= 0 && m[i].Flat
}

// Span returns the range from the first to the last byte of s.
func (m Map) Span(s source.Span) source.Span {
	if s.Empty() {
		at := m.Offset(s.Start)
		return source.Span{Start: at, End: at}
	}
	return source.Span{Start: m.Offset(s.Start), End: m.Offset(s.End-1) + 1}
}
