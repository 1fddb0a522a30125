package workspace

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/source"
)

// Plain is what the costs of a file depend on: its units as they are without comments, and
// with no more than the names of statements that cannot be read. While somebody types in one
// of these, they are the same ones, with all that is known of them. Places
// inside units count from the first byte of [Plain.Text]; those of the diagnostics are in
// the file.
type Plain struct {
	*lower.File
	file  *File
	units []*fortran.Unit // as they are written
}

// Plain returns the units of a file without comments, the same ones at every call. See
// [Snapshot.Program], whose diagnostics these are.
func (s *Snapshot) Plain(f *File) *Plain { return s.parsed.plain.of(f, s.plain) }

func (s *Snapshot) plain(f *File) *Plain {
	out := &Plain{file: f, units: s.Syntax(f).Units}
	out.File = s.lowered(f, s.plainSyntax, out.Place)
	return out
}

func (s *Snapshot) plainSyntax(f *File) *fortran.File {
	return s.parsed.plainSyntax.of(f, func(f *File) *fortran.File { return withPlainTrees(s.Syntax(f)) })
}

// withPlainTrees is a file with the trees of the texts that the costs of its units depend on.
func withPlainTrees(f *fortran.File) *fortran.File {
	if !slices.ContainsFunc(f.Units, func(u *fortran.Unit) bool { return u.Plain != nil }) {
		return f
	}
	out := &fortran.File{Text: f.Text, Options: f.Options, Diagnostics: f.Diagnostics, Units: make([]*fortran.Unit, len(f.Units))}
	of := make(map[*fortran.Unit]*fortran.Unit, len(f.Units))
	for i, u := range f.Units {
		same := *u
		if u.Plain != nil {
			same.Tree = u.Plain
		}
		if u.Host != nil {
			same.Host = of[u.Host]
		}
		of[u], out.Units[i] = &same, &same
	}
	return out
}

// Text returns the text of a unit: what it contains is empty lines in it.
func (p *Plain) Text(unit int) *source.Text {
	u := p.units[unit]
	return source.NewText(u.Text + strings.Repeat("\n", p.file.Text.LineOf(u.End)-p.file.Text.LineOf(u.Start)-strings.Count(u.Text, "\n")))
}

// Inside reports whether a line of the file is one of the own lines of a unit. Those from
// CONTAINS on are of what it contains, and none is between that and its END.
func (p *Plain) Inside(line int) bool {
	return slices.ContainsFunc(p.units, func(u *fortran.Unit) bool {
		first := p.file.Text.LineOf(u.Start)
		return first <= line && line <= first+strings.Count(u.Text, "\n")
	})
}

// Place returns where something of a unit stands in the file: its line and column are
// those that it has in the text that costs depend on.
func (p *Plain) Place(unit int, at source.Span) source.Span {
	u := p.units[unit]
	if u.Plain == nil {
		return at.Shift(u.Start)
	}
	return source.Span{Start: p.offset(u, at.Start), End: p.offset(u, at.End)}
}

func (p *Plain) offset(u *fortran.Unit, at int) int {
	before := u.Text[:min(at, len(u.Text))]
	line := strings.Count(before, "\n")
	if line == 0 {
		return u.Start + at
	}
	there := p.file.Text.LineSpan(p.file.Text.LineOf(u.Start) + line)
	return min(there.Start+len(before)-1-strings.LastIndexByte(before, '\n'), there.End)
}
