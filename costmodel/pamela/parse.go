package pamela

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

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
	return Read(file, text).parse(Options{Include: include})
}

func (f *File) parse(opt Options) (*Tree, []Diagnostic) {
	p := &parsing{include: opt.Include, machine: opt.Machine, library: opt.Library, tree: &Tree{}}
	p.take(f)
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

// parsing puts a model together: the equations of a file, and where it includes others, theirs.
type parsing struct {
	include Include
	machine *File
	library *Library
	tree    *Tree
	reports reports
	bytes   int
	open    []string // files being included
	files   int
}

func (p *parsing) take(f *File) {
	p.open = append(p.open, f.name)
	defer func() { p.open = p.open[:len(p.open)-1] }()
	if p.bytes += f.bytes; p.bytes > MaxBytes {
		p.reports.add(f.name, source.Span{}, "too-large", "the model has more than %d MiB; it is not read", MaxBytes>>20)
		return
	}
	for _, x := range f.items {
		switch {
		case x.equation != nil:
			p.tree.Equations = append(p.tree.Equations, x.equation)
		case x.include != nil:
			p.included(f.name, x.include)
		case x.message != nil:
			names, _ := x.message.Data.(Names)
			p.reports.addNaming(names, f.name, x.message.Span, x.message.Code, x.message.Message)
		}
	}
}

// included takes the file that an include names.
func (p *parsing) included(from string, at *include) {
	if p.machine != nil {
		p.take(p.machine)
		return
	}
	name, file := at.name, path.Clean(at.name)
	if !path.IsAbs(name) {
		file = path.Join(path.Dir(from), name)
	}
	p.files++
	for _, f := range p.open {
		if f == file {
			p.reports.add(from, at.span, "include", "%s includes itself", name)
			return
		}
	}
	switch {
	case p.include == nil:
		p.reports.add(from, at.span, "include", "%s cannot be included here", name)
		return
	case p.files > maxIncludes:
		p.reports.add(from, at.span, "include", "more than %d files are included", maxIncludes)
		return
	}
	text, err := p.include(file)
	if err != nil {
		var fault *fs.PathError // its path is where it was looked for here
		if errors.As(err, &fault) {
			err = fault.Err
		}
		p.reports.add(from, at.span, "include", "%s cannot be included: %v", name, err)
		return
	}
	p.take(p.library.read(file, text))
}
