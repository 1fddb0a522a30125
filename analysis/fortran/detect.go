package fortran

import (
	"path/filepath"
	"strings"
)

// examined is how much of a text is looked at to find its source form, in bytes.
const examined = 1 << 14

// DetectForm returns the source form of a text: by the extension of its path, unless
// the text plainly has the other one. Text that changes while it is typed must not
// change its form, so several lines have to agree, and none may speak against them.
func DetectForm(path, text string) Form {
	by := FormOf(path)
	if len(text) > examined {
		text = text[:examined]
	}
	free, fixed := 0, 0
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		switch {
		case line == "" || line[0] == '#' || line[0] == '!':
		case plainlyFixed(line):
			fixed++
		case plainlyFree(line):
			free++
		}
	}
	switch {
	case free >= enough && fixed == 0:
		return Free
	case fixed >= enough && free == 0 && (by == Fixed || !knownExtension(path)):
		return Fixed
	case fixed >= 4*enough && free == 0:
		return Fixed
	}
	return by
}

const enough = 3 // lines that agree

// plainlyFixed reports whether a line can only be one of fixed form: a comment that
// begins with a letter or a star in column 1, or a mark in column 6 with nothing before
// it that is no mark of free form.
func plainlyFixed(line string) bool {
	if line[0] == '*' {
		return true
	}
	if (line[0] == 'c' || line[0] == 'C') && (len(line) == 1 || strings.TrimLeft(line[1:], " -*=c") == "" && line[1] != '=' || strings.HasPrefix(line[1:], "  ") && !strings.Contains(line, "=")) {
		return true
	}
	return len(line) > 6 && line[:5] == "     " && line[5] != ' ' && (line[5] == '$' || line[5] == '>' || line[5] == '+' || line[5] == '*')
}

// plainlyFree reports whether a line can only be one of free form: a word of the
// language that begins in columns 1 to 5, where fixed form has labels, or a statement
// that goes on behind "&".
func plainlyFree(line string) bool {
	if at := skipBlanks(line, 0, len(line)); at < 5 && isLetter(line[at]) && (at > 0 || !isFixedComment(line[0])) {
		return true
	}
	return len(line) < StandardWidth && line[len(line)-1] == '&' && strings.IndexByte(line, '!') < 0
}

// knownExtension reports whether an extension says the form.
func knownExtension(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".f90", ".f95", ".f03", ".f08", ".f18", ".f23":
		return true
	}
	return FormOf(path) == Fixed
}
