package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Array statements have timers of their own, though their executions are those of
// elements: a statement on one line, one on two, masks and FORALL. What a WHERE
// construct holds has none, and neither has the loop around. So on a machine of processes and on
// one of array operations.
func TestValidateTimesArrayStatements(t *testing.T) {
	program := filepath.Join(t.TempDir(), "p.f90")
	text := `program p
  integer, parameter :: n = 30000
  real(8) :: a(n), b(n)
  integer :: i, k
  a = 2
  b = 1
  do k = 1, 4
    a = a + &
      b
    where (b < 9) b = b + a
    forall (i = 2:n) a(i) = b(i-1)*0.5d0
    where (a > b)
      a = b
    elsewhere
      b = a
    end where
  end do
  print *, a(n), b(n)
end program
`
	if err := os.WriteFile(program, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, machine := range []string{"cluster", "ymp-c90-f90"} {
		t.Run(machine, func(t *testing.T) {
			got := command("validate", program, "--machine", machine, "--runs", "1", "--format", "json")
			var r struct {
				Lines []struct {
					Line       int
					Executions float64
				}
			}
			if err := json.Unmarshal([]byte(got.out), &r); err != nil {
				t.Fatalf("%v\n%s%s", err, got.out, got.err)
			}
			executions := map[int]float64{5: 1, 6: 1, 8: 4, 10: 4, 11: 4, 12: 4}
			var lines []int
			for _, l := range r.Lines {
				lines = append(lines, l.Line)
				if l.Executions != executions[l.Line] {
					t.Errorf("line %d is executed %v times", l.Line, l.Executions)
				}
			}
			if !slices.Equal(lines, []int{5, 6, 8, 10, 11, 12}) {
				t.Errorf("lines with timers: %v", lines)
			}
		})
	}
}
