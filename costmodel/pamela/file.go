package pamela

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/parlens/parlens/analysis/source"
)

// File is a text as it was read, without what it includes: models of several machines are
// compiled from one.
type File struct {
	name   string
	bytes  int
	items  []item
	places int // counted so far, where there is no text
}

// item is one of an equation, an include, a message, and lines for a reader, in the order
// of the text.
type item struct {
	equation *Equation
	read     bool // the equation, from a text
	include  *include
	message  *source.Diagnostic
	lines    []string
}

// include is the name of a file, and where it stands.
type include struct {
	name string
	span source.Span
}

// Read reads a file without those that it includes.
func Read(file, text string) *File {
	f := &File{name: file, bytes: len(text)}
	if f.bytes > MaxBytes {
		return f
	}
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "?")
	}
	f.equations(scan(file, text))
	return f
}

func (f *File) message(span source.Span, code, format string, args ...any) {
	d := source.Diagnostic{Span: span, Code: code, Message: fmt.Sprintf(format, args...), Data: namesIn(args)}
	f.items = append(f.items, item{message: &d})
}

// equations splits the tokens where equations and includes begin.
func (f *File) equations(all []lexer.Token) {
	start := -1
	flush := func(to int) {
		if start >= 0 {
			f.equation(all[start:to])
		}
		start = -1
	}
	for i := 0; i < len(all); i++ {
		t := &all[i]
		switch {
		case t.EOF():
			flush(i)
		case t.Type == includeToken:
			flush(i)
			_, name, _ := strings.Cut(t.Value, "include")
			f.items = append(f.items, item{include: &include{strings.Trim(strings.TrimSpace(name), `"`), spanOf(t)}})
		case t.Type == identToken && startsEquation(t.Value):
			flush(i)
			start = i
		case start < 0:
			f.message(spanOf(t), "syntax", "an equation begins with numeric, process or resource: %s", found(t))
			i = nextStart(all, i) - 1
		}
	}
}

// nextStart is where the next equation or include begins, from token i on.
func nextStart(all []lexer.Token, i int) int {
	for !all[i].EOF() && all[i].Type != includeToken && (all[i].Type != identToken || !startsEquation(all[i].Value)) {
		i++
	}
	return i
}

func startsEquation(word string) bool {
	return word == "numeric" || word == "process" || word == "resource"
}

// equation parses the tokens of one equation.
func (f *File) equation(part []lexer.Token) {
	end := spanOf(&part[len(part)-1]).End
	if len(part) > maxTokens {
		f.message(spanOf(&part[0]), "too-large", "the equation has more than %d words and signs", maxTokens)
		return
	}
	lex, err := lexer.Upgrade(&slice{tokens: part, end: lexer.Position{Offset: end}})
	if err != nil {
		f.report(err)
		return
	}
	x, err := equationParser.ParseFromLexer(lex)
	if err != nil {
		f.report(err)
		return
	}
	e := &Equation{
		File: f.name, Span: source.Span{Start: part[0].Pos.Offset, End: end}, NameSpan: x.Name.span,
		Parameter: x.Parameter, Name: x.Name.text, Params: x.Params,
	}
	for k, name := range kindNames {
		if x.Kind == name {
			e.Kind = Kind(k)
		}
	}
	if x.Body != nil {
		e.Body = x.Body.node
	}
	f.items = append(f.items, item{equation: e})
}

// report turns an error of participle into a message.
func (f *File) report(err error) {
	var at participle.Error
	if !errors.As(err, &at) {
		f.message(source.Span{}, "syntax", "%v", err)
		return
	}
	span := source.Span{Start: at.Position().Offset, End: at.Position().Offset + 1}
	var unexpected *participle.UnexpectedTokenError
	if errors.As(err, &unexpected) {
		f.message(spanOf(&unexpected.Unexpected), "syntax", "%s, where it cannot", found(&unexpected.Unexpected))
		return
	}
	f.message(span, "syntax", "%s", at.Message())
}
