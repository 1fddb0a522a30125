package workspace

import (
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/parlens/parlens/analysis/source"
)

// For the race detector: many readers of all snapshots while the files change;
// each reads of its snapshot what a new workspace would.
func TestConcurrentPrograms(t *testing.T) {
	w, texts := open(program0)
	paths := slices.Sorted(maps.Keys(program0))
	var readers sync.WaitGroup
	for i := range 12 {
		path := paths[i%len(paths)]
		text, err := texts[path].Apply(source.Edit{Span: source.Span{Start: texts[path].Len(), End: texts[path].Len()}, New: "! more\n"})
		if err != nil {
			t.Fatal(err)
		}
		texts[path] = text
		s, err := w.Change(path, int32(i), text)
		if err != nil {
			t.Fatal(err)
		}
		fresh, _ := open(contents(texts))
		for _, p := range paths {
			readers.Go(func() {
				if everything(s, p) != everything(fresh.Snapshot(), p) {
					t.Errorf("snapshot %d: %s differs", s.ID(), p)
				}
			})
		}
	}
	readers.Wait()
}
