package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

func TestTimelineJSON(t *testing.T) {
	t.Chdir("../..")
	got := command("timeline", "testdata/hpf/waits/unequal.f90", "--machine", "testdata/hpf/waits/round.toml", "--format", "json")
	var l jsonTimeline
	if err := json.Unmarshal([]byte(got.out), &l); err != nil || got.status != predicted || got.err != "" {
		t.Fatalf("%v %+v", err, got)
	}
	if len(l.Processors) != 4 || len(l.Exchanges) != 1 || l.More || l.Reading != "clock" || len(l.Ends) != 4 {
		t.Fatalf("%+v", l)
	}
	x := l.Exchanges[0]
	if v := x.Visits[0]; x.Line != 13 || !about(v.Arrives, 3e-6) || !about(v.Sends, 3e-6) || !about(v.Wait, 4e-6) || !about(v.Transmission, 8e-6) || !about(v.Leaves, 15e-6) {
		t.Errorf("%+v", x)
	}
	if !about(l.Ends[3], 26e-6) {
		t.Errorf("ends %v", l.Ends)
	}
}

func about(x number, want float64) bool {
	d := float64(x) - want
	return d < 1e-15 && d > -1e-15
}

func TestTimelineOfSome(t *testing.T) {
	t.Chdir("../..")
	got := command("timeline", "testdata/hpf/waits/pipeline.f90", "--machine", "testdata/hpf/waits/round.toml", "--exchanges", "2")
	if got.status != predicted || strings.Count(got.out, "\nline 9, ") != 2 || !strings.Contains(got.out, "the first 2 exchanges") || !strings.Contains(got.out, " 19.0 us\n        (0) ###") {
		t.Errorf("%+v", got)
	}
}

func TestTimelineMisuse(t *testing.T) {
	file := filepath.Join(t.TempDir(), "g.f90")
	write(t, file, graphedProgram)
	for args, status := range map[string]int{"--unit third": misused, "--format csv": misused, "--exchanges 0": misused, "--procs 0": misused} {
		t.Run(args, func(t *testing.T) {
			if got := command(append([]string{"timeline", file}, strings.Fields(args)...)...); got.status != status || got.err == "" {
				t.Errorf("%s: %+v", args, got)
			}
		})
	}
	if got := command("timeline", file+"absent"); got.status != nothing {
		t.Errorf("%+v", got)
	}
	scalars := filepath.Join(t.TempDir(), "scalars.f90")
	write(t, scalars, "program g\n  x = 1\nend program\n")
	if got := command("timeline", scalars); got.status != predicted || !strings.HasPrefix(got.out, scalars+": program g on 1 processor, ") {
		t.Errorf("%+v", got)
	}
}
