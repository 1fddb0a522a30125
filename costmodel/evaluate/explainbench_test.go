package evaluate

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// solver is a file whose first unit has 500 lines (150 in short tests), as codes of that length
// are: in the loop over time steps stencils, sweeps in both directions, norms,
// boundaries, conditions, gathers, changes of the mapping and calls take turns,
// none like the one before.
func solver(n, m int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "program solver\n  integer, parameter :: n = %d, m = %d\n", n, m)
	b.WriteString(`  integer :: i, j, k, step
  real :: s, r, omega, dt
  real, dimension(n,n) :: u, v, w, f, g, h
  real, dimension(m) :: x, y, z
  integer, dimension(m) :: index
!HPF$ PROCESSORS p(2,2)
!HPF$ PROCESSORS q(4)
!HPF$ TEMPLATE t(n,n)
!HPF$ DISTRIBUTE t(BLOCK,BLOCK) ONTO p
!HPF$ ALIGN (i,j) WITH t(i,j) :: u, v, w, f
!HPF$ DYNAMIC :: g
!HPF$ DISTRIBUTE (BLOCK,*) ONTO q :: g, h
!HPF$ DISTRIBUTE (CYCLIC) ONTO q :: x, y, z, index
  omega = 1.5
  dt = 0.25
  do step = 1, 20
`)
	arrays, lines := []string{"u", "v", "w", "f"}, 460
	if testing.Short() {
		lines = 110
	}
	for k := 0; strings.Count(b.String(), "\n") < lines; k++ {
		a, c, d := arrays[k%4], arrays[(k+1)%4], arrays[(k+2)%4]
		switch k % 8 {
		case 0:
			fmt.Fprintf(&b, "    ! relax\n    forall (i = %d:n-1, j = 2:n-%d)\n      %s(i,j) = 0.25*(%s(i-1,j) + %s(i+1,j) &\n        + %s(i,j-1) + %s(i,j+1)) - %s(i,j)\n    end forall\n", 2+k/8, 1+k/16, a, c, c, c, c, d)
		case 1:
			fmt.Fprintf(&b, "    do j = 2, n\n      do i = 1, n - %d\n        %s(i,j) = %s(i,j) - omega*%s(i,j-1)\n      end do\n    end do\n", k/8, a, a, a)
		case 2:
			fmt.Fprintf(&b, "    ! the norm\n    s = 0.0\n    do j = 1, n\n      do i = %d, n\n        s = s + (%s(i,j) - %s(i,j))**2\n      end do\n    end do\n    if (s > 1.0) then\n      r = s*dt\n    else\n      r = dt\n    end if\n", 1+k/8, a, c)
		case 3:
			fmt.Fprintf(&b, "    %s(1,:) = %s(n,:)\n    %s(:,n) = %s(:,%d)*r\n    r = maxval(abs(%s - %s))\n", a, c, a, d, 2+k/8, a, c)
		case 4:
			fmt.Fprintf(&b, "!HPF$ REDISTRIBUTE g(*,BLOCK)\n    do j = 1, n\n      do i = 2, n\n        g(i,j) = g(i-1,j) + %d.0*dt\n      end do\n    end do\n!HPF$ REDISTRIBUTE g(BLOCK,*)\n    do i = 1, n\n      do j = 2, n\n        g(i,j) = g(i,j-1)*h(i,j)\n      end do\n    end do\n", k)
		case 5:
			fmt.Fprintf(&b, "    do k = 2, m - %d\n      if (x(k) > y(k)) then\n        z(k) = x(k)*dt\n      else\n        z(k) = x(k-1) + y(k+1)\n      end if\n    end do\n    x = y(index)\n", 1+k/8)
		case 6:
			fmt.Fprintf(&b, "    where (%s > %d.0)\n      %s = %s*omega\n    end where\n    call smooth(%s, n)\n    h(:,2:n) = cshift(g(:,2:n), %d, 1)\n", a, k, a, c, d, 1+k/8)
		case 7:
			fmt.Fprintf(&b, "!HPF$ INDEPENDENT, NEW(r)\n    do j = 2, n - 1\n      do i = 2, n - %d\n        r = %s(i-1,j-1) + %s(i+1,j+1)\n        %s(i,j) = r*%s(i,j) + dt\n      end do\n    end do\n    ! next\n", 1+k/8, c, d, a, a)
		}
	}
	b.WriteString("  end do\n")
	for k := 0; strings.Count(b.String(), "\n") < lines+39; k++ {
		fmt.Fprintf(&b, "  u(:,%d) = v(:,%d)\n", k+1, n-k)
	}
	b.WriteString("end program solver\n" + smoother)
	return b.String()
}

const smoother = `
subroutine smooth(a, n)
  integer, intent(in) :: n
  real, intent(inout) :: a(n,n)
!HPF$ INHERIT a
  a(2:n-1,:) = 0.5*(a(1:n-2,:) + a(3:n,:))
end subroutine smooth
`

// From a changed character to the explanation of the line, in a unit of 500
// lines.
func BenchmarkExplainLine(b *testing.B) {
	benchmarkExplain(b, func(line int) report.Lines { return report.Lines{First: line, Last: line} })
}

// The same for the whole file, which is what the command and the SPMD reading
// list.
func BenchmarkExplainAll(b *testing.B) {
	benchmarkExplain(b, func(int) report.Lines { return report.AllLines })
}

// benchmarkExplain changes a number in another place of the unit each time, so
// that nothing of it is remembered.
func benchmarkExplain(b *testing.B, asked func(line int) report.Lines) {
	text := solver(256, 4096)
	w := workspace.New(texts.FS{})
	w.Open("x.f90", "", 0, text)
	places := strings.Count(text, "0.25*")
	edited := 0
	b.ReportAllocs()
	for b.Loop() {
		edited++
		at := -1
		for range 1 + edited%places {
			at += 1 + strings.Index(text[at+1:], "0.25*")
		}
		changed := source.NewText(text[:at] + fmt.Sprintf("0.%d*", edited) + text[at+len("0.25*"):])
		snap, err := w.Change("x.f90", int32(edited), changed)
		if err != nil {
			b.Fatal(err)
		}
		line := changed.LineOf(at)
		x, err := explainPath(context.Background(), snap, "x.f90", asked(line), settings.Settings{})
		if err != nil {
			b.Fatal(err)
		}
		if len(x.Units[0].At(line, changed.Line(line)).Statements) == 0 {
			b.Fatalf("nothing is said of line %d", line)
		}
	}
}

// What is remembered of a unit does not grow with the edits, once the first ones
// are forgotten.
func TestExplainForgets(t *testing.T) {
	text, _, _ := strings.Cut(solver(64, 256), "! next\n")
	text += "end do\nend program\n"
	w := workspace.New(texts.FS{})
	w.Open("x.f90", "", 0, text)
	at := strings.Index(text, "0.25*")
	var sizes [2]uint64
	each := 30
	if testing.Short() {
		each = 12
	}
	for edited := 1; edited <= 2*each; edited++ {
		snap, err := w.Change("x.f90", int32(edited), source.NewText(text[:at]+fmt.Sprintf("0.%d*", edited)+text[at+len("0.25*"):]))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := explainPath(context.Background(), snap, "x.f90", report.Lines{First: 20, Last: 20}, settings.Settings{}); err != nil {
			t.Fatal(err)
		}
		if edited%each == 0 {
			var stats runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&stats)
			sizes[edited/each-1] = stats.HeapAlloc
		}
	}
	// Some 50 KB stay of each edit for a while: the heap goes up and down over 60 to 90 edits.
	if grown := int64(sizes[1]) - int64(sizes[0]); grown > 2<<20 {
		t.Errorf("%d edits leave %d KB behind", each, grown>>10)
	}
	runtime.KeepAlive(w)
}

// An explanation of a line whose hints have been asked for, as a reader's pointer comes
// to it.
func BenchmarkExplainBehindHints(b *testing.B) {
	text := solver(256, 4096)
	w := workspace.New(texts.FS{})
	w.Open("x.f90", "", 0, text)
	for edited := int32(1); b.Loop(); edited++ {
		b.StopTimer()
		snap, err := w.Change("x.f90", edited, source.NewText(strings.Replace(text, "0.25*", fmt.Sprintf("0.%d*", edited), 1)))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := File(context.Background(), snap, "x.f90", settings.Settings{}); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		line := 1 + strings.Count(text[:strings.Index(text, "0.25*")], "\n")
		if _, err := explainPath(context.Background(), snap, "x.f90", report.Lines{First: line, Last: line}, settings.Settings{}); err != nil {
			b.Fatal(err)
		}
	}
}
