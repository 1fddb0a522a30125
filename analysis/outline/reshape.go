package outline

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/dialect"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/source"
)

// distribution returns the DISTRIBUTE of the logical line around offset; of
// several targets the first one counts.
func (f *File) distribution(offset int) (*hpf.Distribute, *line) {
	l := f.lineAt(offset)
	if l == nil || l.Kind != fortran.Directive {
		return nil, nil
	}
	for _, d := range dialect.ReadLine(l.Logical).Directives {
		if d, ok := d.(*hpf.Distribute); ok && d.Formats != nil {
			return d, l
		}
	}
	return nil, nil
}

func distributed(formats []hpf.Format) int {
	rank := 0
	for _, f := range formats {
		if f.Kind != "" {
			rank++
		}
	}
	return rank
}

// reshape gives the arrangement of a DISTRIBUTE as many dimensions as are
// distributed, with the same number of processors.
func (f *File) reshape(span source.Span) []Fix {
	d, l := f.distribution(span.Start)
	if d == nil || d.Onto == nil || l.unit == nil {
		return nil
	}
	rank := distributed(d.Formats)
	extents, at := f.extents(l.unit, d.Onto.String())
	if rank == 0 || len(extents) == 0 || f.wanted(l.unit, d.Onto.String(), len(extents)) {
		return nil
	}
	processors := 1
	for _, n := range extents {
		processors *= n
	}
	words := []string{}
	for _, n := range mapping.Factor(processors, rank) {
		words = append(words, strconv.Itoa(n))
	}
	shape := strings.Join(words, ",")
	return []Fix{{Title: fmt.Sprintf("Reshape the processors: %s(%s)", d.Onto, shape), Edits: []source.Edit{{Span: at, New: shape}}, Preferred: true}}
}

// extents returns the declared extents of an arrangement and their place
// between its parentheses; none when they are no numbers.
func (f *File) extents(u *Unit, name string) ([]int, source.Span) {
	for l := range f.directives(source.Span{End: f.Text.Len()}) {
		if !l.mayName(name) || !u.sees(l.unit) {
			continue
		}
		for _, d := range dialect.ReadLine(l.Logical).Directives {
			if p, ok := d.(*hpf.Processors); ok && p.Name.String() == name && len(p.Dims) > 0 {
				at := p.Dims[0].Span().Join(p.Dims[len(p.Dims)-1].Span())
				return numbers(p.Dims), l.Map.Span(at)
			}
		}
	}
	return nil, source.Span{}
}

// sees reports whether the unit is host or one of those around it.
func (u *Unit) sees(host *Unit) bool {
	for ; u != nil; u = u.Host {
		if u == host {
			return true
		}
	}
	return false
}

// numbers returns the arguments as positive numbers, nil if one is none.
func numbers(args []fortran.Arg) []int {
	var out []int
	for _, a := range args {
		literal, ok := a.(*fortran.Literal)
		if !ok {
			return nil
		}
		n, err := strconv.Atoi(literal.Text)
		if err != nil || n < 1 || n > 1<<24 {
			return nil
		}
		out = append(out, n)
	}
	return out
}

// wanted reports whether another DISTRIBUTE needs the arrangement with the rank
// that it has.
func (f *File) wanted(u *Unit, name string, rank int) bool {
	for l := range f.directives(source.Span{End: f.Text.Len()}) {
		if l.unit == nil || !l.unit.sees(u) {
			continue
		}
		if d, _ := f.distribution(l.At.Start); d != nil && d.Onto != nil && d.Onto.String() == name && distributed(d.Formats) == rank {
			return true
		}
	}
	return false
}

// fitFormats gives a DISTRIBUTE as many formats as its target has dimensions:
// those that are missing are "*".
func (f *File) fitFormats(span source.Span) []Fix {
	d, l := f.distribution(span.Start)
	if d == nil {
		return nil
	}
	at := l.Map.Span(d.FormatsAt)
	target := f.finder(nil).visible(l.unit, d.Target.String(), 0)
	if at != span || target == nil || target.Symbol.Rank == 0 {
		return nil
	}
	words := formatTexts(l.Text[d.FormatsAt.Start+1 : d.FormatsAt.End-1])
	for len(words) < target.Symbol.Rank {
		words = append(words, "*")
	}
	text := "(" + strings.Join(words[:target.Symbol.Rank], ",") + ")"
	if !strings.ContainsFunc(text, func(r rune) bool { return 'A' <= r && r <= 'z' }) {
		return nil // nothing would be distributed
	}
	title := fmt.Sprintf("Distribute %s%s", target.Symbol.Spelling, text)
	return []Fix{{Title: title, Edits: []source.Edit{{Span: at, New: text}}, Preferred: true}}
}

// formatTexts splits a list of formats at its commas outside parentheses.
func formatTexts(list string) []string {
	var out []string
	depth, from := 0, 0
	for i := 0; i < len(list); i++ {
		switch list[i] {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, strings.TrimSpace(list[from:i]))
				from = i + 1
			}
		}
	}
	return append(out, strings.TrimSpace(list[from:]))
}
