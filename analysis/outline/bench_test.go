package outline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// large is a file of about 10,000 lines: 100 subroutines of a module.
func large() *source.Text {
	var b strings.Builder
	b.WriteString("module all\n  integer, parameter :: n = 64\ncontains\n")
	for i := range 100 {
		fmt.Fprintf(&b, "  subroutine s%d(a, b)\n    real a(n, n), b(n, n)\n!HPF$ DISTRIBUTE a(BLOCK, *)\n", i)
		for range 24 {
			b.WriteString("    do j = 1, n\n      a(j, 1) = b(j, 2) * 2.0 + n\n      if (j > 3) call s1(a, b)\n    end do\n")
		}
		b.WriteString("  end subroutine\n")
	}
	b.WriteString("end module\n")
	return source.NewText(b.String())
}

func BenchmarkOutline(b *testing.B) {
	tree := fortran.Parse(large(), fortran.Free)
	f := New("a.f90", tree, nil)
	files := []*File{f}
	middle := strings.Index(f.Text.String(), "n = 64")
	b.Run("new", func(b *testing.B) {
		for b.Loop() {
			New("a.f90", tree, nil)
		}
	})
	b.Run("find", func(b *testing.B) {
		for b.Loop() {
			f.Find(middle, Among(files))
		}
	})
	b.Run("references", func(b *testing.B) {
		found, _ := f.Find(middle, Among(files))
		b.ReportMetric(float64(len(References(found, files, Among(files), true))), "places")
		for b.Loop() {
			References(found, files, Among(files), true)
		}
	})
	b.Run("offers", func(b *testing.B) {
		for b.Loop() {
			f.Offers(middle, files)
		}
	})
	b.Run("tokens", func(b *testing.B) {
		for b.Loop() {
			f.Tokens(source.Span{End: f.Text.Len()})
		}
	})
	b.Run("folds", func(b *testing.B) {
		for b.Loop() {
			f.Folds()
		}
	})
}
