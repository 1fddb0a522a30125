package spar

import (
	"cmp"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
)

// Parser parses files. It may remember members by their text.
type Parser struct{ Memo *memo.Table }

// memberKey is all that a member depends on.
type memberKey struct{ text string }

func (k memberKey) parse() *Member { return ParseMember(k.text) }

// Parse parses a file with a parser that remembers nothing.
func Parse(text *source.Text) *File { return Parser{}.Parse(text) }

// Parse splits a file into its types and members and parses each.
func (p Parser) Parse(text *source.Text) *File {
	r := &reader{parser: p, src: translate(text.String()), file: &File{Text: text}}
	r.unit()
	slices.SortStableFunc(r.file.Diagnostics, func(a, b source.Diagnostic) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return r.file
}

// reader reads one file.
type reader struct {
	parser Parser
	src    string
	file   *File
	at     int
}

func (r *reader) note(at source.Span, code, message string) {
	r.file.Diagnostics = append(r.file.Diagnostics, source.Diagnostic{Span: at, Severity: source.Error, Code: code, Message: message})
}

// take appends the diagnostics of a part that begins at start.
func (r *reader) take(diags []source.Diagnostic, start int) {
	for _, d := range diags {
		d.Span = d.Span.Shift(start)
		r.file.Diagnostics = append(r.file.Diagnostics, d)
	}
}

func (r *reader) unit() {
	var open *Type // the type to which stray members belong
	for {
		r.blank()
		if r.at >= len(r.src) || r.src[r.at] == 0x1A {
			return
		}
		p := nextPiece(r.src, r.at)
		head := r.src[p.start:p.end]
		switch {
		case p.stop == '}':
			r.note(source.Span{Start: p.end, End: p.end + 1}, "spar-bracket", "this } closes nothing")
			r.at = p.end + 1
		case p.stop == '{' && declaresType(head):
			open = r.typeDecl(p)
		case p.stop == '{' || declaresField(head):
			open = r.stray(open, p)
		default:
			r.heading(p)
		}
	}
}

// blank skips blanks and comments.
func (r *reader) blank() {
	start := r.at
	r.at = skipBlank(r.src, r.at)
	if r.at >= len(r.src) && r.at > start && unendedComment(r.src[start:]) {
		r.note(source.Span{Start: r.at, End: r.at}, "spar-comment", "this comment does not end; it ends with */")
	}
}

// declaresType tells whether the text before a bracket declares a class.
func declaresType(head string) bool {
	_, word := afterModifiers(head)
	return word == "class" || word == "interface"
}

// declaresField tells whether a declaration of variables stands at file level,
// where a bracket too many has put it.
func declaresField(head string) bool {
	mods, word := afterModifiers(head)
	return mods > 0 && word != "class" && word != "interface" || primitives[word]
}

// afterModifiers skips pragmas and modifiers; it returns how many modifiers
// there were and the next word.
func afterModifiers(head string) (int, string) {
	at, n := 0, 0
	for {
		at = skipBlank(head, at)
		if strings.HasPrefix(head[at:], "<$") {
			at = max(at+2, pragmaEnd(head, at))
			continue
		}
		end := wordEnd(head, at)
		word := Plain(head[at:end])
		if !modifierWords[word] {
			return n, word
		}
		at = end
		n++
	}
}

// heading parses one of the file's own items: globalpragmas, package, import.
func (r *reader) heading(p piece) {
	text := r.src[p.start:p.end]
	parser := newParser(text)
	func() {
		defer parser.recovered(func() {})
		r.item(parser, p.start)
	}()
	r.take(parser.diags, p.start)
	if r.at = p.end; p.stop == 0 && !parser.ended() {
		r.note(source.Span{Start: p.end, End: p.end}, "spar-syntax", "the file ends inside a declaration")
	}
	r.at = max(r.at, p.start+1)
}

func (r *reader) item(p *parser, start int) {
	switch {
	case p.take(";") || p.ended():
	case p.take("globalpragmas"):
		g := shiftPragmas(p.pragmas(), start)
		if r.file.Global == nil {
			r.file.Global = g
		} else if g != nil {
			r.file.Global.List = append(r.file.Global.List, g.List...)
		}
		p.expect(";", "globalpragmas ends with ;")
	case p.take("package"):
		r.file.Package = p.qualified("the name of the package")
		p.expect(";", "package ends with ;")
	case p.take("import"):
		name := p.qualified("the name of what is imported")
		if p.take(".") {
			p.expect("*", "an import ends with a name or *")
			name += ".*"
		}
		r.file.Imports = append(r.file.Imports, name)
		p.expect(";", "import ends with ;")
	default:
		p.fail(p.span(), "spar-syntax", "here a class, an interface, an import, package or globalpragmas is expected")
	}
}

// typeDecl reads a type whose heading is p, with its members.
func (r *reader) typeDecl(p piece) *Type {
	parser := newParser(r.src[p.start : p.end+1])
	t := &Type{}
	func() {
		defer parser.recovered(func() {})
		t.Pragmas = parser.pragmas()
		t.Modifiers = parser.modifiers()
		parser.typeHead(t)
	}()
	r.take(parser.diags, p.start)
	t.Pragmas = shiftPragmas(t.Pragmas, p.start)
	t.NameSpan = t.NameSpan.Shift(p.start)
	for _, x := range t.Params {
		x.Span, x.NameSpan = x.Span.Shift(p.start), x.NameSpan.Shift(p.start)
	}
	r.file.Types = append(r.file.Types, t)
	_, closed := braceEnd(r.src, p.end, false)
	r.at = p.end + 1
	r.members(t, !closed)
	t.Span = source.Span{Start: p.start, End: r.at}
	if r.at >= len(r.src) && !closed {
		r.note(source.Span{Start: p.end, End: p.end + 1}, "spar-bracket", "this { is never closed")
	}
	return t
}

// members reads up to the bracket that closes the type. With guard, a bracket
// is missing somewhere, and members are distinguished by their modifiers.
func (r *reader) members(t *Type, guard bool) {
	for {
		r.blank()
		switch {
		case r.at >= len(r.src):
			return
		case r.src[r.at] == '}':
			r.at++
			return
		}
		r.member(t, guard)
	}
}

func (r *reader) member(t *Type, guard bool) {
	start := r.at
	end, _ := memberEnd(r.src, start, guard)
	end = max(end, start+1)
	text := strings.TrimRight(r.src[start:end], " \t\r\n")
	m := memo.Get(r.parser.Memo, memberKey{strings.Clone(text)}, memberKey.parse)
	r.at = end
	if m.Kind == NoMember && len(m.Diagnostics) == 0 && text == ";" {
		return
	}
	t.Members = append(t.Members, Placed{m, start, start + len(text)})
	r.take(m.Diagnostics, start)
}

// stray takes a member that stands outside all types, behind a bracket too
// many, into the type before it.
func (r *reader) stray(t *Type, p piece) *Type {
	r.note(source.Span{Start: p.start, End: wordEnd(r.src, p.start)}, "spar-bracket", "this stands outside a class: a } before it is one too many")
	if t == nil {
		t = &Type{Span: source.Span{Start: p.start, End: p.end}}
		r.file.Types = append(r.file.Types, t)
	}
	r.at = p.start
	r.member(t, false)
	t.Span.End = r.at
	return t
}

// shiftPragmas moves the pragmas of a heading to their place in the file.
func shiftPragmas(p *Pragmas, by int) *Pragmas {
	if p == nil {
		return nil
	}
	out := &Pragmas{Span: p.Span.Shift(by)}
	for _, x := range p.List {
		y := *x
		y.Span, y.NameSpan, y.Value = x.Span.Shift(by), x.NameSpan.Shift(by), shiftForm(x.Value, by)
		out.List = append(out.List, &y)
	}
	return out
}

func shiftForm(f *Form, by int) *Form {
	if f == nil {
		return nil
	}
	out := *f
	out.Span, out.Items = f.Span.Shift(by), nil
	for _, i := range f.Items {
		out.Items = append(out.Items, shiftForm(i, by))
	}
	return &out
}
