package fortran

import "strings"

// freeLine takes one line of free-form text.
func (a *assembler) freeLine(start, end int) {
	at := skipBlanks(a.text, start, end)
	if at == end {
		return
	}
	if (a.text[at] == '!' || isFixedDirective(a.text[at:end])) && a.code.quote == 0 {
		a.freeComment(at, end)
		return
	}
	a.directive.flush(a)
	if a.code.open && a.code.resume {
		at = a.freeResume(start, at, end)
	} else {
		a.code.flush(a)
		at = a.freeBegin(at, end)
	}
	a.freeCode(at, end)
}

// isFixedDirective reports whether a line of free form begins as a directive of
// fixed form does: "CHPF$ " can begin no statement.
func isFixedDirective(line string) bool {
	return len(line) > 5 && strings.IndexByte("cC*", line[0]) >= 0 && strings.EqualFold(line[1:5], "hpf$") && isBlank(line[5])
}

// freeComment takes a comment line, which may be a directive.
func (a *assembler) freeComment(at, end int) {
	name, length := sentinel(a.text[at:end])
	switch {
	case length == 0:
		return
	case !mapsData(name, a.text[at+length:end]):
		a.whole(Foreign, name, at, end)
		return
	}
	body := skipBlanks(a.text, at+length, end)
	if a.directive.open && a.directive.resume {
		if body < end && a.text[body] == '&' {
			body++
		} else {
			a.directive.blank(body)
		}
	} else {
		a.directive.flush(a)
		a.directive.begin(Directive, at)
		a.directive.Sentinel, a.directive.Mark = name, a.text[at]
	}
	a.directiveText(body, end)
	if !a.directive.resume {
		a.directive.flush(a)
	}
}

// directiveText adds the rest of a free-form directive line.
func (a *assembler) directiveText(from, end int) {
	stop := trimBlanks(a.text, from, codeEnd(a.text, from, end))
	a.directive.resume = stop > from && a.text[stop-1] == '&'
	if a.directive.resume {
		stop--
	}
	a.directive.add(a.text, from, stop)
}

// codeEnd returns where a trailing comment begins.
func codeEnd(text string, from, end int) int {
	for {
		stop, why, _ := scanCode(text, from, end, 0)
		if why == atEnd {
			return stop
		}
		from = stop + 1
	}
}

// freeBegin opens a statement at the line's first non-blank and takes off its
// label.
func (a *assembler) freeBegin(at, end int) int {
	a.code.begin(Code, at)
	digits := at
	for digits < end && isDigit(a.text[digits]) {
		digits++
	}
	body := skipBlanks(a.text, digits, end)
	if digits > at && digits < end && body > digits {
		a.code.Label = a.text[at:digits]
		return body
	}
	return at
}

// freeResume returns where the statement goes on in a continuation line whose
// first non-blank is at.
func (a *assembler) freeResume(start, at, end int) int {
	a.code.resume = false
	if a.text[at] == '&' {
		return at + 1
	}
	if a.code.quote != 0 {
		return start
	}
	a.code.blank(at)
	return at
}

// freeCode adds statement text up to the end of the line; every ";" ends a
// statement.
func (a *assembler) freeCode(from, end int) {
	for {
		stop, why, open := scanCode(a.text, from, end, a.code.quote)
		last := trimBlanks(a.text, from, stop)
		if why == atSemicolon {
			a.code.add(a.text, from, last)
			a.code.flush(a)
			from = skipBlanks(a.text, stop+1, end)
			if from == end {
				return
			}
			from = a.freeBegin(from, end)
			continue
		}
		a.code.quote = open
		if last > from && a.text[last-1] == '&' {
			a.code.resume = true
			a.code.add(a.text, from, a.beforeAmpersand(from, last-1, open))
			return
		}
		a.code.add(a.text, from, last)
		a.code.flush(a)
		return
	}
}

// beforeAmpersand drops the blanks before a continuation mark outside a
// constant down to one, which keeps words apart only if the next line says so.
func (a *assembler) beforeAmpersand(from, to int, open byte) int {
	if open != 0 {
		return to
	}
	return min(to, trimBlanks(a.text, from, to)+1)
}
