package evaluate

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/explain"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/edits"
	"github.com/parlens/parlens/internal/oracle/texts"
)

var (
	editSeed  = flag.Uint64("seed", 0, "seed of the random edits; 0 draws one")
	editCount = flag.Int("edits", 60, "random edits of each text of the incremental test")
)

// After random edits the graphs, with all messages, and the explanations are
// what they are from scratch; those of one line are what the whole one says of
// it.
func TestIncrementalExplanation(t *testing.T) {
	seed := *editSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("-seed %d", seed)
	count := *editCount
	if testing.Short() {
		count /= 24
	}
	solverStart, _, _ := strings.Cut(solver(64, 256), "! next\n") // what is followed is executed again after an edit
	for path, start := range map[string]string{
		"solver.f90": solverStart + "end do\nend program\n" + smoother, "laplace.f90": example(t, "laplace.f90"), "hydro.f": example(t, "hydro.f"), "mpi.f90": passing(t, "mpi", "laplace.f90"),
		"mixture.f90": mixture,
	} {
		t.Run(path, func(t *testing.T) {
			c := &comparison{T: t, r: rand.New(rand.NewPCG(seed, uint64(len(start)))), path: path, start: start}
			c.reset()
			for i := 0; i < count || c.messages == 0 && i < 20*count; i++ {
				if i > 0 && i%count == 0 { // edits have taken the directives away
					c.reset()
				}
				if c.edit(); t.Failed() {
					t.Fatalf("after\n%s", c.text.String())
				}
			}
			if c.messages == 0 || c.statements == 0 {
				t.Errorf("only %d messages and %d statements were compared", c.messages, c.statements)
			}
		})
	}
}

// mixture has statements of many kinds next to each other, some of them equal but
// for what stands around them.
const mixture = `program mixture
  integer, parameter :: n = 24
  integer :: g, h, i, j, index(n)
  real :: s, r
  real, dimension(n,n) :: a, b, c, d
  real :: e(n), f(n)
!HPF$ PROCESSORS p(2,2)
!HPF$ PROCESSORS q(4)
!HPF$ DISTRIBUTE (BLOCK,BLOCK) ONTO p :: a, b
!HPF$ DISTRIBUTE (BLOCK,CYCLIC) ONTO p :: c
!HPF$ DYNAMIC d
!HPF$ DISTRIBUTE d(BLOCK,*) ONTO q
!HPF$ ALIGN (i) WITH a(i,*) :: e, index
!HPF$ DISTRIBUTE f(CYCLIC(2)) ONTO q
  do g = 1, 8
    a(2:n,:) = b(1:n-1,:)
    a(2:n,:) = b(1:n-1,:)
!HPF$ INDEPENDENT, NEW(r), ON HOME(b(i,j))
    do j = 2, n
      do i = 2, n
        r = b(i-1,j) + c(i,j-1)
        a(i,j) = r*e(i)
      end do
    end do
    forall (i = 1:n, j = 1:n, a(i,j) > 0.5) b(i,j) = a(j,i) + c(i,3)
    where (a(:,1) > 1.0)
      e = e + b(:,2)
    elsewhere
      e = f
    end where
!HPF$ REDISTRIBUTE d(*,BLOCK) ONTO q
    do i = 1, n
      do j = i, n
        d(i,j) = d(i,j) + a(i,j)*b(j,i)
      end do
    end do
!HPF$ REDISTRIBUTE d(BLOCK,*) ONTO q
    h = g + 1
    do i = 1, n
      e(i) = b(i,h)
    end do
    s = dot_product(e, f) + maxval(a(:,2))
    if (g > 4) then
      e(2:n) = f(1:n-1)
    else
      e(2:n) = f(1:n-1)
      f = cshift(e, 1)
      f = cshift(f, 2)
      c = matmul(c, b)
    end if
  end do
  s = 0.0
  do i = 1, n
    s = s + e(i)*f(i)
  end do
  e = f(index)
  do h = 1, n
    if (e(h) > s) s = e(h)
  end do
end program mixture
`

// comparison edits one text step by step.
type comparison struct {
	*testing.T
	r       *rand.Rand
	path    string
	start   string
	text    *source.Text
	w       *workspace.Workspace
	version int32
	before  []*source.Text // to go back to

	messages, statements int // compared
}

func (c *comparison) reset() {
	c.text, c.before = source.NewText(c.start), nil
	c.w = workspace.New(texts.FS{})
	c.w.Open(c.path, "", 0, c.start)
}

// edit makes a random edit and compares. Most edits leave a program: now and
// then it begins again, or some edits are undone. Several small edits at once
// change several statements.
func (c *comparison) edit() {
	c.before = append(c.before, c.text)
	switch n := c.r.IntN(15); {
	case n == 0:
		c.text = source.NewText(c.start)
	case n < 4:
		c.apply(edits.Random(c.r, c.text))
	case n < 7:
		c.text = c.before[c.r.IntN(len(c.before))]
	default:
		for range 1 + c.r.IntN(3) {
			c.apply(edits.Small(c.r, c.text))
		}
	}
	c.changed()
}

// replace puts other words in the place of some, and compares.
func (c *comparison) replace(old, new string) {
	at := strings.Index(c.text.String(), old)
	c.apply(source.Edit{Span: source.Span{Start: at, End: at + len(old)}, New: new})
	c.changed()
}

// changed compares the text that has come now with itself from scratch.
func (c *comparison) changed() {
	c.version++
	snap, err := c.w.Change(c.path, c.version, c.text)
	if err != nil {
		c.Fatal(err)
	}
	c.compare(snap, workspace.New(texts.FS{c.path: c.text.String()}).Snapshot())
}

func (c *comparison) apply(e source.Edit) {
	text, err := c.text.Apply(e)
	if err != nil {
		c.Fatal(err)
	}
	c.text = text
}

func (c *comparison) compare(edited, scratch *workspace.Snapshot) {
	got, want := c.explain(edited, report.AllLines), c.explain(scratch, report.AllLines)
	if !reflect.DeepEqual(got, want) {
		c.Errorf("the explanation is not the one from scratch:\n%s", difference(dumped(got), dumped(want)))
	}
	if got, want := c.graphs(edited), c.graphs(scratch); got != want {
		c.Errorf("the graph is not the one from scratch:\n%s", difference(got, want))
	}
	line := 1 + c.r.IntN(c.text.Lines())
	alone := c.at(c.explain(edited, report.Lines{First: line, Last: line}), line)
	if whole := c.at(got, line); !reflect.DeepEqual(alone, whole) {
		c.Errorf("what is said of line %d is not what the whole explanation says:\n%+v\n%+v", line, alone, whole)
	}
}

func (c *comparison) explain(snap *workspace.Snapshot, lines report.Lines) *report.Explanation {
	x, err := explainPath(context.Background(), snap, c.path, lines, settings.Settings{})
	if err != nil {
		c.Fatal(err)
	}
	for _, u := range x.Units {
		c.messages, c.statements = c.messages+len(u.Communications), c.statements+len(u.Statements)
	}
	return x
}

// at is what an explanation says of a line, without the values that all of it
// rests on.
func (c *comparison) at(x *report.Explanation, line int) []*explain.Unit {
	var out []*explain.Unit
	for _, u := range x.Units {
		if u.Start <= line && line <= u.End {
			of := u.At(line, c.text.Line(line))
			of.Values = nil
			out = append(out, of)
		}
	}
	return out
}

func dumped(x *report.Explanation) string {
	var b strings.Builder
	for _, u := range x.Units {
		fmt.Fprintf(&b, "%v\n%+v\n%+v\n%+v\n", u.Values, u.Arrays, u.Unknown, u.Processors)
		for _, l := range u.Loops {
			fmt.Fprintf(&b, "%+v\n", l)
		}
		for _, s := range u.Statements {
			fmt.Fprintf(&b, "%+v\n", s)
		}
		for _, c := range u.Communications {
			fmt.Fprintf(&b, "%+v\n", c)
		}
	}
	return b.String()
}

// difference returns the first lines in which two texts differ.
func difference(got, want string) string {
	x, y := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i] + "\n" + y[i]
		}
	}
	return fmt.Sprintf("%d and %d lines", len(x), len(y))
}

// graphs writes the graphs of all units.
func (c *comparison) graphs(snap *workspace.Snapshot) string {
	f, err := snap.File(c.path)
	if err != nil {
		c.Fatal(err)
	}
	m, err := Machine(snap, "")
	if err != nil {
		c.Fatal(err)
	}
	var b strings.Builder
	procs := newProcedures(snap)
	for i := range snap.Program(f).Units {
		md, err := newLinker(snap.Memo(), m, settings.Settings{}).model(context.Background(), procs.root(f, i), nil)
		if err != nil {
			c.Fatal(err)
		}
		if md.graph == nil {
			fmt.Fprintln(&b, md.problem)
			continue
		}
		md.listing.list(md.graph, func(g *aag.Graph) { writeGraph(&b, g) })
	}
	return b.String()
}

func writeGraph(b *strings.Builder, g *aag.Graph) {
	text := func(es ...symbolic.Expr) {
		for _, e := range es {
			if e != 0 {
				b.WriteString("; " + g.Builder.A.String(e))
			}
		}
	}
	for _, u := range g.Units {
		fmt.Fprintf(b, "%d %s %v %d %s", u.Tag, u.Kind, u.At, u.Depth, u.Reason)
		text(u.Local, u.Entries, u.Count, u.Weight, u.Share)
		if u.Partition != nil {
			writePartition(u.Partition, text)
		}
		if m := u.Comm; m != nil {
			fmt.Fprintf(b, "\n  %s level %d, %s %s", m.Describe(), m.Level, m.Pinned, m.Reason)
			text(m.Elements, m.Messages, m.Stages)
			for _, r := range m.From {
				text(r.First, r.Last)
			}
		}
		b.WriteString("\n")
	}
	for _, l := range g.Loops {
		fmt.Fprintf(b, "loop %v %v %s", l.At, l.End, l.Why)
		text(l.Total, l.Entries)
		b.WriteString("\n")
	}
	fmt.Fprintln(b, g.Assumed, g.Problems)
}

func writePartition(p *comm.Partition, text func(...symbolic.Expr)) {
	for _, l := range p.Order {
		for _, s := range p.Shares.Of(l) {
			text(s.First, s.Last, s.Count)
		}
	}
	text(p.Guards...)
}
