package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// notOfTasks are the flags of a sweep that its tasks do not get.
var notOfTasks = map[string]bool{"job": true, "tasks": true, "shard": true, "svg": true, "show": true, "format": true}

// writeSweepJob writes a script for a job array: each task predicts its part of the
// points. What the shards write is joined by parlens merge.
func writeSweepJob(env environment, cmd *cobra.Command, c whatifChoices, path string) error {
	switch {
	case c.job != "slurm":
		return fmt.Errorf("--job %q: only slurm is known", c.job)
	case c.tasks < 1:
		return fmt.Errorf("--tasks %d: there is at least one", c.tasks)
	case c.shard != "" || c.svg != "":
		return fmt.Errorf("--job writes a script for all points and draws nothing: --shard and --svg have no place there")
	}
	line := []string{"parlens", "whatif", shellWord(path)}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if notOfTasks[f.Name] {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			line = append(line, shellWord("--"+f.Name+"="+v))
		}
	})
	format := "csv"
	if c.format == "json" {
		format = "json"
	}
	part := "part-$SLURM_ARRAY_TASK_ID." + format
	_, err := fmt.Fprintf(env.out, `#!/bin/sh
#SBATCH --job-name=parlens-whatif
#SBATCH --array=1-%d
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --output=part-%%a.log
# sbatch this script where the parts shall be written; when all have ended:
#   parlens merge part-*.%s > all.%s
set -e
%s --shard="$SLURM_ARRAY_TASK_ID/%d" --format=%s > "%s.partly"
mv "%s.partly" "%s"
`, c.tasks, format, format, strings.Join(line, " "), c.tasks, format, part, part, part)
	if err != nil {
		return &failed{err}
	}
	return nil
}
