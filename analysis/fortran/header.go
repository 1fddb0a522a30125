package fortran

import "strings"

// Headers returns the macros, as Options.Defines holds them, that a text begins with:
// those that are set, and those that the texts define which its lines with #include
// bring in. Such a text counts from the beginning, since a unit is read without what
// stands before it. open finds a text; nil where there is none.
func Headers(text, defines string, open func(name, from string) (path string, content *string)) string {
	h := &headers{conditions: conditionsOf(defines), open: open, defined: map[string]macro{}}
	h.read(text, "", 0)
	out := conditionsOf(defines)
	for name, m := range h.defined {
		if _, set := out.macros[name]; !set {
			out.macros[name] = m
		}
	}
	return out.String()
}

// headers follows the preprocessor through a text and those that it includes.
type headers struct {
	conditions *conditions
	open       func(name, from string) (path string, content *string)
	defined    map[string]macro // by included texts
	texts      int
}

const maxHeaders = 200 // texts in all, and how deep they include each other

func (h *headers) read(text, path string, depth int) {
	joined := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if joined == "" && !strings.HasPrefix(line, "#") {
			continue
		}
		if more, goesOn := strings.CutSuffix(line, "\\"); goesOn {
			joined += more
			continue
		}
		h.line(joined+line, path, depth)
		joined = ""
	}
}

func (h *headers) line(line, path string, depth int) {
	name := IncludedName(Logical{Kind: Preprocessor, Text: line})
	if name == "" || !h.conditions.holding() {
		h.conditions.line(line)
		if word, rest := directiveOf(line); word == "define" && depth > 0 && h.conditions.holding() {
			name, m := definitionOf(rest)
			h.defined[name] = m
		}
		return
	}
	if h.texts++; h.texts > maxHeaders || depth >= maxHeaders {
		return
	}
	if at, content := h.open(name, path); content != nil {
		h.read(*content, at, depth+1)
	}
}
