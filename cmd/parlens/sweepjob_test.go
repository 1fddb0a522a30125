package main

import (
	"os/exec"
	"strings"
	"testing"
)

// The script has the sweep's flags and no others, for a shell, and a part for each task.
func TestSweepJob(t *testing.T) {
	const file = "../../testdata/suite/pi.f90"
	r := command("whatif", file, "-m", "ipsc860", "--set", "n=100", "--over", "P=1..4", "--over", "latency=1x,2x", "--job", "slurm", "--tasks", "3", "--format", "json")
	if r.status != predicted {
		t.Fatal(r)
	}
	for _, want := range []string{
		"#SBATCH --array=1-3\n",
		"\nparlens whatif '" + file + "' '--machine=ipsc860' '--over=P=1..4' '--over=latency=1x,2x' '--set=n=100' --shard=\"$SLURM_ARRAY_TASK_ID/3\" --format=json > ",
		"\nmv \"part-$SLURM_ARRAY_TASK_ID.json.partly\" \"part-$SLURM_ARRAY_TASK_ID.json\"\n",
	} {
		if !strings.Contains(r.out, want) {
			t.Errorf("%s has no %q", r.out, want)
		}
	}
	check := exec.Command("sh", "-n")
	if check.Stdin = strings.NewReader(r.out); check.Run() != nil {
		t.Error("it is no shell script")
	}
	for _, c := range []struct{ flags, says string }{
		{"--job pbs", "only slurm"}, {"--job slurm --tasks 0", "at least one"}, {"--job slurm --shard 1/2", "no place"}, {"--job slurm --over P=0", "at least 1"},
	} {
		t.Run(c.flags, func(t *testing.T) {
			args := append([]string{"whatif", file, "--over", "n=1,2"}, strings.Fields(c.flags)...)
			if r := command(args...); r.status != misused || !strings.Contains(r.err, c.says) {
				t.Errorf("%s: %d, %s", c.flags, r.status, r.err)
			}
		})
	}
}
