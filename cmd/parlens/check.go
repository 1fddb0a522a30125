package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/parlens/parlens/costmodel/budget"
	"github.com/parlens/parlens/costmodel/report"
)

const checkHelp = `Predicts the units of files and compares their times with budgets:

  [[budget]]
  unit = "laplace"        # a unit of any file, or of those that file matches
  time = "3 ms"           # ns, us, ms, s, min, h: the most that one call may take

  [[budget]]
  file = "solvers/*.f90"  # every unit of these files
  time = "1 s"

A warning names what a time rests on and nothing gives: --procs, --set or parlens.toml do.

The exit status is 0 when all units keep to their budgets, 1 when one does not, has
no estimate, a program has errors, or a file cannot be read (with --strict also for
warnings), 2 for wrong use.`

const checkExample = `  parlens check src --budget budgets.toml -m cluster -p 64
  parlens check *.f90 --budget budgets.toml --format sarif > parlens.sarif`

func newCheck(env environment) *cobra.Command {
	var c choices
	var file string
	cmd := &cobra.Command{
		Use: "check FILE|FOLDER... --budget BUDGETS.toml", Short: "Compare predicted times with budgets", Long: checkHelp, Example: checkExample,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.check(cmd); err != nil {
				return err
			}
			return checkBudgets(cmd.Context(), env, c, file, args)
		},
	}
	c.flags(cmd, "text", "json", "sarif", "markdown")
	cmd.Flags().StringVar(&file, "budget", "", "TOML `FILE` of budgets")
	cmd.Flags().BoolVar(&c.strict, "strict", false, "exit status 1 also for warnings")
	cmd.Flags().Lookup("color").Hidden = true
	return cmd
}

func checkBudgets(ctx context.Context, env environment, c choices, file string, paths []string) error {
	if file == "" {
		return errors.New("--budget FILE says what the times may be; it is missing")
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	budgets, err := budget.Parse(file, data)
	if err != nil {
		return err
	}
	reports, wrong, err := c.reports(ctx, env, paths)
	if err != nil {
		return err
	}
	findings := budget.Judge(budgets, reports)
	for i, f := range findings {
		if f.File == "" { // it is about the budgets
			findings[i].File = file
		}
	}
	write := writeFindings
	if c.format == "markdown" {
		write = func(env environment, _ string, all []budget.Finding) error {
			return budgetTable(env, all, wrong != nil)
		}
	}
	if err := write(env, c.format, findings); err != nil {
		return &failed{err}
	}
	return cmp.Or(wrong, verdict(findings, c.strict))
}

// reports predicts all programs that the paths name.
func (c choices) reports(ctx context.Context, env environment, paths []string) (out []*report.Report, wrong, err error) {
	snap, files, err := c.open(env, paths)
	if err != nil {
		return nil, nil, err
	}
	tell := newNotices(env.err)
	for _, path := range files {
		chosen, err := c.settings(tell, path)
		if err != nil {
			return nil, nil, err
		}
		p, err := predictOne(ctx, snap, path, chosen)
		if err != nil {
			return nil, nil, &failed{err}
		}
		wrong = cmp.Or(wrong, c.tellErrorsOf(env, snap, path, path, p.Diagnostics))
		p.File = path
		out = append(out, p.Report)
	}
	return out, wrong, nil
}

// budgetTable writes findings for a comment on a change; wrong is whether a program has errors.
func budgetTable(env environment, all []budget.Finding, wrong bool) error {
	var b strings.Builder
	switch {
	case len(all) == 0 && wrong:
		b.WriteString("A program has errors; no unit that can be predicted exceeds its budget.\n")
	case len(all) == 0:
		b.WriteString("All units keep to their budgets.\n")
	default:
		b.WriteString("| | unit | place | |\n|---|---|---|---|\n")
	}
	for _, f := range all {
		fmt.Fprintf(&b, "| %s | `%s` | %s | %s |\n", severity(f), cell(f.Unit), cell(whereIs(f)), cell(f.Message))
	}
	_, err := env.out.Write([]byte(b.String()))
	return err
}
