package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/parlens/parlens/costmodel/budget"
	"github.com/parlens/parlens/render"
)

// jsonChanges is what `diff --format json` writes.
type jsonChanges struct {
	Format formatVersion `json:"format"` // version of this output
	Units  []jsonChange  `json:"units"`  // those of the later version in their order, then those that are gone
}

type jsonChange struct {
	File      string `json:"file"`       // its path below what is compared
	Unit      string `json:"unit"`       // name of the unit
	Line      int    `json:"line"`       // its first line, from 1
	Before    number `json:"before_s"`   // seconds in BASE
	After     number `json:"after_s"`    // seconds in HEAD
	Growth    number `json:"growth"`     // the part of the earlier time that it has grown by
	WhyBefore string `json:"why_before"` // why there is no earlier time; empty when there is one
	WhyAfter  string `json:"why_after"`  // why there is no later time; empty when there is one
}

func jsonChangeOf(c budget.Change) jsonChange {
	out := jsonChange{c.File, c.Unit, c.Line, number(c.Before), number(c.After), unknown, c.WhyBefore, c.WhyAfter}
	if c.WhyBefore != "" {
		out.Before = unknown
	}
	if c.WhyAfter != "" {
		out.After = unknown
	}
	if growth, known := c.Growth(); known {
		out.Growth = number(growth)
	}
	return out
}

// words are the two times and the change between them.
func words(c budget.Change) (before, after, growth string) {
	time := func(seconds float64, why string) string {
		if why != "" {
			return "-"
		}
		return render.Seconds(seconds)
	}
	if g, known := c.Growth(); known {
		growth = fmt.Sprintf("%+.3g%%", 100*g)
	}
	return time(c.Before, c.WhyBefore), time(c.After, c.WhyAfter), growth
}

func changesText(env environment, changes []budget.Change) error {
	t := tabwriter.NewWriter(env.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "before\tafter\tchange\t  unit")
	for _, c := range changes {
		before, after, growth := words(c)
		fmt.Fprintf(t, "%s\t%s\t%s\t  %s:%d %s\n", before, after, growth, displayed(c.File), c.Line, displayed(c.Unit))
	}
	return t.Flush()
}

// changesTable writes what has changed, for a comment on a change.
func changesTable(env environment, changes []budget.Change) error {
	var b strings.Builder
	b.WriteString("| unit | before | after | change |\n|---|---:|---:|---:|\n")
	for _, c := range changes {
		before, after, growth := words(c)
		if before != after || c.WhyBefore != c.WhyAfter {
			fmt.Fprintf(&b, "| `%s` (%s:%d) | %s | %s | %s |\n", cell(c.Unit), cell(c.File), c.Line, before, after, growth)
		}
	}
	_, err := env.out.Write([]byte(b.String()))
	return err
}
