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
	"github.com/parlens/parlens/internal/edits"
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

// After every random edit, Reparse gives what Parse gives.
func TestReparse(t *testing.T) {
	// A procedure of several chunks of the text, and of the bytes looked ahead.
	long := strings.Replace(hosted, "    x = 1\n", strings.Repeat("    x(1) = x(2) + 1 ! long\n", 800), 1)
	texts := map[string]fortran.Form{hosted: fortran.Free, columns: fortran.Fixed, generated(250): fortran.Free, long: fortran.Free}
	for start, form := range texts {
		t.Run(strconv.Itoa(len(start)), func(t *testing.T) { checkReparse(t, randomSource(t), start, form) })
	}
}

func checkReparse(t *testing.T, r *rand.Rand, start string, form fortran.Form) {
	parser := fortran.Parser{Options: fortran.Options{Form: form}}
	file := parser.Parse(source.NewText(start))
	count := *editCount
	if len(start) > 1<<14 {
		count /= 5
	}
	for i := range count {
		if i%50 == 0 {
			file = parser.Reparse(file, source.NewText(start))
		}
		edit := edits.Random(r, file.Text)
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
	parser := fortran.Parser{Unit: func(text string, _ fortran.Options, parse func() *fortran.Tree) *fortran.Tree {
		parsed++
		return parse()
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
