package network

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/machines"
)

// Every message of a collective operation has a call at both ends; where the
// start-up holds them there is nothing to add.
func TestCallsOfCollectives(t *testing.T) {
	text, _ := machines.Text("ipsc860")
	for _, key := range []string{"send_overhead_s    = { value = 0", "receive_overhead_s = { value = 0"} {
		text = strings.Replace(text, key, strings.TrimSuffix(key, "0")+"5e-6", 1)
	}
	calling, diags := machines.Parse("m.toml", []byte(text))
	if calling == nil {
		t.Fatal(diags)
	}
	plain, err := machines.Load("ipsc860", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		machine *machines.Machine
		calls   float64 // of three stages, seconds
	}{{plain, 0}, {calling, 3 * 2 * 5e-6}} {
		t.Run(fmt.Sprint(c.machine), func(t *testing.T) {
			broadcast := func(by func(Model) Model) float64 {
				a := symbolic.NewArena()
				e := by(Model{A: a, M: c.machine}).Broadcast(Group{Partners: a.Int(8), Stages: a.Int(3)}, a.Int(4))
				env := map[string]float64{}
				for _, name := range c.machine.Names() {
					n, _ := c.machine.Number(name)
					env[name] = n.Value
				}
				v, err := a.Eval(e, env)
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			got := broadcast(Model.Calling) - broadcast(func(m Model) Model { return m })
			if math.Abs(got-c.calls) > 1e-15 {
				t.Errorf("%s: calls take %g s, want %g", c.machine.Name, got, c.calls)
			}
		})
	}
}
