package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/parlens/parlens/advise"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/render"
)

func (a *advised) text(env environment) error {
	w := env.out
	fmt.Fprintf(w, "%s: %s, %s on %s\n", a.path, report.Titled(a.Kind, a.Unit, ""), between(a.Before), machineSize(a.Before))
	faster := a.Faster()
	switch {
	case len(a.Groups) == 0:
		fmt.Fprintln(w, "  it has no array that a directive could map")
	case len(faster) == 0:
		fmt.Fprintf(w, "  none of the %d mappings that were tried is faster", a.Tried)
		if a.Ended > 0 {
			fmt.Fprintf(w, ", %d take several times as long", a.Ended)
		}
		fmt.Fprintln(w)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, p := range a.Proposals {
		if len(faster) > 0 && !p.Tie && p.Gain() < noLoss {
			continue // what is slower is of no interest beside what is faster
		}
		note := ""
		if p.Tie {
			note = "  neither is known to be faster"
		}
		memory := ""
		if p.Memory > 0 {
			memory = report.Bytes(p.Memory) + " a processor"
		}
		fmt.Fprintf(t, "  %s\t%s\t%s\t%s%s\n", factor(p), between(p.Result), p.Label, memory, note)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if len(faster) > 0 && faster[0].Why != "" {
		fmt.Fprintf(w, "  why the first one is faster: %s\n", faster[0].Why)
	}
	for _, p := range a.Loops {
		fmt.Fprintf(w, "  %s  %s  %s, with the present mapping\n", factor(p), between(p.Result), p.Label)
	}
	a.extent(w)
	a.scaling(env)
	for _, r := range a.Ranges {
		a.rangeText(env, r)
	}
	for _, x := range append(slices.Clone(a.Hints), a.Rests...) {
		fmt.Fprintf(w, "  %s\n", x)
	}
	if len(faster) == 0 {
		return nil
	}
	text, err := a.difference(faster[0])
	if err == nil {
		_, err = fmt.Fprint(w, "\n", text)
	}
	return err
}

// extent says how far the search went, where it did not see all.
func (a *advised) extent(w io.Writer) {
	if s := a.Sample; s.Tried > 0 {
		fmt.Fprintf(w, "  %d mappings were tried on %d statements that stand for all %d, %d on the whole program\n", s.Tried, s.Statements, s.Of, a.Tried)
	}
	if a.Exhausted {
		fmt.Fprintf(w, "  the search ended after %d mappings, with --tries or the steps that there are; there may be faster ones", a.Tried+a.Sample.Tried)
		if a.Left > 0 {
			fmt.Fprintf(w, ": if each line took the least that it takes with any mapping predicted, the program would take %.0f%% less than the fastest", 100*a.Left)
		}
		fmt.Fprintln(w)
	}
	for _, x := range a.Untried {
		fmt.Fprintf(w, "  not tried, since the steps that there are ended before: %s\n", x)
	}
}

// scaling says on how many processors the fastest mapping pays.
func (a *advised) scaling(env environment) {
	if len(a.Scaling) < 2 {
		return
	}
	fmt.Fprint(env.out, "  on")
	for _, s := range a.Scaling {
		fmt.Fprintf(env.out, " %d: %s ", s.Processors, render.Least(s.AtLeast, render.Seconds(s.Time)))
	}
	last := a.Scaling[len(a.Scaling)-1].Processors
	switch n := advise.Worthwhile(a.Scaling); n {
	case 0:
		fmt.Fprintf(env.out, "\n  time still falls at %d processors\n", last)
	case 1:
		fmt.Fprint(env.out, "\n  one processor is as fast as more\n")
	default:
		fmt.Fprintf(env.out, "\n  time stops falling at %d processors: more take less than 5%% off\n", n)
	}
}

// rangeText says which mapping is the best where: "(BLOCK,*) up to n = 700, then ...".
func (a *advised) rangeText(env environment, r advise.Ranges) {
	for i, x := range r.Ranges {
		where := fmt.Sprintf("%s = %v to %v", r.Name, x.From, x.To)
		if x.From == x.To {
			where = fmt.Sprintf("%s = %v", r.Name, x.From)
		}
		label := x.Label
		if label == "" {
			label = "the present mapping"
		}
		gain := ""
		if x.Gain > 1 {
			gain = fmt.Sprintf(", up to %.3g times faster than the present one", x.Gain)
		}
		head := "  best:"
		if i > 0 {
			head = "       "
		}
		fmt.Fprintf(env.out, "%s %s for %s%s\n", head, label, where, gain)
	}
}

// noLoss is the gain, as a factor, below which a mapping is slower.
const noLoss = 0.99

func factor(p advise.Proposal) string {
	switch gain := p.Gain(); {
	case p.Tie:
		return "tie"
	case gain > 1.01:
		return fmt.Sprintf("%.3g times faster", gain)
	case gain < noLoss:
		return fmt.Sprintf("%.3g times slower", 1/gain)
	}
	return "as fast"
}

func between(r advise.Result) string {
	time := render.Least(r.AtLeast, render.Seconds(r.Time))
	if r.Between.Some() {
		return fmt.Sprintf("%s (%s)", time, r.Between)
	}
	return time
}

func machineSize(r advise.Result) string {
	if r.Processors == 1 {
		return "one processor"
	}
	return fmt.Sprintf("%d processors", r.Processors)
}
