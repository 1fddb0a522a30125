package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/internal/disk"
	"github.com/parlens/parlens/render"
	"github.com/parlens/parlens/render/fields"
)

// partChoices are the flags that ask for the profile of a part of a program.
type partChoices struct {
	lines string
	unit  string
}

func (p *partChoices) flags(cmd *cobra.Command, reading *readingChoices) {
	f := cmd.Flags()
	f.StringVar(&p.lines, "lines", "", "profile of some lines, `FIRST-LAST`, as in FILE:FIRST-LAST")
	f.StringVar(&p.unit, "unit", "", "profile of the program unit `NAME`")
	complete(cmd, "lines", nil)
	completeNames(cmd, "unit", reading, unitNames)
}

// part is what a profile is asked for of one file.
type part struct {
	path  string
	unit  string
	lines report.Lines
}

// of returns the part that an argument and the flags mean; false when the whole
// report on the file is meant.
func (p partChoices) of(argument string) (part, bool, error) {
	out := part{path: argument, unit: p.unit, lines: report.AllLines}
	asked := p.unit != "" || p.lines != ""
	if p.lines != "" {
		lines, ok := parseLines(p.lines)
		if !ok {
			return out, false, fmt.Errorf("--lines %s: lines are written like 12-20", p.lines)
		}
		out.lines = lines
	}
	at := strings.LastIndexByte(argument, ':')
	if at <= 0 {
		return out, asked, nil
	}
	lines, ok := parseLines(argument[at+1:])
	if _, err := (disk.Disk{}).ReadFile(argument); !ok || err == nil { // a file of such a name wins
		return out, asked, nil
	}
	if p.lines != "" {
		return out, false, fmt.Errorf("%s: the lines are given twice", argument)
	}
	out.path, out.lines = argument[:at], lines
	return out, true, nil
}

// parseLines reads "12" or "12-20".
func parseLines(text string) (report.Lines, bool) {
	from, to, isRange := strings.Cut(text, "-")
	first, err := strconv.Atoi(from)
	last := first
	if err == nil && isRange {
		last, err = strconv.Atoi(to)
	}
	return report.Lines{First: first, Last: last}, err == nil && 1 <= first && first <= last
}

// profileAll writes the profile of each part.
func profileAll(ctx context.Context, env environment, c choices, parts []part) error {
	if c.format == "csv" {
		return fmt.Errorf("--format csv: a profile is text or json")
	}
	snap, _, err := c.open(env, each(parts, func(p part) string { return p.path }))
	if err != nil {
		return err
	}
	tell := newNotices(env.err)
	var failure error
	for _, p := range parts {
		settings, err := c.settings(tell, p.path)
		if err != nil {
			return err
		}
		profiles, err := predict.Profiles(ctx, snap, p.path, p.unit, p.lines, settings)
		switch {
		case err != nil:
			fmt.Fprintf(env.err, "parlens: %v\n", err)
			failure = &failed{}
			continue
		case len(profiles) == 0 && p.unit != "":
			return fmt.Errorf("%s has no program unit %q on these lines", p.path, p.unit)
		case len(profiles) == 0:
			return fmt.Errorf("%s has no program unit on lines %d-%d", p.path, p.lines.First, p.lines.Last)
		}
		failure = cmp.Or(failure, c.tellErrors(ctx, env, snap, p.path, p.path, settings))
		if err := writeProfiles(env, c, p.path, profiles); err != nil {
			return &failed{err}
		}
	}
	return failure
}

func writeProfiles(env environment, c choices, path string, profiles []*report.Profile) error {
	if c.format != "json" {
		return newText(env, c.color).profiles(path, profiles)
	}
	for _, p := range profiles {
		if err := encode(env.out, jsonProfileOf(path, p)); err != nil {
			return err
		}
	}
	return nil
}

type jsonProfile struct {
	Format     formatVersion `json:"format"`                 // version of this output
	File       string        `json:"file"`                   // path as it was given
	Unit       string        `json:"unit"`                   // name of the unit
	Kind       string        `json:"kind"`                   // `program`, `subroutine`, ...
	Call       string        `json:"call,omitempty"`         // which of several different calls of a procedure it is of; absent where all are equal or there is none
	Span       jsonSpan      `json:"span"`                   // the lines
	NoEstimate string        `json:"no_estimate,omitempty"`  // why there is no estimate; absent when there is one
	Own        fields.Charge `json:"own"`                    // the lines themselves, without procedures that they call
	Cumulative fields.Charge `json:"cumulative"`             // with what they call, and with all that stands inside loops and conditions that begin on them
	Share      number        `json:"share"`                  // of the unit's time, cumulative, 0..1
	Serial     number        `json:"serial_s"`               // seconds: cumulative time on one processor; null where it cannot run on one as it is mapped
	Speedup    number        `json:"speedup"`                // `serial_s` over the cumulative time
	Efficiency number        `json:"efficiency"`             // part of the processors' cumulative time that computes, 0..1
	Missing    []int         `json:"lines_without_estimate"` // lines among them that are not counted in full
	Phases     []string      `json:"phases,omitempty"`       // regions that are bound to a phase of a phase model; the numbers are of the general prediction; absent without any
	Memory     jsonMemory    `json:"memory"`                 // the whole unit's arrays, on the processor with the largest parts; temporaries and message buffers are not in it
}

type jsonMemory struct {
	Bytes     number            `json:"bytes"`           // of all arrays together
	Available number            `json:"available_bytes"` // bytes of the machine's memory
	Fits      bool              `json:"fits"`            // whether they fit
	Arrays    []jsonArrayMemory `json:"arrays"`          // the arrays, the largest first
	Unknown   []string          `json:"unknown"`         // arrays whose size nothing says
}

type jsonArrayMemory struct {
	Array string `json:"array"` // its name
	Bytes number `json:"bytes"` // of its part, with SHADOW
}

func jsonProfileOf(path string, p *report.Profile) jsonProfile {
	out := jsonProfile{File: path, Unit: p.Unit, Kind: p.Kind, Call: p.Call, Span: jsonSpan{p.Lines.First, p.Lines.Last}, NoEstimate: p.NoEstimate,
		Own: fields.ChargeOf(p.Own, p.NoEstimate == ""), Cumulative: fields.ChargeOf(p.Cumulative, p.NoEstimate == ""),
		Share: number(p.Share), Serial: orUnknown(p.Serial), Speedup: orUnknown(p.Speedup), Efficiency: number(p.Efficiency),
		Missing: list(p.Missing), Phases: p.Phases, Memory: jsonMemory{number(p.Memory.Bytes), number(p.Memory.Available), p.Memory.Fits(),
			each(p.Memory.Arrays, func(a report.ArrayMemory) jsonArrayMemory { return jsonArrayMemory{a.Array, number(a.Bytes)} }),
			append([]string{}, p.Memory.Unknown...)}}
	if p.NoEstimate != "" {
		out.Share, out.Serial, out.Speedup, out.Efficiency = unknown, unknown, unknown, unknown
	}
	return out
}

// profiles writes the profiles of the parts of a file for a person.
func (t *textReport) profiles(path string, all []*report.Profile) error {
	t.b.Reset()
	for i, p := range all {
		if i > 0 {
			t.line("")
		}
		t.line("%s", t.paint(strong, displayed(fmt.Sprintf("%s:%d-%d: %s %s", path, p.Lines.First, p.Lines.Last, p.Kind, p.Unit))))
		t.profile(p)
	}
	return t.flush()
}

func (t *textReport) profile(p *report.Profile) {
	if p.NoEstimate != "" {
		t.prose("  ", "no estimate: "+p.NoEstimate, red)
		return
	}
	t.line("  %-12s %12s %14s %14s %12s %12s", "", "time", "computation", "communication", "overhead", "wait")
	t.charge("own", p.Own)
	t.charge("cumulative", p.Cumulative)
	t.prose("  ", render.Proportion(p), plain)
	if len(p.Missing) > 0 {
		t.prose("  ", "not counted in full, for want of an estimate: "+lineList(each(p.Missing, strconv.Itoa)), red)
	}
	for _, phase := range p.Phases {
		t.prose("  ", phase+", which stands here", plain)
	}
	t.memory(p.Memory)
}

func (t *textReport) charge(name string, c report.Charge) {
	t.line("  %-12s %12s %14s %14s %12s %12s", name, render.Seconds(c.Total()), render.Seconds(c.Computation), render.Seconds(c.Communication),
		render.Seconds(c.Overhead), render.Seconds(c.Wait))
}

func (t *textReport) memory(m report.Memory) {
	verdict, s := "", plain
	switch {
	case m.Available <= 0 || math.IsNaN(m.Available):
	case m.Fits():
		verdict = fmt.Sprintf(" of %s", report.Bytes(m.Available))
	default:
		verdict, s = fmt.Sprintf(", MORE than the %s of a processor", report.Bytes(m.Available)), red
	}
	t.prose("  ", fmt.Sprintf("arrays of the unit on a processor: %s%s", report.Bytes(m.Bytes), verdict), s)
	if len(m.Unknown) > 0 {
		t.prose("  ", "of unknown size: "+strings.Join(m.Unknown, ", "), plain)
	}
}
