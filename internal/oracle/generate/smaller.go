package generate

import (
	"fmt"
	"regexp"
	"strings"
)

// Smaller returns the programs that are one step smaller: a statement left out
// or replaced by what stands inside it, an array without its declaration, a
// smaller n, fewer processors along one dimension. Some mean nothing any more
// (tables that are too long, names without a declaration): that is for who
// runs them to find.
func (p *Program) Smaller() []*Program {
	var out []*Program
	for _, body := range smaller(p.body) {
		if len(body) > 0 {
			q := *p
			q.body = body
			out = append(out, &q)
		}
	}
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		if q := p.without(name); len(q.head) < len(p.head) {
			out = append(out, q)
		}
	}
	if p.N > smallest {
		q := p.replacing(fmt.Sprintf("n = %d", p.N), fmt.Sprintf("n = %d", p.N-1))
		q.N--
		out = append(out, q)
	}
	for g, extent := range p.Grid {
		if extent > 1 {
			grid := append([]int(nil), p.Grid...)
			grid[g]--
			q := p.replacing("PROCESSORS pr"+shape(p.Grid), "PROCESSORS pr"+shape(grid))
			q.Grid = grid
			out = append(out, q)
		}
	}
	return out
}

// smallest is the n below which sections become empty.
const smallest = 4

// without leaves the declaration and the directives of an array out.
func (p *Program) without(array string) *Program {
	of := regexp.MustCompile(`^(  real(?:\(8\))? :: |!HPF\$ ALIGN )` + array + `\(`)
	q := *p
	q.head = nil
	for _, line := range p.head {
		if !of.MatchString(line) {
			q.head = append(q.head, line)
		}
	}
	return &q
}

// replacing writes other words into the declarations.
func (p *Program) replacing(words, by string) *Program {
	q := *p
	q.head = nil
	for _, line := range p.head {
		if rest, ok := strings.CutSuffix(line, words); ok {
			line = rest + by
		}
		q.head = append(q.head, line)
	}
	return &q
}

func smaller(block []*statement) [][]*statement {
	var out [][]*statement
	replace := func(i int, by ...*statement) {
		shorter := append([]*statement{}, block[:i]...)
		shorter = append(shorter, by...)
		out = append(out, append(shorter, block[i+1:]...))
	}
	for i, s := range block {
		replace(i)
		if s.body == nil {
			continue
		}
		if !s.bound {
			replace(i, s.body...)
		}
		for _, body := range smaller(s.body) {
			if len(body) > 0 {
				c := *s
				c.body = body
				replace(i, &c)
			}
		}
	}
	return out
}
