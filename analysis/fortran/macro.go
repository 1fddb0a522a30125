package fortran

import "strings"

// macro is what a #define says: the text that stands for its name.
type macro struct {
	params []string // of NAME(X,Y)
	called bool     // it has parentheses, perhaps empty
	body   string
}

// text returns the macro as Options.Defines holds it.
func (m macro) text(name string) string {
	if m.called {
		name += "(" + strings.Join(m.params, ",") + ")"
	}
	return name + "=" + m.body
}

// macroOf reads NAME, NAME=VALUE or NAME(X,Y)=VALUE, as macros are set; without a
// value they are 1.
func macroOf(line string) (string, macro) {
	head, value, given := strings.Cut(line, "=")
	if !given {
		value = "1"
	}
	name, m := definitionOf(strings.TrimSpace(head))
	m.body = strings.TrimSpace(value)
	return name, m
}

// definitionOf reads what stands behind #define: NAME value, or NAME(X,Y) value with
// no blank before the parenthesis.
func definitionOf(text string) (string, macro) {
	end := 0
	for end < len(text) && isNameByte(text[end]) {
		end++
	}
	name, rest := text[:end], text[end:]
	m := macro{}
	if inside, is := strings.CutPrefix(rest, "("); is {
		if params, body, closed := strings.Cut(inside, ")"); closed {
			m.called, rest = true, body
			for p := range strings.SplitSeq(params, ",") {
				if p = strings.TrimSpace(p); p != "" {
					m.params = append(m.params, p)
				}
			}
		}
	}
	m.body = strings.TrimSpace(rest)
	return name, m
}

// Bounds of what macros are replaced by, for one logical line: bytes, macros in all,
// and macros in macros.
const (
	maxExpansion = 1 << 16
	maxReplaced  = 10_000
	maxNested    = 50
)

// expansion replaces macros in a text, as the C preprocessor does: not in character
// constants, and none inside its own replacement.
type expansion struct {
	macros map[string]macro
	within []string // the macros whose replacement this is
	steps  *int     // that are left
}

// expand returns the logical line with its macros replaced. All of a replacement
// stands where the macro does.
func expand(l Logical, macros map[string]macro) Logical {
	if len(macros) == 0 {
		return l
	}
	steps := maxReplaced
	x := expansion{macros: macros, steps: &steps}
	var out strings.Builder
	var m Map
	done := 0 // of the text
	copied := func(to int) {
		if to > done {
			m = append(m, l.Map.part(done, to, out.Len())...)
			out.WriteString(l.Text[done:to])
			done = to
		}
	}
	eachWord(l.Text, func(from, to int) int {
		text, end, is := x.replaced(l.Text, from, to)
		if !is || out.Len()+len(text) > maxExpansion {
			return to
		}
		copied(from)
		if text != "" {
			m = append(m, piece{Text: out.Len(), File: l.Map.Offset(from), Flat: true})
			out.WriteString(text)
		}
		done = end
		return end
	})
	if done == 0 {
		return l
	}
	copied(len(l.Text))
	if len(m) == 0 {
		m = Map{{Text: 0, File: l.At.Start, Flat: true}}
	}
	l.Text, l.Map = out.String(), m
	return l
}

// part returns the pieces of a range of the joined text, which now begins at another
// place.
func (m Map) part(from, to, at int) Map {
	out := Map{{Text: at, File: m.Offset(from), Flat: m.flat(from)}}
	for _, p := range m {
		if p.Text > from && p.Text < to {
			p.Text += at - from
			out = append(out, p)
		}
	}
	return out
}

// eachWord calls visit for the names of a text outside character constants; visit
// returns where to go on.
func eachWord(text string, visit func(from, to int) int) {
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '\'' || c == '"':
			end := strings.IndexByte(text[i+1:], c)
			if end < 0 {
				return
			}
			i += end + 2
		case isDigit(c):
			for i < len(text) && isNameByte(text[i]) {
				i++
			}
		case isNameByte(c):
			from := i
			for i < len(text) && isNameByte(text[i]) {
				i++
			}
			i = max(i, visit(from, i))
		default:
			i++
		}
	}
}

// replaced returns what stands for the name at from:to and where the text goes on;
// false where it is no macro, or one with parameters that has no arguments here.
func (x expansion) replaced(text string, from, to int) (string, int, bool) {
	name := text[from:to]
	m, known := x.macros[name]
	if !known || len(x.within) >= maxNested || *x.steps <= 0 {
		return "", to, false
	}
	*x.steps--
	for _, outer := range x.within {
		if outer == name {
			return "", to, false
		}
	}
	body := m.body
	if m.called {
		args, end, closed := arguments(text, to)
		if !closed || len(args) != len(m.params) && !(len(m.params) == 0 && len(args) == 1 && args[0] == "") {
			return "", to, false
		}
		for i := range args {
			args[i] = x.all(args[i])
		}
		body, to = substituted(m, args), end
	}
	inner := expansion{x.macros, append(x.within[:len(x.within):len(x.within)], name), x.steps}
	return inner.all(strings.ReplaceAll(strings.ReplaceAll(body, " ## ", ""), "##", "")), to, true
}

// all replaces the macros of a text.
func (x expansion) all(text string) string {
	var out strings.Builder
	done := 0
	eachWord(text, func(from, to int) int {
		replacement, end, is := x.replaced(text, from, to)
		if !is || out.Len()+len(replacement) > maxExpansion {
			return to
		}
		out.WriteString(text[done:from])
		out.WriteString(replacement)
		done = end
		return end
	})
	out.WriteString(text[done:])
	return out.String()
}

// substituted puts arguments in the place of the parameters; #x is x as a character
// constant.
func substituted(m macro, args []string) string {
	var out strings.Builder
	done := 0
	eachWord(m.body, func(from, to int) int {
		for i, p := range m.params {
			if m.body[from:to] != p {
				continue
			}
			quoted := from > 0 && m.body[from-1] == '#' && (from < 2 || m.body[from-2] != '#')
			if quoted {
				out.WriteString(m.body[done:from-1] + "\"" + args[i] + "\"")
			} else {
				out.WriteString(m.body[done:from] + args[i])
			}
			done = to
		}
		return to
	})
	out.WriteString(m.body[done:])
	return out.String()
}

// arguments reads (a, b(i,j), 'c,d') behind a macro's name, and returns where the
// text goes on.
func arguments(text string, at int) (args []string, end int, closed bool) {
	for at < len(text) && isBlank(text[at]) {
		at++
	}
	if at == len(text) || text[at] != '(' {
		return nil, at, false
	}
	depth, from := 0, at+1
	for i := at; i < len(text); i++ {
		switch c := text[i]; c {
		case '\'', '"':
			quote := strings.IndexByte(text[i+1:], c)
			if quote < 0 {
				return nil, at, false
			}
			i += quote + 1
		case '(':
			depth++
		case ',', ')':
			if c == ')' {
				depth--
			}
			if depth == 0 || c == ',' && depth == 1 {
				args = append(args, strings.TrimSpace(text[from:i]))
				from = i + 1
			}
			if depth == 0 {
				return args, i + 1, true
			}
		}
	}
	return nil, at, false
}
