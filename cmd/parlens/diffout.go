package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/parlens/parlens/costmodel/budget"
	"github.com/parlens/parlens/costmodel/report"
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
	Growth    number `json:"growth"`     // the part of the earlier time that it has grown by; null also where one of the two is not known in full
	WhyBefore string `json:"why_before"` // why there is no earlier time; empty when there is one
	WhyAfter  string `json:"why_after"`  // why there is no later time; empty when there is one

	BeforeAtLeast bool     `json:"before_at_least"` // some line has no time in BASE: `before_s` is without it
	AfterAtLeast  bool     `json:"after_at_least"`  // some line has no time in HEAD: `after_s` is without it
	BeforeAssumed []string `json:"before_assumed"`  // values that `before_s` rests on and that nothing gives: `n = 100`
	AfterAssumed  []string `json:"after_assumed"`   // those that `after_s` rests on
}

func jsonChangeOf(c budget.Change) jsonChange {
	seconds := func(t budget.Time) number {
		if t.Why != "" {
			return unknown
		}
		return number(t.Seconds)
	}
	out := jsonChange{c.File, c.Unit, c.Line, seconds(c.Before), seconds(c.After), unknown, c.Before.Why, c.After.Why,
		c.Before.AtLeast, c.After.AtLeast, each(c.Before.Assumed, report.Assumption.Setting), each(c.After.Assumed, report.Assumption.Setting)}
	if growth, known := c.Growth(); known {
		out.Growth = number(growth)
	}
	return out
}

// words are the two times and the change between them; ~ marks a time that rests on what is
// assumed.
func words(c budget.Change) (before, after, growth string) {
	time := func(t budget.Time) string {
		switch {
		case t.Why != "":
			return "-"
		case len(t.Assumed) > 0:
			return render.Least(t.AtLeast, "~"+render.Seconds(t.Seconds))
		}
		return render.Least(t.AtLeast, render.Seconds(t.Seconds))
	}
	if g, known := c.Growth(); known {
		growth = fmt.Sprintf("%+.3g%%", 100*g)
	}
	return time(c.Before), time(c.After), growth
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
	var assumed []report.Assumption
	b.WriteString("| unit | before | after | change |\n|---|---:|---:|---:|\n")
	for _, c := range changes {
		before, after, growth := words(c)
		if before != after || c.Before.Why != c.After.Why {
			fmt.Fprintf(&b, "| `%s` (%s:%d) | %s | %s | %s |\n", cell(c.Unit), cell(c.File), c.Line, before, after, growth)
			assumed = append(assumed, slices.Concat(c.Before.Assumed, c.After.Assumed)...)
		}
	}
	if values := report.AssumedOf(assumed); len(values) > 0 {
		fmt.Fprintf(&b, "\n~ rests on what is assumed: %s\n", cell(assumedText(values)))
	}
	_, err := env.out.Write([]byte(b.String()))
	return err
}
