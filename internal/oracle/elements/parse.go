package elements

import (
	"fmt"
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Parse reads a source file into the inputs of its program units, which may
// CALL each other. Lines are those of the file. An error in the text is an
// error.
func Parse(name, text string) ([]Input, error) {
	lines := source.NewText(text)
	parsed := fortran.Parse(lines, fortran.FormOf(name))
	file := lower.Lower(parsed)
	for _, d := range file.Diagnostics {
		if d.Severity == source.Error {
			return nil, fmt.Errorf("%s:%d: %s", name, lines.LineOf(d.Span.Start), d.Message)
		}
	}
	f := &sourceFile{name: name, text: lines, parsed: parsed.Units, lowered: file.Units}
	inputs := make([]Input, len(file.Units))
	procedures := map[string]*Input{}
	units := map[*fortran.Unit]*program.Unit{}
	for i, u := range file.Units {
		tree := parsed.Units[i]
		units[tree] = u.Unit
		inputs[i] = Of(u, lines)
		inputs[i].Procedures, inputs[i].Host = procedures, units[tree.Host]
		inputs[i].Intents, inputs[i].Refused = intents(tree.Body), refused(tree.Body)
		if err := inputs[i].addDirectives(f, i); err != nil {
			return nil, err
		}
		procedures[u.Name] = &inputs[i]
	}
	return inputs, nil
}

// addDirectives adds what lowering leaves out: formats with tables, and the
// executable directives.
func (in *Input) addDirectives(f *sourceFile, i int) error {
	_, layouts, err := f.directives(i).layouts()
	if err != nil {
		return err
	}
	in.Layouts = maps.Clone(in.Layouts)
	for s, l := range layouts {
		own := in.Unit.Lookup(s.Name)
		target := in.Layouts[own]
		target.Axes = slices.Clone(target.Axes)
		for g, x := range l.Axes {
			if x.Format.Table != "" {
				target.Axes[g].Format = x.Format
			}
		}
		in.Layouts[own] = target
	}
	in.Remaps, err = f.remaps(i)
	return err
}

// intents returns the INTENT of each dummy that has one.
func intents(body []*fortran.Node) map[string]string {
	found := map[string]string{}
	for _, n := range body {
		d, ok := n.Stmt.(*fortran.TypeDecl)
		if !ok {
			continue
		}
		for _, a := range d.Attrs {
			for i := range d.Entities {
				if a.Intent != "" {
					found[d.Entities[i].Name.String()] = a.Intent
				}
			}
		}
	}
	return found
}

// refused returns why a unit with such statements cannot be called.
func refused(body []*fortran.Node) string {
	for _, n := range body {
		switch s := n.Stmt.(type) {
		case *fortran.AttributeDecl, *fortran.Equivalence, *fortran.Entry:
			if word := fortran.KindOf(s); word == "save" || word == "equivalence" || word == "entry" {
				return "it has a statement " + word
			}
		}
	}
	return ""
}

// Of returns the input for a lowered unit of a text.
func Of(u *lower.Unit, text *source.Text) Input {
	return Input{
		Unit: u.Unit, Layouts: u.Layouts, Followers: u.Followers, Grid: u.Grid, Arena: u.Arena,
		Line: func(offset int) int { return text.LineOf(u.Start + offset) },
	}
}

// Source is a file of a program of several files, lowered with the modules and
// includes that it sees.
type Source struct {
	Text   *source.Text
	Syntax *fortran.File
	Units  []*lower.Unit
	Before int // lines of the program before the file's
}

// Program returns the inputs of all units of several files, which may CALL each
// other. Mappings with tables and directives that remap are not executed there.
func Program(files []Source) []*Input {
	var inputs []*Input
	procedures := map[string]*Input{}
	for _, f := range files {
		units := map[*fortran.Unit]*program.Unit{}
		for i, u := range f.Units {
			tree := f.Syntax.Units[i]
			units[tree] = u.Unit
			in := Of(u, f.Text)
			in.Line = func(offset int) int { return f.Before + f.Text.LineOf(u.Start+offset) }
			in.Procedures, in.Host = procedures, units[tree.Host]
			in.Intents, in.Refused = intents(tree.Body), refused(tree.Body)
			procedures[u.Name] = &in
			inputs = append(inputs, &in)
		}
	}
	return inputs
}
