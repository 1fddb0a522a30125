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
// DISTRIBUTE u(*,BLOCK); PROCESSORS p(4,2): what it does not name stays as it is,
// but for arrays that share a directive with one that it names, or have none and are used like
// one, which follow that one. The plan is
// one for the program that comes with it, in which arrays without directives that are named
// are groups of their own. An error says in which column it is.
func (p *Program) Parse(text string) (*Program, Plan, error) {
	if strings.Trim(text, "; \t") == "" {
		return nil, Plan{}, errors.New("there is no directive in it")
	}
	var all []asked
	from := 0
	for _, part := range strings.Split(text, ";") {
		if strings.TrimSpace(part) != "" {
			r := hpf.Read(part, fortran.Free)
			if r.Problem != nil {
				return nil, Plan{}, fmt.Errorf("column %d: %s", from+r.Problem.Span.Start+1, r.Problem.Message)
			}
			for _, d := range r.Directives {
				all = append(all, asked{part, from, d})
			}
		}
		from += len(part) + 1
	}
	of := p.apart(all)
	out := of.Now()
	for _, x := range all {
		if at, err := of.take(&out, x, all); err != nil {
			return nil, Plan{}, fmt.Errorf("column %d: %w", x.from+at+1, err)
		}
	}
	return of, out, nil
}

// asked is a directive of a mapping, in a part of its text that begins in some column, from 0.
type asked struct {
	text      string
	from      int
	directive hpf.Directive
}

// formatsIn are those that the last of some directives gives an array; others where none does.
func formatsIn(all []asked, array string, others []string) []string {
	for _, x := range all {
		if d, is := x.directive.(*hpf.Distribute); is && strings.EqualFold(d.Target.String(), array) {
			others = formatsOf(x.text, d)
		}
	}
	return others
}

// apart is the program with a group for each array without directives that is named, but for the
// first of a group, which the others follow that are not.
func (p *Program) apart(all []asked) *Program {
	out := *p
	out.Groups = nil
	for _, g := range p.Groups {
		var rest []*Array
		var own []Group
		led := false
		for _, a := range g.arrays {
			named := formatsIn(all, a.Name, nil) != nil
			if !named || a.with == nil && !led {
				led = led || named
				rest = append(rest, a)
				continue
			}
			one := *a
			one.with = nil
			own = append(own, grouped([]*Array{&one}))
		}
		if len(own) > 0 && len(rest) > 0 {
			g = grouped(rest)
		}
		if len(own) == 0 || len(rest) > 0 {
			out.Groups = append(out.Groups, g)
		}
		out.Groups = append(out.Groups, own...)
	}
	return &out
}

// take changes a plan by one directive; with an error comes where it is.
func (p *Program) take(out *Plan, x asked, all []asked) (int, error) {
	switch d := x.directive.(type) {
	case *hpf.Distribute:
		return p.distribute(out, d, formatsOf(x.text, d), all)
	case *hpf.Processors:
		var words []string
		for _, dim := range d.Dims {
			words = append(words, x.text[dim.Span().Start:dim.Span().End])
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

// distribute maps the arrays of a name, of which several units may have one.
func (p *Program) distribute(out *Plan, d *hpf.Distribute, f []string, all []asked) (int, error) {
	at := d.Target.Span().Start
	if Rank(f) == 0 {
		return at, fmt.Errorf("no dimension of %s is distributed", d.Target)
	}
	found := false
	for i, g := range p.Groups {
		if !slices.ContainsFunc(g.Roots, func(r string) bool { return strings.EqualFold(r, d.Target.String()) }) {
			continue
		}
		if found = true; g.Rank != len(f) {
			return at, fmt.Errorf("%s has rank %d, but %d formats are given", d.Target, g.Rank, len(f))
		}
		for _, r := range g.Roots { // those that are not named follow
			if other := formatsIn(all, r, nil); other != nil && !slices.Equal(other, f) {
				return at, fmt.Errorf("%s and %s have one directive, and would have %s and %s: a mapping gives them the same", d.Target, r, Written(f), Written(other))
			}
		}
		out.Formats[i] = f
	}
	if !found {
		return at, fmt.Errorf("%s is no array that can be distributed: %s", d.Target, p.known())
	}
	return 0, nil
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
