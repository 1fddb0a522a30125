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
	among.Streams[0].Between = [][]Return{nil}
	if among.alone() || !nest().alone() {
		t.Error("a nest among others is taken for one that stands alone")
	}
}

// TestAmongKeyHasEveryField does so with what tells the transfers of nests apart that
// stand among others.
func TestAmongKeyHasEveryField(t *testing.T) {
	nest := func() (own, other *Nest) {
		other = &Nest{Trips: []symbolic.Expr{2}, Streams: []Stream{{Array: "b"}}}
		return &Nest{Trips: []symbolic.Expr{1}, Streams: []Stream{{Array: "a", Between: [][]Return{{{Passages: []Passage{{Nest: other}}}}}}}}, other
	}
	numbers := map[string]int64{}
	number := func(n *Nest) int64 {
		own := string(n.Own())
		if numbers[own] == 0 {
			numbers[own] = int64(len(numbers) + 1)
		}
		return numbers[own]
	}
	keys := map[string]string{}
	for name, change := range map[string]func(own, other *Nest){
		"nothing":           func(own, other *Nest) {},
		"trips":             func(own, other *Nest) { own.Trips[0] = 3 },
		"array":             func(own, other *Nest) { own.Streams[0].Array = "c" },
		"inner":             func(own, other *Nest) { own.Streams[0].Between[0][0].Passages[0].Inner = 1 },
		"half":              func(own, other *Nest) { own.Streams[0].Between[0][0].Passages[0].Half = true },
		"share":             func(own, other *Nest) { own.Streams[0].Between[0][0].Share = 1 },
		"in two pieces":     func(own, other *Nest) { own.Streams[0].Between[0] = append(own.Streams[0].Between[0], Return{}) },
		"another loop":      func(own, other *Nest) { own.Streams[0].Between = append(own.Streams[0].Between, nil) },
		"nothing meanwhile": func(own, other *Nest) { own.Streams[0].Between[0] = nil },
		"twice": func(own, other *Nest) {
			x := &own.Streams[0].Between[0][0]
			x.Passages = append(x.Passages, Passage{Nest: other})
		},
		"others' trips":  func(own, other *Nest) { other.Trips[0] = 3 },
		"others' array":  func(own, other *Nest) { other.Streams[0].Array = "a" },
		"others' stores": func(own, other *Nest) { other.Streams[0].Store = true },
	} {
		t.Run(name, func(t *testing.T) {
			own, other := nest()
			change(own, other)
			key := string(own.Among(nil, number))
			if before, known := keys[key]; known {
				t.Errorf("the key does not tell %q from %q", name, before)
			}
			keys[key] = name
		})
	}
}

func fresh(n Nest) *Nest { return &n }
