package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/internal/disk"
)

// standardInput is the argument that means standard input.
const standardInput = "-"

// maxInput bounds what is read from standard input, in bytes.
const maxInput = 64 << 20

// open returns the workspace of a command line and the files that it names:
// folders are opened up, "-" is standard input under the name of --stdin-name.
func (r readingChoices) open(env environment, args []string) (*workspace.Snapshot, []string, error) {
	w := workspace.New(disk.Disk{})
	reading := r.reading()
	var files []string
	for _, arg := range args {
		if arg == standardInput {
			text, err := io.ReadAll(io.LimitReader(env.in, maxInput+1))
			if err != nil || len(text) > maxInput {
				return nil, nil, &failed{errors.Join(err, fmt.Errorf("standard input cannot be read, or has more than %d MB", maxInput>>20))}
			}
			w.Open(r.stdinName, "fortran", 1, string(text))
			files = append(files, r.stdinName)
			continue
		}
		found := sourcesIn(arg)
		if r.root == "" && !slices.Equal(found, []string{arg}) {
			reading.Roots = append(reading.Roots, arg)
		}
		files = append(files, found...)
	}
	reading.Files = files
	return w.Configure(reading), files, nil
}

// openOne is open for a command that takes one file.
func (r readingChoices) openOne(env environment, arg string) (*workspace.Snapshot, string, error) {
	snap, files, err := r.open(env, []string{arg})
	switch {
	case err != nil:
		return nil, "", err
	case len(files) != 1:
		return nil, "", fmt.Errorf("%s is a folder with %d programs; one file is needed", arg, len(files))
	}
	if _, err := snap.File(files[0]); err != nil {
		return nil, "", &failed{unreadable(arg, err)}
	}
	return snap, files[0], nil
}

// unreadable says why a file cannot be read, with its name as it was given.
func unreadable(path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("%s: %w", path, err)
}

// sourcesIn returns the programs of a folder, sorted, or the path itself.
func sourcesIn(path string) []string {
	files := disk.Disk{}.List(path, true)
	if len(files) == 1 && files[0] == path || len(files) == 0 {
		return []string{path}
	}
	files = slices.DeleteFunc(files, func(f string) bool { return !isProgram(f) })
	slices.Sort(files)
	return files
}

// isProgram reports whether a name ends like those of the programs that are read.
func isProgram(path string) bool {
	at := strings.LastIndexByte(path, '.')
	return at >= 0 && slices.Contains(programExtensions, strings.ToLower(path[at+1:]))
}
