package fortran_test

import (
	"os"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/oracle/edits"
)

func generated(lines int) string { return edits.Program(lines) }

func BenchmarkLaplace(b *testing.B) {
	data, err := os.ReadFile("../../testdata/hpf/laplace.f90")
	if err != nil {
		b.Fatal(err)
	}
	text := source.NewText(string(data))
	b.ReportAllocs()
	for b.Loop() {
		fortran.Parse(text, fortran.Free)
	}
}

func BenchmarkAssemble10k(b *testing.B) {
	text := generated(10_000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		fortran.Assemble(text, fortran.Options{})
	}
}

func BenchmarkParse10k(b *testing.B) {
	text := source.NewText(generated(10_000))
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		fortran.Parse(text, fortran.Free)
	}
}

// With a statement cache, a file that has been parsed before costs assembly
// and block building only.
func BenchmarkParse10kRemembered(b *testing.B) {
	text := source.NewText(generated(10_000))
	cache := map[string]*fortran.Parsed{}
	parser := fortran.Parser{Remember: func(text string, form fortran.Form, parse func(string, fortran.Form) *fortran.Parsed) *fortran.Parsed {
		p, ok := cache[text]
		if !ok {
			p = parse(text, form)
			cache[text] = p
		}
		return p
	}}
	b.ReportAllocs()
	for b.Loop() {
		parser.Parse(text)
	}
}

func BenchmarkStatement(b *testing.B) {
	for _, text := range []string{"b(i,j) = 0.25 * (a(i-1,j) + a(i+1,j) + a(i,j-1) + a(i,j+1))", "do i = 2, n - 1", "real, dimension(n,n), intent(inout) :: a, b", "call f(a(:,2), n)", "end do"} {
		b.Run(strings.Fields(text)[0], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				fortran.ParseStatement(text, fortran.Free)
			}
		})
	}
}

// Input and output, whose statements differ more from each other than others.
func BenchmarkTransput10k(b *testing.B) {
	one := "read (unit, *, iostat=ios, end=10) (a(i), i = 1, n), x\nwrite (6, '(a,i5)') 'value ', x(i+1), y\nprint *, x, y(1:n)\nopen (unit=10, file='x', status='old')\n100 format (1x, 2(i5, 3x), 'text', f10.3)\n"
	text := source.NewText(strings.Repeat(one, 2000))
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		fortran.Parse(text, fortran.Free)
	}
}
