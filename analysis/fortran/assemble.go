package fortran

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// Assemble turns a text into logical lines: continuation lines joined,
// comments removed, labels and sentinels taken off. It never fails; offsets
// count from the first byte of text.
func Assemble(text string, options Options) []Logical {
	var out []Logical
	assemble(text, options, func(l Logical) bool {
		out = append(out, l)
		return true
	})
	return out
}

// assemble hands the logical lines to take, in source order, until it returns
// false.
func assemble(text string, options Options, take func(Logical) bool) {
	a := assembler{text: text, options: options, form: options.Form, conditions: conditionsOf(options.Defines)}
	for at := 0; at < len(text); {
		end := strings.IndexByte(text[at:], '\n')
		next := at + end + 1
		if end < 0 {
			next = len(text)
		}
		a.line(at, trimEnd(text, at, next))
		at = next
		if !a.handOver(take) {
			return
		}
	}
	a.code.flush(&a)
	a.directive.flush(&a)
	a.hash.flush(&a)
	a.handOver(take)
}

// handOver passes on the complete logical lines that no open one comes before.
func (a *assembler) handOver(take func(Logical) bool) bool {
	n := 0
	for n < len(a.out) && !a.code.before(a.out[n]) && !a.directive.before(a.out[n]) && !a.hash.before(a.out[n]) {
		n++
		if !take(a.out[n-1]) {
			return false
		}
	}
	a.out = slices.Delete(a.out, 0, n)
	return true
}

// trimEnd returns the end of the line text[at:next] without its line end.
func trimEnd(text string, at, next int) int {
	if next > at && text[next-1] == '\n' {
		next--
	}
	if next > at && text[next-1] == '\r' {
		next--
	}
	return next
}

// assembler holds the open statement and the open directive: neither may
// continue the other, but one may stand between the lines of the other.
type assembler struct {
	text            string
	options         Options
	form            Form // @PROCESS lines may change it
	out             []Logical
	code, directive pending
	conditions      *conditions
	hash            pending // a preprocessor line that goes on
	other           int     // conditionals open in the branch that is passed over, which itself is one; see passOver
}

// preprocessor takes a line with "#" in its first column. Its conditionals are
// followed where macros are set.
func (a *assembler) preprocessor(start, end int) {
	if !a.hash.open {
		a.hash.begin(Preprocessor, start)
		a.hash.Sentinel = "#"
	}
	goesOn := end > start && a.text[end-1] == '\\'
	if goesOn {
		end--
	}
	a.hash.add(a.text, start, end)
	if goesOn {
		return
	}
	line := a.hash.current()
	before, macros := a.conditions.active(), a.conditions.macros
	a.conditions.line(line)
	if !a.conditions.decided && a.passOver(line) || !before && !a.conditions.active() {
		a.hash.Kind = Inactive
	}
	a.code.keep(macros)
	a.directive.keep(macros)
	a.hash.flush(a)
}

// passOver reports whether a preprocessor line belongs to the second branch of
// a conditional inside a statement. Both branches of a conditional are read,
// but a statement can go on in one way only: behind an #else in the middle of
// one, all up to the #endif is left out.
func (a *assembler) passOver(line string) bool {
	switch word, _ := directiveOf(line); word {
	case "else", "elif":
		if a.other == 0 && a.code.unfinished() {
			a.other = 1
			return false
		}
	case "if", "ifdef", "ifndef":
		if a.other > 0 {
			a.other++
			return true
		}
	case "endif":
		if a.other > 0 {
			a.other--
			return a.other > 0
		}
	}
	return a.other > 0
}

func (a *assembler) line(start, end int) {
	if a.hash.open {
		a.preprocessor(start, end)
		return
	}
	if (!a.conditions.active() || a.other > 0) && (start == end || a.text[start] != '#') {
		if skipBlanks(a.text, start, end) < end {
			a.whole(Inactive, "#", start, end)
		}
		return
	}
	if start < end {
		switch a.text[start] {
		case '#':
			a.preprocessor(start, end)
			return
		case '@':
			if start+1 == end || a.text[start+1] != ':' {
				a.process(start, end)
				return
			}
		}
	}
	if at := skipBlanks(a.text, start, end); isTemplate(a.text[at:end]) {
		a.whole(Preprocessor, "fypp", at, end)
		return
	}
	if a.form == Fixed {
		a.fixedLine(start, end)
	} else {
		a.freeLine(start, end)
	}
}

// isTemplate reports whether a line is one of fypp's, which programs are
// generated from: "#:if", "$:expression", "@:macro", or a comment "#!".
func isTemplate(line string) bool {
	return len(line) > 1 && (line[1] == ':' && (line[0] == '#' || line[0] == '$' || line[0] == '@') || line[0] == '#' && line[1] == '!')
}

// whole adds a line that is neither joined nor parsed.
func (a *assembler) whole(kind Kind, sentinel string, start, end int) {
	a.emit(Logical{
		Kind: kind, Sentinel: sentinel, Text: a.text[start:end],
		At: source.Span{Start: start, End: end}, Map: Map{{File: start}},
	})
}

// process reads an option line of one vendor's compilers, which may set the
// source form.
func (a *assembler) process(start, end int) {
	a.code.flush(a)
	a.directive.flush(a)
	line := strings.ToLower(a.text[start:end])
	if strings.HasPrefix(line, "@process") {
		switch {
		case strings.Contains(line, "free"):
			a.form = Free
		case strings.Contains(line, "fixed"):
			a.form = Fixed
		}
	}
	a.whole(Foreign, "@process", start, end)
}

// emit adds a logical line in source order: one that ends late may begin
// before lines that are complete already.
func (a *assembler) emit(l Logical) {
	l.Form = a.form
	at := len(a.out)
	for at > 0 && a.out[at-1].At.Start > l.At.Start {
		at--
	}
	a.out = slices.Insert(a.out, at, l)
}

// isInclude reports whether a statement is an INCLUDE line: the word and a
// character constant, with nothing behind it.
func isInclude(text string) bool {
	text = strings.TrimSpace(text)
	if len(text) < 9 || !strings.EqualFold(text[:7], "include") {
		return false
	}
	rest := strings.TrimSpace(text[7:])
	return len(rest) > 1 && (rest[0] == '\'' || rest[0] == '"') && strings.IndexByte(rest[1:], rest[0]) == len(rest)-2
}
