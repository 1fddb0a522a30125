package main

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
)

// completeNames makes a shell offer, for a flag, names of the programs that stand on the
// command line so far: none where one cannot be read.
func completeNames(cmd *cobra.Command, flag string, reading *readingChoices, names func(*lower.Unit) []string) {
	offer := func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		var out []string
		for _, path := range programsOf(args) {
			snap, files, err := reading.open(environment{in: strings.NewReader(""), out: io.Discard, err: io.Discard}, []string{path})
			if err != nil {
				continue
			}
			for _, path := range files {
				f, err := snap.File(path)
				if err != nil {
					continue
				}
				for _, u := range snap.Program(f).Units {
					out = append(out, names(u)...)
				}
			}
		}
		slices.Sort(out)
		return slices.Compact(out), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	if err := cmd.RegisterFlagCompletionFunc(flag, offer); err != nil {
		panic(err)
	}
}

// programsOf returns the files that arguments name, without lines and without standard
// input, which has another use while a command line is typed.
func programsOf(args []string) []string {
	var out []string
	for _, a := range args {
		if p, _, err := (partChoices{}).of(a); err == nil && p.path != standardInput {
			out = append(out, p.path)
		}
	}
	return out
}

// unitNames is what --unit takes.
func unitNames(u *lower.Unit) []string {
	if u.Name == "" {
		return nil
	}
	return []string{u.Name}
}

// sizeNames are what --set is used for most: the integers of a unit that are no indices of
// loops.
func sizeNames(u *lower.Unit) []string {
	index := map[string]bool{}
	own := u.Fork()
	program.Statements(own.Body, func(s program.Stmt) bool {
		var ranges []program.IndexRange
		switch s := s.(type) {
		case *program.Do:
			ranges = s.Ranges
			if s.Var != nil {
				index[s.Var.Name] = true
			}
		case *program.Forall:
			ranges = s.Ranges
		}
		for _, r := range ranges {
			index[r.Var.Name] = true
		}
		return true
	})
	var out []string
	for _, s := range own.Symbols {
		named := s.Class == program.Variable || s.Class == program.Parameter
		if named && s.Type == program.Integer && s.Rank() == 0 && !index[s.Name] && !strings.ContainsAny(s.Name, "% (") {
			out = append(out, s.Name+"=")
		}
	}
	return out
}
