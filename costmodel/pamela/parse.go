package pamela

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/parlens/parlens/analysis/source"
)

// Limits of what is read. Beyond them a message says so.
const (
	MaxBytes    = 4 << 20 // of all files of a model together
	MaxMessages = 100
	maxIncludes = 100
	maxTokens   = 1 << 16 // of one equation
)

// Diagnostic is a message about a place in a file of the model.
type Diagnostic struct {
	File string
	source.Diagnostic
}

// Include returns the text of a file that a model includes, by its name as
// written, relative to the folder of the including file.
type Include func(file string) (string, error)

// Parse reads a model. It never fails: what cannot be read is left out and
// reported. include may be nil when nothing is included.
func Parse(file, text string, include Include) (*Tree, []Diagnostic) {
	return parse(file, text, Options{Include: include})
}

func parse(file, text string, opt Options) (*Tree, []Diagnostic) {
	p := &parsing{include: opt.Include, library: opt.Library, tree: &Tree{}}
	p.file(file, text)
	return p.tree, p.reports.list
}

// reports collects messages, at most MaxMessages.
type reports struct {
	list []Diagnostic
	seen map[string]bool
}

func (r *reports) add(file string, span source.Span, code, format string, args ...any) {
	r.addNaming(namesIn(args), file, span, code, fmt.Sprintf(format, args...))
}

func (r *reports) addNaming(names Names, file string, span source.Span, code, message string) {
	if len(r.list) > MaxMessages {
		return
	}
	d := Diagnostic{file, source.Diagnostic{Span: span, Severity: source.Error, Code: code, Message: message, Data: names}}
	key := fmt.Sprint(file, span, code, d.Message)
	switch {
	case r.seen[key]:
		return
	case len(r.list) == MaxMessages:
		d.Code, d.Message = "too-many-messages", fmt.Sprintf("more than %d errors; the rest is not shown", MaxMessages)
	}
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	r.seen[key] = true
	r.list = append(r.list, d)
}

// Names is the data of a message: the names that it mentions, one behind the other
// with spaces between.
type Names string

// Has reports whether a name is one of them.
func (n Names) Has(name string) bool { return slices.Contains(strings.Fields(string(n)), name) }

func namesIn(args []any) Names {
	var names []string
	for _, a := range args {
		if s, ok := a.(string); ok {
			names = append(names, s)
		}
	}
	return Names(strings.Join(names, " "))
}

type parsing struct {
	include Include
	library *Library
	tree    *Tree
	reports reports
	bytes   int
	open    []string // files being included
	files   int
}

// file parses one file, equation by equation.
func (p *parsing) file(name, text string) {
	p.open = append(p.open, name)
	defer func() { p.open = p.open[:len(p.open)-1] }()
	if p.bytes += len(text); p.bytes > MaxBytes {
		p.reports.add(name, source.Span{}, "too-large", "the model has more than %d MiB; it is not read", MaxBytes>>20)
		return
	}
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "?")
	}
	p.equations(name, scan(name, text))
}

// equations splits the tokens where equations and includes begin.
func (p *parsing) equations(file string, all []lexer.Token) {
	start := -1
	flush := func(to int) {
		if start >= 0 {
			p.equation(file, all[start:to])
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
			p.included(file, t)
		case t.Type == identToken && startsEquation(t.Value):
			flush(i)
			start = i
		case start < 0:
			p.reports.add(file, spanOf(t), "syntax", "an equation begins with numeric, process or resource: %s", found(t))
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
func (p *parsing) equation(file string, part []lexer.Token) {
	end := spanOf(&part[len(part)-1]).End
	if len(part) > maxTokens {
		p.reports.add(file, spanOf(&part[0]), "too-large", "the equation has more than %d words and signs", maxTokens)
		return
	}
	lex, err := lexer.Upgrade(&slice{tokens: part, end: lexer.Position{Offset: end}})
	if err != nil {
		p.report(file, err)
		return
	}
	s, err := equationParser.ParseFromLexer(lex)
	if err != nil {
		p.report(file, err)
		return
	}
	e := &Equation{
		File: file, Span: source.Span{Start: part[0].Pos.Offset, End: end}, NameSpan: s.Name.span,
		Parameter: s.Parameter, Name: s.Name.text, Params: s.Params,
	}
	for k, name := range kindNames {
		if s.Kind == name {
			e.Kind = Kind(k)
		}
	}
	if s.Body != nil {
		e.Body = s.Body.node
	}
	p.tree.Equations = append(p.tree.Equations, e)
}

// report turns an error of participle into a message.
func (p *parsing) report(file string, err error) {
	var at participle.Error
	if !errors.As(err, &at) {
		p.reports.add(file, source.Span{}, "syntax", "%v", err)
		return
	}
	span := source.Span{Start: at.Position().Offset, End: at.Position().Offset + 1}
	var unexpected *participle.UnexpectedTokenError
	if errors.As(err, &unexpected) {
		p.reports.add(file, spanOf(&unexpected.Unexpected), "syntax", "%s, where it cannot", found(&unexpected.Unexpected))
		return
	}
	p.reports.add(file, span, "syntax", "%s", at.Message())
}

// included parses the file that an include names.
func (p *parsing) included(from string, t *lexer.Token) {
	_, name, _ := strings.Cut(t.Value, "include")
	name = strings.Trim(strings.TrimSpace(name), `"`)
	file := path.Clean(name)
	if !path.IsAbs(name) {
		file = path.Join(path.Dir(from), name)
	}
	p.files++
	for _, f := range p.open {
		if f == file {
			p.reports.add(from, spanOf(t), "include", "%s includes itself", name)
			return
		}
	}
	switch {
	case p.include == nil:
		p.reports.add(from, spanOf(t), "include", "%s cannot be included here", name)
		return
	case p.files > maxIncludes:
		p.reports.add(from, spanOf(t), "include", "more than %d files are included", maxIncludes)
		return
	}
	text, err := p.include(file)
	if err != nil {
		var fault *fs.PathError // its path is where it was looked for here
		if errors.As(err, &fault) {
			err = fault.Err
		}
		p.reports.add(from, spanOf(t), "include", "%s cannot be included: %v", name, err)
		return
	}
	p.library.take(p, file, text)
}
