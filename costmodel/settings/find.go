package settings

import (
	"cmp"
	"path/filepath"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/machines"
)

// FindConfig returns the configuration of the nearest parlens.toml at or above
// the folder of the program at path, and that file's path and diagnostics; the
// defaults and "" when there is none. A relative machine file, folder of included
// files, table of counts or validation file counts from the folder of the configuration. Paths may be
// absolute or relative; a relative one is followed up to its own first folder only.
func FindConfig(program string, read func(path string) ([]byte, error)) (Config, string, []source.Diagnostic) {
	for dir := filepath.Dir(program); ; dir = filepath.Dir(dir) {
		file := filepath.Join(dir, ConfigName)
		if data, err := read(file); err == nil {
			c, diags := ParseConfig(data)
			c.Machine = machineIn(dir, c.Machine)
			below(dir, c.Include)
			below(dir, c.Counts)
			below(dir, c.Validation)
			return c, file, diags
		}
		if dir == filepath.Dir(dir) {
			return DefaultConfig(), "", nil
		}
	}
}

// DefaultMachine is the shipped machine that holds where nobody names one.
const DefaultMachine = "cluster"

// OwnMachine returns the machine for programs whose configuration names none: that of the
// parlens.toml in the user's own folder, else DefaultMachine. The folder may be "".
func OwnMachine(folder string, read func(path string) ([]byte, error)) string {
	if folder == "" {
		return DefaultMachine
	}
	data, err := read(filepath.Join(folder, ConfigName))
	if err != nil {
		return DefaultMachine
	}
	c, _ := ParseConfig(data)
	return cmp.Or(machineIn(folder, c.Machine), DefaultMachine)
}

// machineIn makes a relative machine file, or PAMELA model that is not shipped, count
// from a folder.
func machineIn(dir, machine string) string {
	_, shipped := machines.Model(machine)
	if (machines.IsPath(machine) || machines.IsModel(machine) && !shipped) && !filepath.IsAbs(machine) {
		return filepath.Join(dir, machine)
	}
	return machine
}

// below makes relative paths count from a folder.
func below(dir string, paths []string) {
	for i, path := range paths {
		if !filepath.IsAbs(path) {
			paths[i] = filepath.Join(dir, path)
		}
	}
}
