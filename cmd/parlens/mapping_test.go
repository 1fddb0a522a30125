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

// A program of two loops on an array of ten cells.
const segmented = `program smooth
  integer, parameter :: n = 2000
  real :: a(n), b(n), c(n)
!hpf$ processors p(10)
!hpf$ distribute (block) onto p :: a, b, c
  integer :: i
!hpf$ independent
  do i = 3, n-2
    b(i) = 0.2*(a(i-2) + a(i-1) + a(i) + a(i+1))
  end do
!hpf$ independent
  do i = 1, n
    c(i) = ((b(i)*2.0 + 1.0)*b(i) + 3.0)*b(i) + 4.0
  end do
end program
`

// The neighbours of an iteration, its operations and their longest chain come from the
// loop, and the sequential models bound the times by them: 4 dependent operations of 7
// items, of which 3 use the adder.
func TestMappingOfNeighbours(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.f90")
	write(t, file, segmented)
	got := command("mapping", file+":8", "--format", "json", "--set", "FLF=1.5")
	var j jsonMapping
	if err := json.Unmarshal([]byte(got.out), &j); err != nil {
		t.Fatalf("%v: %+v", err, got)
	}
	if j.Values["X"] != 2 || j.Values["Y"] != 1 || len(j.Techniques) != 4 || j.Techniques[3].Technique != "function-pipeline" {
		t.Errorf("%+v", j)
	}
	// Pipelined: 28/10 items for each of 1996 iterations and 9 more, at 50 ns; 3/10 with
	// software pipelining.
	if b := j.Bounds[2]; math.Abs(float64(b.Upper)-2.8*2005*50e-9) > 1e-12 || b.Lower != b.Upper || math.Abs(float64(b.Software)-.3*2005*50e-9) > 1e-12 {
		t.Errorf("%+v", b)
	}
	set := command("mapping", "--operations", "5,5,0,10", "--set", "BB=70", "--set", "N=40000")
	if !strings.Contains(set.out, "a body costs 70, 70 or 5 items") || !strings.Contains(set.out, "14.0 ms, 14.0 ms, 1.00 ms  loop-body pipelining") {
		t.Errorf("%+v", set)
	}
}

// Every parallel loop is a segment with its technique, and the whole is their sum.
func TestMappingPlan(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.f90")
	write(t, file, segmented)
	got := command("mapping", file, "--format", "json")
	var j jsonPlans
	if err := json.Unmarshal([]byte(got.out), &j); err != nil || len(j.Plans) != 1 || len(j.Plans[0].Segments) != 2 {
		t.Fatalf("%v: %+v", err, got)
	}
	sum := number(0)
	for i, s := range j.Plans[0].Segments {
		sum += s.Time + s.Change
		if s.Line != []int{8, 12}[i] || s.Technique != "pipelined" {
			t.Errorf("%+v", s)
		}
	}
	if math.Abs(float64(sum-j.Plans[0].Time)) > 1e-15 {
		t.Errorf("%v of %v", sum, j.Plans[0].Time)
	}
	if text := command("mapping", file); !strings.Contains(text.out, "line 12") || !strings.Contains(text.out, "loop-body pipelining") {
		t.Errorf("%+v", text)
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
		{"mapping x.f90", nothing, "x.f90"},
		{"mapping x.f90:y", misused, "FILE:LINE"},
		{"mapping --operations 1,2", misused, "four numbers"},
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
