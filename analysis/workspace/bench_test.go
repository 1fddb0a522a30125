package workspace

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/oracle/edits"
)

var sizes = []int{10_000, 100_000}

func opened(text string) (*Workspace, *File) {
	w, _ := project(nil)
	f, _ := w.Open("/r/big.f90", "fortran", 0, text).File("/r/big.f90")
	return w, f
}

// From the text to the tree with its blocks, nothing known before. The ratio is
// to what gfortran takes to check the syntax of the same file, where it is
// installed.
func BenchmarkCold(b *testing.B) {
	for _, lines := range sizes {
		b.Run(fmt.Sprint(lines), func(b *testing.B) {
			text := edits.Program(lines)
			b.ReportAllocs()
			for b.Loop() {
				w, f := opened(text)
				w.Snapshot().Syntax(f)
			}
			b.ReportMetric(float64(strings.Count(text, "\n"))/(b.Elapsed().Seconds()/float64(b.N)), "lines/s")
			if other := gfortran(b, text); other > 0 {
				b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/other.Seconds(), "of-gfortran")
			}
		})
	}
}

// gfortran returns the time of gfortran -fsyntax-only, 0 where there is none.
func gfortran(b *testing.B, text string) time.Duration {
	compiler, err := exec.LookPath("gfortran")
	if err != nil {
		return 0
	}
	file := filepath.Join(b.TempDir(), "big.f90")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	if err := exec.Command(compiler, "-fsyntax-only", file).Run(); err != nil {
		b.Logf("gfortran: %v", err)
	}
	return time.Since(start)
}

// From the text to the program with all names and layouts.
func BenchmarkColdProgram(b *testing.B) {
	for _, lines := range sizes {
		b.Run(fmt.Sprint(lines), func(b *testing.B) {
			text := edits.Program(lines)
			for b.Loop() {
				w, f := opened(text)
				w.Snapshot().Program(f)
			}
		})
	}
}

// One character is typed in the middle of the file: from the edit to the new
// tree, and to the new program.
func BenchmarkEdit(b *testing.B) {
	for _, lines := range sizes {
		b.Run(fmt.Sprint(lines, "/tree"), func(b *testing.B) { benchmarkEdit(b, lines, Reading{}, func(s *Snapshot, f *File) { s.Syntax(f) }) })
		b.Run(fmt.Sprint(lines, "/tree-macros"), func(b *testing.B) {
			benchmarkEdit(b, lines, Reading{Define: []string{"MPI"}}, func(s *Snapshot, f *File) { s.Syntax(f) })
		})
		b.Run(fmt.Sprint(lines, "/program"), func(b *testing.B) { benchmarkEdit(b, lines, Reading{}, func(s *Snapshot, f *File) { s.Program(f) }) })
	}
}

func benchmarkEdit(b *testing.B, lines int, reading Reading, compute func(*Snapshot, *File)) {
	w, f := opened(edits.Program(lines))
	w.Configure(reading)
	compute(w.Snapshot(), f)
	at := strings.Index(f.Text.String()[f.Text.Len()/2:], "s = s + abs") + f.Text.Len()/2 + len("s = s + ")
	text, i := f.Text, 0
	b.ReportAllocs()
	for b.Loop() {
		edit := source.Edit{Span: source.Span{Start: at, End: at}, New: string(rune('a' + i%26))}
		if i%8 == 7 { // the word does not grow without end
			edit = source.Edit{Span: source.Span{Start: at, End: at + 7}}
		}
		text, _ = text.Apply(edit)
		s, _ := w.Change("/r/big.f90", int32(i), text)
		f, _ := s.File("/r/big.f90")
		compute(s, f)
		i++
	}
}

// What is kept of an open file after a thousand edits.
func BenchmarkRetained(b *testing.B) {
	for _, lines := range sizes {
		b.Run(fmt.Sprint(lines), func(b *testing.B) {
			for b.Loop() {
				before := heap()
				w, f := opened(edits.Program(lines))
				w.Snapshot().Syntax(f)
				b.ReportMetric(float64(heap()-before)/1e6, "MB-tree")
				w.Snapshot().Program(f)
				b.ReportMetric(float64(heap()-before)/1e6, "MB-program")
				text := f.Text
				for i := range 1000 {
					at := text.LineStart((i*37)%text.Lines() + 1)
					text, _ = text.Apply(source.Edit{Span: source.Span{Start: at, End: at}, New: "! c\n"})
					s, _ := w.Change("/r/big.f90", int32(i), text)
					f, _ = s.File("/r/big.f90")
					s.Program(f)
				}
				b.ReportMetric(float64(heap()-before)/1e6, "MB-edited")
				runtime.KeepAlive(w)
				text, f, w = nil, nil, nil
			}
		})
	}
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
