package tracefile

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/disk"
)

const waits = "../../testdata/hpf/waits/"

func traced(t *testing.T, file string, s settings.Settings) []*report.Trace {
	t.Helper()
	all, err := predict.Traces(context.Background(), workspace.New(disk.Disk{}).Configure(workspace.Reading{}), file, "", Bounds(), s)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// written is the file of a trace, as a reader has it.
type written struct {
	TraceEvents []struct {
		Ph, Name, Cat string
		Pid, Tid, ID  int
		Ts, Dur       float64
		Args          map[string]any
	}
}

func chromeFile(t *testing.T, file string, traces []*report.Trace) (written, int) {
	t.Helper()
	var b bytes.Buffer
	if err := Chrome(&b, file, "a machine", traces); err != nil {
		t.Fatal(err)
	}
	var out written
	if err := json.Unmarshal(b.Bytes(), &out); err != nil {
		t.Fatal(err)
	}
	if len(out.TraceEvents) > 2000 {
		return out, b.Len() // a schema takes a while
	}
	schema, err := jsonschema.NewCompiler().Compile("testdata/trace-event.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	plain, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
	if err == nil {
		err = schema.Validate(plain)
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return out, b.Len()
}

// The two cases of docs/waits.md: each lane is worked through, adds up to T, and the
// messages go where they do by hand.
func TestWaitsByHand(t *testing.T) {
	for _, c := range []struct {
		file            string
		T               float64 // microseconds
		lanes, arrows   int
		messages, spent string
	}{
		{"unequal.f90", 30, 4, 4, "2-1 7-7, 3-2 11-11, 4-3 15-15, 1-4 3-15", "3+4+8+15, 7+4+8+11, 11+4+8+7, 15+8+3+4"},
		{"pipeline.f90", 51, 3, 8, "1-2 1-1, 2-3 11-11, 1-2 2-11, 2-3 21-21, 1-2 3-21, 2-3 31-31, 1-2 4-31, 2-3 41-41", "1+1+1+1+47, 1+8+1+1+8+1+1+8+1+1+8+1+1+10, 11+8+1+1+8+1+1+8+1+1+8+1+1"},
	} {
		t.Run(c.file, func(t *testing.T) {
			file, _ := chromeFile(t, c.file, traced(t, waits+c.file, settings.Settings{Machine: waits + "round.toml"}))
			lanes, spent := map[int]float64{}, map[int][]string{}
			var left, messages []string
			for _, e := range file.TraceEvents {
				switch {
				case e.Ph == "X" && e.Cat != "loop":
					if lanes[e.Tid] != e.Ts {
						t.Errorf("lane %d: %s begins at %g, what is before it ends at %g", e.Tid, e.Name, e.Ts, lanes[e.Tid])
					}
					lanes[e.Tid] = e.Ts + e.Dur
					spent[e.Tid] = append(spent[e.Tid], fmt.Sprint(e.Dur))
				case e.Ph == "s":
					left = append(left, fmt.Sprintf("%d-%%d %g-%%g", e.Tid, math.Round(e.Ts)))
				case e.Ph == "f":
					messages = append(messages, fmt.Sprintf(left[e.ID-1], e.Tid, math.Round(e.Ts)))
				}
			}
			if len(lanes) != c.lanes || len(messages) != c.arrows {
				t.Errorf("%d lanes, %d messages", len(lanes), len(messages))
			}
			var rows []string
			for tid := range len(lanes) {
				if lanes[tid+1] != c.T {
					t.Errorf("lane %d ends at %g, not %g", tid+1, lanes[tid+1], c.T)
				}
				rows = append(rows, strings.Join(spent[tid+1], "+"))
			}
			if got := strings.Join(messages, ", "); got != c.messages {
				t.Errorf("messages %s\nnot %s", got, c.messages)
			}
			if got := strings.Join(rows, ", "); got != c.spent {
				t.Errorf("lanes %s\nnot %s", got, c.spent)
			}
		})
	}
}

// mostBytes is what a trace of 64 processors may take.
const mostBytes = 20 << 20

// On 64 processors every program of the suite has a lane for each that adds up to T, in
// a file of less than 20 MB.
func TestSuiteOnManyProcessors(t *testing.T) {
	files, _ := filepath.Glob("../../testdata/suite/*.f90")
	if len(files) < 13 {
		t.Fatal(files)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			s := settings.Settings{Machine: "ipsc860", Procs: 64}
			traces := traced(t, path, s)
			r, err := predict.File(context.Background(), workspace.New(disk.Disk{}).Configure(workspace.Reading{}), path, s)
			if err != nil {
				t.Fatal(err)
			}
			if T := r.Units[0].Charge.Total(); math.Abs(traces[0].T/T-1) > 1e-9 {
				t.Errorf("T is %g, predicted %g", traces[0].T, T)
			}
			file, size := chromeFile(t, path, traces)
			if size >= mostBytes {
				t.Errorf("%d bytes", size)
			}
			stands := 0.0
			for _, l := range traces[0].Lanes {
				stands += l.Stands
			}
			if stands != 64 {
				t.Errorf("the lanes stand for %g processors", stands)
			}
			lanes := map[int]float64{}
			for _, e := range file.TraceEvents {
				if e.Ph == "X" && e.Cat != "loop" && e.Cat != "branches" {
					lanes[e.Tid] += e.Dur
				}
			}
			for tid, sum := range lanes {
				if T := traces[0].T * 1e6; len(lanes) != len(traces[0].Lanes) || math.Abs(sum-T) > 0.002+1e-9*T {
					t.Errorf("%d lanes, lane %d adds up to %g us of %g", len(lanes), tid, sum, T)
				}
			}
		})
	}
}

// A profile of pprof has every second of every lane, the other one those of the processor
// that ends last.
func TestProfilesAddUp(t *testing.T) {
	path := "../../testdata/suite/nbody.f90"
	traces := traced(t, path, settings.Settings{Machine: "ipsc860", Procs: 8, Values: map[string]float64{"n": 64}})
	ends := 0.0
	for _, l := range traces[0].Lanes {
		ends += l.End
	}
	var b bytes.Buffer
	if err := Pprof(&b, path, traces); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	sum, kinds := int64(0), int64(0)
	for _, s := range p.Sample {
		sum += s.Value[0]
		kinds += s.Value[1] + s.Value[2] + s.Value[3] + s.Value[4]
		if root := s.Location[len(s.Location)-1].Line[0]; root.Function.Name != "program nbody:5" {
			t.Fatalf("the outermost frame is %s", root.Function.Name)
		}
	}
	if math.Abs(float64(sum)*1e-9/ends-1) > 1e-4 || sum != kinds {
		t.Errorf("%d ns, by kinds %d ns, of %g s", sum, kinds, ends)
	}
	b.Reset()
	if err := CPUProfile(&b, path, traces[0]); err != nil {
		t.Fatal(err)
	}
	var c cpuProfile
	if err := json.Unmarshal(b.Bytes(), &c); err != nil {
		t.Fatal(err)
	}
	total := 0.0
	for _, d := range c.Deltas {
		total += d
	}
	if math.Abs(total/c.End-1) > 1e-9 || len(c.Samples) != len(c.Deltas) || math.Abs(c.End*1e-6/traces[0].T-1) > 1e-12 {
		t.Errorf("%d samples add up to %g of %g us", len(c.Samples), total, c.End)
	}
	ids := map[int]int{}
	for _, n := range c.Nodes {
		for _, child := range n.Children {
			ids[child]++
		}
	}
	if len(ids) != len(c.Nodes)-1 || slices.ContainsFunc(c.Samples, func(id int) bool { return id < 1 || id > len(c.Nodes) }) {
		t.Errorf("%d nodes, %d of them below others", len(c.Nodes), len(ids))
	}
}
