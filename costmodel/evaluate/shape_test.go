package evaluate

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
	"github.com/parlens/parlens/machines"
)

// A machine with other times of messages, or a processor of another speed, evaluates the formulas that are there; the
// answers are those of a workspace that knows no other machine.
func TestMachinesOfOneShapeShareModels(t *testing.T) {
	known := workspace.New(texts.FS{"x.f90": callerAndCallee}).Snapshot()
	for _, x := range []struct {
		change machines.Change
		models int // of the two units, so far
	}{
		{machines.Change{Name: "bandwidth", Value: 0.5, Relative: true}, 2},
		{machines.Change{Name: "bandwidth", Value: 3e8}, 2},
		{machines.Change{Name: "bandwidth", Value: 1, Relative: true}, 2},
		{machines.Change{Name: "latency", Value: 2, Relative: true}, 2},
		{machines.Change{Name: "latency", Value: 3, Relative: true}, 2},
		{machines.Change{Name: "processor", Value: 2, Relative: true}, 2},
		{machines.Change{Name: "processing.real_add_s", Value: 2, Relative: true}, 4},
	} {
		t.Run(x.change.String(), func(t *testing.T) {
			s := settings.Settings{Machine: "cluster", Changes: []machines.Change{x.change}, Totals: true}
			got, err := File(context.Background(), known, "x.f90", s)
			if err != nil {
				t.Fatal(err)
			}
			want, err := File(context.Background(), workspace.New(texts.FS{"x.f90": callerAndCallee}).Snapshot(), "x.f90", s)
			if err != nil {
				t.Fatal(err)
			}
			for i, u := range got.Units {
				if w := want.Units[i]; u.Charge.Total() == 0 || !reflect.DeepEqual(u, w) {
					t.Errorf("%s takes %+v, in a new workspace %+v", u.Name, u, w)
				}
			}
			if n := known.Memo().Count(func(v any) bool { _, ok := v.(*model); return ok }); n != x.models {
				t.Errorf("%d models, want %d: %s", n, x.models, fmt.Sprint(x.change))
			}
		})
	}
}
