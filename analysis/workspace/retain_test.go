package workspace

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"weak"

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
