package workspace

import (
	"maps"
	"slices"
	"testing"

	"github.com/parlens/parlens/analysis/source"
)

// FuzzEdit replaces a part of one of the files, and compares all of them with
// what a new workspace finds out.
func FuzzEdit(f *testing.F) {
	paths := slices.Sorted(maps.Keys(program0))
	for i, path := range paths {
		f.Add(uint8(i), len(program0[path])/2, i, "end\n", "!HPF$ ALIGN x(i) WITH t(i)\n")
	}
	f.Fuzz(func(t *testing.T, which uint8, at, remove int, first, second string) {
		w, texts := open(program0)
		path := paths[int(which)%len(paths)]
		for i, insert := range []string{first, second} {
			text := texts[path]
			at = max(0, min(at, text.Len()))
			edited, err := text.Apply(source.Edit{Span: source.Span{Start: at, End: max(at, min(text.Len(), at+remove))}, New: insert})
			if err != nil {
				t.Skip()
			}
			texts[path] = edited
			if _, err := w.Change(path, int32(i), edited); err != nil {
				t.Fatal(err)
			}
			fresh, _ := open(contents(texts))
			for _, p := range paths {
				if got, want := everything(w.Snapshot(), p), everything(fresh.Snapshot(), p); got != want {
					t.Fatalf("%s differs after an edit of %s\n%s", p, path, firstDifference(got, want))
				}
			}
			at += len(insert)
		}
	})
}
