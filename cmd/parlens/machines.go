package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

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
	})
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
	text, ok := machines.Text(name)
	if !ok {
		return fmt.Errorf("no machine is called %q; see parlens machines list", name)
	}
	_, err := fmt.Fprint(env.out, text)
	return err
}
