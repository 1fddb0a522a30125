// Package tracefile writes traces of predictions in the formats of viewers: the Trace
// Event Format of Chrome's and Perfetto's, profiles of pprof, and those of Chrome's
// developer tools, which VS Code shows.
package tracefile

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
)

// Bounds keep a file below 20 MB.
func Bounds() process.Tracing { return process.Tracing{Slices: 90_000, Lanes: 256} }

// event is an entry of the Trace Event Format: a slice of a lane ("X"), the ends of an
// arrow ("s", "f"), or a name ("M"). Times are in microseconds.
type event struct {
	Phase    string         `json:"ph"`
	Process  int            `json:"pid"`
	Thread   int            `json:"tid"`
	Time     *micros        `json:"ts,omitempty"`
	Duration *micros        `json:"dur,omitempty"`
	Name     string         `json:"name"`
	Category string         `json:"cat,omitempty"`
	ID       int            `json:"id,omitempty"`
	Bind     string         `json:"bp,omitempty"`
	Color    string         `json:"cname,omitempty"`
	Args     map[string]any `json:"args,omitempty"`
}

// micros is a time in nanoseconds, which is written in microseconds: readers keep no
// more digits.
type micros int64

func (m micros) MarshalJSON() ([]byte, error) {
	text := fmt.Sprintf("%d.%03d", m/1000, m%1000)
	return []byte(strings.TrimSuffix(strings.TrimRight(text, "0"), ".")), nil
}

func nanos(seconds float64) *micros {
	m := micros(math.Round(seconds * 1e9))
	return &m
}

// between is the duration that goes on from one rounded time to another, so that what
// follows each other does so in the file.
func between(start, end float64) *micros {
	m := *nanos(end) - *nanos(start)
	return &m
}

// colors are those that Chrome's viewer has names for.
var colors = map[process.Kind]string{
	process.Computation: "good", process.Communication: "rail_response", process.Overhead: "yellow", process.Wait: "grey",
}

// Chrome writes traces of units in the JSON object form of the Trace Event Format: a
// process for each unit, a thread for each processor, whose slices add up to T.
func Chrome(w io.Writer, file, machine string, traces []*report.Trace) error {
	out := &chrome{w: bufio.NewWriter(w)}
	out.text(`{"displayTimeUnit":"ns","otherData":`)
	out.encode(map[string]any{"producer": "parlens", "file": file, "machine": machine})
	out.text(`,"traceEvents":[`)
	for i, t := range traces {
		out.unit(i+1, t)
	}
	out.text("\n]}\n")
	if out.err != nil {
		return out.err
	}
	return out.w.Flush()
}

type chrome struct {
	w      *bufio.Writer
	err    error
	events int
	arrows int
}

func (c *chrome) text(s string) {
	if c.err == nil {
		_, c.err = c.w.WriteString(s)
	}
}

func (c *chrome) encode(v any) {
	text, err := json.Marshal(v)
	if c.err == nil {
		c.err = err
	}
	c.text(string(text))
}

func (c *chrome) event(e event) {
	if c.events > 0 {
		c.text(",")
	}
	c.events++
	c.text("\n")
	c.encode(e)
}

func (c *chrome) unit(pid int, t *report.Trace) {
	if t.NoEstimate != "" {
		return
	}
	name := fmt.Sprintf("%s: %s, %s reading", report.Titled(t.Kind, t.Unit, t.Call), report.Plural(t.Count, "processor"), t.Reading)
	c.event(event{Phase: "M", Process: pid, Name: "process_name", Args: map[string]any{"name": name}})
	c.event(event{Phase: "M", Process: pid, Name: "process_sort_index", Args: map[string]any{"sort_index": pid}})
	for i, l := range t.Lanes {
		tid := i + 1
		c.event(event{Phase: "M", Process: pid, Thread: tid, Name: "thread_name", Args: map[string]any{"name": laneName(l)}})
		c.event(event{Phase: "M", Process: pid, Thread: tid, Name: "thread_sort_index", Args: map[string]any{"sort_index": i}})
		for _, s := range l.Slices {
			c.event(sliceEvent(pid, tid, s))
		}
		if rest := between(l.End, t.T); *rest > 0 {
			c.event(event{Phase: "X", Process: pid, Thread: tid, Time: nanos(l.End), Duration: rest, Name: "has finished", Category: "finished", Color: "white"})
		}
	}
	for _, a := range t.Arrows {
		c.arrows++
		left, came := ties(t, a)
		c.event(event{Phase: "s", Process: pid, Thread: a.From + 1, Time: &left, Name: "message", Category: "message", ID: c.arrows})
		c.event(event{Phase: "f", Process: pid, Thread: a.To + 1, Time: &came, Name: "message", Category: "message", ID: c.arrows, Bind: "e"})
	}
}

// ties are times within the slices that an arrow ties together: that before it leaves,
// and that behind where it comes, as far as there is one.
func ties(t *report.Trace, a process.Arrow) (left, came micros) {
	left, came = max(0, *nanos(a.Left)-1), *nanos(a.Came)+1
	if came > *nanos(t.T) {
		came = *nanos(t.T)
	}
	return left, max(left, came)
}

func sliceEvent(pid, tid int, s report.TraceSlice) event {
	e := event{Phase: "X", Process: pid, Thread: tid, Time: nanos(s.Start), Duration: between(s.Start, s.End), Name: s.Name, Args: map[string]any{"line": s.Line}}
	if s.File != "" {
		e.Args["file"] = s.File
	}
	if !s.What.Contains() {
		e.Category, e.Color = s.Kind.String(), colors[s.Kind]
		return e
	}
	e.Category = "loop"
	if s.What == process.Expected {
		e.Category = "branches"
	} else if s.Count > 0 {
		e.Args["iterations"] = s.Count
	}
	return e
}

// laneName is the processor, with those that it stands for.
func laneName(l report.Lane) string {
	name := "processor " + coordinates(l.Processor)
	if l.Stands > 1 {
		name += fmt.Sprintf(" and %g like it", l.Stands-1)
	}
	return name
}

// coordinates are those of a processor: (0,1).
func coordinates(p []int) string {
	return "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(p), " ", ","), "[]") + ")"
}
