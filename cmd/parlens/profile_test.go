package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

const profiled = "../../testdata/hpf/laplace.f90"

// A part can be asked for in three ways, and the answer is the same.
func TestProfile(t *testing.T) {
	got := command("predict", profiled+":21-27", "-m", "ipsc860")
	for _, word := range []string{"laplace.f90:21-27: program laplace", "own", "cumulative", "speedup", "parallel efficiency", "arrays of the unit on a processor: 128 KiB of 8 MiB"} {
		t.Run(word, func(t *testing.T) {
			if got.status != predicted || !strings.Contains(got.out, word) {
				t.Errorf("no %q in %+v", word, got)
			}
		})
	}
	if same := command("predict", profiled, "--lines", "21-27", "-m", "ipsc860"); same.out != got.out {
		t.Errorf("--lines says %s", same.out)
	}
	var whole, loop, body jsonProfile
	for args, p := range map[string]*jsonProfile{"--unit LAPLACE": &whole, "--lines 21": &loop, "--lines 22-26": &body} {
		t.Run(args, func(t *testing.T) {
			got := command(append([]string{"predict", profiled, "--format", "json"}, strings.Fields(args)...)...)
			if err := json.Unmarshal([]byte(got.out), p); err != nil || got.status != predicted {
				t.Fatalf("%s: %v %+v", args, err, got)
			}
		})
	}
	if loop.Own.Time <= 0 || loop.Own.Time+body.Own.Time > loop.Cumulative.Time*(1+1e-9) || loop.Cumulative.Time > whole.Cumulative.Time || whole.Memory.Bytes != 131072 || !whole.Memory.Fits {
		t.Errorf("loop %+v, body %+v, all %+v", loop, body, whole)
	}
}

func TestProfileWrongUse(t *testing.T) {
	for _, c := range []struct{ args, says string }{
		{profiled + " --lines x", "lines are written like 12-20"},
		{profiled + " --lines 20-12", "lines are written like 12-20"},
		{profiled + ":2 --lines 12", "given twice"},
		{profiled + " --unit nothing", `no program unit "nothing"`},
		{profiled + ":1000", "no program unit on lines 1000-1000"},
		{profiled + ":1 --format csv", "a profile is text or json"},
	} {
		t.Run(c.args, func(t *testing.T) {
			if got := command(append([]string{"predict"}, strings.Fields(c.args)...)...); got.status != misused || !strings.Contains(got.err, c.says) {
				t.Errorf("%s: %+v", c.args, got)
			}
		})
	}
	if got := command("predict", filepath.Join(t.TempDir(), "absent.f90:1-2")); got.status != nothing {
		t.Errorf("%+v", got)
	}
}

// A file that ends like lines is a file.
func TestFileWithColon(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.f90:3")
	write(t, file, "program a\nx = 1\nend program\n")
	if got := command("predict", file); !strings.Contains(got.out, "program a") || strings.Contains(got.out, "cumulative") {
		t.Errorf("%+v", got)
	}
}
