package values

import (
	"reflect"
	"testing"

	"github.com/parlens/parlens/analysis/source"
)

// Whatever a variable holds is in the keys of states; where and how often it was stored to is not.
func TestKeysOfStates(t *testing.T) {
	holds := map[string]func(*cell){
		"scalar": func(c *cell) { c.scalar = value{i: 5} },
		"array":  func(c *cell) { c.array = true },
		"lower":  func(c *cell) { c.lower = []int64{1, 1} },
		"extent": func(c *cell) { c.extent = []int64{1, 1} },
		"elems":  func(c *cell) { c.elems = []value{intValue(2), {}} },
		"unseen": func(c *cell) { c.unseen = "s" }, "differs": func(c *cell) { c.differs = true },
		"opened": func(c *cell) { c.opened = source.Span{Start: 3, End: 4} },
	}
	other := map[string]func(*cell){
		"at": func(c *cell) { c.at.End = 9 }, "version": func(c *cell) { c.version = 9 },
		"borrowed": func(c *cell) { c.borrowed = true },
		"since":    func(c *cell) { c.since = 9 }, "copied": func(c *cell) { c.copied = &cell{} },
	}
	of := func(change func(*cell)) string {
		c := &cell{scalar: intValue(1)}
		if change != nil {
			change(c)
		}
		return (&Keys{}).Of(&State{dummies: []held{{"n", c}}})
	}
	for i := range reflect.TypeFor[cell]().NumField() {
		name := reflect.TypeFor[cell]().Field(i).Name
		t.Run(name, func(t *testing.T) {
			if change := holds[name]; change != nil && of(change) == of(nil) {
				t.Error("it is not in the key")
			} else if change == nil && (other[name] == nil || of(other[name]) != of(nil)) {
				t.Error("it is in the key, or nothing is said of it here")
			}
		})
	}
	one := &cell{scalar: intValue(1)}
	list := []*State{
		nil, {}, {dummies: []held{{"n", one}}}, {dummies: []held{{"m", one}}}, {shared: []held{{"n", one}}},
		{given: &presence{map[string]bool{"n": true}}}, {given: &presence{map[string]bool{"n": false}}},
	}
	k := &Keys{}
	for i, s := range list {
		for j, r := range list {
			if (k.Of(s) == k.Of(r)) != (i == j) {
				t.Errorf("states %d and %d: the same key is %v", i, j, i != j)
			}
		}
	}
}
