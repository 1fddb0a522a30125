package outline

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/source"
)

// standardize puts the standard's spelling where a directive departs from it.
func (f *File) standardize(span source.Span) []Fix {
	l := f.lineAt(span.Start)
	if l == nil || l.Kind != fortran.Directive {
		return nil
	}
	if span.Start == l.At.Start && l.Form == fortran.Free && l.Mark != '!' {
		return one("Write !HPF$", source.Edit{Span: source.Span{Start: span.Start, End: span.Start + 1}, New: "!"})
	}
	read := hpf.Read(l.Text, l.Form)
	for _, s := range read.Spellings {
		if l.Map.Span(s.At).Start != span.Start {
			continue
		}
		if s.Fixed {
			return one(titleOf(s), source.Edit{Span: l.Map.Span(s.At), New: l.cased(s.New)})
		}
		return f.spellOut(l, s, read.Directives)
	}
	return nil
}

func one(title string, edit source.Edit) []Fix {
	return []Fix{{Title: title, Edits: []source.Edit{edit}, Preferred: true}}
}

func titleOf(s hpf.Spelling) string {
	switch {
	case s.New == "":
		return "Leave it out"
	case s.At.Empty() || s.New == ", ":
		return "Insert a comma"
	}
	return "Write " + s.New
}

// cased returns a keyword in the case of the directive's first word.
func (l *line) cased(word string) string {
	tokens := fortran.Tokens(l.Text)
	if first := l.Text[tokens[0].Start:tokens[0].End]; first == strings.ToLower(first) {
		return strings.ToLower(word)
	}
	return word
}

// spellOut writes what a directive leaves out: formats, or the list of an
// aligned array.
func (f *File) spellOut(l *line, s hpf.Spelling, directives []hpf.Directive) []Fix {
	for _, d := range directives {
		var name fortran.Name
		item := ":"
		switch d := d.(type) {
		case *hpf.Distribute:
			name, item = d.Target, l.cased("BLOCK")
		case *hpf.Align:
			name = d.Alignee
		}
		if name == nil || name.Span() != s.At {
			continue
		}
		sym := f.finder(nil).visible(l.unit, name.String(), 0)
		if sym == nil || sym.Symbol.Rank == 0 || strings.Contains(l.Text, "::") {
			return nil // the list of several names is no place for it
		}
		text := "(" + strings.Repeat(item+",", sym.Symbol.Rank-1) + item + ")"
		end := l.Map.Span(s.At).End
		return one(fmt.Sprintf("Write %s%s", sym.Symbol.Spelling, text), source.Edit{Span: source.Span{Start: end, End: end}, New: text})
	}
	return nil
}
