package evaluate

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

const graphed = `program g
  integer, parameter :: n = 8
  real a(n), b(n), s
!HPF$ PROCESSORS p(2)
!HPF$ DISTRIBUTE a(BLOCK) ONTO p
!HPF$ ALIGN b(i) WITH a(i)
  integer i, k
  a = 1
  do k = 1, 3
    do i = 2, n
      b(i) = a(i-1)
    end do
    a = b
  end do
  s = sum(a)
  if (s > 1) then
    s = 1
  else
    call other(s)
  end if
end program
subroutine second
end subroutine
`

func graphsOf(t *testing.T, text, unit string) []*report.Graph {
	t.Helper()
	graphs, err := graphsPath(context.Background(), workspace.New(texts.FS{"g.f90": text}).Snapshot(), "g.f90", unit, settings.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return graphs
}

// By hand: the units in the order of the program with their line, what they are
// part of and how often they are executed; then the edges. The shift of a stands
// inside the loop over k, because a changes there, and before the one over i. It
// brings what line 8 has assigned in the first iteration and line 13 in all
// others.
func TestGraph(t *testing.T) {
	graphs := graphsOf(t, graphed, "")
	if len(graphs) != 2 || graphs[1].Unit != "second" || graphs[1].NoEstimate == "" {
		t.Fatalf("%d graphs", len(graphs))
	}
	g := graphs[0]
	var nodes, control, messages []string
	for _, n := range g.Nodes {
		nodes = append(nodes, fmt.Sprintf("%d %s %d in %d/%d x%g %s", n.ID, n.Kind, n.Line, n.Parent, n.Branch, n.Executions, n.Label))
	}
	for _, e := range g.Edges {
		edge := fmt.Sprintf("%d>%d", e.From, e.To)
		if e.Kind == "control" {
			control = append(control, edge)
		} else {
			messages = append(messages, edge+" "+e.Label)
		}
	}
	sameText(t, nodes, `0 Start 1 in -1/0 x0 g
1 IterD 8 in -1/0 x8 elements of a
2 Seq 8 in 1/0 x8 a
3 IterSync 9 in -1/0 x1 do k
4 Comm 11 in 3/0 x1 shift of a
5 IterD 10 in 3/0 x3 do i
6 Seq 11 in 5/0 x21 b
7 IterD 13 in 3/0 x24 elements of a
8 Seq 13 in 7/0 x24 a
9 IterD 15 in -1/0 x8 elements of sum
10 Seq 15 in 9/0 x8 sum
11 SyncSeq 15 in -1/0 x1 reduction
12 Seq 15 in -1/0 x1 s
13 Seq 16 in -1/0 x1 `+`
14 CondtD 16 in -1/0 x1 `+`
15 Seq 17 in 14/1 x0.5 s
16 Call 19 in 14/2 x0.5 call other: the time inside other is not included: its source is not known here
17 End 21 in -1/0 x0 `)
	sameText(t, control, strings.ReplaceAll("0>1 1>2 1>3 3>4 4>5 5>6 5>7 7>8 3>9 9>10 9>11 11>12 12>13 13>14 14>15 14>16 14>17", " ", "\n"))
	sameText(t, messages, "2>4 a\n8>4 a\n4>6 a\n10>11 \n11>12 ")
}

func sameText(t *testing.T, got []string, want string) {
	t.Helper()
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}

// The units add up to the time of the program, and a compound one is the sum of
// what is inside.
func TestGraphAddsUp(t *testing.T) {
	report, err := File(context.Background(), workspace.New(texts.FS{"g.f90": graphed}).Snapshot(), "g.f90", settings.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	g := graphsOf(t, graphed, "G")[0]
	inside := map[int]float64{}
	for _, n := range g.Nodes {
		inside[n.Parent] += n.Cumulative.Total()
	}
	for _, n := range g.Nodes {
		if got, want := n.Cumulative.Total(), n.Own.Total()+inside[n.ID]; math.Abs(got-want) > 1e-15 {
			t.Errorf("%s in line %d: %g, its parts %g", n.Kind, n.Line, got, want)
		}
	}
	if want := report.Units[0].Charge.Total(); math.Abs(inside[-1]-want) > 1e-12*want {
		t.Errorf("the graph takes %g s, the program %g", inside[-1], want)
	}
	if names := graphsOf(t, graphed, "nothing"); len(names) != 0 {
		t.Errorf("a graph of no unit: %v", names)
	}
}

// Packing is a unit before its message (paper 003, section 4.3).
func TestGraphPacking(t *testing.T) {
	g := graphsOf(t, `program g
  real a(8, 8), b(8, 8)
!HPF$ PROCESSORS p(2)
!HPF$ DISTRIBUTE a(BLOCK, *) ONTO p
!HPF$ ALIGN b(i, j) WITH a(i, j)
  forall (i = 2:8, j = 1:8) b(i, j) = a(i-1, j)
end program
`, "")[0]
	var kinds []string
	for _, n := range g.Nodes {
		kinds = append(kinds, n.Kind+" "+n.Label)
	}
	sameText(t, kinds, "Start g\nSeq pack and unpack\nComm shift of a\nIterD elements of b\nSeq b\nEnd ")
	if n := g.Nodes; n[1].Own.Overhead <= 0 || n[2].Own.Overhead != 0 || n[2].Own.Communication <= 0 {
		t.Errorf("packing %+v, message %+v", n[1].Own, n[2].Own)
	}
}

// Neighbouring statements become one unit, with the sum of their costs; the edges
// lead to it.
func TestClustered(t *testing.T) {
	g := graphsOf(t, graphed, "g")[0]
	c := Clustered(g)
	var kinds []string
	total := report.Charge{}
	for i, n := range c.Nodes {
		if n.ID != i || n.Parent >= i {
			t.Errorf("node %d: %+v", i, n)
		}
		kinds = append(kinds, fmt.Sprintf("%s %d %d", n.Kind, n.Line, n.Statements))
		total = addCharges(total, n.Own)
	}
	sameText(t, kinds, strings.ReplaceAll("Start 1 1,IterD 8 1,Seq 8 1,IterSync 9 1,Comm 11 1,IterD 10 1,Seq 11 1,IterD 13 1,Seq 13 1,"+
		"IterD 15 1,Seq 15 1,SyncSeq 15 1,Seq 15 2,CondtD 16 1,Seq 17 1,Call 19 1,End 21 1", ",", "\n"))
	before := report.Charge{}
	for _, n := range g.Nodes {
		before = addCharges(before, n.Own)
	}
	if math.Abs(total.Total()-before.Total()) > 1e-15 || len(c.Edges) != len(g.Edges)-1 {
		t.Errorf("%g s of %g, %d edges of %d", total.Total(), before.Total(), len(c.Edges), len(g.Edges))
	}
}
