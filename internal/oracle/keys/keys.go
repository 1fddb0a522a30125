// Package keys tests what is remembered: with a part left out of a key, some answer
// must be a wrong one, and a test must see it.
package keys

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// Scene is the files of a workspace and a question about them.
type Scene struct {
	Name  string
	Files map[string]string
	Ask   func(*workspace.Snapshot) any
}

// Play is scenes, and the packages whose keys they are about.
type Play struct {
	Scenes   []Scene
	Packages []string
	Reading  workspace.Reading
	Harmless map[string]string // fields, as "type.field", without which no answer of the scenes changes, and why
}

// Check puts all questions to one workspace, whose files change from one to the next,
// and compares the answers with those of workspaces of their own. Then it does so with
// one field left out of the keys of one type, for each field of each type: some answer
// must change. Short tests try every sixteenth field,
// and compare the answers of every eighth question.
func (p Play) Check(t *testing.T) {
	scenes, packages, harmless := p.Scenes, p.Packages, p.Harmless
	c := &checker{Play: p, used: map[reflect.Type]map[any][]int{}, answers: map[int]string{}}
	shared := c.stage(nil)
	for i, s := range scenes {
		shared.watch(func(key any) any { c.note(key, i); return key })
		got := shared.play(s)
		if testing.Short() && i%8 != 0 {
			continue
		}
		if want := c.alone(i); got != want {
			t.Errorf("%s: what is remembered of other scenes changes the answer: %s", s.Name, difference(got, want))
		}
	}
	types := slices.SortedFunc(maps.Keys(c.used), func(x, y reflect.Type) int { return strings.Compare(x.String(), y.String()) })
	count := 0
	for _, key := range types {
		if !slices.Contains(packages, strings.SplitN(key.String(), ".", 2)[0]) {
			continue
		}
		for _, f := range fields(key) {
			name := key.String() + "." + f.name
			if count++; testing.Short() && count%16 != 0 {
				delete(harmless, name)
				continue
			}
			t.Run(name, func(t *testing.T) {
				why, expected := harmless[name]
				most := len(scenes) * len(scenes)
				if expected {
					most = 3
				}
				noticed, varied := c.without(key, f, most)
				switch {
				case noticed && expected:
					t.Errorf("an answer changes without it, which was not expected: %s", why)
				case !noticed && !varied && !expected:
					t.Errorf("no two scenes differ in it alone")
				case !noticed && !expected:
					t.Errorf("no answer changes without it")
				}
				delete(harmless, name)
			})
		}
	}
	for name := range harmless {
		t.Errorf("no key has the field %s", name)
	}
}

type checker struct {
	Play
	answers map[int]string // of scenes in workspaces of their own
	mu      sync.Mutex
	used    map[reflect.Type]map[any][]int // scenes by key; guarded by mu
}

// alone is the answer of a scene in a workspace of its own.
func (c *checker) alone(i int) string {
	if _, known := c.answers[i]; !known {
		c.answers[i] = c.stage(nil).play(c.Scenes[i])
	}
	return c.answers[i]
}

func (c *checker) note(key any, scene int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	of := c.used[reflect.TypeOf(key)]
	if of == nil {
		of = map[any][]int{}
		c.used[reflect.TypeOf(key)] = of
	}
	if used := of[key]; len(used) == 0 || used[len(used)-1] != scene {
		of[key] = append(used, scene)
	}
}

// without reports whether an answer changes when the keys of a type do not have a
// field, and whether there are keys that differ in that field alone. It plays at most
// so many pairs of scenes.
func (c *checker) without(key reflect.Type, f field, most int) (noticed, varied bool) {
	groups := map[any][]any{}
	for k := range c.used[key] {
		blind := f.blind(k)
		groups[blind] = append(groups[blind], k)
	}
	pairs := map[[2]int]bool{}
	for _, keys := range groups {
		for _, x := range keys {
			for _, y := range keys {
				if i, j := c.used[key][x][0], c.used[key][y][0]; x != y && i <= j {
					pairs[[2]int{i, j}] = true
				}
			}
		}
	}
	// Scenes that stand next to each other differ in little.
	order := slices.SortedFunc(maps.Keys(pairs), func(x, y [2]int) int {
		return cmp.Or(cmp.Compare(x[1]-x[0], y[1]-y[0]), slices.Compare(x[:], y[:]))
	})
	for _, p := range order[:min(most, len(order))] {
		if c.differs(key, f, p[0], p[1]) {
			return true, true
		}
	}
	return false, len(order) > 0
}

// differs plays two scenes, one after the other, with keys that lack a field.
func (c *checker) differs(key reflect.Type, f field, i, j int) bool {
	s := c.stage(func(k any) any {
		if reflect.TypeOf(k) == key {
			return f.blind(k)
		}
		return k
	})
	if got := s.play(c.Scenes[i]); i == j || got != c.alone(i) {
		return got != c.alone(i)
	}
	return s.play(c.Scenes[j]) != c.alone(j)
}

// disk lists its files as well.
type disk struct{ texts.FS }

// List returns the paths of the files below a folder, or in it.
func (d disk) List(folder string, deep bool) []string {
	var out []string
	for path := range d.FS {
		if in := filepath.Dir(path); in == folder || deep && strings.HasPrefix(in, folder+"/") {
			out = append(out, path)
		}
	}
	slices.Sort(out)
	return out
}

// stage is a workspace whose files are those of one scene after the other.
type stage struct {
	disk disk
	*workspace.Workspace
}

func (p Play) stage(watch func(any) any) *stage {
	s := &stage{disk: disk{texts.FS{}}}
	s.Workspace = workspace.New(s.disk)
	s.Configure(p.Reading)
	s.watch(watch)
	return s
}

func (s *stage) watch(watch func(any) any) { s.Snapshot().Memo().Watch(watch) }

// play shows a scene and returns the answer; a fault is an answer too.
func (s *stage) play(x Scene) (answer string) {
	var changed []string
	for path := range s.disk.FS {
		if _, stays := x.Files[path]; !stays {
			delete(s.disk.FS, path)
			changed = append(changed, path)
		}
	}
	for path, text := range x.Files {
		if s.disk.FS[path] != text {
			s.disk.FS[path] = text
			changed = append(changed, path)
		}
	}
	snap := s.Snapshot()
	if len(changed) > 0 {
		snap = s.Invalidate(changed...)
	}
	defer func() {
		if p := recover(); p != nil {
			answer = fmt.Sprint("fault: ", p)
		}
	}()
	return printed(x.Ask(snap))
}

// field is a field of a key, of one that it embeds perhaps, or the whole of a key that
// has none.
type field struct {
	name  string
	index []int
}

func fields(key reflect.Type) []field {
	if key.Kind() != reflect.Struct {
		return []field{{name: "itself"}}
	}
	var out []field
	for i := range key.NumField() {
		f := key.Field(i)
		if f.Type.Kind() != reflect.Struct {
			out = append(out, field{f.Name, []int{i}})
			continue
		}
		for _, inner := range fields(f.Type) {
			out = append(out, field{f.Name + "." + inner.name, append([]int{i}, inner.index...)})
		}
	}
	return out
}

// blind is a key without the field.
func (f field) blind(key any) any {
	out := reflect.New(reflect.TypeOf(key)).Elem()
	out.Set(reflect.ValueOf(key))
	at := out
	for _, i := range f.index {
		at = at.Field(i)
	}
	reflect.NewAt(at.Type(), unsafe.Pointer(at.UnsafeAddr())).Elem().SetZero()
	return out.Interface()
}

// difference shows where two answers part.
func difference(got, want string) string {
	at := 0
	for at < min(len(got), len(want)) && got[at] == want[at] {
		at++
	}
	around := func(s string) string { return s[max(0, at-80):min(len(s), at+80)] }
	return fmt.Sprintf("%q, want %q", around(got), around(want))
}
