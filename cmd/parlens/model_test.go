package main

import (
	"bytes"
	"context"
	"math"
	"strconv"
	"strings"
	"testing"
)

// runWith runs the command line with an input.
func runWith(in string, args ...string) (out, errors string, status int) {
	var o, e bytes.Buffer
	env := environment{in: strings.NewReader(in), out: &o, err: &e, getenv: func(string) string { return "" }}
	status = run(context.Background(), args, env)
	return o.String(), e.String(), status
}

// The printed model, piped into the PAMELA compiler, gives the T of predict.
func TestModelGivesWhatPredictSays(t *testing.T) {
	const program = "../../testdata/spar/adi_rows.spar"
	set := []string{"--set", "t_c=1", "--set", "t_l=0", "--set", "t_g=1", "--set", "moves_load_network=1"}
	model, said, status := runWith("", "model", program)
	if status != predicted || said != "" || !strings.Contains(model, "process adi_rows_main_0(p) = {") {
		t.Fatalf("status %d, %q, %.300s", status, said, model)
	}
	numbers, said, status := runWith(model, append([]string{"pamela", "-", "--stage", "numeric"}, set...)...)
	if status != predicted || said != "" || !strings.Contains(numbers, "numeric T_main =\n    55001\nnumeric phi_main =\n    646\n") {
		t.Errorf("status %d, %q, %.600s", status, said, numbers)
	}
	report, said, status := runWith("", append([]string{"predict", program, "--format", "json"}, set...)...)
	for _, want := range []string{`"time_s":55001,`, `"phi_s":646,`, `"omega_s":5700,`, `"first_resource":2,"resources":18,"load_s":3000`} {
		if status != predicted || said != "" || !strings.Contains(report, want) {
			t.Errorf("status %d, %q, no %s in %.900s", status, said, want, report)
		}
	}
	text, _, _ := runWith("", append([]string{"predict", program, "--machine", "das"}, set...)...)
	for _, want := range []string{"phi 646 s (the longest path)", "work of processors 1 to 18, each: 3000 s", "A: gpp by"} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
	}
}

// One process of a model of many is compiled alone, and executed where its formulas are long.
func TestProcessOfAModel(t *testing.T) {
	const program = "../../testdata/spar/programs/mg.spar"
	model, _, _ := runWith("", "model", program, "-p", "4")
	numbers, said, status := runWith(model, "pamela", "-", "--stage", "numeric", "--process", "main")
	_, rest, _ := strings.Cut(numbers, "numeric T_main =\n")
	got, err := strconv.ParseFloat(strings.TrimSpace(strings.SplitN(rest, "\n", 2)[0]), 64)
	if status != predicted || said != "" || err != nil || strings.Contains(numbers, "T_mg_residual") {
		t.Fatalf("status %d, %q, %v, %.300s", status, said, err, numbers)
	}
	report, _, _ := runWith("", "predict", program, "-p", "4", "--format", "json")
	_, rest, _ = strings.Cut(report, `"time_s":`)
	if want, err := strconv.ParseFloat(strings.SplitN(rest, ",", 2)[0], 64); err != nil || math.Abs(got-want) > 1e-9*want {
		t.Errorf("T_main is %v, predicted are %v (%v)", got, want, err)
	}
	if _, said, status := runWith(model, "pamela", "-", "--process", "nothing"); status != nothing || !strings.Contains(said, "no process of that name") {
		t.Errorf("status %d, %q", status, said)
	}
}

// The model of one method, of a program with a main: its parameters are asked for, and can be set.
func TestModelOfAUnit(t *testing.T) {
	for n, want := range map[string]string{"3": "3", "8": "8"} {
		t.Run(n, func(t *testing.T) {
			model, _, status := runWith("", "model", "../../testdata/spar/adi.spar", "--unit", "relax", "--set", "i="+n)
			if status != predicted || !strings.Contains(model, "adi_relax_0(0, adi_relax_0_i_0, adi_relax_0_j_0)") || !strings.Contains(model, "numeric parameter adi_relax_0_i_0 = "+want) {
				t.Errorf("status %d: %s", status, model)
			}
			if numbers, said, _ := runWith(model, "pamela", "-", "--stage", "numeric", "--set", "t_c=1", "--set", "t_l=0"); !strings.Contains(numbers, "numeric T_main =\n    4\n") {
				t.Errorf("%s %.300s", said, numbers)
			}
		})
	}
}

func TestModelWrongUse(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"model", misused, "accepts 1 arg"},
		{"model none.spar", nothing, "none.spar"},
		{"model ../../testdata/spar/adi.spar --machine none.pam", misused, "none.pam"},
		{"model ../../testdata/spar/adi.spar --set x", misused, "n=1024"},
		{"model ../../testdata/spar/adi.spar --unit sweep", nothing, "no method sweep"},
	} {
		t.Run(c.args, func(t *testing.T) {
			if _, said, status := runWith("", strings.Fields(c.args)...); status != c.status || !strings.Contains(said, c.says) {
				t.Errorf("%s: status %d, %q; want %d, %q", c.args, status, said, c.status, c.says)
			}
		})
	}
}
