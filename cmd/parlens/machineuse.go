package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/disk"
	"github.com/parlens/parlens/machines"
)

const useMachineHelp = `Says which machine programs are predicted for where neither the command line, nor the
editor, nor a parlens.toml names one. It stands in a parlens.toml of your own, in the
folder where the operating system keeps your configurations, as the key machine. Without
a NAME the machine of now is printed.`

func useMachine(env environment) *cobra.Command {
	return &cobra.Command{
		Use:       "use [NAME|FILE.toml]",
		Short:     "Choose the machine that holds where nobody names one",
		Long:      useMachineHelp,
		Example:   "  parlens measure -o mine.toml && parlens machines use mine.toml",
		Args:      cobra.MaximumNArgs(1),
		ValidArgs: machines.Shipped(),
		RunE: func(_ *cobra.Command, args []string) error {
			folder := disk.UserFolder()
			if len(args) == 0 {
				_, err := fmt.Fprintln(env.out, settings.OwnMachine(folder, os.ReadFile))
				return err
			}
			if folder == "" {
				return &failed{errors.New("the operating system does not say where your configurations are kept")}
			}
			return chooseMachine(env, filepath.Join(folder, settings.ConfigName), args[0])
		},
	}
}

// machineLine is the key of a parlens.toml that names the machine.
var machineLine = regexp.MustCompile(`(?m)^machine\s*=.*$`)

// chooseMachine writes the name of a machine into a parlens.toml; what else stands there
// stays.
func chooseMachine(env environment, file, name string) error {
	m, err := machines.Load(name, os.ReadFile)
	if err != nil {
		return err
	}
	if machines.IsPath(name) {
		if name, err = filepath.Abs(name); err != nil {
			return &failed{err}
		}
	}
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &failed{err}
	}
	line := fmt.Sprintf("machine = %q", name)
	if machineLine.Match(text) {
		text = machineLine.ReplaceAllLiteral(text, []byte(line))
	} else {
		text = append([]byte(line+"\n"), text...)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return &failed{err}
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return &failed{err}
	}
	_, err = fmt.Fprintf(env.out, "%s: programs are predicted for %s (%s) where nothing else is said\n", file, m.Name, m.Title)
	return err
}
