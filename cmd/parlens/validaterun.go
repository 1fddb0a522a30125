package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/parlens/parlens/costmodel/report"
)

// wanted are the lines of the loops and statements that are predicted to take long
// enough each time, of those in each other the innermost that may have a timer.
func (v *validating) wanted(p prediction, ends map[int]int) map[int]bool {
	out := map[int]bool{}
	for _, u := range p.Units {
		for _, l := range u.Lines {
			if l.Executions > 0 && ends[l.Line] > 0 {
				out[l.Line] = l.Charge.Total()/entries(u, l) >= v.atLeast
			}
		}
		for _, l := range slices.Backward(u.Loops) { // inner ones stand behind outer ones
			at := slices.IndexFunc(u.Lines, func(x *report.Line) bool { return x.Line == l.Line })
			if at < 0 || ends[l.Line] == 0 {
				continue
			}
			if !slices.ContainsFunc(u.Lines, func(x *report.Line) bool { return l.Line < x.Line && x.Line <= l.EndLine }) {
				// An array statement, whose executions are those of its elements.
				entries := max(1, u.Lines[at].Executions/l.Iterations)
				out[l.Line] = out[l.Line] || l.Time/entries >= v.atLeast
				continue
			}
			entries := max(1, u.Lines[at].Executions)
			long := l.Time/entries >= v.atLeast
			for line := l.Line + 1; line <= l.EndLine; line++ {
				long = long && !out[line]
			}
			out[l.Line] = long
		}
	}
	return out
}

// entries is how often a line is come to. The executions of an array statement are those of its
// elements: it is come to no more often than the loops around it are gone through.
func entries(u *report.Unit, l *report.Line) float64 {
	around := 1.0
	for _, loop := range u.Loops {
		if loop.Line < l.Line && l.Line <= loop.EndLine {
			around *= loop.Iterations
		}
	}
	if math.IsNaN(around) {
		return l.Executions
	}
	return max(1, min(l.Executions, around))
}

// runs starts the copy so many times and reads its tables.
func (v *validating) runs(ctx context.Context, env environment, dir string, procs int) ([]map[int][2]float64, error) {
	var out []map[int][2]float64
	bar := newProgress(env, "runs", v.run)
	for n := range v.run {
		table := filepath.Join(dir, fmt.Sprintf("table%d", n))
		os.Setenv("PARLENS_TABLE", table)
		_, err := v.output(ctx, dir, v.started(procs, v.mpi), filepath.Join(dir, "timed"))
		os.Unsetenv("PARLENS_TABLE")
		if err != nil {
			return nil, err
		}
		data, err := os.ReadFile(table)
		if err != nil {
			return nil, fmt.Errorf("the program wrote no times: none of the statements that are timed was executed")
		}
		out = append(out, timesOf(string(data)))
		bar.step()
	}
	bar.end()
	return out, nil
}

// timesOf reads a table: seconds and executions by line.
func timesOf(table string) map[int][2]float64 {
	out := map[int][2]float64{}
	for line := range strings.Lines(table) {
		f := strings.Split(strings.TrimSpace(line), ",")
		if len(f) != 3 {
			continue
		}
		at, err := strconv.Atoi(strings.TrimSpace(f[0]))
		seconds, err2 := strconv.ParseFloat(strings.TrimSpace(f[1]), 64)
		times, err3 := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(f[2]), "."), 64)
		if err == nil && err2 == nil && err3 == nil {
			out[at] = [2]float64{seconds, times}
		}
	}
	return out
}

// timedAt gathers what was predicted and measured of a line and what stands in it.
func timedAt(p prediction, line, end int, runs []map[int][2]float64) jsonTimed {
	c := jsonTimed{Line: line, EndLine: end, Text: strings.TrimSpace(p.file.Text.Line(line))}
	longest := 0.0
	for _, u := range p.Units {
		for _, l := range u.Lines {
			if line <= l.Line && l.Line <= c.EndLine {
				seconds := l.Charge.Total() * max(1, u.Calls)
				c.Predicted += number(seconds)
				if seconds > longest && l.Bound != "" {
					longest, c.Bound = seconds, l.Bound
				}
			}
		}
	}
	var all []float64
	for _, r := range runs {
		if x := r[line]; x[1] > 0 {
			all, c.Times = append(all, x[0]), number(x[1])
		}
	}
	if len(all) == 0 {
		return c
	}
	slices.Sort(all)
	at := func(q float64) number { return number(all[int(math.Round(q*float64(len(all)-1)))]) }
	c.Measured, c.Least = at(0.5), at(0)
	if c.Measured > 0 {
		c.Spread = (at(0.75) - at(0.25)) / 2 / c.Measured
	}
	return c
}
