// Package generate makes random HPF programs for the tests: every format and
// kind of alignment, every form of loop and array construct that the analysis
// has closed forms for. A program is a tree, so that a failing one can be made
// smaller by leaving statements out.
package generate

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Program is a generated program.
type Program struct {
	Rank int   // of its processor arrangement
	N    int   // the value of its size n
	Grid []int // the extents of the arrangement, where the program is for no other
	head []string
	body []*statement

	procedures [][]string // that it may call: their lines
}

// statement is a source statement, or a construct with what stands inside.
type statement struct {
	before []string // directives and the first line
	body   []*statement
	end    string // "" for a simple statement
	bound  bool   // the body needs the construct: it uses its index
}

// New returns the program that the source of random numbers leads to.
func New(r *rand.Rand) *Program {
	g := &generator{r: r, n: 10 + r.IntN(5)}
	p := &Program{Rank: pick(g, 1, 1, 1, 1, 2, 2, 2, 2, 3), N: g.n}
	return g.program(p)
}

// NewFixed returns a program for one arrangement, so that tables may deal
// indices out and arrays may lie on arrangements of several shapes.
func NewFixed(r *rand.Rand) *Program {
	g := &generator{r: r, n: 10 + r.IntN(5), fixed: true}
	p := &Program{Rank: pick(g, 1, 1, 1, 2, 2, 2, 3, 3), N: g.n}
	p.Grid = g.grid(p.Rank)
	return g.program(p)
}

// NewOnParts returns a program for one arrangement, of which templates take parts.
func NewOnParts(r *rand.Rand) *Program {
	g := &generator{r: r, n: 10 + r.IntN(5), fixed: true, parts: true}
	p := &Program{Rank: pick(g, 1, 1, 2), N: g.n}
	p.Grid = g.grid(p.Rank)
	return g.program(p)
}

func (g *generator) program(p *Program) *Program {
	g.declare(p)
	for range 1 + g.below(3) {
		switch {
		case g.chance(6):
			p.body = append(p.body, g.remap()...)
			p.body = append(p.body, g.statement(nil, 0)...)
		case g.chance(8):
			p.body = append(p.body, g.call()...)
		default:
			p.body = append(p.body, g.statement(nil, 0)...)
		}
	}
	if g.chance(4) {
		p.body = append(p.body, pick(g, p.body...))
	}
	if g.dynamic {
		p.head = append(p.head, "!HPF$ DYNAMIC "+g.dynamicNames())
	}
	if g.lookups {
		p.head = append(p.head, g.lookup("ix"), g.lookup("jx"))
	}
	p.procedures = g.procedures
	return p
}

// Seeded returns the program of a seed; every third one is for one arrangement.
func Seeded(seed uint64) *Program {
	r := rand.New(rand.NewPCG(seed, 1))
	if seed%3 == 0 {
		return NewFixed(r)
	}
	return New(r)
}

// Text returns the source in free form.
func (p *Program) Text() string {
	var b strings.Builder
	b.WriteString("program generated\n")
	for _, line := range p.head {
		b.WriteString(line + "\n")
	}
	write(&b, p.body, "  ")
	b.WriteString("end program generated\n")
	for _, lines := range p.procedures {
		b.WriteString(strings.Join(lines, "\n") + "\n")
	}
	return b.String()
}

func write(b *strings.Builder, block []*statement, indent string) {
	for _, s := range block {
		for _, line := range s.before {
			if strings.HasPrefix(line, "!") {
				fmt.Fprintln(b, line)
			} else {
				fmt.Fprintln(b, indent+line)
			}
		}
		write(b, s.body, indent+"  ")
		if s.end != "" {
			fmt.Fprintln(b, indent+s.end)
		}
	}
}
