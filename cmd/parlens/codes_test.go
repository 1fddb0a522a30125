package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// asDocumented compares the outputs on a page with what the command prints, and
// returns the files that it shows.
func asDocumented(t *testing.T, path string) map[string]bool {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	got := withOutput(t, string(data), shown)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got != string(data) {
		t.Errorf("%s shows other output than the command prints, from %q on (-update writes it)", path, difference(got, string(data)))
	}
	return shown
}

// docs/codes.md shows what the command prints, for every program of
// testdata/hpf/codes.
func TestCodesAreAsDocumented(t *testing.T) {
	t.Chdir("../..")
	const path = "docs/codes.md"
	shown := asDocumented(t, path)
	files, _ := filepath.Glob("testdata/hpf/codes/*.f90")
	for _, file := range files {
		if !shown[file] {
			t.Errorf("%s does not show %s", path, file)
		}
	}
	if len(files) < 12 {
		t.Errorf("only %d programs", len(files))
	}
}

// A Fortran compiler takes the programs.
func TestCodesAreFortran(t *testing.T) {
	files, _ := filepath.Glob("../../testdata/hpf/codes/*.f90")
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			if out, err := exec.Command("gfortran", "-fsyntax-only", "-std=f2008", "-Wall", file).CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("%s: %v\n%s", file, err, out)
			}
		})
	}
}

// withOutput puts behind every command of a fenced block what it prints.
func withOutput(t *testing.T, doc string, shown map[string]bool) string {
	const fence = "```\n"
	parts := strings.Split(doc, fence)
	for i := 1; i < len(parts); i += 2 {
		block := ""
		for _, line := range strings.Split(parts[i], "\n") {
			words, isCommand := strings.CutPrefix(line, "$ parlens ")
			if !isCommand {
				continue
			}
			args := strings.Fields(words)
			file, _, _ := strings.Cut(args[1], ":")
			shown[file] = true
			ran := command(args...)
			if ran.status != 0 || ran.err != "" {
				t.Errorf("%s: status %d, %s", line, ran.status, ran.err)
			}
			block += line + "\n" + ran.out
		}
		parts[i] = block
	}
	return strings.Join(parts, fence)
}

// difference returns the first line of a that b does not have there.
func difference(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i, line := range as {
		if i >= len(bs) || bs[i] != line {
			return line
		}
	}
	return ""
}

// docs/tutorial.md shows what the command prints.
func TestTutorialIsAsDocumented(t *testing.T) {
	t.Chdir("../..")
	if shown := asDocumented(t, "docs/tutorial.md"); len(shown) != 1 {
		t.Errorf("it is about %v", shown)
	}
}
