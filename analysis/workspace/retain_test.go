package workspace

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"weak"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// What is remembered of a unit does not keep the text of the whole file that it
// once stood in.
func TestOldTextsAreForgotten(t *testing.T) {
	w, _ := project(map[string]string{"/r/m.f90": "module m\nreal a(10)\nend module\n"})
	var units []string
	for i := range 40 {
		units = append(units, fmt.Sprintf("subroutine s%d\nuse m\na(%d) = 1\nend subroutine\n", i, i))
	}
	f, _ := w.Open("/r/use.f90", "fortran", 0, strings.Join(units, "")).File("/r/use.f90")
	var old []weak.Pointer[source.Text]
	text := f.Text
	for i := range 40 {
		at := strings.Index(text.String(), fmt.Sprintf("a(%d)", i))
		text, _ = text.Apply(source.Edit{Span: source.Span{Start: at, End: at + 1}, New: "a"})
		old = append(old, weak.Make(text))
		s, err := w.Change("/r/use.f90", int32(i), text)
		if err != nil {
			t.Fatal(err)
		}
		f, _ = s.File("/r/use.f90")
		s.Program(f)
	}
	text, f = nil, nil
	runtime.GC()
	alive := 0
	for _, p := range old {
		if p.Value() != nil {
			alive++
		}
	}
	if alive > 3 {
		t.Errorf("%d of %d texts are still there", alive, len(old))
	}
	runtime.KeepAlive(w)
}

// However often one unit of two is edited, the trees and the lowered units of its last
// versions remain, and those of the other one.
func TestOldUnitsAreForgotten(t *testing.T) {
	w, _ := project(nil)
	const text = "subroutine s\nreal a(10)\na(1) = 1\nend subroutine\nsubroutine r\nend subroutine\n"
	f, _ := w.Open("/r/p.f90", "fortran", 0, text).File("/r/p.f90")
	at := strings.Index(text, "= 1")
	for i := range 40 {
		edited, _ := f.Text.Apply(source.Edit{Span: source.Span{Start: at + 2, End: at + 3}, New: fmt.Sprint(i % 10)}) // one digit
		s, err := w.Change("/r/p.f90", int32(i), edited)
		if err != nil {
			t.Fatal(err)
		}
		f, _ = s.File("/r/p.f90")
		s.Program(f)
	}
	known := w.Snapshot().Memo()
	trees := known.Count(func(v any) bool { _, is := v.(*fortran.Tree); return is })
	units := known.Count(func(v any) bool { _, is := v.(loweredUnit); return is })
	if trees != lastVersions+1 || units != lastVersions+1 {
		t.Errorf("%d trees and %d lowered units are remembered", trees, units)
	}
}
