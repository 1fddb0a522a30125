package main

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// editor is a client of the server of this command, with one program open.
type editor struct {
	t    *testing.T
	in   io.Writer
	out  *bufio.Reader
	next int
	uri  string
}

// edit starts the server and opens a program with settings.
func edit(t *testing.T, program, settings string) *editor {
	t.Helper()
	path, err := filepath.Abs(program)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	go run(context.Background(), []string{"serve"}, environment{in: in, out: out, err: io.Discard, getenv: fixed("", "")})
	t.Cleanup(func() { toServer.Close(); fromServer.Close() })
	e := &editor{t: t, in: toServer, out: bufio.NewReader(fromServer), uri: "file://" + filepath.ToSlash(path)}
	e.ask("initialize", fmt.Sprintf(`{"processId":null,"rootUri":null,"capabilities":{},"initializationOptions":%s}`, settings), nil)
	e.send(`{"jsonrpc":"2.0","method":"initialized","params":{}}`)
	quoted, _ := json.Marshal(string(text))
	e.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":%q,"languageId":"fortran","version":1,"text":%s}}}`, e.uri, quoted))
	return e
}

func (e *editor) send(body string) {
	fmt.Fprintf(e.in, "Content-Length: %d\r\n\r\n%s", len(body), body)
}

// about asks a request of parlens about the program; more members of its parameters
// begin with a comma.
func (e *editor) about(method, more string, result any) {
	e.t.Helper()
	e.ask(method, fmt.Sprintf(`{"textDocument":{"uri":%q}%s}`, e.uri, more), result)
}

// ask fills result with the answer to a request, which must not be an error.
func (e *editor) ask(method, params string, result any) {
	e.t.Helper()
	e.next++
	e.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, e.next, method, params))
	for {
		var m struct {
			ID     int
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		if err := json.Unmarshal(e.frame(), &m); err != nil {
			e.t.Fatal(err)
		}
		switch {
		case m.ID != e.next:
		case m.Error != nil:
			e.t.Fatalf("%s: %s", method, m.Error.Message)
		default:
			if result != nil {
				if err := json.Unmarshal(m.Result, result); err != nil {
					e.t.Fatalf("%s: %v in %s", method, err, m.Result)
				}
			}
			return
		}
	}
}

func (e *editor) frame() []byte {
	length := 0
	for {
		line, err := e.out.ReadString('\n')
		if err != nil {
			e.t.Fatal(err)
		}
		if digits, ok := strings.CutPrefix(strings.TrimSpace(line), "Content-Length: "); ok {
			length, _ = strconv.Atoi(digits)
		}
		if strings.TrimSpace(line) == "" {
			break
		}
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(e.out, body); err != nil {
		e.t.Fatal(err)
	}
	return body
}

type treeNode struct {
	Kind  string
	Range struct{ Start, End struct{ Line int } }
	outputCharge
	Share      float64
	NoEstimate string `json:"no_estimate"`
	Children   []treeNode
}

// lines are the numbers of the lines of a tree, by line.
func (n treeNode) lines(into map[int]outputCharge) {
	if n.Kind == "line" {
		into[n.Range.Start.Line+1] = n.outputCharge
	}
	for _, c := range n.Children {
		c.lines(into)
	}
}

// The tree of costs has the units and lines of predict --format json, and a loop has the
// time that it has there; what a program calls may stand in files that are not open.
func TestCostTreeIsThePrediction(t *testing.T) {
	codes, _ := filepath.Glob("../../testdata/hpf/codes/*.f90")
	others, _ := filepath.Glob(*further)
	for _, program := range slices.Concat(programs(t), codes, inFiles(t), others) {
		t.Run(filepath.Base(program), func(t *testing.T) {
			t.Parallel()
			var said documented
			if got := command("predict", "--format", "json", program, "-m", "ipsc860"); json.Unmarshal([]byte(got.out), &said) != nil {
				t.Fatalf("status %d, %s", got.status, got.err)
			}
			var tree struct{ Units []treeNode }
			edit(t, program, `{"machine":"ipsc860"}`).about("parlens/costTree", "", &tree)
			units := map[int]int{}
			for i, u := range said.Units {
				units[u.Span.Start] = i
			}
			if len(tree.Units) != len(units) {
				t.Fatalf("%d units, predict has %d", len(tree.Units), len(units))
			}
			for _, n := range tree.Units {
				u := said.Units[units[n.Range.Start.Line+1]]
				sameCharge(t, "unit", n.outputCharge, u.outputCharge)
				lines := map[int]outputCharge{}
				n.lines(lines)
				if len(lines) != len(u.Lines) {
					t.Errorf("%d lines, predict has %d", len(lines), len(u.Lines))
				}
				for _, l := range u.Lines {
					sameCharge(t, fmt.Sprint("line ", l.Line), lines[l.Line], l.outputCharge)
				}
				loops := map[[2]int]float64{}
				for _, l := range u.Loops {
					loops[[2]int{l.Line, l.End}] = l.Time
				}
				n.check(t, loops)
			}
		})
	}
}

var further = flag.String("further", "", "pattern of more programs that the server is compared with the command on")

// inFiles writes a program whose procedures and arrays stand in files of their own, and
// returns those with procedures.
func inFiles(t *testing.T) []string {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"grid.h":   "      integer n\n      parameter (n=64)\n      real u(n,n), v(n,n)\n      common /grid/ u, v\n!hpf$ processors p(4)\n!hpf$ distribute (*,block) onto p :: u, v\n",
		"sweep.f":  "      subroutine sweep(last)\n      include 'grid.h'\n      integer i, j, last\n!hpf$ independent\n      do j = 2, last\n      do i = 2, n-1\n      u(i,j) = 0.5*(v(i,j-1) + v(i,j+1))\n      end do\n      end do\n      end\n",
		"driver.f": "      program driver\n      use sizes\n      integer k\n      do k = 1, times\n      call sweep(63)\n      end do\n      end\n",
		"sizes.f":  "      module sizes\n      integer, parameter :: times = 10\n      end module\n",
	} {
		write(t, filepath.Join(dir, name), text)
	}
	return []string{filepath.Join(dir, "driver.f"), filepath.Join(dir, "sweep.f")}
}

func sameCharge(t *testing.T, what string, got, want outputCharge) {
	t.Helper()
	if !near(got.Time, want.Time) || !near(got.Wait, want.Wait) || !near(got.Computation, want.Computation) || !near(got.Communication, want.Communication) || !near(got.Overhead, want.Overhead) {
		t.Errorf("%s: %+v, predict says %+v", what, got, want)
	}
}

// check compares loops with the times of predict; what stands inside adds up, the
// costliest first.
func (n treeNode) check(t *testing.T, loops map[[2]int]float64) {
	if n.Kind == "loop" {
		if want := loops[[2]int{n.Range.Start.Line + 1, n.Range.End.Line + 1}]; !near(n.Time, want) {
			t.Errorf("loop at %d: %g, predict says %g", n.Range.Start.Line+1, n.Time, want)
		}
	}
	sum := 0.0
	for i, c := range n.Children {
		sum += c.Time
		if i > 0 && c.Time > n.Children[i-1].Time {
			t.Errorf("line %d takes more than the one before it", c.Range.Start.Line+1)
		}
		c.check(t, loops)
	}
	if n.Kind != "line" && n.NoEstimate == "" && !near(sum, n.Time) {
		t.Errorf("%s at %d: %g, inside %g", n.Kind, n.Range.Start.Line+1, n.Time, sum)
	}
}

// A curve has the points of whatif with the same axis.
func TestScalingIsWhatif(t *testing.T) {
	const program = "../../testdata/suite/nbody.f90"
	e := edit(t, program, `{"machine":"ipsc860"}`)
	var said struct {
		Unit   string
		Curves []struct {
			Name, Over string
			Here       float64
			Points     []struct {
				Value      float64
				Processors int
				outputCharge
				Speedup, Efficiency float64
			}
		}
	}
	check := func(t *testing.T, flags ...string) {
		t.Helper()
		for _, c := range said.Curves {
			got := command(append([]string{"whatif", program, "-m", "ipsc860", "--over", c.Over, "--format", "json"}, flags...)...)
			lines := strings.Split(strings.TrimSpace(got.out), "\n")
			if len(lines) != len(c.Points) || len(lines) < 3 {
				t.Fatalf("%s: %d points, whatif has %d: %s", c.Over, len(c.Points), len(lines), got.err)
			}
			for i, line := range lines {
				var want struct {
					Values     map[string]float64
					Processors int
					outputCharge
					Speedup, Efficiency float64
				}
				if err := json.Unmarshal([]byte(line), &want); err != nil {
					t.Fatal(err)
				}
				p := c.Points[i]
				if p.Value != want.Values[c.Name] || p.Processors != want.Processors || p.outputCharge != want.outputCharge || p.Speedup != want.Speedup || p.Efficiency != want.Efficiency {
					t.Errorf("%s: %+v, whatif says %+v", c.Over, p, want)
				}
			}
		}
	}
	e.about("parlens/scaling", "", &said)
	if len(said.Curves) != 2 || said.Curves[0].Name != "P" || said.Curves[1].Name != "n" || said.Curves[0].Here < 1 || said.Curves[1].Here < 2 {
		t.Fatalf("%+v", said)
	}
	check(t)
	before := said.Curves[0].Points[2].Time
	e.about("parlens/scaling", `,"set":["latency=4x","n=200"],"over":["P=1..8:2x","bandwidth=0.5x,1x,2x"]`, &said)
	said.Curves = said.Curves[:1]
	if p := said.Curves[0].Points[2]; p.Value != 4 || p.Time == before {
		t.Errorf("with another latency the time is the same: %+v", p)
	}
	check(t, "--set", "n=200", "--over", "latency=4x")
}

// What-if has the time that predict has with the same choices.
func TestWhatifRequestIsThePrediction(t *testing.T) {
	const program = "../../testdata/suite/nbody.f90"
	var said struct {
		outputCharge
		Speedup, Efficiency float64
		Base                outputCharge
		Sliders             []struct {
			Name  string
			Value float64
		}
	}
	edit(t, program, `{"machine":"ipsc860"}`).about("parlens/whatif", `,"machine":"paragon","processors":"8","set":["n=200"]`, &said)
	here, base := decoded(t, program, "-m", "paragon", "-p", "8", "-s", "n=200").Units[0], decoded(t, program, "-m", "ipsc860").Units[0]
	if said.outputCharge != here.outputCharge || said.Efficiency != here.Efficiency || said.Base != base.outputCharge || here.Time == base.Time {
		t.Errorf("%+v, predict says %+v and %+v", said, here.outputCharge, base.outputCharge)
	}
	values := map[string]float64{}
	for _, s := range said.Sliders {
		values[s.Name] = s.Value
	}
	if values["P"] != 8 || values["n"] != 200 || values["latency"] != 1 || values["load"] != 0 {
		t.Errorf("sliders %v", values)
	}
}

// A graph, a timeline and a model are those that the command writes.
func TestDrawingsAreTheCommands(t *testing.T) {
	const program = "../../testdata/hpf/laplace.f90"
	e := edit(t, program, `{"machine":"ipsc860"}`)
	t.Run("graph", func(t *testing.T) {
		type shape struct {
			Nodes []struct {
				ID              int
				Kind, Label     string
				Own, Cumulative outputCharge
			}
			Edges []struct {
				From, To int
				Kind     string
			}
		}
		for _, granularity := range granularities {
			var said, want shape
			e.about("parlens/graph", fmt.Sprintf(`,"granularity":%q,"processors":"8"`, granularity), &said)
			if err := json.Unmarshal([]byte(command("graph", program, "-m", "ipsc860", "-p", "8", "--granularity", granularity, "--format", "json").out), &want); err != nil {
				t.Fatal(err)
			}
			if len(want.Nodes) < 5 || fmt.Sprint(said) != fmt.Sprint(want) {
				t.Errorf("%s: %v, the command writes %v", granularity, said, want)
			}
		}
		var dot struct{ DOT string }
		e.about("parlens/graph", "", &dot)
		if want := command("graph", program, "-m", "ipsc860").out; strings.SplitAfterN(dot.DOT, "\n", 2)[1] != strings.SplitAfterN(want, "\n", 2)[1] {
			t.Errorf("%s\nthe command writes\n%s", dot.DOT, want)
		}
	})
	t.Run("timeline", func(t *testing.T) {
		type clocks struct {
			Exchanges []struct {
				What   string
				Visits []map[string]float64
			}
			Ends []float64 `json:"ends_s"`
			Text string
		}
		var said, want clocks
		e.about("parlens/timeline", `,"exchanges":3`, &said)
		if err := json.Unmarshal([]byte(command("timeline", program, "-m", "ipsc860", "--exchanges", "3", "--format", "json").out), &want); err != nil {
			t.Fatal(err)
		}
		text := command("timeline", program, "-m", "ipsc860", "--exchanges", "3").out
		if len(said.Exchanges) != 3 || fmt.Sprint(said.Exchanges) != fmt.Sprint(want.Exchanges) || fmt.Sprint(said.Ends) != fmt.Sprint(want.Ends) {
			t.Errorf("%v, the command writes %v", said, want)
		}
		if _, table, _ := strings.Cut(text, "\n"); !strings.Contains(said.Text, strings.TrimSuffix(table, "; --exchanges shows more\n")) {
			t.Errorf("%s\nthe command writes\n%s", said.Text, text)
		}
	})
	t.Run("model", func(t *testing.T) {
		const program = "../../testdata/spar/matmul.spar"
		var said struct{ Text string }
		edit(t, program, "{}").about("parlens/model", `,"set":["N=64"]`, &said)
		if want := command("model", program, "--set", "N=64").out; said.Text != want || !strings.Contains(want, "64") {
			t.Errorf("%s\nthe command writes\n%s", said.Text, want)
		}
	})
	t.Run("trace", func(t *testing.T) {
		path, _ := filepath.Abs(program)
		for _, format := range traceFormats {
			var said struct{ Name, Content string }
			e.about("parlens/trace", fmt.Sprintf(`,"format":%q`, format), &said)
			content := []byte(said.Content)
			if format == "pprof" {
				content, _ = base64.StdEncoding.DecodeString(said.Content)
			}
			if want := command("trace", path, "-m", "ipsc860", "--format", format).out; string(content) != want || len(want) < 1000 || traceFormat(said.Name) != format {
				t.Errorf("%s as %s: %d bytes, the command writes %d", said.Name, format, len(content), len(want))
			}
		}
	})
}

// The mappings of a comparison have the times of the command's, and an edit that makes
// the text predict them.
func TestCompareRequestIsTheCommands(t *testing.T) {
	const program = "../../testdata/hpf/laplace.f90"
	e := edit(t, program, `{"machine":"ipsc860"}`)
	const to = "DISTRIBUTE t(*,BLOCK); PROCESSORS p(4)"
	type shape struct {
		Mapping string
		outputCharge
		Processors int
		Edit       struct{ Changes map[string][]any }
	}
	var said struct{ Mappings []shape }
	e.about("parlens/compare", fmt.Sprintf(`,"mappings":[%q]`, to), &said)
	lines := strings.Split(strings.TrimSpace(command("compare", program, "-m", "ipsc860", "--mapping", to, "--format", "json").out), "\n")
	if len(lines) != 2 || len(said.Mappings) != 2 {
		t.Fatalf("%v, the command writes %v", said, lines)
	}
	for i, line := range lines {
		var want shape
		if err := json.Unmarshal([]byte(line), &want); err != nil {
			t.Fatal(err)
		}
		if got := said.Mappings[i]; got.Mapping != want.Mapping || got.outputCharge != want.outputCharge || got.Processors != want.Processors || (got.Edit.Changes == nil) != (i == 0) {
			t.Errorf("%+v, the command writes %+v", got, want)
		}
	}
	e.about("parlens/compare", "", &said)
	if n := len(said.Mappings); n < 2 || said.Mappings[1].Time >= said.Mappings[0].Time || said.Mappings[1].Mapping == "" || said.Mappings[1].Edit.Changes == nil {
		t.Errorf("what is found: %+v", said)
	}
}
