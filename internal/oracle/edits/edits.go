// Package edits makes random edits of Fortran texts, for tests that compare
// what is computed step by step with what is computed from scratch.
package edits

import (
	"math/rand/v2"
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// Random returns an edit of text: characters, lines, blocks and the marks that
// bind lines together come and go.
func Random(r *rand.Rand, text *source.Text) source.Edit {
	switch r.IntN(10) {
	case 0, 1, 2:
		return insert(text, within(r, text), pick(r, characters))
	case 3:
		at := within(r, text)
		return source.Edit{Span: source.Span{Start: at, End: min(text.Len(), at+1+r.IntN(3))}}
	case 4, 5:
		return insert(text, text.LineStart(1+r.IntN(text.Lines())), pick(r, lines)+"\n")
	case 6:
		return removeLines(r, text, 1)
	case 7:
		return removeLines(r, text, 1+r.IntN(8))
	case 8:
		return duplicate(r, text)
	}
	return replaceWord(r, text)
}

func within(r *rand.Rand, text *source.Text) int { return r.IntN(text.Len() + 1) }

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

func insert(text *source.Text, at int, what string) source.Edit {
	return source.Edit{Span: source.Span{Start: at, End: at}, New: what}
}

func linesFrom(text *source.Text, first, count int) source.Span {
	return source.Span{Start: text.LineStart(first), End: text.LineStart(first + count)}
}

func removeLines(r *rand.Rand, text *source.Text, count int) source.Edit {
	return source.Edit{Span: linesFrom(text, 1+r.IntN(text.Lines()), count)}
}

// duplicate copies a block of lines to another place.
func duplicate(r *rand.Rand, text *source.Text) source.Edit {
	block := text.Slice(linesFrom(text, 1+r.IntN(text.Lines()), 1+r.IntN(6)))
	return insert(text, text.LineStart(1+r.IntN(text.Lines())), block)
}

// replaceWord puts another word of the text in a word's place, as a rename
// does.
func replaceWord(r *rand.Rand, text *source.Text) source.Edit {
	words := strings.FieldsFunc(text.String(), func(c rune) bool { return strings.ContainsRune(" \n\t(),:=+-*!&'\"", c) })
	if len(words) == 0 {
		return insert(text, 0, "x")
	}
	old := words[r.IntN(len(words))]
	places := strings.Count(text.String(), old)
	at, n := 0, r.IntN(places)
	for i := 0; ; i++ {
		at += strings.Index(text.String()[at:], old)
		if i == n {
			return source.Edit{Span: source.Span{Start: at, End: at + len(old)}, New: words[r.IntN(len(words))]}
		}
		at += len(old)
	}
}

var characters = []string{
	"a", "n", "1", "9", " ", "\n", "&", ";", "'", "\"", "!", "(", ")", ",", "=", "*", "%", ":", "#", "\t", "\r\n", "&\n", "&\n&", "é", "@", "c", "/", "_", "     &",
}

var lines = []string{
	"end", "end subroutine", "end module", "end program", "end do", "end if", "end interface", "endtype", "contains", "subroutine added(a, n)",
	"module extra", "program other", "integer function f(x)", "block data", "submodule (m) s", "interface", "abstract interface", "type t", "procedure(f), pointer :: q",
	"#if defined(X)", "#else", "#endif", "#define Y 1", "do i = 1, n", "do 10 i = 1, n", "10 continue", "if (a > b) then", "else", "where (a > 0)",
	"!HPF$ DISTRIBUTE (BLOCK) :: a", "!HPF$ ALIGN a(i) &", "!HPF$& WITH t(i)", "chpf$ template t(n)", "!HPF$ INDEPENDENT, NEW(s)", "!$omp parallel do",
	"include 'common.inc'", "include 'missing.inc'", "include 'deep.inc'", "use m", "use sizes, only: n, k => m", "use extra", "implicit none", "implicit real (a-h)", "real a(n), b(n, 2)",
	"      x = 1", "     & + 2", "  a(i) = b(i) &", "  & + c", "integer, parameter :: n = 10", "@process free", "@process fixed", "  'open", "x = 'a;b' ; y = 2", "! comment",
	"common /c/ a, b", "data k /3/", "module procedure p", "end procedure", "entry e", "call work(a)", "\t1continued", "",
}
