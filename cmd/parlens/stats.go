package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
)

// The JSON of `parse --stats --format json`: one object.

type jsonStats struct {
	Format        formatVersion `json:"format"`         // version of this output
	Files         int           `json:"files"`          // files that were read
	Lines         int           `json:"lines"`          // lines that were read
	Units         int           `json:"units"`          // program units
	Statements    int           `json:"statements"`     // statements
	NotUnderstood []jsonPlace   `json:"not_understood"` // the statements that were not understood
	Unresolved    []jsonPlace   `json:"unresolved"`     // names that nothing declares though IMPLICIT NONE holds, modules and included files that were not found
	Failures      []jsonPlace   `json:"failures"`       // files that could not be read
	Slowest       []jsonTime    `json:"slowest"`        // the files that took longest
	Codes         []jsonCounted `json:"codes"`          // how often each diagnostic was given
	Seconds       float64       `json:"seconds"`        // wall time, with reading the files and resolving all names
	LinesPerS     float64       `json:"lines_per_s"`    // `lines` / `seconds`
}

type jsonPlace struct {
	File    string `json:"file"`    // path of the file
	Line    int    `json:"line"`    // line, from 1
	Column  int    `json:"column"`  // from 1, in bytes
	Code    string `json:"code"`    // see [the diagnostics](diagnostics.md)
	Message string `json:"message"` // a sentence for a person
}

type jsonTime struct {
	File    string  `json:"file"`    // path of the file
	Lines   int     `json:"lines"`   // its lines
	Seconds float64 `json:"seconds"` // wall time
}

type jsonCounted struct {
	Code  string `json:"code"`  // the diagnostic
	Count int    `json:"count"` // how often
}

// unresolvedCodes are those of names that nothing declares and of files that
// are not found.
var unresolvedCodes = []string{"undeclared-name", "not-public", "unknown-module", "missing-include", "use-cycle"}

// batch is the number of files that are parsed between two snapshots: what
// older ones remember is forgotten.
const batch = 32

// slowestFiles is the number of files whose times are told.
const slowestFiles = 5

// collect parses all files, on all processors.
func collect(ctx context.Context, w *workspace.Workspace, reading workspace.Reading, files []string) *jsonStats {
	start := time.Now()
	parts := make([]*jsonStats, len(files))
	for from := 0; from < len(files) && ctx.Err() == nil; from += batch {
		snap := w.Configure(reading)
		to := min(len(files), from+batch)
		next := make(chan int)
		var all sync.WaitGroup
		for range runtime.GOMAXPROCS(0) {
			all.Go(func() {
				for i := range next {
					parts[i] = statsOf(snap, files[i])
				}
			})
		}
		for i := from; i < to; i++ {
			next <- i
		}
		close(next)
		all.Wait()
	}
	return sum(parts, time.Since(start))
}

// statsOf parses and resolves one file. A fault of the program itself costs
// that file only.
func statsOf(snap *workspace.Snapshot, path string) (out *jsonStats) {
	out = &jsonStats{}
	defer func() {
		if fault := recover(); fault != nil {
			out.Failures = append(out.Failures, jsonPlace{File: path, Message: fmt.Sprintf("a fault of parlens, please report it: %v\n%s", fault, debug.Stack())})
		}
	}()
	f, err := snap.File(path)
	if err != nil {
		out.Failures = append(out.Failures, jsonPlace{File: path, Message: err.Error()})
		return out
	}
	start := time.Now()
	program := snap.Program(f)
	for _, u := range snap.Syntax(f).Units {
		out.Units++
		out.Statements += u.Statements
		for _, d := range u.Rejected {
			out.NotUnderstood = append(out.NotUnderstood, placeOf(f, d.Span.Shift(u.Start), d))
		}
	}
	codes := map[string]int{}
	for _, d := range program.Diagnostics {
		codes[d.Code]++
		if slices.Contains(unresolvedCodes, d.Code) {
			out.Unresolved = append(out.Unresolved, placeOf(f, d.Span, d))
		}
	}
	for code, n := range codes {
		out.Codes = append(out.Codes, jsonCounted{code, n})
	}
	out.Files, out.Lines = 1, strings.Count(f.Text.String(), "\n")
	out.Slowest = []jsonTime{{path, out.Lines, time.Since(start).Seconds()}}
	return out
}

func placeOf(f *workspace.File, at source.Span, d source.Diagnostic) jsonPlace {
	p := f.Text.Position(at.Start)
	return jsonPlace{File: f.Path, Line: p.Line, Column: p.Column, Code: d.Code, Message: d.Message}
}

// sum adds up the files in their order.
func sum(parts []*jsonStats, took time.Duration) *jsonStats {
	out := &jsonStats{NotUnderstood: []jsonPlace{}, Unresolved: []jsonPlace{}, Failures: []jsonPlace{}, Slowest: []jsonTime{}, Codes: []jsonCounted{}}
	codes := map[string]int{}
	for _, p := range parts {
		if p == nil {
			continue
		}
		out.Files += p.Files
		out.Lines += p.Lines
		out.Units += p.Units
		out.Statements += p.Statements
		out.NotUnderstood = append(out.NotUnderstood, p.NotUnderstood...)
		out.Unresolved = append(out.Unresolved, p.Unresolved...)
		out.Failures = append(out.Failures, p.Failures...)
		out.Slowest = append(out.Slowest, p.Slowest...)
		for _, c := range p.Codes {
			codes[c.Code] += c.Count
		}
	}
	for code, n := range codes {
		out.Codes = append(out.Codes, jsonCounted{code, n})
	}
	slices.SortFunc(out.Codes, func(a, b jsonCounted) int { return strings.Compare(a.Code, b.Code) })
	slices.SortStableFunc(out.Slowest, func(a, b jsonTime) int {
		switch {
		case a.Seconds > b.Seconds:
			return -1
		case a.Seconds < b.Seconds:
			return 1
		}
		return 0
	})
	out.Slowest = out.Slowest[:min(slowestFiles, len(out.Slowest))]
	out.Seconds = took.Seconds()
	if out.Seconds > 0 {
		out.LinesPerS = float64(out.Lines) / out.Seconds
	}
	return out
}

func (s *jsonStats) failure() error {
	if len(s.Failures) > 0 {
		return &failed{}
	}
	return nil
}

func (s *jsonStats) write(env environment, format string) error {
	for _, f := range s.Failures {
		fmt.Fprintf(env.err, "parlens: %s: %s\n", f.File, f.Message)
	}
	if format == "json" {
		return encode(env.out, s)
	}
	for _, list := range [][]jsonPlace{s.NotUnderstood, s.Unresolved} {
		for _, p := range list {
			fmt.Fprintf(env.out, "%s:%d:%d: %s [%s]\n", displayed(p.File), p.Line, p.Column, displayed(p.Message), p.Code)
		}
	}
	_, err := fmt.Fprintf(env.out, "%d files, %d lines, %d units, %d statements\n%d not understood (%.4f%%), %d unresolved\n%.2f s, %.0f lines/s\n",
		s.Files, s.Lines, s.Units, s.Statements, len(s.NotUnderstood), 100*float64(len(s.NotUnderstood))/float64(max(1, s.Statements)), len(s.Unresolved), s.Seconds, s.LinesPerS)
	return err
}
