package tracefile

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/google/pprof/profile"

	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
)

// stack calls f with each slice of a lane that contains no others, and with what
// contains it, the outermost first.
func stack(l report.Lane, f func(around []report.TraceSlice, s report.TraceSlice)) {
	var around []report.TraceSlice
	for _, s := range l.Slices {
		around = around[:s.Depth]
		if s.What.Contains() {
			around = append(around, s)
		} else {
			f(around, s)
		}
	}
}

// frame is a level of a flame graph: iterations of a loop are one.
type frame struct {
	name, file string
	line       int
}

// frames are the levels of a slice below that of the unit.
func frames(file string, around []report.TraceSlice, s report.TraceSlice) []frame {
	var out []frame
	for _, x := range append(around[:len(around):len(around)], s) {
		if x.What == process.Iteration || x.What == process.Iterations {
			continue
		}
		in := x.File
		if in == "" {
			in = file
		}
		out = append(out, frame{x.Name, in, x.Line})
	}
	return out
}

// Pprof writes traces as a profile for pprof: the time of each kind by statement, with
// the unit and the loops around it as callers, and the processor as a label.
func Pprof(w io.Writer, file string, traces []*report.Trace) error {
	p := &pprof{file: file, functions: map[frame]*profile.Location{}, p: &profile.Profile{DefaultSampleType: "time"}}
	for _, name := range []string{"time", "computation", "communication", "overhead", "wait"} {
		p.p.SampleType = append(p.p.SampleType, &profile.ValueType{Type: name, Unit: "nanoseconds"})
	}
	for _, t := range traces {
		for _, l := range t.Lanes {
			p.lane(t, l)
		}
		p.p.DurationNanos = max(p.p.DurationNanos, int64(math.Round(t.T*1e9)))
	}
	if err := p.p.CheckValid(); err != nil {
		return err
	}
	return p.p.Write(w)
}

type pprof struct {
	file      string
	functions map[frame]*profile.Location
	p         *profile.Profile
}

// lane adds a sample for each statement that the lane spends time on.
func (p *pprof) lane(t *report.Trace, l report.Lane) {
	type sum struct {
		sample *profile.Sample
		kinds  [4]float64
	}
	known := map[string]*sum{}
	var all []*sum
	unit := frame{t.Kind + " " + t.Unit, p.file, t.Lines.First}
	stack(l, func(around []report.TraceSlice, s report.TraceSlice) {
		key := ""
		sample := &profile.Sample{Label: map[string][]string{"processor": {coordinates(l.Processor)}}}
		for _, f := range append([]frame{unit}, frames(p.file, around, s)...) {
			key += fmt.Sprintf("%s:%d\n", f.name, f.line)
			sample.Location = append([]*profile.Location{p.location(f)}, sample.Location...)
		}
		x := known[key]
		if x == nil {
			x = &sum{sample: sample}
			known[key] = x
			all = append(all, x)
		}
		x.kinds[s.Kind] += s.End - s.Start
	})
	for _, x := range all {
		values := make([]int64, 5)
		for k, seconds := range x.kinds {
			values[1+k] = int64(math.Round(seconds * 1e9))
			values[0] += values[1+k]
		}
		if x.sample.Value = values; values[0] > 0 {
			p.p.Sample = append(p.p.Sample, x.sample)
		}
	}
}

func (p *pprof) location(f frame) *profile.Location {
	if l := p.functions[f]; l != nil {
		return l
	}
	id := uint64(len(p.functions) + 1)
	fn := &profile.Function{ID: id, Name: fmt.Sprintf("%s:%d", f.name, f.line), Filename: f.file, StartLine: int64(f.line)}
	l := &profile.Location{ID: id, Line: []profile.Line{{Function: fn, Line: int64(f.line)}}}
	p.p.Function, p.p.Location = append(p.p.Function, fn), append(p.p.Location, l)
	p.functions[f] = l
	return l
}

// cpuNode is a node of the tree of calls.
type cpuNode struct {
	ID       int      `json:"id"`
	Frame    cpuFrame `json:"callFrame"`
	Children []int    `json:"children,omitempty"`
}

type cpuFrame struct {
	Function string `json:"functionName"`
	Script   string `json:"scriptId"`
	URL      string `json:"url"`
	Line     int    `json:"lineNumber"` // from 0
	Column   int    `json:"columnNumber"`
}

// cpuProfile is a profile of Chrome's developer tools: each sample lasts until the next
// one. Times are in microseconds.
type cpuProfile struct {
	Nodes   []*cpuNode `json:"nodes"`
	Start   float64    `json:"startTime"`
	End     float64    `json:"endTime"`
	Samples []int      `json:"samples"`
	Deltas  []float64  `json:"timeDeltas"` // since the sample before
}

// CPUProfile writes what the reference processor of a trace does.
func CPUProfile(w io.Writer, file string, t *report.Trace) error {
	p := &cpuProfile{End: t.T * 1e6}
	at := map[string]*cpuNode{}
	node := func(parent *cpuNode, key string, f frame) *cpuNode {
		if at[key] == nil {
			at[key] = &cpuNode{ID: len(p.Nodes) + 1, Frame: cpuFrame{Function: f.name, Script: "0", URL: f.file, Line: f.line - 1}}
			p.Nodes = append(p.Nodes, at[key])
			if parent != nil {
				parent.Children = append(parent.Children, at[key].ID)
			}
		}
		return at[key]
	}
	root := node(nil, "", frame{"(root)", "", 0})
	unit := node(root, "unit", frame{t.Kind + " " + t.Unit, file, t.Lines.First})
	last := 0.0
	sample := func(id int, at float64) {
		p.Samples, p.Deltas = append(p.Samples, id), append(p.Deltas, (at-last)*1e6)
		last = at
	}
	stack(t.Lanes[t.Reference], func(around []report.TraceSlice, s report.TraceSlice) {
		n, key := unit, "unit"
		for _, f := range frames(file, around, s) {
			key += fmt.Sprintf("\n%s:%d", f.name, f.line)
			n = node(n, key, f)
		}
		if s.End > s.Start {
			sample(n.ID, s.Start)
		}
	})
	sample(root.ID, t.T)
	return json.NewEncoder(w).Encode(p)
}
