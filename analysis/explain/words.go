package explain

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// Entry is what there is to say of an array or a line. Two blanks before a
// paragraph put it a step further in.
type Entry struct {
	Line       int // 0: of no line
	Head       string
	Paragraphs []string
}

// ArrayEntries tells of the arrays.
func (u *Unit) ArrayEntries() []Entry {
	var out []Entry
	for _, a := range u.Arrays {
		out = append(out, u.arrayEntry(a))
	}
	return out
}

// LineEntries tells, by line, of loops, statements and communications. The heads
// are left to whoever has the source.
func (u *Unit) LineEntries() []Entry {
	byLine := map[int]*Entry{}
	add := func(line int, paragraphs []string) {
		if byLine[line] == nil {
			byLine[line] = &Entry{Line: line}
		}
		byLine[line].Paragraphs = append(byLine[line].Paragraphs, paragraphs...)
	}
	for _, l := range u.Loops {
		add(l.Line, u.loopWords(l))
	}
	for _, s := range u.Statements {
		add(s.Line, u.statementWords(s))
	}
	for _, c := range u.Communications {
		add(c.Line, u.communicationWords(c))
	}
	for _, r := range u.Reused {
		add(r.Line, []string{r.Words()})
	}
	for _, n := range u.Unknown {
		add(n.Line, []string{"not explained: " + n.Text})
	}
	out := make([]Entry, 0, len(byLine))
	for _, e := range byLine {
		out = append(out, *e)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Line < out[j].Line })
	return out
}

func (u *Unit) arrayEntry(a Array) Entry {
	e := Entry{Line: a.Line, Head: a.Declared}
	if e.Head == "" {
		e.Head = a.Name
	}
	for _, link := range a.Chain {
		e.Paragraphs = append(e.Paragraphs, fmt.Sprintf("mapped by %s, line %d", link.Text, link.Line))
	}
	for _, r := range a.Remaps {
		e.Paragraphs = append(e.Paragraphs, fmt.Sprintf("remapped %s, line %d; what follows is for the first mapping", r.Text, r.Line))
	}
	e.Paragraphs = append(e.Paragraphs, u.ownerWords(a))
	for _, w := range a.Overlap {
		text := fmt.Sprintf("overlap area in dimension %d: %d below, %d above", w.Dim, w.Low, w.High)
		if w.Declared != "" {
			text += ", SHADOW " + w.Declared
		}
		e.Paragraphs = append(e.Paragraphs, text)
	}
	for _, l := range a.Locals {
		e.Paragraphs = append(e.Paragraphs, u.localWords(a, l))
	}
	if a.Unlisted != "" {
		e.Paragraphs = append(e.Paragraphs, "the parts are not listed: "+a.Unlisted)
	}
	return e
}

func (u *Unit) ownerWords(a Array) string {
	var parts []string
	for _, o := range a.Owners {
		name := "a coordinate of another arrangement"
		if o.Dim > 0 {
			name = u.coordinate(o.Dim)
		}
		parts = append(parts, name+" = "+o.Formula)
	}
	text := "owner: " + strings.Join(parts, ", ")
	for _, o := range a.Owners {
		if o.Block != "" {
			text += "; " + o.Block
		}
	}
	if a.Copies > 1 {
		text += fmt.Sprintf("; %d copies of every element", a.Copies)
	}
	return text
}

func (u *Unit) localWords(a Array, l Local) string {
	if l.Elements == 0 {
		return fmt.Sprintf("  %s: nothing", u.who(l.Class))
	}
	extents := make([]string, len(l.Extents))
	for d, n := range l.Extents {
		extents[d] = fmt.Sprint(n)
	}
	shape := ""
	if len(extents) > 1 {
		shape = strings.Join(extents, " x ") + " = "
	}
	text := fmt.Sprintf("  %s: %s(%s), %s%s, %s", u.who(l.Class), a.Name, l.Part, shape, number(float64(l.Elements), "element"), number(float64(l.Memory), "byte"))
	if len(a.Overlap) > 0 {
		text += " with the overlap area"
	}
	return text
}

// coordinate names a dimension (from 1) of the arrangement as the formulas do.
func (u *Unit) coordinate(dim int) string {
	return u.names[dim-1]
}

// who names a class: one processor, or how many and the first.
func (u *Unit) who(c Class) string {
	switch {
	case len(c.First) == 0:
		return "every processor"
	case c.Processors == 1:
		return Coordinates(c.First)
	case c.Processors == product(u.Processors):
		return "every processor"
	}
	return fmt.Sprintf("%d processors, first %s", c.Processors, Coordinates(c.First))
}

// Coordinates writes a processor: "(0,1)".
func Coordinates(p []int) string {
	parts := make([]string, len(p))
	for g, c := range p {
		parts[g] = fmt.Sprint(c)
	}
	return "(" + strings.Join(parts, ",") + ")"
}

func (u *Unit) loopWords(l Loop) []string {
	out := []string{"loop " + l.Header + whyOf(l.Why)}
	return append(out, u.ruleWords(l.Rules)...)
}

func whyOf(why string) string {
	if why == "" {
		return ""
	}
	return ": " + why
}

func (u *Unit) ruleWords(rules []Rule) []string {
	var out []string
	for _, r := range rules {
		name := "another arrangement"
		if r.Dim > 0 {
			name = u.coordinate(r.Dim)
		}
		text := fmt.Sprintf("  %s makes %s", name, r.Formula)
		if _, value, found := strings.Cut(r.Block, " = "); found {
			text += ", " + strings.Fields(r.Block)[0] + value[strings.LastIndex(value, " = "):]
		}
		out = append(out, text)
		if len(r.Shares) > 0 {
			out = append(out, "    "+name+" = "+shareWords(r.Shares))
		}
	}
	return out
}

func shareWords(all []Share) string {
	parts := make([]string, len(all))
	for i, s := range all {
		parts[i] = fmt.Sprintf("%d: %s (%d)", s.Coordinate, s.Indices, s.Count)
		if s.Coordinates > 1 {
			parts[i] += fmt.Sprintf(" and %d more", s.Coordinates-1)
		}
	}
	return strings.Join(parts, "; ")
}

func (u *Unit) statementWords(s Statement) []string {
	text := fmt.Sprintf("%s by %s", s.What, s.Home)
	if s.Bound {
		text += " (an equal share: the owner is known at run time only)"
	}
	out := append([]string{text}, u.ruleWords(s.Rules)...)
	for _, g := range s.Guards {
		out = append(out, "  only where "+g)
	}
	if len(s.Iterations) > 0 {
		parts := make([]string, len(s.Iterations))
		for i, n := range s.Iterations {
			parts[i] = number(n.Count, "time") + " on " + u.who(n.Class)
		}
		out = append(out, "  executed "+strings.Join(parts, "; "))
	}
	return out
}

// Words says of a communication why it does not happen.
func (r Reused) Words() string {
	return fmt.Sprintf("no %s: line %d has brought the same, and nothing was stored since", r.Text, r.By)
}

// number writes a count with its noun: "1 message", "1,024 elements".
func number(n float64, noun string) string {
	text := strconv.FormatFloat(n, 'f', -1, 64)
	whole, fraction, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction != "" {
		whole += "." + fraction[:min(2, len(fraction))]
	}
	if n == 1 {
		return whole + " " + noun
	}
	return whole + " " + noun + "s"
}
