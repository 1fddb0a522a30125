package fortran_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// generated returns a program of about the given number of lines, in units of
// about 100.
func generated(lines int) string {
	var b strings.Builder
	for u := 0; strings.Count(b.String(), "\n") < lines; u++ {
		fmt.Fprintf(&b, "subroutine work%d(a, b, n)\n  integer, intent(in) :: n\n  real, dimension(n,n), intent(inout) :: a, b\n  real :: s\n  integer :: i, j\n!HPF$ DISTRIBUTE (BLOCK,*) :: a, b\n", u)
		for k := range 9 {
			fmt.Fprintf(&b, "  do j = 2, n - 1\n    do i = 2, n - 1\n      b(i,j) = %d.25 * (a(i-1,j) + a(i+1,j) + a(i,j-1) + a(i,j+1)) ! five points\n", k)
			fmt.Fprintf(&b, "      if (b(i,j) > %d.0d0) then\n        s = s + abs(b(i,j) - a(i,j))\n      end if\n    end do\n  end do\n  call exchange(a(:,2), b(:,n-1), %d)\n  a(2:n-1,:) = b(2:n-1,:)\n", u, k)
		}
		fmt.Fprintf(&b, "end subroutine work%d\n\n", u)
	}
	return b.String()
}

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
	cache := map[string]fortran.Parsed{}
	parser := fortran.Parser{Remember: func(text string, _ fortran.Form, parse func() fortran.Parsed) fortran.Parsed {
		p, ok := cache[text]
		if !ok {
			p = parse()
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
