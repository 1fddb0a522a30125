package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// R1 of the Cray at 1024 elements by hand: (RS-ADD + 2 RS-LOAD + RS-OHS)/1024
// = (1.63e-6 + 2 x 3.05e-7 + 7.04e-7)/1024 s = 2.87 ns.
func TestCompareMachines(t *testing.T) {
	svg := filepath.Join(t.TempDir(), "chart.svg")
	got := command("machines", "compare", "ymp-c90-cf77", "cm5-cmf", "--elements", "1024", "--svg", svg)
	if got.status != predicted {
		t.Fatalf("%+v", got)
	}
	for _, words := range []string{"2.87 ns", "R1 real SP addition", "not measured", "R22 DP memory transfers", "* R4 on cm5-cmf is over 75% of its weights; not measured: RS-TAN, RS-MOD"} {
		if !strings.Contains(got.out, words) {
			t.Errorf("no %q in\n%s", words, got.out)
		}
	}
	picture, err := os.ReadFile(svg)
	if err != nil || !strings.Contains(string(picture), "<svg") || !strings.Contains(string(picture), "cm5-cmf") {
		t.Errorf("%v, %.100s", err, picture)
	}
	if got := command("machines", "compare", "ipsc860", "cluster"); !strings.Contains(got.out, "processing.real_add_s") {
		t.Errorf("%+v", got)
	}
	for args, says := range map[string]string{
		"ipsc860 cm5-cmf":              "no number in common",
		"ipsc860 cluster --svg x.svg":  "--svg",
		"ipsc860 pdp11":                "no machine is called",
		"cm5-cmf cm5-cmf --elements 0": "at least one",
	} {
		if got := command(append([]string{"machines", "compare"}, strings.Fields(args)...)...); got.status != misused || !strings.Contains(got.err, says) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

// What the appendix omits is said where a machine is shown.
func TestNotMeasured(t *testing.T) {
	if got := command("machines", "show", "ymp-c90-f90"); !strings.Contains(got.out, "# Not measured") || !strings.Contains(got.out, "RS-TAN") {
		t.Errorf("%.200s", got.out)
	}
	if got := command("machines", "show", "ipsc860"); strings.Contains(got.out, "Not measured") {
		t.Error("of a machine of processes")
	}
}

// A sort with the masks of its run: predicted by the command with the table that a copy
// wrote, and without.
func TestPredictWithCounts(t *testing.T) {
	const program, counts = "../../testdata/arrayops/ep.f90", "../../testdata/arrayops/ep.counts.csv"
	with := command("predict", program, "-m", "ymp-c90-f90", "--profile", counts)
	without := command("predict", program, "-m", "ymp-c90-f90")
	if !strings.Contains(without.err+without.out, "mask1 = 0.5") || strings.Contains(with.err+with.out, "mask1") || !strings.Contains(with.out, "ep.counts.csv") {
		t.Errorf("with:\n%s%s\nwithout:\n%s%s", with.out, with.err, without.out, without.err)
	}
	for args, says := range map[string]string{
		"--profile nowhere.csv":                              "nowhere.csv",
		"--profile ../../testdata/arrayops/merge.counts.csv": "merge.counts.csv has no counts of ep.f90",
		"--profile ../../testdata/arrayops/ep.f90":           "the columns must be",
	} {
		if got := command(append([]string{"predict", program, "-m", "ymp-c90-f90"}, strings.Fields(args)...)...); got.status == predicted || !strings.Contains(got.err, says) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

// parlens.toml names the table for the programs of its folder; a program that it has
// nothing of does without, and a table that is missing is told.
func TestCountsOfTheFolder(t *testing.T) {
	dir := t.TempDir()
	put := func(name, from, text string) {
		if from != "" {
			data, err := os.ReadFile("../../testdata/arrayops/" + from)
			if err != nil {
				t.Fatal(err)
			}
			text = string(data)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("ep.f90", "ep.f90", "")
	put("merge.f90", "merge.f90", "")
	put("ran.csv", "ep.counts.csv", "")
	for _, c := range []struct {
		toml, program, says string
		assumed             bool
	}{
		{"counts = \"ran.csv\"", "ep.f90", "ran.csv (counted by an instrumented run)", false},
		{"counts = [\"ran.csv\"]", "merge.f90", "", true},
		{"counts = \"gone.csv\"", "ep.f90", "gone.csv", false},
	} {
		t.Run(c.toml+" "+c.program, func(t *testing.T) {
			put("parlens.toml", "", "machine = \"ymp-c90-f90\"\n"+c.toml+"\n")
			got := command("predict", filepath.Join(dir, c.program))
			if all := got.out + got.err; !strings.Contains(all, c.says) || strings.Contains(all, "mask1 = 0.5") != c.assumed {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestInstrument(t *testing.T) {
	out := filepath.Join(t.TempDir(), "copy.f90")
	got := command("instrument", "../../testdata/arrayops/ave.f90", "-o", out, "--counts", "c.csv")
	text, err := os.ReadFile(out)
	if got.status != predicted || err != nil || !strings.Contains(string(text), "call parlens_ave_array(22,size(u(2:n-1)))") {
		t.Errorf("%+v, %v", got, err)
	}
	for args, says := range map[string]string{
		"../../testdata/arrayops/ave.f90":                    "--output",
		"../../testdata/arrayops/ave.f90 -o " + out:          "is there already",
		"nowhere.f90 -o x.f90":                               "nowhere.f90",
		"../../testdata/arrayops/ave.f90 --counts= -o x.f90": "--counts",
	} {
		if got := command(append([]string{"instrument"}, strings.Fields(args)...)...); got.status == predicted || !strings.Contains(got.err, says) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}
