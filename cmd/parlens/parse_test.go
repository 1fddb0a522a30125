package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sources writes a small project: a module, a program that uses it, and a file
// with faults.
func sources(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for path, text := range map[string]string{
		"m.f90":        "module m\n  implicit none\n  real a(10)\nend module m\n",
		"sub/p.f90":    "program p\n  use m\n  use gone\n  do i = 1, 10\n    a(i) = 1 ! c\n  end do\nend program p\n",
		"bad.f":        "      X = = 1\n      READ(*,*) Y\n      INCLUDE 'none.inc'\n      END\n",
		"declared.f90": "subroutine s\n  implicit none\n  x = 1\nend subroutine\n",
		"notes.txt":    "no source\n",
	} {
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, path, text)
	}
	return root
}

func TestParseStats(t *testing.T) {
	root := sources(t)
	got := command("parse", "--stats", root, "--format", "json")
	var s jsonStats
	if err := json.Unmarshal([]byte(got.out), &s); err != nil || got.status != predicted {
		t.Fatalf("%+v: %v", got, err)
	}
	// The INCLUDE line is no statement.
	if s.Files != 4 || s.Lines != 19 || s.Units != 4 || s.Statements != 4+7+3+4 {
		t.Errorf("%d files, %d lines, %d units, %d statements", s.Files, s.Lines, s.Units, s.Statements)
	}
	if len(s.NotUnderstood) != 1 || s.NotUnderstood[0].Line != 1 || s.NotUnderstood[0].Column != 11 || s.NotUnderstood[0].Message != `unexpected "="` {
		t.Errorf("not understood: %+v", s.NotUnderstood)
	}
	var codes []string
	for _, p := range s.Unresolved {
		codes = append(codes, filepath.Base(p.File)+" "+p.Code)
	}
	if all := strings.Join(codes, ", "); all != "bad.f missing-include, declared.f90 undeclared-name, p.f90 unknown-module" {
		t.Errorf("unresolved: %s", all)
	}
	text := command("parse", "--stats", root).out
	for _, want := range []string{`bad.f:1:11: unexpected "=" [syntax]`, "4 files, 19 lines, 4 units", "1 not understood (", "3 unresolved", " lines/s"} {
		t.Run(want, func(t *testing.T) {
			if !strings.Contains(text, want) {
				t.Errorf("the text lacks %q:\n%s", want, text)
			}
		})
	}
}

func TestParseTree(t *testing.T) {
	root := sources(t)
	file := filepath.Join(root, "sub", "p.f90")
	got := command("parse", file, "--format", "json")
	var tree jsonTree
	if err := json.Unmarshal([]byte(got.out), &tree); err != nil || len(tree.Units) != 1 {
		t.Fatalf("%+v: %v", got, err)
	}
	var lines []string
	for _, s := range tree.Units[0].Statements {
		lines = append(lines, strings.Repeat(".", s.Depth)+s.Kind)
	}
	if all := strings.Join(lines, " "); all != "programheading .use .use .do ..assignment .end" {
		t.Errorf("%s", all)
	}
	if text := command("parse", file).out; !strings.Contains(text, "assignment          a(i) = 1\n") || !strings.Contains(text, "[unknown-module]") {
		t.Errorf("the text:\n%s", text)
	}
	if got := command("parse", filepath.Join(root, "none.f90")); got.status != nothing || !strings.Contains(got.err, "none.f90") {
		t.Errorf("%+v", got)
	}
	if got := command("parse", "--format", "csv", file); got.status != misused {
		t.Errorf("%+v", got)
	}
}

func TestParseSpar(t *testing.T) {
	out, said, status := runWith("", "parse", "../../testdata/spar/adi.spar")
	for _, want := range []string{"class adi", "method     public static void main()", "for (i :- 1 : (N - 1))", "      foreach (j :- 0 : N)"} {
		t.Run(want, func(t *testing.T) {
			if status != predicted || !strings.Contains(out, want) {
				t.Errorf("status %d, %q, no %q in\n%s", status, said, want, out)
			}
		})
	}
}
