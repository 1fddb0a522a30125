package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/parlens/parlens/costmodel/execution"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/machines"
)

// plan chooses a technique for each parallel loop of a program, as segments that
// follow one another (paper 002, section 4).
func (c *mappingChoices) plan(ctx context.Context, env environment, m *machines.Machine, file string, sizes []string) error {
	_, r, err := c.predicted(ctx, file, 0, sizes)
	if err != nil {
		return err
	}
	var all []jsonPlan
	for _, u := range r.Units {
		segments, item, err := predict.Segments(r, u, m)
		if err != nil {
			return &failed{err}
		}
		if len(segments) == 0 {
			continue
		}
		chosen, total, ok := execution.Plan(segments, execution.Change)
		if !ok {
			continue
		}
		p := jsonPlan{Unit: u.Name, Time: number(total * item)}
		for i, s := range segments {
			step := jsonSegment{Line: s.Line, Technique: string(chosen[i]), Time: number(s.Costs[chosen[i]] * item)}
			if i > 0 {
				step.Change = number(execution.Change(chosen[i-1], chosen[i], segments[i-1].Items) * item)
			}
			p.Segments = append(p.Segments, step)
		}
		all = append(all, p)
	}
	if len(all) == 0 {
		return &failed{fmt.Errorf("%s: no unit has a parallel loop that can be mapped onto %s", file, m.Name)}
	}
	if c.format == "json" {
		return encode(env.out, jsonPlans{Machine: m.Name, Plans: all})
	}
	for _, p := range all {
		fmt.Fprintf(env.out, "%s: %s\n", p.Unit, report.Seconds(float64(p.Time)))
		w := tabwriter.NewWriter(env.out, 0, 0, 2, ' ', 0)
		for _, s := range p.Segments {
			change := ""
			if s.Change > 0 {
				change = "after a change that takes " + report.Seconds(float64(s.Change))
			}
			fmt.Fprintf(w, "  line %d\t%s\t%s\t%s\n", s.Line, report.Seconds(float64(s.Time)), execution.Technique(s.Technique).Title(), change)
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// The JSON of `mapping FILE --format json`, documented in docs/json.md.
type jsonPlans struct {
	Format  formatVersion `json:"format"`  // version of this output
	Machine string        `json:"machine"` // its name
	Plans   []jsonPlan    `json:"plans"`   // of the units that have parallel loops
}

type jsonPlan struct {
	Unit     string        `json:"unit"`     // its name
	Time     number        `json:"time_s"`   // seconds: all segments and changes, each once
	Segments []jsonSegment `json:"segments"` // its parallel loops, in order
}

type jsonSegment struct {
	Line      int    `json:"line"`      // of the loop
	Technique string `json:"technique"` // `block`, `interleaved` or `pipelined`
	Time      number `json:"time_s"`    // seconds of the loop
	Change    number `json:"change_s"`  // seconds of the change of technique before it
}
