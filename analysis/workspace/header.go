package workspace

import (
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// missingHeaders reports the lines with #include between the units of a file, outside of
// conditionals, whose texts are not found: the macros of such a text may mean anything.
func (s *Snapshot) missingHeaders(f *File, units []*fortran.Unit) []source.Diagnostic {
	e := &expander{snapshot: s, path: f.Path, folders: s.folders(f.Path)}
	var out []source.Diagnostic
	from := 0
	between := func(to int) {
		nested, at := 0, from
		for line := range strings.Lines(f.Text.Slice(source.Span{Start: from, End: max(from, to)})) {
			span := source.Span{Start: at, End: at + len(strings.TrimRight(line, "\r\n"))}
			at += len(line)
			switch {
			case strings.HasPrefix(line, "#if"):
				nested++
			case strings.HasPrefix(line, "#endif"):
				nested--
			case strings.HasPrefix(line, "#") && nested == 0:
				name := fortran.IncludedName(fortran.Logical{Kind: fortran.Preprocessor, Text: line})
				if name == "" {
					continue
				}
				if found, problem := e.search(name, f.Path); found == nil {
					out = append(out, source.Diagnostic{Span: span, Severity: source.Information, Code: "missing-include", Message: problem})
				}
			}
		}
	}
	for _, u := range units {
		if u.Host == nil {
			between(u.Start)
			from = u.End
		}
	}
	between(f.Text.Len())
	return out
}
