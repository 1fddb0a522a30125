package memory

import (
	"reflect"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// TestNestKeyHasEveryField changes each field of a nest that its misses are made of.
func TestNestKeyHasEveryField(t *testing.T) {
	nest := func() Nest {
		return Nest{Trips: []symbolic.Expr{1}, Streams: []Stream{{Steps: make([]Step, 1), Columns: []Column{{Ahead: []int64{0}}}}}}
	}
	same := string(nest().key())
	elsewhere := map[string]bool{"Array": true, "Between": true} // of nests among others, which are not remembered
	vary := func(name string, of func(*Nest) reflect.Value) {
		for _, f := range reflect.VisibleFields(of(fresh(nest())).Type()) {
			n := nest()
			v := of(&n).FieldByIndex(f.Index)
			switch {
			case elsewhere[f.Name]:
				continue
			case v.Kind() == reflect.Bool:
				v.SetBool(true)
			case v.Kind() == reflect.String:
				v.SetString("x")
			case v.CanInt():
				v.SetInt(7)
			case v.Kind() == reflect.Slice:
				v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
			}
			if string(n.key()) == same {
				t.Errorf("the key does not tell %s.%s", name, f.Name)
			}
		}
	}
	vary("Nest", func(n *Nest) reflect.Value { return reflect.ValueOf(n).Elem() })
	vary("Stream", func(n *Nest) reflect.Value { return reflect.ValueOf(&n.Streams[0]).Elem() })
	vary("Step", func(n *Nest) reflect.Value { return reflect.ValueOf(&n.Streams[0].Steps[0]).Elem() })
	vary("Column", func(n *Nest) reflect.Value { return reflect.ValueOf(&n.Streams[0].Columns[0]).Elem() })
	among := nest()
	among.Streams[0].Between = [][]Passage{nil}
	if among.alone() || !nest().alone() {
		t.Error("a nest among others is taken for one that stands alone")
	}
}

func fresh(n Nest) *Nest { return &n }
