package pamela

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// A long formula is printed with names for what it repeats, as equations that
// read back to the same function. Names of the model are left alone.
func TestLongFormulasAreShortened(t *testing.T) {
	text, err := read(models + "gauss.pam")
	if err != nil {
		t.Fatal(err)
	}
	m := Compile(models+"gauss.pam", text+"numeric T_main_2 = 5\nnumeric work(m) = sum (k = 1, N) (max(m, k) * min(N - m, 2 * k) * t_c)\n", Options{Include: read})
	if len(m.Diagnostics) > 0 {
		t.Fatal(m.Diagnostics)
	}
	for _, c := range []struct {
		name, defines string
		most          int
	}{{"T_main", "numeric T_main_1 =\n", 3100}, {"work", "numeric work_1(m) =\n", 2000}} {
		t.Run(c.name, func(t *testing.T) {
			o := one(t, m, c.name)
			short, long := m.Text(o), m.Right(o)
			if len(short) > c.most || len(short) > len(long)*2/3 || !strings.Contains(short, c.defines) || strings.Contains(short, "numeric T_main_2 =") {
				t.Errorf("%s takes %d letters, without names %d:\n%s", c.name, len(short), len(long), short)
			}
			again := Check("again", declarations(m)+""+short, nil)
			for _, d := range again.Diagnostics {
				t.Fatalf("%s: %s\n%s", c.name, d.Message, short)
			}
			for _, env := range []map[string]float64{
				{"N": 23, "P": 4, "m": 3, "t_c": 2, "t_l": 1, "t_g": 3}, {"N": 40, "P": 7, "m": 31, "t_c": 1, "t_l": 0.5, "t_g": 0.25},
			} {
				t.Run(fmt.Sprint(env), func(t *testing.T) {
					want, err := m.Value(o, env)
					got, err2 := again.Value(one(t, again, c.name), env)
					if err != nil || err2 != nil || math.Abs(got-want) > 1e-9*math.Abs(want) {
						t.Errorf("%s at %v: %v, read back %v (%v, %v)", c.name, env, want, got, err, err2)
					}
				})
			}
		})
	}
}
