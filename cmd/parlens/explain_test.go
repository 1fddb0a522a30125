package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every example is explained, as text and as JSON, the same every time.
func TestExplainEveryProgram(t *testing.T) {
	for _, file := range programs(t) {
		text := command("explain", file)
		if text.status != predicted || text.err != "" || !strings.Contains(text.out, "owner: c") {
			t.Errorf("%s: status %d, %s%s", file, text.status, text.err, text.out)
		}
		got := command("explain", file, "--format", "json")
		var x jsonExplanation
		if err := json.Unmarshal([]byte(strings.ReplaceAll(got.out, ":null", ":0")), &x); err != nil || len(x.Units) == 0 || len(x.Units[0].Arrays) == 0 {
			t.Errorf("%s: %v in %s", file, err, got.out)
		}
		if again := command("explain", file, "--format", "json"); again != got {
			t.Errorf("%s: another explanation the second time", file)
		}
	}
}

// A line has what the whole file says of it.
func TestExplainLine(t *testing.T) {
	got := command("explain", "../../testdata/hpf/laplace.f90:23", "--grid", "4x1", "--format", "json")
	var x jsonExplanation
	if err := json.Unmarshal([]byte(got.out), &x); err != nil {
		t.Fatal(err)
	}
	u := x.Units[0]
	if x.Line != 23 || len(u.Loops) != 0 || len(u.Statements) != 1 || len(u.Arrays) != 2 || u.Processors[0] != 4 {
		t.Errorf("line %d, %d loops, %d statements, %d arrays, processors %v", x.Line, len(u.Loops), len(u.Statements), len(u.Arrays), u.Processors)
	}
	moved := 0
	for _, c := range u.Communications {
		for _, p := range c.Pairs {
			moved += int(p.Elements)
		}
	}
	if want := 2 * 3 * 254; moved != want { // three boundaries, both ways, the inner columns
		t.Errorf("%d elements move in one sweep, want %d", moved, want)
	}
}

func TestExplainBadInput(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	broken := write("broken.f90", "program x\nreal a(10)\n!HPF$ DISTRIBUTE a(BLOK)\na = 1\nend\n")
	colon := write("with:12", "a = 1\nend\n")
	for _, c := range []struct {
		args   []string
		status int
		out    string
		err    string
	}{
		{[]string{"explain", filepath.Join(folder, "absent.f90")}, nothing, "", "absent.f90"},
		{[]string{"explain", filepath.Join(folder, "absent.f90:x")}, nothing, "", "a line is written FILE:12"},
		{[]string{"explain", write("empty.f90", "")}, nothing, "", "nothing to explain there"},
		{[]string{"explain", broken}, nothing, "broken.f90:3:20: error: ", ""},
		{[]string{"explain", broken + ":1"}, nothing, "", "broken.f90:1: nothing to explain there"},
		{[]string{"explain", broken + ":0"}, nothing, "", "a line is written FILE:12"},
		{[]string{"explain", broken + ":9"}, misused, "", "has no line 9, only"},
		{[]string{"explain", broken, "--set", "zz=1"}, nothing, "", "--set zz has no effect"},
		{[]string{"explain", broken, "--machine", "abacus"}, misused, "", "abacus"},
		{[]string{"explain", write("x.spar", "")}, nothing, "", "no explanation of Spar programs"},
		{[]string{"explain", colon}, predicted, "assignment", ""},
	} {
		t.Run(c.out, func(t *testing.T) {
			got := command(c.args...)
			if got.status != c.status || !strings.Contains(got.out, c.out) || !strings.Contains(got.err, c.err) {
				t.Errorf("%v: status %d, out %q, err %q", c.args, got.status, got.out, got.err)
			}
		})
	}
}
