package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Equations 3, 4 and 8 of paper 002, as a user sees them.
func TestMapping(t *testing.T) {
	got := command(strings.Fields("mapping --machine warp --set N=1000 --set P=10 --set BB=10 --set K=0.5 --set LF=1.5 -f json")...)
	var j jsonMapping
	if err := json.Unmarshal([]byte(got.out), &j); err != nil || got.status != predicted {
		t.Fatalf("%v: %+v", err, got)
	}
	for i, want := range []number{2900, 2009, 1508.5} {
		t.Run(fmt.Sprint(want), func(t *testing.T) {
			c := j.Techniques[i]
			if c.T != want || math.Abs(float64(c.Time/want)-50e-9) > 1e-15 || c.SEQ+c.CL+c.SD-c.OL != c.T {
				t.Errorf("%+v, want %v", c, want)
			}
		})
	}
	if j.Winner != "pipelined" || len(j.Crossovers) == 0 {
		t.Errorf("%+v", j)
	}
}

// The loop of a program: what an iteration costs comes from analysis.
func TestMappingOfALoop(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.f90")
	write(t, file, "program p\n real :: a(500), b(500)\n integer :: i\n a = 1.0\n do i = 1, 500\n  b(i) = 2.0*a(i) + 1.0\n end do\nend program\n")
	got := command("mapping", file+":6", "--set", "P=5", "--format", "json")
	var j jsonMapping
	if err := json.Unmarshal([]byte(got.out), &j); err != nil {
		t.Fatalf("%v: %+v", err, got)
	}
	// Two dependent operations of 7 cycles, and accesses.
	if j.Values["N"] != 500 || j.Values["BB"] < 14 || j.Values["BB"] > 30 || !strings.Contains(j.Loop, "a.f90:5") {
		t.Errorf("%+v", j)
	}
	cells := command("mapping", file+":6", "--cells", "interleaved")
	if !strings.Contains(cells.out, "do i = 1, 500") {
		t.Errorf("%+v", cells)
	}
	sweep := command("mapping", file+":6", "--machine", "cluster")
	if !strings.Contains(sweep.out, "in strips of") {
		t.Errorf("%+v", sweep)
	}
}

func TestMappingFigures(t *testing.T) {
	svg := filepath.Join(t.TempDir(), "f.svg")
	if got := command("mapping", "--figure", "9", "--svg", svg); got.status != predicted {
		t.Errorf("%+v", got)
	}
	if data, err := os.ReadFile(svg); err != nil || !strings.Contains(string(data), "<svg") {
		t.Errorf("%v", err)
	}
}

func TestMappingWrongUse(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"mapping --set N", misused, "a value is set like"},
		{"mapping --set K=2", misused, "--set K=2: K is share"},
		{"mapping --set P=0", misused, "processors of the array"},
		{"mapping --set LF=0.5", misused, "load factor"},
		{"mapping --set n=4", misused, "there is no parameter n=4"},
		{"mapping --figure 7 --svg x.svg", misused, "5, 6, 8, 9 or 10"},
		{"mapping --cells none", misused, "block, interleaved or pipelined"},
		{"mapping --format csv", misused, "text or json"},
		{"mapping x.f90", misused, "FILE:LINE"},
		{"mapping nowhere.f90:3", nothing, "nowhere.f90"},
		{"mapping --machine pdp11", misused, "no machine is called"},
	} {
		t.Run(c.args, func(t *testing.T) {
			if got := command(strings.Fields(c.args)...); got.status != c.status || got.out != "" || !strings.Contains(got.err, c.says) {
				t.Errorf("parlens %s: %+v", c.args, got)
			}
		})
	}
}
