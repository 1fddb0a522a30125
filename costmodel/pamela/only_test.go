package pamela

import "testing"

// A process that is evaluated when it is asked for has the models that it has
// when all are.
func TestOnly(t *testing.T) {
	text := generated(200)
	all := Compile(models+"a.pam", text, Options{Include: read})
	one := Compile(models+"a.pam", text, Options{Include: read, Only: "f_3"})
	if n := len(one.Process("f_3")); n != 4 {
		t.Fatalf("f_3 has %d models", n)
	}
	asked := 0
	for _, r := range all.Results {
		name := r.Equation.Name
		want, got := all.Process(name), one.Process(name)
		if len(got) != len(want) {
			t.Errorf("%s has %d models, not %d", name, len(got), len(want))
			continue
		}
		for i := range got {
			asked++
			if x, y := one.Text(got[i]), all.Text(want[i]); x != y {
				t.Errorf("%s is %s, want %s", name, x, y)
			}
		}
	}
	if asked < 20 {
		t.Errorf("only %d models were compared", asked)
	}
}
