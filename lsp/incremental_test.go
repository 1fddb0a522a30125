package lsp

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/internal/oracle/edits"
)

var (
	editSeed  = flag.Uint64("seed", 0, "seed of the random edits; 0 draws one")
	editCount = flag.Int("edits", 12, "random edits of each text of TestIncrementalAnswers")
)

// calling has procedures that call each other, in modules and beside them, with
// mappings that are inherited and variables that are shared.
const calling = `module sizes
  integer, parameter :: n = 48
  real :: d(n,n), e
!HPF$ PROCESSORS p(2,2)
!HPF$ DISTRIBUTE d(BLOCK,BLOCK) ONTO p
contains
  subroutine relax(a, b)
    real, intent(inout) :: a(n,n), b(n,n)
!HPF$ INHERIT a, b
    integer :: i, j
!HPF$ INDEPENDENT, NEW(i)
    do j = 2, n - 1
      do i = 2, n - 1
        b(i,j) = 0.25*(a(i-1,j) + a(i+1,j) + a(i,j-1) + a(i,j+1))
      end do
    end do
    call store(a, b)
  end subroutine relax
  subroutine store(a, b)
    real :: a(n,n), b(n,n)
!HPF$ DISTRIBUTE *(BLOCK,BLOCK) ONTO p :: a, b
    a(2:n-1,2:n-1) = b(2:n-1,2:n-1)
    d = d + a
  end subroutine store
end module sizes

program main
  use sizes
  real, dimension(n,n) :: a, b, c
!HPF$ DISTRIBUTE (BLOCK,BLOCK) ONTO p :: a, b
!HPF$ DISTRIBUTE c(CYCLIC,*)
  common /shared/ f, g
  integer :: g, h
  a = 1.0
  e = 0.0
  do h = 1, 10
    call relax(a, b)
    if (e > 3.0) call outside(c, h)
    e = e + sum(abs(a - b))
  end do
  print *, e
end program main

subroutine outside(c, h)
  integer :: i, j, g, h
  real :: c(48,48)
  common /shared/ f, g
!HPF$ DISTRIBUTE c(CYCLIC,*)
  do i = 1, 48
    do j = 2, 48
      c(i,j) = c(i,j-1)*f + h
    end do
  end do
  call inside(g)
contains
  subroutine inside(j)
    integer :: j
    c(:,j) = cshift(c(:,3), 2)
  end subroutine inside
end subroutine outside
`

// TestIncrementalAnswers makes random edits and compares what a server says that has
// seen them all with what one says that opens the text: hints, lenses, hovers and
// diagnostics.
func TestIncrementalAnswers(t *testing.T) {
	seed := *editSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("-seed %d", seed)
	count := *editCount
	paths := []string{"hpf/codes/multigrid.f90", "hpf/codes/lu.f90", "hpf/codes/redblack.f90", "hpf/hydro.f", "xmp/laplace.f90", "dvm/jacobi.f", "mpi/laplace.f90", "coarray/heat.f90", "spar/adi.spar", "spar/programs/poisson.spar"}
	if testing.Short() {
		count /= 4
	} else {
		paths = append(paths, "spar/programs/mg.spar")
	}
	starts := map[string]string{"calling.f90": calling}
	for _, path := range paths {
		text, err := os.ReadFile("../testdata/" + path)
		if err != nil {
			t.Fatal(err)
		}
		starts[path] = string(text)
	}
	for path, start := range starts {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			c := &comparison{T: t, r: rand.New(rand.NewPCG(seed, uint64(len(start)))), uri: "file:///nowhere/" + path, start: start}
			c.begin()
			for range count {
				if c.edit(); t.Failed() {
					t.Fatalf("after\n%s", c.text)
				}
			}
			c.text = source.NewText(start) // which has hints, also where no edit has left any
			c.compare()
			if c.shown == 0 {
				t.Errorf("no hints were compared")
			}
		})
	}
}

// comparison edits one text step by step.
type comparison struct {
	*testing.T
	r       *rand.Rand
	uri     string
	start   string
	text    *source.Text
	before  []*source.Text // to go back to
	edited  *client
	version int
	shown   int // hints that were compared
}

func (c *comparison) begin() {
	c.text = source.NewText(c.start)
	c.edited = c.opened(c.start)
}

// opened returns a client that has opened a text.
func (c *comparison) opened(text string) *client {
	out := dial(c, Options{FS: &testFS{}})
	out.initialize(`{"textDocument":{"diagnostic":{},"hover":{"contentFormat":["markdown"]}}}`)
	out.open(c.uri, 1, text)
	return out
}

// edit makes an edit and compares. Most edits leave a program: now and then it
// begins again, or some edits are undone.
func (c *comparison) edit() {
	c.before = append(c.before, c.text)
	switch n := c.r.IntN(15); {
	case n == 0:
		c.text = source.NewText(c.start)
	case n < 3 && strings.HasSuffix(c.uri, ".spar"):
		c.apply(edits.Spar(c.r, c.text))
	case n < 4:
		c.apply(edits.Random(c.r, c.text))
	case n < 6:
		c.text = c.before[c.r.IntN(len(c.before))]
	default:
		for range 1 + c.r.IntN(2) {
			c.apply(edits.Small(c.r, c.text))
		}
	}
	c.compare()
}

// compare asks about the text both who has seen all edits and who opens it.
func (c *comparison) compare() {
	c.version++
	c.edited.change(c.uri, 1+c.version, object{"text": c.text.String()})
	scratch := c.opened(c.text.String())
	defer scratch.close()
	line := c.r.IntN(c.text.Lines())
	document := object{"uri": c.uri}
	for _, q := range []struct {
		method string
		params object
	}{
		{"inlayHint", object{"textDocument": document, "range": span(0, 0, c.text.Lines(), 0)}},
		{"codeLens", object{"textDocument": document}},
		{"diagnostic", object{"textDocument": document}},
		{"hover", object{"textDocument": document, "position": object{"line": line, "character": 4}}},
		{"hover", object{"textDocument": document, "position": object{"line": c.r.IntN(c.text.Lines()), "character": 4}}},
	} {
		got, want := c.answer(c.edited, q.method, q.params), c.answer(scratch, q.method, q.params)
		if got != want {
			c.Errorf("%s is not what it is from scratch:\n%s\n%s", q.method, got, want)
		}
		if q.method == "inlayHint" {
			c.shown += strings.Count(got, "label")
		}
	}
}

func (c *comparison) apply(e source.Edit) {
	text, err := c.text.Apply(e)
	if err != nil {
		c.Fatal(err)
	}
	c.text = text
}

func (c *comparison) answer(of *client, method string, params object) string {
	a := of.call("textDocument/"+method, params)
	if a.err != nil {
		return fmt.Sprint(a.err.Code, a.err.Message)
	}
	var result any
	if err := json.Unmarshal(a.result, &result); err != nil {
		c.Fatal(err)
	}
	return fmt.Sprint(result)
}
