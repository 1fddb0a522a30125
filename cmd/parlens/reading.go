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
}

func (r *readingChoices) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVarP(&r.include, "include", "I", nil, "`FOLDER` in which included files are searched; may be repeated")
	f.StringArrayVarP(&r.define, "define", "D", nil, "macro `NAME[=VALUE]` that decides the preprocessor's conditionals; may be repeated; without any, both branches are read")
	complete(cmd, "define", nil)
}

// reading returns how sources are read: by the flags, then by the nearest
// parlens.toml of each file.
func (r readingChoices) reading() workspace.Reading {
	return workspace.Reading{Include: r.include, Define: r.define, Config: func(s *workspace.Snapshot, path string) workspace.Found {
		if absolute, err := filepath.Abs(path); err == nil {
			path = absolute
		}
		return predict.Reading(s, path)
	}}
}
