package fortran

// fixedLine takes one line of fixed-form text.
func (a *assembler) fixedLine(start, end int) {
	column := 0
	if start == 0 {
		column = a.options.Column
	}
	if column >= 6 { // a unit that begins after a ";"
		a.code.begin(Code, start)
		a.fixedCode(start, a.margin(start, end, column))
		a.code.short = end < start+a.options.width()-column
		return
	}
	at := skipBlanks(a.text, start, end)
	switch {
	case at == end:
		return
	case isFixedComment(a.text[start]) || a.text[at] == '!' && at-start != 5:
		a.fixedComment(start, at, end)
		return
	}
	a.directive.flush(a)
	a.fixedStatement(start, a.margin(start, end, 0))
}

func isFixedComment(c byte) bool {
	switch c {
	case 'C', 'c', '*', '!', 'd', 'D':
		return true
	}
	return false
}

// margin returns the offset of the right margin in a line that begins at
// column. Tabs count as one column, as in the file.
func (a *assembler) margin(start, end, column int) int {
	return min(end, start+max(0, a.options.width()-column))
}

// fixedComment takes a comment line, which may be a directive. An indented
// "!HPF$" counts as well.
func (a *assembler) fixedComment(start, at, end int) {
	name, length := sentinel(a.text[at:end])
	body, stop := at+length, a.margin(start, end, 0)
	switch {
	case length == 0 || body > stop: // what crosses the margin is no sentinel
		return
	case !mapsData(name, a.text[body:end]):
		a.whole(Foreign, name, at, end)
		return
	}
	if body < stop && a.continues(a.text[body], at == start) {
		a.fixedDirective(body+1, stop)
		return
	}
	a.directive.flush(a)
	a.directive.begin(Directive, at)
	a.directive.Sentinel, a.directive.Mark = name, a.text[at]
	if body < stop && a.text[body] == '0' {
		body++
	}
	a.fixedDirective(body, stop)
}

// continues reports whether mark, the character behind a sentinel, makes the
// line a continuation of the open directive. Away from the first column only
// "&" does.
func (a *assembler) continues(mark byte, first bool) bool {
	return a.directive.open && (mark == '&' || first && !isBlank(mark) && mark != '0')
}

// fixedDirective adds the text of a directive line. A trailing "&" is free
// form's way to say that the directive goes on; column 6 decides here.
func (a *assembler) fixedDirective(from, end int) {
	from = skipBlanks(a.text, from, end)
	stop := trimBlanks(a.text, from, codeEnd(a.text, from, end))
	if stop > from && a.text[stop-1] == '&' {
		stop = trimBlanks(a.text, from, stop-1)
	}
	if len(a.directive.Map) > 0 {
		a.directive.blank(from)
	}
	a.directive.add(a.text, from, stop)
}

// fixedStatement takes an initial or a continuation line: columns 1 to 5 hold
// the label, column 6 the mark.
func (a *assembler) fixedStatement(start, end int) {
	at, label := start, start
	for at < end && at < start+5 && a.text[at] != '\t' {
		at++
	}
	labelEnd := at
	mark := byte(' ')
	switch {
	case at < end && a.text[at] == '\t': // the vendors' tab rule
		at++
		if at < end && '1' <= a.text[at] && a.text[at] <= '9' {
			mark = a.text[at]
			at++
		}
	case at < end:
		mark = a.text[at]
		at++
	}
	if isBlank(mark) || mark == '0' {
		a.code.flush(a)
		label = skipBlanks(a.text, label, labelEnd)
		a.code.begin(Code, label)
		if label == labelEnd {
			a.code.At.Start = skipBlanks(a.text, at, end)
		}
		a.code.Label = squeezed(a.text[label:labelEnd])
		a.code.At.End = a.code.At.Start
	} else if !a.code.open {
		a.code.begin(Code, at)
	} else if a.code.short && a.code.quote == 0 {
		a.code.blank(at)
	}
	a.fixedCode(at, end)
	a.code.short = end < start+a.options.width()
}

func squeezed(label string) string {
	out := make([]byte, 0, len(label))
	for i := 0; i < len(label); i++ {
		if !isBlank(label[i]) {
			out = append(out, label[i])
		}
	}
	return string(out)
}

// fixedCode adds statement text; every ";" ends a statement. A trailing "&"
// outside a constant is dropped: column 6 of the next line decides.
func (a *assembler) fixedCode(from, end int) {
	for {
		if a.code.quote == 0 && len(a.code.Map) == 0 {
			from = skipBlanks(a.text, from, end)
		}
		stop, why, open := scanCode(a.text, from, end, a.code.quote)
		last := stop
		if open == 0 {
			last = trimBlanks(a.text, from, stop)
			if last > from && a.text[last-1] == '&' {
				last = trimBlanks(a.text, from, last-1)
			}
		}
		a.code.add(a.text, from, last)
		a.code.quote = open
		if why == atEnd {
			return
		}
		a.code.flush(a)
		from = skipBlanks(a.text, stop+1, end)
		if from == end {
			return
		}
		a.code.begin(Code, from)
	}
}
