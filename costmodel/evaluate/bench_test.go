package evaluate

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// pathological are units that a limit must keep in bounds, by name.
func pathological() map[string]string {
	return map[string]string{
		"40 nests of pinned messages": nests(40, "BLOCK,BLOCK"),
		"messages in all iterations":  nests(20, "CYCLIC,CYCLIC"),
		"27 points, BLOCK":            stencil("BLOCK,BLOCK,BLOCK"),
		"27 points, CYCLIC(4)":        stencil("CYCLIC(4),CYCLIC(4),CYCLIC(4)"),
		"27 points, mixed":            stencil("BLOCK,CYCLIC,CYCLIC(3)"),
		"LU, CYCLIC(4)":               factorisation,
	}
}

const factorisation = `program lu
integer, parameter :: n = 512
real :: a(n,n)
integer :: i, j, k
!HPF$ PROCESSORS p(2,2)
!HPF$ DISTRIBUTE a(CYCLIC(4),CYCLIC(4)) ONTO p
do k = 1, n - 1
do i = k + 1, n
a(i,k) = a(i,k) / a(k,k)
end do
do j = k + 1, n
do i = k + 1, n
a(i,j) = a(i,j) - a(i,k) * a(k,j)
end do
end do
end do
end program
`

// nests is a unit of many loop nests whose messages cannot leave the innermost
// loop.
func nests(count int, formats string) string {
	var b strings.Builder
	b.WriteString("program x\ninteger, parameter :: n = 256\nreal :: a(n,n), b(n,n), c(n,n)\ninteger :: i, j, t\n!HPF$ PROCESSORS p(2,2)\n!HPF$ DISTRIBUTE (" + formats + ") ONTO p :: a, b, c\ndo t = 1, 10\n")
	for k := range count {
		fmt.Fprintf(&b, "do j = 2, n - 1\ndo i = 2, n - 1\na(i,j) = b(i-1,j) + b(i+1,j) * %d.0 + c(i,j-1) - c(i,j+1)\nc(i,j) = a(i,j) * 2.0\nend do\nend do\nb(2:n-1,2:n-1) = a(2:n-1,2:n-1)\n", k)
	}
	b.WriteString("end do\nend program\n")
	return b.String()
}

// stencil reads all 27 neighbours in three dimensions.
func stencil(formats string) string {
	var terms []string
	for _, x := range []string{"i-1", "i", "i+1"} {
		for _, y := range []string{"j-1", "j", "j+1"} {
			for _, z := range []string{"k-1", "k", "k+1"} {
				terms = append(terms, fmt.Sprintf("u(%s,%s,%s)", x, y, z))
			}
		}
	}
	return "program x\ninteger, parameter :: n = 64\nreal :: u(n,n,n), v(n,n,n)\ninteger :: i, j, k, t\n!HPF$ PROCESSORS p(2,2,2)\n!HPF$ DISTRIBUTE (" + formats +
		") ONTO p :: u, v\ndo t = 1, 10\nforall (i = 2:n-1, j = 2:n-1, k = 2:n-1)\nv(i,j,k) = " + strings.Join(terms, " &\n+ ") + "\nend forall\nu = v\nend do\nend program\n"
}

// Units that could take for ever have an estimate all the same.
func TestPathologicalUnits(t *testing.T) {
	for name, text := range pathological() {
		t.Run(name, func(t *testing.T) {
			u := unitOf(t, "x.f90", text, settings.Settings{})
			if long := strings.HasPrefix(name, "messages"); u.Charge.Total() <= 0 || strings.HasSuffix(u.Reading, ", sampled") && !long {
				t.Errorf("%s: %+v, reading %s", name, u.Charge, u.Reading)
			}
		})
	}
}

func BenchmarkPathological(b *testing.B) {
	for name, text := range pathological() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				unitOf(b, "x.f90", text, settings.Settings{})
			}
		})
	}
}

// Cold: parse, analyse and cost, for every mapping of Laplace.
func BenchmarkPredictLaplace(b *testing.B) {
	for _, name := range []string{"laplace.f90", "laplace_rows.f90", "laplace_columns.f90", "laplace_fixed.f"} {
		b.Run(name, func(b *testing.B) {
			text := example(b, name)
			b.ReportAllocs()
			for b.Loop() {
				unitOf(b, name, text, settings.Settings{})
			}
		})
	}
}

// From a changed character to the report of the file.
func BenchmarkEdit(b *testing.B) {
	text := example(b, "laplace.f90")
	w := workspace.New(texts.FS{})
	w.Open("x.f90", "", 0, text)
	edited := 0
	b.ReportAllocs()
	for b.Loop() {
		edited++ // another text each time, so that nothing is remembered
		changed := source.NewText(strings.Replace(text, "0.25", fmt.Sprint("0.", edited), 1))
		snap, err := w.Change("x.f90", int32(edited), changed)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := File(context.Background(), snap, "x.f90", settings.Settings{}); err != nil {
			b.Fatal(err)
		}
	}
}

// From another problem size to the report: nothing is analysed again.
func BenchmarkSetting(b *testing.B) {
	snap := workspace.New(texts.FS{"x.f90": example(b, "laplace.f90")}).Snapshot()
	size := 64.0
	b.ReportAllocs()
	for b.Loop() {
		size++
		if _, err := File(context.Background(), snap, "x.f90", settings.Settings{Values: map[string]float64{"n": size}}); err != nil {
			b.Fatal(err)
		}
	}
}

// The formula of a unit, which nobody waits for until it is shown.
func BenchmarkFormula(b *testing.B) {
	n := numbersOf(b, modelsOf("x.f90", example(b, "laplace.f90"), shipped(b, "ipsc860"))[0], settings.Settings{})
	b.ReportAllocs()
	for b.Loop() {
		if exact, _ := n.unitFormula(); exact.String() == "" {
			b.Fatal("no formula")
		}
	}
}
