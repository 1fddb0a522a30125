package spar

import (
	"context"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/pamela"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

const ownMachine = `
resource parameter fcfs(i, m)
numeric parameter t_x
numeric parameter speed
numeric parameter unused
resource Node(p) = fcfs(p, 1)
process Node_plus_op(p) = use(Node(p), t_x)
process Node_times_op(p) = use(Node(p), t_x)
process Node_divide_op(p) = use(Node(p), 1 / speed)
process Node_move_op(p) = delay(0)
`

const onOwnMachine = `globalpragmas <$ ProcessorType = ((Node "own.pam")), Processors = ((Node q[4])) $>;
public class a {
    static double u[*] <$ on = (lambda (i) q[(block i)]) $> = new double[64];
    public static void main() {
        <$ Pamela = parallel $> foreach( i :- :64 ) u[i] = 2.0 * i / 3;
    }
}
`

// A parameter of the machine that nothing gives a value is asked for where the
// program needs it, and is never 0; a division by zero names what is 0; a machine
// without a PAMELA model is not passed over in silence.
func TestMachineParameters(t *testing.T) {
	for _, c := range []struct {
		what    string
		set     map[string]float64
		machine string
		T       float64
		refused string // in the reason
		asked   string
		says    string // a diagnostic
	}{
		{what: "none is given", refused: "no value for t_x, speed", asked: "t_x speed"},
		{what: "one is given", set: map[string]float64{"t_x": 2}, refused: "no value for speed", asked: "speed"},
		{what: "all that count are given", set: map[string]float64{"t_x": 2, "speed": 4}, T: 16 * (2 + 0.25)},
		{what: "a divisor is 0", set: map[string]float64{"t_x": 2, "speed": 0}, refused: "division by zero where speed = 0"},
		{what: "a machine of Fortran", set: map[string]float64{"t_x": 1, "speed": 1}, machine: "cluster", T: 32, says: "cluster is a machine for Fortran programs"},
	} {
		t.Run(c.what, func(t *testing.T) {
			snap := workspace.New(texts.FS{"a.spar": onOwnMachine, "own.pam": ownMachine}).Snapshot()
			r, err := predictFile(context.Background(), snap, "a.spar", settings.Settings{Values: c.set, Machine: c.machine})
			if err != nil {
				t.Fatal(err)
			}
			u := r.Units[0]
			if !strings.Contains(u.NoEstimate, c.refused) || (u.NoEstimate == "") != (c.refused == "") || u.Charge.Total() != c.T {
				t.Errorf("T = %v, want %v; no estimate: %s", u.Charge.Total(), c.T, u.NoEstimate)
			}
			var asked []string
			said := c.says == ""
			for _, d := range r.Diagnostics {
				if q, ok := d.Data.(report.Question); ok {
					asked = append(asked, q.Question().Name)
				}
				said = said || strings.Contains(d.Message, c.says)
			}
			if strings.Join(asked, " ") != c.asked || !said {
				t.Errorf("asked for %q: %+v", asked, r.Diagnostics)
			}
		})
	}
}

// Where a block would have no elements, the reason names the program's own sizes, in the
// prediction and in the printed model.
func TestDivisorsAreNamed(t *testing.T) {
	const want = "division by zero: (N div P_gpp) is 0 where N = 100, P_gpp = 256"
	s := settings.Settings{Procs: 256}
	m := sparModelOf(t, "adi.spar", s)
	if _, err := m.Numbers(m.Values(s)); err == nil || err.Error() != want {
		t.Errorf("the prediction says %v", err)
	}
	printed := pamela.Compile("printed", m.Print(s, nil).String(), pamela.Options{Include: shipped})
	for _, o := range printed.Outputs() {
		var err error
		switch o.Name() {
		case "T_main":
			_, err = printed.Value(printed.Simplify(o), printed.Defaults())
		case "delta_main":
			_, err = printed.Entries(printed.Simplify(o), printed.Defaults())
		default:
			continue
		}
		if err == nil || err.Error() != want {
			t.Errorf("%s of the model: %v", o.Name(), err)
		}
	}
}
