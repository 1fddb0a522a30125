package fortran_test

import (
	"flag"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/oracle/edits"
)

var (
	editCount = flag.Int("edits", 300, "random edits of the incremental tests")
	editSeed  = flag.Uint64("seed", 0, "seed of the random edits; 0 is another one each time")
)

func randomSource(t testing.TB) *rand.Rand {
	seed := *editSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// hosted is a module with procedures, between two other units.
const hosted = `subroutine first(a, n)
  real a(n)
  a = 1
end subroutine

module m
  real x(10)
contains
  subroutine one
    x = 1
  contains
    subroutine inner
    end subroutine
  end subroutine one
  function two(y)
    two = y
  end function
  subroutine three
    interface
      subroutine far(b)
      end subroutine
    end interface
    x = 2
  end subroutine three
end module m

subroutine last
  print *, 'x'
end
program p
  call last
end program p
`

const columns = `      SUBROUTINE A(X)                                                     00000010
C     COMMENT
      REAL X                                                              00000020
CHPF$ DISTRIBUTE X(BLOCK)
      X = 1 +
     &    2
      END
      PROGRAM P
      CALL A(1.0)
      END
`

// conditional is read with the macro X set.
const conditional = `#define Y 2
subroutine a
#ifdef X
  x = 1
#else
  x = 2
#endif
end subroutine
#if Y > 1
subroutine b
#undef Y
end subroutine
#ifdef Y
subroutine c
end subroutine
#else
subroutine d
#define Z
end subroutine
#endif
#elif X
subroutine e
end subroutine
#endif
module m
#undef X
contains
  subroutine f
#ifdef X
    y = 1
#elif defined(Z)
    y = 2
#endif
  end subroutine
#ifndef X
  subroutine g
  end subroutine
#endif
end module
subroutine h
end subroutine
`

var preprocessorLines = []string{"#ifdef X", "#ifndef Y", "#if Y > 1", "#else", "#elif defined(Z)", "#endif", "#define X", "#undef X", "#undef Y", "#define Y 3"}

// The same where macros decide what is read.
func TestReparseConditional(t *testing.T) {
	r := randomSource(t)
	for _, start := range []string{conditional, hosted} {
		t.Run(start, func(t *testing.T) {
			checkReparse(t, fortran.Options{Defines: fortran.Defines([]string{"X"})}, start, func(text *source.Text) source.Edit {
				if r.IntN(3) > 0 {
					return edits.Random(r, text)
				}
				at := text.LineStart(1 + r.IntN(text.Lines()))
				return source.Edit{Span: source.Span{Start: at, End: at}, New: preprocessorLines[r.IntN(len(preprocessorLines))] + "\n"}
			})
		})
	}
}

// After every random edit, Reparse gives what Parse gives.
func TestReparse(t *testing.T) {
	// A procedure of several chunks of the text, and of the bytes looked ahead.
	long := strings.Replace(hosted, "    x = 1\n", strings.Repeat("    x(1) = x(2) + 1 ! long\n", 800), 1)
	texts := map[string]fortran.Form{hosted: fortran.Free, columns: fortran.Fixed, generated(250): fortran.Free, long: fortran.Free}
	for start, form := range texts {
		t.Run(strconv.Itoa(len(start)), func(t *testing.T) {
			r := randomSource(t)
			checkReparse(t, fortran.Options{Form: form}, start, func(text *source.Text) source.Edit { return edits.Random(r, text) })
		})
	}
}

func checkReparse(t *testing.T, options fortran.Options, start string, random func(*source.Text) source.Edit) {
	parser := fortran.Parser{Options: options}
	file := parser.Parse(source.NewText(start))
	count := *editCount
	if len(start) > 1<<14 {
		count /= 5
	}
	if testing.Short() {
		count /= 3
	}
	for i := range count {
		if i%50 == 0 {
			file = parser.Reparse(file, source.NewText(start))
		}
		edit := random(file.Text)
		text, err := file.Text.Apply(edit)
		if err != nil {
			t.Fatal(err)
		}
		next := parser.Reparse(file, text)
		if want := parser.Parse(text); !reflect.DeepEqual(next, want) {
			t.Fatalf("edit %d, %+v of\n%s\ngives\n%s\nwant\n%s", i, edit, file.Text.String(), fileText(text, next), fileText(text, want))
		}
		file = next
	}
}

// An edit of one procedure parses few units again.
func TestReparseIsLocal(t *testing.T) {
	parsed := 0
	parser := fortran.Parser{Unit: func(p fortran.Parser, text string) *fortran.Tree {
		parsed++
		return p.ParseUnit(text)
	}}
	file := parser.Parse(source.NewText(hosted))
	if parsed != len(file.Units) {
		t.Fatalf("%d trees of %d units", parsed, len(file.Units))
	}
	parsed = 0
	text, _ := file.Text.Apply(source.Edit{Span: source.Span{Start: 180, End: 180}, New: " "})
	if parser.Reparse(file, text); parsed == 0 || parsed > 4 {
		t.Errorf("%d units were parsed again", parsed)
	}
}
