// Package instrument makes a copy of a Fortran file that counts, while it runs, how
// often each statement is executed, which fraction of each mask is true and how many
// elements array statements have: the instrumentor of paper 000, section 2.
package instrument

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Copy returns the text of the file with counting calls before its statements and
// the subroutines that they call behind it. When the program ends it writes the table
// named counts (see settings.ParseCounts), with the base name of path. Units in which
// no place is found for what counts are left alone; they are told.
func Copy(f *lower.File, text *source.Text, form fortran.Form, path, counts string) (string, []source.Diagnostic) {
	c := &copier{text: text, form: form, before: map[int]string{}, declared: map[int]string{}, name: identifier(path)}
	for _, u := range f.Units {
		c.unit(u.Fork())
	}
	var out strings.Builder
	for line := 1; line <= text.Lines(); line++ {
		out.WriteString(c.declared[line] + c.before[line])
		if written := text.Line(line); line < text.Lines() || written != "" {
			out.WriteString(strings.TrimRight(written, "\r\n") + "\n")
		}
	}
	out.WriteString(runtime(c.name, filepath.Base(path), counts, text.Lines()))
	return out.String(), c.problems
}

type copier struct {
	text     *source.Text
	form     fortran.Form
	name     string
	in       *lower.Unit
	start    int            // of the unit
	declared map[int]string // declarations before a line
	before   map[int]string // calls before a line, behind those
	problems []source.Diagnostic
}

// identifier makes a part of a name of a file's name.
func identifier(path string) string {
	stem, _, _ := strings.Cut(strings.ToLower(filepath.Base(path)), ".")
	name := regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(stem, "_")
	return name[:min(len(name), 12)]
}

func (c *copier) unit(u *lower.Unit) {
	c.in, c.start = u, u.Start
	if len(u.Body) > 0 && c.callsPure() {
		line := c.line(u.Body[0])
		if !c.first(u.Body[0], line) {
			c.problems = append(c.problems, source.Diagnostic{Span: u.Span.Shift(u.Start), Severity: source.Warning, Code: "not-instrumented",
				Message: u.Name + " may only call pure procedures, and declarations share a line with its first statement: its statements are not counted"})
			return
		}
		c.declared[line] = interfaces(c.name)
	}
	c.block(u.Body)
}

var (
	pure   = regexp.MustCompile(`(?i)\b(pure|elemental)\b`)
	impure = regexp.MustCompile(`(?i)\bimpure\b`)
)

// callsPure reports whether a unit, or a part of it, may only call pure procedures:
// there the counting subroutines are declared so, though they do count.
func (c *copier) callsPure() bool {
	heading := c.text.Line(c.text.LineOf(c.start + c.in.Span.Start))
	if c.in.Kind != program.Main && pure.MatchString(heading) && !impure.MatchString(heading) {
		return true
	}
	found := false
	program.Statements(c.in.Body, func(s program.Stmt) bool {
		do, is := s.(*program.Do)
		found = found || is && do.Kind == program.DoConcurrent
		return !found
	})
	return found
}

func (c *copier) block(list []program.Stmt) {
	for _, s := range list {
		c.statement(s)
	}
}

func (c *copier) statement(s program.Stmt) {
	switch s := s.(type) {
	case *program.Assign:
		if s.Descriptor {
			return
		}
		if s.LHS.Rank() > 0 && !c.shadowed("size") {
			c.insert(s, "array", "size("+c.slice(s.LHS)+")")
			return
		}
		c.insert(s, "count", "")
	case *program.Where:
		mask := s.Branches[0].Mask
		if mask == nil || c.shadowed("count") {
			c.insert(s, "count", "")
			return
		}
		text := c.slice(mask)
		c.insert(s, "mask", "count("+text+"),count(("+text+").or..true.)")
	case *program.If:
		if c.isIf(s) {
			c.insert(s, "test", c.slice(s.Branches[0].Cond))
		} else {
			c.insert(s, "count", "")
		}
		for b := range program.Blocks(s) {
			c.block(b)
		}
	case *program.Do:
		c.insert(s, "count", "")
		c.block(s.Body)
	case *program.Unmodelled:
		if !s.Free {
			c.insert(s, "count", "")
		}
	default:
		c.insert(s, "count", "")
	}
}

// shadowed reports whether a unit has a name of its own that is that of an intrinsic.
func (c *copier) shadowed(name string) bool {
	s := c.in.Lookup(name)
	return s != nil && s.Class != program.Intrinsic
}

var ifStatement = regexp.MustCompile(`(?i)^\s*(\d+\s+)?(\w+\s*:\s*)?if\s*\(`)

// isIf tells an IF from a SELECT CASE, which the tree has as one.
func (c *copier) isIf(s *program.If) bool {
	return ifStatement.MatchString(c.text.Line(c.line(s)))
}

func (c *copier) line(s program.Stmt) int { return c.text.LineOf(c.start + s.Span().Start) }

// last is the last line of a statement, or of the construct that it begins.
func (c *copier) last(s program.Stmt) int {
	end := s.Span().End - 1
	switch s := s.(type) {
	case *program.Do:
		end = s.End.Start
	case *program.Where:
		end = max(end, s.End.Start)
	case *program.Forall:
		end = max(end, s.End.Start)
	}
	return c.text.LineOf(c.start + end)
}

// masks reports whether nothing but assignments may stand in a statement, and no call of a timer.
func masks(s program.Stmt) bool {
	switch s.(type) {
	case *program.Where, *program.Forall:
		return true
	}
	return false
}

// Ends returns the last line of each statement of a file that may have a timer, by its first.
func Ends(f *lower.File, text *source.Text) map[int]int {
	out := map[int]int{}
	for _, u := range f.Units {
		own := u.Fork()
		c := copier{text: text, start: own.Start}
		program.Statements(own.Body, func(s program.Stmt) bool {
			line := c.line(s)
			out[line] = max(out[line], c.last(s))
			return !masks(s)
		})
	}
	return out
}

var (
	freeContinued  = regexp.MustCompile(`&[ \t]*(![^\n]*)?\r?\n([ \t]*(![^\n]*)?\r?\n)*[ \t]*&?`)
	fixedContinued = regexp.MustCompile(`[ \t]*\r?\n([cC*!][^\n]*\n)*     [^ 0\n]`)
)

// slice is an expression as it is written, on one line.
func (c *copier) slice(e program.Expr) string {
	text := c.text.Slice(e.Span().Shift(c.start))
	if c.form == fortran.Fixed {
		return fixedContinued.ReplaceAllString(text, "")
	}
	return freeContinued.ReplaceAllString(text, " ")
}

// insert puts a call before the line of a statement; the first on a line counts for it.
func (c *copier) insert(s program.Stmt, what, argument string) {
	line := c.line(s)
	if c.before[line] != "" || !c.first(s, line) {
		return
	}
	if argument != "" {
		argument = "," + argument
	}
	c.before[line] = c.folded(fmt.Sprintf("call parlens_%s_%s(%d%s)", c.name, what, line, argument))
}

var nothing = regexp.MustCompile(`^\s*(\d+\s*)?(\w+\s*:\s*)?$`)

// first reports whether nothing but a label or a name stands before a statement on
// its line.
func (c *copier) first(s program.Stmt, line int) bool {
	start := c.text.LineStart(line)
	return nothing.MatchString(c.text.Slice(source.Span{Start: start, End: c.start + s.Span().Start}))
}

// folded writes a statement in lines that the source form allows.
func (c *copier) folded(statement string) string {
	const width = 60
	head, tail := "      ", "&\n      &"
	if c.form == fortran.Fixed {
		tail = "\n     &"
	}
	var parts []string
	for chunk := range slices.Chunk([]byte(statement), width) {
		parts = append(parts, string(chunk))
	}
	return head + strings.Join(parts, tail) + "\n"
}
