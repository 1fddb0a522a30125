package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// What hides behind computation, and what the compiler does, by flags and by
// parlens.toml; a flag comes first.
func TestOverlapAndOptimize(t *testing.T) {
	dir := t.TempDir()
	file := dir + "/x.f90"
	write(t, file, `program x
  real :: a(64), b(64), w(1024,16)
  integer :: i, j
!HPF$ DISTRIBUTE (BLOCK) :: a, b
  b(2:64) = a(1:63)
  do i = 1, 16
    do j = 1, 16
      w(i,j) = 1.0
    end do
  end do
end program
`)
	type report struct {
		Optimize []string
		Units    []struct {
			Computation   float64 `json:"computation_s"`
			Communication float64 `json:"communication_s"`
		}
	}
	predict := func(flags ...string) report {
		got := command(append([]string{"predict", file, "-m", "ipsc860", "--procs", "4", "--format", "json"}, flags...)...)
		var r report
		if err := json.Unmarshal([]byte(got.out), &r); err != nil || len(r.Units) != 1 {
			t.Fatalf("%v: %+v", err, got)
		}
		return r
	}
	plain := predict()
	half := predict("--overlap", "0.5").Units[0].Communication
	if got := plain.Units[0].Communication; got == 0 || half != got/2 {
		t.Errorf("half of %g s is hidden: %g s", got, half)
	}
	tuned := predict("--optimize", "reorder")
	if tuned.Units[0].Computation >= plain.Units[0].Computation || strings.Join(tuned.Optimize, " ") != "reorder" || plain.Optimize != nil {
		t.Errorf("reordered %+v, as it is written %+v", tuned, plain)
	}
	write(t, dir+"/parlens.toml", "overlap = 0.5\noptimize = [\"reorder\", \"inline\"]\n")
	if got := predict(); got.Units[0].Communication != half || strings.Join(got.Optimize, " ") != "reorder inline" {
		t.Errorf("by parlens.toml: %+v", got)
	}
	if got := predict("--overlap", "0", "--optimize", "none"); got.Units[0] != plain.Units[0] || got.Optimize != nil {
		t.Errorf("flags over parlens.toml: %+v", got)
	}
	text := command("predict", file, "-m", "ipsc860").out
	if want := "iPSC/860 hypercube, 8 nodes; its compiler: reorder, inline"; !strings.Contains(text, want) || !strings.Contains(text, "communication.overlap_share = 0.5") {
		t.Errorf("the report does not say so:\n%s", text)
	}
}
