package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/machines"
)

func newMachines(env environment) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "machines",
		Short: "Show the machines that come with the program",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return listMachines(env) },
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "list",
		Short: "List the machines, and how many of their numbers are confirmed",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return listMachines(env) },
	}, &cobra.Command{
		Use:       "show NAME",
		Short:     "Print the file of a machine, to read or to start one of your own",
		Args:      cobra.ExactArgs(1),
		ValidArgs: machines.Shipped(),
		RunE:      func(_ *cobra.Command, args []string) error { return showMachine(env, args[0]) },
	}, &cobra.Command{
		Use:   "validate FILE...",
		Short: "Check machine files: every problem with its line, column and what is allowed there",
		Args:  cobra.MinimumNArgs(1),
		RunE:  func(_ *cobra.Command, args []string) error { return validateMachines(env, args) },
	}, newMachine(env), compareMachines(env), useMachine(env))
	return cmd
}

func newMachine(env environment) *cobra.Command {
	var from string
	cmd := &cobra.Command{
		Use:   "new FILE.toml",
		Short: "Write a machine file of your own, a copy of a shipped one to change number by number",
		Args:  cobra.ExactArgs(1),
		RunE:  func(_ *cobra.Command, args []string) error { return writeMachine(env, args[0], from) },
	}
	cmd.Flags().StringVar(&from, "from", "cluster", "the shipped machine to start from: "+strings.Join(machines.Shipped(), ", "))
	return cmd
}

func listMachines(env environment) error {
	w := tabwriter.NewWriter(env.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "name\tnodes\tnumbers\trecalled\tderived\ttitle")
	for _, name := range machines.Shipped() {
		m, err := machines.Load(name, nil)
		if err != nil {
			return &failed{err}
		}
		by := map[machines.Provenance]int{}
		for _, path := range m.Names() {
			n, _ := m.Number(path)
			by[n.Provenance]++
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%s\n", m.Name, m.Nodes, len(m.Names()), by[machines.Recalled], by[machines.Derived], m.Title)
	}
	return w.Flush()
}

func showMachine(env environment, name string) error {
	text, err := shippedText(name)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(env.out, text+notMeasured(name))
	return err
}

// notMeasured lists, as comments of a machine file, the array operations that a
// machine of them has no numbers for.
func notMeasured(name string) string {
	m, err := machines.Load(name, nil)
	if err != nil || m.Array == nil {
		return ""
	}
	out := "\n# Not measured, of the operations of the suite (paper 000, table 11):\n"
	for _, line := range wrap(m.Array.Missing(), 76) {
		out += "#   " + line + "\n"
	}
	return out
}

func shippedText(name string) (string, error) {
	text, ok := machines.Text(name)
	if model, isModel := machines.Model(name); !ok && isModel {
		return model, nil
	}
	if !ok {
		return "", fmt.Errorf("no machine is called %q; see parlens machines list", name)
	}
	return text, nil
}

// validateMachines reports on all the files; one that cannot be used makes the
// status 1, one with warnings alone does not.
func validateMachines(env environment, files []string) error {
	tell := newNotices(env.err)
	valid := true
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			fmt.Fprintln(env.err, "parlens:", err)
			valid = false
			continue
		}
		m, diags := machines.Parse(file, data)
		tell.about(file, diags)
		if m == nil {
			valid = false
			continue
		}
		told := copied(file, m)
		for _, line := range told {
			fmt.Fprintln(env.err, line)
		}
		warnings := ""
		if len(told) > 0 || slices.ContainsFunc(diags, func(d source.Diagnostic) bool { return d.Severity == source.Warning }) {
			warnings = ", with warnings"
		}
		fmt.Fprintf(env.out, "%s: machine %s, %d nodes, %d numbers%s\n", file, m.Name, m.Nodes, len(m.Names()), warnings)
	}
	if !valid {
		return &failed{}
	}
	return nil
}

// fewestKept are more equal times than two machines have by chance.
const fewestKept = 4

// copied warns where a machine keeps times or the title of a shipped one: a copy that
// nobody has measured yet, or not all of it.
func copied(file string, m *machines.Machine) []string {
	var out []string
	for _, name := range machines.Shipped() {
		text, _ := machines.Text(name)
		if shipped, _ := machines.Parse(name+".toml", []byte(text)); shipped != nil && shipped.Name != m.Name {
			if m.Title == shipped.Title {
				out = append(out, fmt.Sprintf("%s: warning: its title is that of %s [copied]", file, name))
			}
			if kept := m.Kept(shipped); len(kept) >= fewestKept {
				some := strings.Join(kept[:min(4, len(kept))], ", ")
				if len(kept) > 4 {
					some += ", ..."
				}
				out = append(out, fmt.Sprintf("%s: warning: %d of its %d numbers are still those of %s: %s; parlens measure measures them [copied]", file, len(kept), len(m.Names()), name, some))
			}
		}
	}
	return out
}

// nameKey is the line of a shipped file that gives the machine its name.
var nameKey = regexp.MustCompile(`(?m)^(name\s*=\s*)"[^"]*"`)

// writeMachine never replaces a file that is there.
func writeMachine(env environment, file, from string) error {
	if !strings.HasSuffix(file, ".toml") {
		return fmt.Errorf("%s: a machine file ends in .toml", file)
	}
	text, err := shippedText(from)
	if err != nil {
		return err
	}
	name := strings.TrimSuffix(filepath.Base(file), ".toml")
	text = nameKey.ReplaceAllString(text, fmt.Sprintf("${1}%q", name))
	if err := createFile(file, text); err != nil {
		return &failed{err}
	}
	fmt.Fprintf(env.out, "%s: a copy of %s; predict with --machine %s\n", file, from, file)
	return nil
}

func createFile(file, text string) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already", file)
	} else if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}
