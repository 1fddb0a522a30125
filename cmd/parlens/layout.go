package main

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// displayed returns source text as a terminal may show it: tabs expanded,
// control characters and broken UTF-8 replaced.
func displayed(text string) string {
	var b strings.Builder
	column := 0
	for _, r := range text {
		switch {
		case r == '\t':
			n := 8 - column%8
			b.WriteString(strings.Repeat(" ", n))
			column += n
			continue
		case r == utf8.RuneError || !unicode.IsPrint(r):
			r = '?'
		}
		b.WriteRune(r)
		column++
	}
	return strings.TrimRight(b.String(), " ")
}

// cut shortens text to the width and ends it with the mark where it had to.
func cut(text string, width int, mark string) string {
	if utf8.RuneCountInString(text) <= width {
		return text
	}
	runes := []rune(text)
	keep := max(0, width-utf8.RuneCountInString(mark))
	return string(runes[:keep]) + mark
}

// wrap puts words on lines of at most width; a word that is longer has a line
// of its own.
func wrap(words []string, width int) []string {
	var lines []string
	line := ""
	for _, word := range words {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, line)
}

// padLeft and padRight fill text with blanks to the width.
func padLeft(text string, width int) string {
	return strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text))) + text
}

func padRight(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
}
