package pamela

import (
	"math"
	"testing"
)

// The charges of a process add up to its time, and stand at its uses and delays.
func TestChargesAddUpToT(t *testing.T) {
	for file, env := range map[string]map[string]float64{
		"gauss-cyclic.pam": {"N": 3000, "P": 7, "t_c": 1, "t_l": 0.5, "t_g": 2}, // too many steps to execute
		"adi-i.pam":        {"N": 100, "P": 20, "t_c": 1, "t_l": 0, "t_g": 1, "M_net": 1},
		"adi-j.pam":        {"N": 100, "P": 20, "t_c": 1, "t_l": 0, "t_g": 1},
		"gauss.pam":        {"N": 23, "P": 4, "t_c": 1, "t_l": 0.5, "t_g": 2},
		"repair.pam":       {"N": 10, "P": 10, "tl": 10, "ts": 10},
		"matmul.pam":       {"N": 12, "P": 3, "t_c": 1, "t_l": 0.5, "t_g": 2},
	} {
		t.Run(file, func(t *testing.T) {
			m := compile(t, file, nil)
			T := one(t, m, "T_main")
			want, err := m.Value(T, env)
			if err != nil {
				t.Fatal(err)
			}
			charges, err := m.Charges(T, env)
			sum, last := 0.0, math.Inf(1)
			for _, c := range charges {
				text, _ := read(c.File)
				if word := text[c.Span.Start:c.Span.End]; len(word) < 5 || word[:3] != "use" && word[:5] != "delay" || c.Seconds > last {
					t.Errorf("%s: %v at %q", file, c.Seconds, word)
				}
				sum, last = sum+c.Seconds, c.Seconds
			}
			if err != nil || len(charges) == 0 || math.Abs(sum-want) > 1e-9*want {
				t.Errorf("%s: %v in %d places (%v), T is %v", file, sum, len(charges), err, want)
			}
		})
	}
}

// In the machine repair model with 10 machines the repairman is busy all the
// time: his uses are charged, the machines' delays are not.
func TestChargesOfTheRepairman(t *testing.T) {
	m := compile(t, "repair.pam", nil)
	charges, err := m.Charges(one(t, m, "T_main"), m.Defaults())
	if err != nil || len(charges) != 1 || charges[0].Seconds != 1000 {
		t.Fatalf("%+v, %v", charges, err)
	}
	text, _ := read(models + "repair.pam")
	if at := charges[0].Span; text[at.Start:at.End] != "use(repairman, ts)" {
		t.Errorf("charged is %q", text[at.Start:at.End])
	}
	if _, err := m.Charges(one(t, m, "P"), m.Defaults()); err == nil {
		t.Error("a number has charges")
	}
}
