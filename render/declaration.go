package render

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/parlens/parlens/analysis/outline"
	"github.com/parlens/parlens/costmodel/report"
)

// Where is the place of a declaration.
type Where struct {
	File string // "" for the reader's own
	Line int    // from 1
}

// Declaration returns in markdown what is known of a name; mapped is how it
// lies on the processors in the present estimate, "" where it does not.
func Declaration(f outline.Facts, where Where, mapped string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "```fortran\n%s\n```\n", strings.ReplaceAll(f.Declaration, "\n", " "))
	what := f.Kind
	if where.File != "" {
		what += fmt.Sprintf(", %s:%d", filepath.Base(where.File), where.Line)
	} else {
		what += fmt.Sprintf(", line %d", where.Line)
	}
	for _, more := range []string{f.Size, valued(f.Value)} {
		if more != "" {
			what += "; " + more
		}
	}
	paragraph(&b, "%s", escape(what))
	return strings.TrimRight(b.String()+Layout(f, mapped), "\n")
}

// Layout is the part of Declaration that tells how the name lies on the processors.
func Layout(f outline.Facts, mapped string) string {
	var b strings.Builder
	if mapped != "" {
		paragraph(&b, "Mapped %s", escape(mapped))
	}
	for _, m := range f.Mapping {
		fmt.Fprintf(&b, "- %s\n", escape(m))
	}
	return strings.TrimRight(b.String(), "\n")
}

func valued(value string) string {
	if value == "" {
		return ""
	}
	return "value " + value
}

// Mapped returns how an array lies on the processors in the unit around a line
// of the report's file.
func Mapped(r *report.Report, file string, line int, array string) string {
	if file != r.File {
		return ""
	}
	for _, u := range r.Units {
		for _, m := range u.Mappings {
			if line >= u.Start && line <= u.End && strings.EqualFold(m.Array, array) {
				return m.Text
			}
		}
	}
	return ""
}

// Join puts two texts below each other with a line between them.
func Join(first, second string) string {
	if first == "" || second == "" {
		return first + second
	}
	return first + "\n\n---\n\n" + second
}
