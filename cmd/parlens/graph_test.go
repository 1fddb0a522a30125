package main

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/parlens/parlens/render/fields"
)

// graphedProgram has an error, in its second unit.
const graphedProgram = `program g
  integer, parameter :: n = 8
  real a(n), b(n)
!HPF$ PROCESSORS p(2)
!HPF$ DISTRIBUTE a(BLOCK) ONTO p
!HPF$ ALIGN b(i) WITH a(i)
  integer i
  do i = 2, n
    b(i) = a(i-1)
  end do
end program
subroutine second
  real "quoted\
end subroutine
`

var (
	dotNode    = regexp.MustCompile(`^(u\d+_\d+) \[label="((?:[^"\\]|\\.)*)"(?:, shape=[a-z]+)?\];$`)
	dotEdge    = regexp.MustCompile(`^(u\d+_\d+) -> (u\d+_\d+)(?: \[style=dashed, color=blue, constraint=false, label="(?:[^"\\]|\\.)*"\])?;$`)
	dotCluster = regexp.MustCompile(`^subgraph cluster_u[\d_]+ \{$`)
)

// The DOT text is well formed: every line is a node, an edge between nodes that
// there are, or opens or closes a cluster. Graphviz agrees where it is installed.
func TestGraphDOT(t *testing.T) {
	file := filepath.Join(t.TempDir(), "g.f90")
	write(t, file, graphedProgram)
	got := command("graph", file, "-m", "ipsc860")
	if got.status != nothing {
		t.Fatalf("%+v", got)
	}
	lines := strings.Split(strings.TrimSuffix(got.out, "\n"), "\n")
	nodes, depth, edges := map[string]string{}, 1, 0
	for _, line := range lines[2 : len(lines)-1] {
		line = strings.TrimSpace(line)
		if m := dotNode.FindStringSubmatch(line); m != nil {
			nodes[m[1]] = m[2]
		}
	}
	for _, line := range lines[2 : len(lines)-1] {
		line = strings.TrimSpace(line)
		edge := dotEdge.FindStringSubmatch(line)
		switch {
		case dotNode.MatchString(line), strings.HasPrefix(line, "label="):
		case edge != nil:
			if edges++; nodes[edge[1]] == "" || nodes[edge[2]] == "" {
				t.Errorf("%s: no such node", line)
			}
		case dotCluster.MatchString(line):
			depth++
		case line == "}":
			depth--
		default:
			t.Errorf("not understood: %s", line)
		}
	}
	if depth != 1 || lines[len(lines)-1] != "}" || len(nodes) < 8 || edges < 6 {
		t.Errorf("%d clusters left open, %d nodes, %d edges:\n%s", depth-1, len(nodes), edges, got.out)
	}
	if nodes["u0_1"] != `Comm: shift of a\nline 9, 76.7 us` {
		t.Errorf("the message is %q", nodes["u0_1"])
	}
	cmd := exec.Command("dot", "-Tplain")
	cmd.Stdin = strings.NewReader(got.out)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("dot: %v\n%s", err, out)
	}
}

func TestGraphJSON(t *testing.T) {
	file := filepath.Join(t.TempDir(), "g.f90")
	write(t, file, graphedProgram)
	got := command("graph", file, "--unit", "G", "--format", "json", "--procs", "4")
	var g jsonGraph
	if err := json.Unmarshal([]byte(got.out), &g); err != nil || got.status != nothing || !strings.Contains(got.err, "unterminated character constant") {
		t.Fatalf("%v %+v", err, got)
	}
	if len(g.Nodes) != 5 || g.Nodes[3].Kind != "Seq" || g.Nodes[3].Parent == nil || *g.Nodes[3].Parent != 2 || g.Nodes[0].Parent != nil {
		t.Errorf("%+v", g.Nodes)
	}
	if len(g.Edges) != 5 || g.Edges[4] != (fields.GraphEdge{From: 1, To: 3, Kind: "communication", Label: "a"}) {
		t.Errorf("%+v", g.Edges)
	}
	if both := command("graph", file, "--format", "json"); strings.Count(both.out, "\n") != 2 || !strings.Contains(both.out, "not understood") {
		t.Errorf("%+v", both)
	}
	for args, status := range map[string]int{"--unit third": misused, "--format text": misused, "--procs 0": misused, "--granularity fine": misused} {
		t.Run(args, func(t *testing.T) {
			if got := command(append([]string{"graph", file}, strings.Fields(args)...)...); got.status != status || got.err == "" {
				t.Errorf("%s: %+v", args, got)
			}
		})
	}
	scalars := filepath.Join(t.TempDir(), "scalars.f90")
	write(t, scalars, "program g\n  x = 1\n  y = x + 2\nend program\n")
	if got := command("graph", scalars, "--granularity", "block"); got.status != predicted || !strings.Contains(got.out, "Seq: x and 1 more\\nline 2, ") {
		t.Errorf("%+v", got)
	}
	if got := command("graph", file+"absent"); got.status != nothing {
		t.Errorf("%+v", got)
	}
}
