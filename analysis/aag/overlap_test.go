package aag_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/oracle/elements"
)

// TestOverlapAreas compares stencils of every shape with the element interpreter:
// those with a diagonal get all that they need by one shift, each element once,
// whether they fill a box or not.
func TestOverlapAreas(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	areas, cases := 0, 100
	if testing.Short() {
		cases = 50
	}
	for range cases {
		var places [][2]int
		switch r.IntN(3) {
		case 0: // any places
			for range 1 + r.IntN(9) {
				places = append(places, [2]int{r.IntN(5) - 2, r.IntN(5) - 2})
			}
		case 1: // a box, perhaps without the own element
			low, high := [2]int{r.IntN(3) - 2, r.IntN(3) - 2}, [2]int{r.IntN(3), r.IntN(3)}
			for i := low[0]; i <= high[0]; i++ {
				for j := low[1]; j <= high[1]; j++ {
					if i != 0 || j != 0 || r.IntN(2) == 0 {
						places = append(places, [2]int{i, j})
					}
				}
			}
		default:
			places = [][2]int{{-1, -1}, {-1, 0}, {0, -1}, {0, 0}, {1, 0}, {0, 1}}[:3+r.IntN(4)]
		}
		if len(places) == 0 {
			continue
		}
		areas += checkStencil(t, places, pick(r, "BLOCK,BLOCK", "BLOCK,BLOCK", "BLOCK,CYCLIC", "BLOCK(14),BLOCK"), pick(r, 1, 1, 2), pick(r, "i,j", "i,n+1-j", "j,i", "2*i,j", "n+1-i,j"))
	}
	if areas < 10 {
		t.Errorf("only %d stencils have an overlap area", areas)
	}
}

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// checkStencil returns 1 where one shift brings an overlap area, else 0.
func checkStencil(t *testing.T, places [][2]int, formats string, step int, align string) int {
	t.Helper()
	var terms []string
	for _, at := range places {
		terms = append(terms, fmt.Sprintf("a(i%+d,j%+d)", at[0], at[1]))
	}
	text := fmt.Sprintf(`program s
integer, parameter :: n = 13
real, dimension(n,n) :: a, b
!HPF$ PROCESSORS p(2,2)
!HPF$ TEMPLATE t(%s,n)
!HPF$ DISTRIBUTE t(%s) ONTO p
!HPF$ ALIGN (i,j) WITH t(%s) :: a, b
forall (i = 3:n-2:%d, j = 3:n-2) b(i,j) = %s
end program
`, map[bool]string{true: "2*n", false: "n"}[align == "2*i,j"], formats, align, step, strings.Join(terms, " &\n + "))
	u, err := lowered("s.f90", text)
	if err != nil {
		t.Fatal(err)
	}
	src := source.NewText(text)
	closed := newClosedForms(u, src)
	for _, grid := range [][]int{{1, 3}, {2, 2}, {3, 2}} {
		want, err := elements.Run(elements.Of(u, src), elements.Options{Grid: grid, Scheme: scheme.Collective})
		if err != nil {
			continue // BLOCK(14) is for two processors or more
		}
		got, err := closed.counts(nil, grid)
		if err != nil {
			t.Fatal(err)
		}
		report(t, fmt.Sprintf("%s on %v", text, grid), closed.differences(counted(want), got))
	}
	var messages []*comm.Communication
	for _, x := range closed.graph.Units {
		if x.Kind == aag.Comm {
			messages = append(messages, x.Comm)
		}
	}
	if len(messages) == 1 && len(messages[0].Moves) > 1 && len(places) > 2 && !messages[0].Bound {
		return 1
	}
	return 0
}
