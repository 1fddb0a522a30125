package elements

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// REALIGN and REDISTRIBUTE leave the mappings that the program would have if
// ALIGN and DISTRIBUTE stood in their place and nothing else mapped the same
// names. That is how they are found: by lowering the text once more, changed
// like that, one directive after the other. A directive must be one line.

// directives changes the text of one unit.
type directives struct {
	name    string         // of the file
	lines   []string       // as the directives so far have left them
	unit    *lower.Unit    // from the text as it was
	index   int            // of the unit in the file
	own     func(int) bool // lines of the unit, from 0
	visible func(int) bool // and of its host
}

// sourceFile is a text with what it was parsed and lowered to.
type sourceFile struct {
	name    string
	text    *source.Text
	parsed  []*fortran.Unit
	lowered []*lower.Unit
}

func (f *sourceFile) directives(i int) *directives {
	u := f.parsed[i]
	own := f.linesOf(u)
	d := &directives{name: f.name, lines: strings.Split(f.text.String(), "\n"), unit: f.lowered[i], index: i, own: own, visible: own}
	if u.Host != nil {
		host := f.linesOf(u.Host)
		d.visible = func(line int) bool { return own(line) || host(line) }
	}
	return d
}

// linesOf tells the lines of a unit from those of the procedures inside it.
func (f *sourceFile) linesOf(u *fortran.Unit) func(int) bool {
	inside := func(x *fortran.Unit, line int) bool {
		return f.text.LineOf(x.Start)-1 <= line && line < f.text.LineOf(x.End)
	}
	return func(line int) bool {
		return inside(u, line) && !slices.ContainsFunc(f.parsed, func(x *fortran.Unit) bool { return x.Host == u && inside(x, line) })
	}
}

// remaps returns what the executable mapping directives of the unit do.
func (f *sourceFile) remaps(i int) (map[program.Stmt][]Move, error) {
	d := f.directives(i)
	found := map[program.Stmt][]Move{}
	var problem error
	program.Statements(d.unit.Body, func(s program.Stmt) bool {
		u, ok := s.(*program.Remap)
		if ok && problem == nil {
			line := f.text.LineOf(d.unit.Start + u.At.Start)
			if found[s], problem = d.obey(line - 1); problem != nil {
				problem = fmt.Errorf("%s:%d: %w", f.name, line, problem)
			}
		}
		return true
	})
	return found, problem
}

// obey makes the directive on a line a specification. It moves the arrays that
// would not be mapped without it.
func (d *directives) obey(line int) ([]Move, error) {
	head, text := d.directive(line)
	names := mappedNames(text)
	if head == "" || names == nil || strings.HasSuffix(text, "&") {
		return nil, fmt.Errorf("this directive is not executed")
	}
	for i := range d.lines {
		if d.own(i) {
			d.release(i, names)
		}
	}
	d.lines[line] = head + " " + text[len("RE"):]
	after, layouts, err := d.layouts()
	if err != nil {
		return nil, err
	}
	affected, err := d.mappedBy(line, after)
	var moves []Move
	for _, s := range affected {
		if own := d.unit.Lookup(s.Name); own != nil {
			moves = append(moves, Move{Array: own, To: layouts[s], Arena: after.Arena})
		}
	}
	return moves, err
}

// mappedBy returns the arrays of the unit, lowered from the text as it is, that
// are not mapped without a line.
func (d *directives) mappedBy(line int, with *lower.Unit) ([]*program.Symbol, error) {
	directive := d.lines[line]
	d.lines[line] = ""
	without, err := d.lowered()
	d.lines[line] = directive
	if err != nil {
		return nil, err
	}
	var arrays []*program.Symbol
	for _, s := range with.Symbols {
		if with.Layouts[s].Grid != nil && without.Layouts[without.Lookup(s.Name)].Grid == nil {
			arrays = append(arrays, s)
		}
	}
	return arrays, nil
}

// lowered lowers the text as it is and returns the unit.
func (d *directives) lowered() (*lower.Unit, error) {
	file := lower.Lower(fortran.Parse(source.NewText(strings.Join(d.lines, "\n")), fortran.FormOf(d.name)))
	for _, problem := range file.Diagnostics {
		if problem.Severity == source.Error {
			return nil, fmt.Errorf("%s", problem.Message)
		}
	}
	return file.Units[d.index], nil
}

// directive splits a line into sentinel and text; both are empty when it is no
// directive.
func (d *directives) directive(line int) (head, text string) {
	head = sentinel.FindString(d.lines[line])
	if head != "" {
		text, _, _ = strings.Cut(d.lines[line][len(head):], "!")
	}
	return head, strings.TrimSpace(text)
}

var sentinel = regexp.MustCompile(`(?i)^\s*[!c*]HPF\$`)

// mappedNames returns the names that a mapping directive maps, in lower case.
func mappedNames(text string) []string {
	var names []string
	list, _ := hpf.Parse(text) // a problem leaves no names
	for _, x := range list {
		switch x := x.(type) {
		case *hpf.Distribute:
			names = append(names, x.Target.String())
		case *hpf.Align:
			names = append(names, x.Alignee.String())
		}
	}
	return names
}

// release takes names out of the mapping directive on a line, if it is one.
func (d *directives) release(line int, names []string) {
	head, text := d.directive(line)
	mapped := mappedNames(text)
	gone := func(name string) bool { return slices.Contains(names, name) }
	if head == "" || strings.HasPrefix(strings.ToLower(text), "re") || !slices.ContainsFunc(mapped, gone) {
		return
	}
	before, list, _ := strings.Cut(text, "::")
	var kept []string
	for _, item := range strings.Split(list, ",") {
		if name := strings.ToLower(strings.TrimSpace(item)); !gone(name) && name != "" {
			kept = append(kept, item)
		}
	}
	d.lines[line] = ""
	if len(kept) > 0 {
		d.lines[line] = head + " " + before + "::" + strings.Join(kept, ",")
	}
}
