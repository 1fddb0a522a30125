package explain

import (
	"slices"
	"strings"
	"unicode"
)

// At returns what concerns a line (from 1) of the file, which has the text: the
// loop and the statements there, the communications that they need or that stand
// there, and the arrays that the line names or maps.
func (u *Unit) At(line int, text string) *Unit {
	out := *u
	out.Loops = kept(u.Loops, func(l Loop) bool { return l.Line == line })
	out.Statements = kept(u.Statements, func(s Statement) bool { return s.Line <= line && line <= s.End })
	here := func(of int) bool {
		return of == line || slices.ContainsFunc(out.Statements, func(s Statement) bool { return s.Line == of })
	}
	out.Communications = kept(u.Communications, func(c Communication) bool { return c.PlaceLine == line || here(c.Line) })
	out.Reused = kept(u.Reused, func(r Reused) bool { return here(r.Line) })
	out.Unknown = kept(u.Unknown, func(n Note) bool { return n.Line == line })
	named := words(text)
	out.Arrays = kept(u.Arrays, func(a Array) bool { return a.on(line, named) })
	return &out
}

// on reports whether a line, which has the words, declares, names or maps the
// array.
func (a Array) on(line int, words []string) bool {
	return a.Line == line || slices.Contains(words, a.Name) || slices.ContainsFunc(a.Chain, func(n Note) bool { return n.Line == line })
}

// words are the names in a line, in capitals.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToUpper(text), func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

func kept[T any](all []T, keep func(T) bool) []T {
	var out []T
	for _, x := range all {
		if keep(x) {
			out = append(out, x)
		}
	}
	return out
}

// Empty reports whether there is nothing to say.
func (u *Unit) Empty() bool {
	return len(u.Arrays)+len(u.Loops)+len(u.Statements)+len(u.Communications)+len(u.Unknown) == 0
}
