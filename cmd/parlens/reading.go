package main

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
)

// readingChoices are the flags that say how sources are read.
type readingChoices struct {
	include []string
	define  []string

	root      string
	stdinName string
}

func (r *readingChoices) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVarP(&r.include, "include", "I", nil, "`FOLDER` in which included files are searched; may be repeated")
	f.StringArrayVarP(&r.define, "define", "D", nil, "macro `NAME[=VALUE]`, or NAME(X)=VALUE, that decides the preprocessor's conditionals; may be repeated; without any, both branches are read")
	f.StringVar(&r.root, "root", "", "`FOLDER` whose files see each other's procedures, modules and includes; without it, that of the nearest parlens.toml, the repository, or the folders with the Makefile")
	f.StringVar(&r.stdinName, "stdin-name", "stdin.f90", "`FILE` that standard input (-) stands for: its extension tells the language, its folder the configuration")
	complete(cmd, "define", nil)
}

// reading returns how sources are read: by the flags, then by the nearest
// parlens.toml of each file.
func (r readingChoices) reading() workspace.Reading {
	var roots []string
	if r.root != "" {
		roots = []string{r.root}
	}
	return workspace.Reading{Roots: roots, Include: r.include, Define: r.define, Config: func(s *workspace.Snapshot, path string) workspace.Found {
		if absolute, err := filepath.Abs(path); err == nil {
			path = absolute
		}
		return predict.Reading(s, path)
	}}
}
