package plan

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
)

// Parse reads a mapping that is written as directives with semicolons between them,
// DISTRIBUTE u(*,BLOCK); PROCESSORS p(4,2): what it does not name stays as it is. An
// error says in which column it is.
func (p *Program) Parse(text string) (Plan, error) {
	out := p.Now()
	if strings.Trim(text, "; \t") == "" {
		return out, errors.New("there is no directive in it")
	}
	from := 0
	for _, part := range strings.Split(text, ";") {
		if strings.TrimSpace(part) != "" {
			r := hpf.Read(part, fortran.Free)
			if r.Problem != nil {
				return out, fmt.Errorf("column %d: %s", from+r.Problem.Span.Start+1, r.Problem.Message)
			}
			for _, d := range r.Directives {
				if at, err := p.take(&out, part, d); err != nil {
					return out, fmt.Errorf("column %d: %w", from+at+1, err)
				}
			}
		}
		from += len(part) + 1
	}
	return out, nil
}

// take changes a plan by one directive; with an error comes where it is.
func (p *Program) take(out *Plan, text string, d hpf.Directive) (int, error) {
	switch d := d.(type) {
	case *hpf.Distribute:
		at := d.Target.Span().Start
		f := formatsOf(text, d)
		if Rank(f) == 0 {
			return at, fmt.Errorf("no dimension of %s is distributed", d.Target)
		}
		rank := 0
		for i, g := range p.Groups { // arrays of several units may have the name
			if !slices.ContainsFunc(g.Roots, func(r string) bool { return strings.EqualFold(r, d.Target.String()) }) {
				continue
			}
			if rank = g.Rank; rank != len(f) {
				return at, fmt.Errorf("%s has rank %d, but %d formats are given", d.Target, rank, len(f))
			}
			out.Formats[i] = f
		}
		if rank == 0 {
			return at, fmt.Errorf("%s is no array that can be distributed: %s", d.Target, p.known())
		}
		return 0, nil
	case *hpf.Processors:
		var words []string
		for _, dim := range d.Dims {
			words = append(words, text[dim.Span().Start:dim.Span().End])
		}
		shape, plain := numbers(words)
		if !plain || len(shape) == 0 {
			return d.Name.Span().Start, fmt.Errorf("the extents of %s have to be numbers", d.Name)
		}
		out.Shapes[len(shape)] = shape
		return 0, nil
	}
	return 0, fmt.Errorf("a mapping is made of DISTRIBUTE and PROCESSORS")
}

// known lists what can be distributed.
func (p *Program) known() string {
	var all []string
	for _, g := range p.Groups {
		all = append(all, g.Roots...)
	}
	if len(all) == 0 {
		return "the program has none"
	}
	return "there are " + strings.Join(all, ", ")
}
