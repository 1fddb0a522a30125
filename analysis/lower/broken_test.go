package lower_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/source"
)

// inputs returns the showcase programs and the inputs of the fixtures by path.
func inputs(t testing.TB) map[string]string {
	out := map[string]string{}
	programs, _ := filepath.Glob("../../testdata/hpf/*.f*")
	for _, path := range programs {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out[path] = string(data)
	}
	fixtures, _ := filepath.Glob("testdata/*.txtar")
	for _, path := range fixtures {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out[path+"/"+archive.Files[0].Name] = string(archive.Files[0].Data)
	}
	return out
}

// check lowers a text and reports places outside it.
func check(t *testing.T, text string, form fortran.Form) *lower.File {
	t.Helper()
	f := lower.Lower(fortran.Parse(source.NewText(text), form))
	for _, d := range f.Diagnostics {
		if d.Span.Start < 0 || d.Span.End > len(text) || d.Span.End < d.Span.Start || d.Message == "" || d.Code == "" {
			t.Fatalf("diagnostic %v in %q", d, text)
		}
	}
	return f
}

// Whatever is typed or cut, something is lowered, messages point into the
// text, and a unit behind a broken one is not touched.
func TestBrokenText(t *testing.T) {
	step := 7
	if testing.Short() {
		step = 61
	}
	for path, text := range inputs(t) {
		form := fortran.FormOf(path)
		for i := 0; i < len(text); i += step {
			check(t, text[:i], form)
		}
		random := rand.New(rand.NewPCG(1, uint64(len(text))))
		for range 60 {
			broken := mutate(random, text)
			f := check(t, broken+"\n      end\n      subroutine last\n      y = 1\n      end\n", form)
			if last := f.Units[len(f.Units)-1]; last.Name == "last" && len(last.Body) != 1 {
				t.Errorf("%s: the unit behind %q has %d statements", path, broken, len(last.Body))
			}
		}
	}
}

// mutate changes some places of a text as typing does: a key, a cut, a copy.
func mutate(random *rand.Rand, text string) string {
	const keys = "()'\"&!;,:=*/+-.%#$\n\t aeiD0123\x00\xc3"
	for range 1 + random.IntN(4) {
		at := random.IntN(len(text) + 1)
		end := min(len(text), at+random.IntN(12))
		switch random.IntN(3) {
		case 0:
			text = text[:at] + string(keys[random.IntN(len(keys))]) + text[at:]
		case 1:
			text = text[:at] + text[end:]
		case 2:
			text = text[:end] + text[at:]
		}
	}
	return text
}

// Chains and towers that broken or generated code can hold take no time.
func TestHostileText(t *testing.T) {
	const n = 3000
	chain := "integer, parameter :: a0 = 1\n"
	aligns := "real x0(10)\n!HPF$ DISTRIBUTE x0(BLOCK)\n"
	types := "type t0\nend type\n" // of 2**3000 empty components
	for i := 1; i < n; i++ {
		types += "type " + name("t", i) + "\ntype(" + name("t", i-1) + ") a, b\nend type\n"
		one, two := name("a", i), name("a", i-1)
		chain += "integer, parameter :: " + one + " = " + two + " + " + two + "\n"
		aligns += "real " + name("x", i) + "(10)\n!HPF$ ALIGN " + name("x", i) + " WITH " + name("x", i-1) + "\n"
	}
	for what, text := range map[string]string{
		"parameters":  chain,
		"alignments":  aligns,
		"structures":  types + "type(" + name("t", 30) + ") x, y\nx = y",
		"parentheses": "x = " + strings.Repeat("(", 100_000),
		"closed":      "x = " + strings.Repeat("(", 10_000) + "1" + strings.Repeat(")", 10_000),
		"minus":       "x = " + strings.Repeat("-", 100_000) + "1",
		"power":       "x = 1" + strings.Repeat("**2", 100_000),
		"sum":         "x = 1" + strings.Repeat("+1", 100_000),
		"loops":       strings.Repeat("do\n", 20_000),
		"ifs":         "if (a) " + strings.Repeat("if (a) ", 20_000) + "x = 1",
		"lines":       "x = &\n" + strings.Repeat("1 + &\n", 20_000),
		"semicolons":  strings.Repeat(";", 100_000) + strings.Repeat("x=1;", 10_000),
		"commas":      "call f(" + strings.Repeat("a,", 50_000) + "a)",
		"headings":    strings.Repeat("subroutine s\ncontains\n", 3_000),
		"names":       "x" + strings.Repeat("%y", 50_000) + " = 1",
	} {
		t.Run(what, func(t *testing.T) { check(t, text, fortran.Free) })
	}
}

func name(stem string, i int) string {
	digits := ""
	for ; i > 0; i /= 10 {
		digits = string(rune('0'+i%10)) + digits
	}
	if digits == "" {
		digits = "0"
	}
	return stem + digits
}

func FuzzLower(f *testing.F) {
	for path, text := range inputs(f) {
		f.Add(text, fortran.FormOf(path) == fortran.Fixed)
	}
	f.Fuzz(func(t *testing.T, text string, fixed bool) {
		form := fortran.Free
		if fixed {
			form = fortran.Fixed
		}
		check(t, text, form)
	})
}
