package main

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/budget"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/internal/disk"
	"github.com/parlens/parlens/internal/revision"
)

const diffHelp = `Compares the predicted times of two versions of the sources, unit by unit. BASE and
HEAD are files, folders, or revisions of the repository that the working directory
belongs to (HEAD~1, a branch, a hash). Of a revision the file or the programs of the
folder are compared that it is compared with; of two revisions those of the working
directory and below, or of --path. The objects of the repository are read; nothing is
checked out or executed.

The exit status is 1 when a unit takes longer than before by more than --growth, or has
lost its estimate or a part of it, or a program of HEAD has errors, else 0; 2 for wrong
use.`

const diffExample = `  parlens diff HEAD~1 . -m cluster -p 64
  parlens diff main feature --path src --growth 5 --format markdown
  parlens diff HEAD heat.f90
  parlens diff old.f90 new.f90`

type diffChoices struct {
	choices
	path   string
	growth float64
}

func newDiff(env environment) *cobra.Command {
	var c diffChoices
	cmd := &cobra.Command{
		Use: "diff BASE HEAD", Short: "Compare predicted times of two versions of the sources", Long: diffHelp, Example: diffExample,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.check(cmd); err != nil {
				return err
			}
			return c.run(cmd.Context(), env, args[0], args[1])
		},
	}
	c.flags(cmd, "text", "json", "sarif", "markdown")
	cmd.Flags().StringVar(&c.path, "path", ".", "file or `FOLDER` that is compared between revisions")
	cmd.Flags().Float64Var(&c.growth, "growth", 0, "`PER_CENT` that a time may grow by")
	cmd.Flags().Lookup("color").Hidden = true
	return cmd
}

// sourceTree is one of the two sides: a file system, and the files by the name that they
// have on both sides.
type sourceTree struct {
	files    workspace.FS
	paths    map[string]string
	revision string // that the files are of; "" for those on the disk
}

// shown is the file of a name, as it is told: HEAD:heat.f90 where it is of a revision.
func (v sourceTree) shown(name string) string {
	path := v.paths[name]
	if name == "" && v.revision != "" {
		name = filepath.Base(path)
	}
	if v.revision != "" {
		return v.revision + ":" + filepath.ToSlash(name)
	}
	return path
}

// side finds out what an argument means, beside the other one.
func (c diffChoices) side(arg, other string) (sourceTree, error) {
	info, err := os.Stat(arg)
	switch {
	case err == nil && !info.IsDir():
		return sourceTree{files: disk.Disk{}, paths: map[string]string{"": arg}}, nil
	case err == nil && c.path == ".":
		return below(disk.Disk{}, arg)
	case err == nil:
		return below(disk.Disk{}, filepath.Join(arg, c.path))
	}
	if info, err := os.Stat(other); err == nil && c.path == "." {
		return revised(arg, other, info.IsDir())
	}
	return revised(arg, c.path, true)
}

// revised is what a folder or a file is in a revision.
func revised(name, path string, isFolder bool) (sourceTree, error) {
	folder := path
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		folder = filepath.Dir(path)
	} else if err != nil {
		folder = "." // it may be there in the revision only
	}
	tree, err := revision.Open(folder, name)
	switch {
	case err != nil:
		return sourceTree{}, fmt.Errorf("%s is no file, no folder and no revision: %w", name, err)
	case isFolder:
		v, err := below(tree, path)
		v.revision = name
		return v, err
	}
	if _, err := tree.ReadFile(path); err != nil {
		return sourceTree{}, &failed{fmt.Errorf("%s has no such file: %w", name, err)}
	}
	return sourceTree{tree, map[string]string{"": path}, name}, nil
}

// below lists the programs of a folder, by their place in it.
func below(files workspace.Lister, folder string) (sourceTree, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return sourceTree{}, err
	}
	v := sourceTree{files: files, paths: map[string]string{}}
	for _, path := range files.List(folder, true) {
		if relative, err := filepath.Rel(folder, path); err == nil && isProgram(path) && relative != "." {
			v.paths[relative] = path
		}
	}
	if len(v.paths) == 0 { // it may be a file itself
		if _, err := files.ReadFile(folder); err != nil {
			return v, &failed{fmt.Errorf("%s: there are no programs: %w", folder, fs.ErrNotExist)}
		}
		v.paths[filepath.Base(folder)] = folder
	}
	return v, nil
}

// reports predicts the files of a side under one set of choices; a report has the name
// of its file on both sides. What is wrong with their programs is an error of its own.
func (c diffChoices) reports(ctx context.Context, env environment, v sourceTree, resting *restingFiles) (out []*report.Report, wrong, err error) {
	reading := c.reading()
	var names []string
	for name, path := range v.paths {
		names = append(names, name)
		reading.Files = append(reading.Files, path)
	}
	slices.Sort(names)
	slices.Sort(reading.Files)
	snap := workspace.New(v.files).Configure(reading)
	tell := newNotices(env.err)
	for _, name := range names {
		chosen, err := c.settings(tell, v.paths[name])
		if err != nil {
			return nil, nil, err
		}
		p, err := predictOne(ctx, snap, v.paths[name], chosen)
		if err != nil {
			return nil, nil, &failed{err}
		}
		wrong = cmp.Or(wrong, c.tellErrorsOf(env, snap, v.paths[name], v.shown(name), p.Diagnostics))
		resting.add(v.shown(name), assumedIn(p.Report))
		named := *p.Report
		named.File = name
		out = append(out, &named)
	}
	return out, wrong, nil
}

func (c diffChoices) run(ctx context.Context, env environment, base, head string) error {
	var both [2][]*report.Report
	var sides [2]sourceTree
	var resting restingFiles
	var wrong error // with those of the head
	args := []string{base, head}
	for i, arg := range args {
		var err error
		if sides[i], err = c.side(arg, args[1-i]); err != nil {
			return err
		}
		if both[i], wrong, err = c.reports(ctx, env, sides[i], &resting); err != nil {
			return err
		}
	}
	resting.tell(env)
	changes := budget.Changes(both[0], both[1])
	for i := range changes {
		if changes[i].File == "" {
			changes[i].File = sides[1].paths[""]
		}
	}
	findings := budget.Slower(changes, c.growth/100)
	var err error
	switch c.format {
	case "json":
		err = encode(env.out, jsonChanges{Units: each(changes, jsonChangeOf)})
	case "sarif":
		err = writeSARIF(env.out, findings)
	case "markdown":
		err = changesTable(env, changes)
	default:
		err = changesText(env, changes)
	}
	if err != nil {
		return &failed{err}
	}
	return cmp.Or(wrong, verdict(findings, c.strict))
}
