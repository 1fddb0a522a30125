package main

import (
	"fmt"
	"io"
	"os"

	"github.com/parlens/parlens/analysis/source"
)

// notices tells what is wrong with the files that settings come from, once for
// each file.
type notices struct {
	out  io.Writer
	told map[string]bool
}

func newNotices(out io.Writer) *notices { return &notices{out, map[string]bool{}} }

func (n *notices) about(file string, diags []source.Diagnostic) {
	if len(diags) == 0 || n.told[file] {
		return
	}
	n.told[file] = true
	data, err := os.ReadFile(file)
	if err != nil {
		return
	}
	text := source.NewText(string(data))
	for _, d := range diags {
		at := text.Position(d.Span.Start)
		fmt.Fprintf(n.out, "%s:%d:%d: %s: %s\n", file, at.Line, at.Column, d.Severity, d.Message)
	}
}
