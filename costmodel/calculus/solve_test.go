package calculus

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// TestWorkOnOneResource compares the work that a load puts on each resource with
// a walk over the load's indices: for affine forms of either sign and of any
// step, for blocks, cycles, and blocks that are dealt out in turn.
func TestWorkOnOneResource(t *testing.T) {
	type form struct {
		name string
		of   func(i int64) int64
		expr func(a *symbolic.Arena, i symbolic.Expr) symbolic.Expr
	}
	var forms []form
	for slope := int64(-4); slope <= 4; slope++ {
		forms = append(forms, form{
			fmt.Sprintf("%d*i+11", slope),
			func(i int64) int64 { return slope*i + 11 },
			func(a *symbolic.Arena, i symbolic.Expr) symbolic.Expr {
				return a.Add(a.Mul(a.Int(slope), i), a.Int(11))
			},
		})
		forms = append(forms, form{
			fmt.Sprintf("(%d*i+20)/3", slope),
			func(i int64) int64 { return floorDiv(slope*i+20, 3) },
			func(a *symbolic.Arena, i symbolic.Expr) symbolic.Expr {
				return a.FloorDiv(a.Add(a.Mul(a.Int(slope), i), a.Int(20)), a.Int(3))
			},
		})
		forms = append(forms, form{
			fmt.Sprintf("mod(%d*i+20, 5)", slope),
			func(i int64) int64 { return (slope*i + 20) - 5*floorDiv(slope*i+20, 5) },
			func(a *symbolic.Arena, i symbolic.Expr) symbolic.Expr {
				return a.Mod(a.Add(a.Mul(a.Int(slope), i), a.Int(20)), a.Int(5))
			},
		})
	}
	forms = append(forms, form{
		"mod(i/2, 3)",
		func(i int64) int64 { return floorDiv(i, 2) % 3 },
		func(a *symbolic.Arena, i symbolic.Expr) symbolic.Expr {
			return a.Mod(a.FloorDiv(i, a.Int(2)), a.Int(3))
		},
	})
	for _, f := range forms {
		t.Run(f.name, func(t *testing.T) {
			a := symbolic.NewArena()
			c := New(a)
			i, q := a.Sym("i", symbolic.Index), a.Sym("q", symbolic.Index)
			amount := a.Add(a.Mul(i, i), a.Int(1)) // tells the iterations apart
			v := Vector{{Over: []Range{{"i", a.Sym("lo", symbolic.Index), a.Sym("hi", symbolic.Index)}}, At: f.expr(a, i), Amount: amount}}
			at := c.At(v, q)
			for _, bounds := range [][2]int64{{1, 6}, {0, 0}, {2, 5}, {3, 2}} {
				t.Run(fmt.Sprint(bounds), func(t *testing.T) {
					for resource := int64(-10); resource <= 30; resource++ {
						want := int64(0)
						for i := bounds[0]; i <= bounds[1]; i++ {
							if f.of(i) == resource {
								want += i*i + 1
							}
						}
						got, err := a.Eval(at, map[string]float64{"lo": float64(bounds[0]), "hi": float64(bounds[1]), "q": float64(resource)})
						if err != nil || got != float64(want) {
							t.Fatalf("resource %d has %v (%v), the iterations %v put %d there\n%s", resource, got, err, bounds, want, a.String(at))
						}
					}
				})
			}
		})
	}
}

func floorDiv(x, y int64) int64 {
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}
