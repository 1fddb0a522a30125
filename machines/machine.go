// Package machines holds descriptions of parallel machines as data: a tree of
// system units with the numbers that a cost model needs and, for every number,
// where it comes from. The form follows the system abstraction of Parashar and
// Hariri (1996), sections 3.1 and 4.4. A new machine is a file.
package machines

import (
	"sort"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/scheme"
)

// Provenance says how much a number can be trusted.
type Provenance string

// The provenances, most trustworthy first.
const (
	Published Provenance = "published" // printed in a source that was read
	Measured  Provenance = "measured"  // timed for this description
	Fitted    Provenance = "fitted"    // by least squares to a published or measured curve
	Derived   Provenance = "derived"   // computed from other numbers; the source shows the arithmetic and its assumptions
	Recalled  Provenance = "recalled"  // from the literature, from memory, unconfirmed
)

// Number is a machine parameter. Its name ends in its unit: seconds for _s,
// bytes for _bytes, hertz for _hz; anything else is a count or a share.
type Number struct {
	Value      float64
	Provenance Provenance
	Source     string // where it is from, in words
}

// Machine is one parallel machine. It is immutable.
type Machine struct {
	Name, Title string
	Nodes       int // compute nodes
	Scheme      scheme.Scheme
	SchemeName  string  // "collective"
	Reading     string  // of exchanges: "clock" or "barrier"
	Topology    string  // of the compute nodes' network: "hypercube", "fat-tree", "dragonfly", "mesh", "torus", "flat"
	Extents     []int   // of a mesh or torus, nil where the file gives none
	Sends       string  // "matched", "asynchronous" or "blocking"
	Links       string  // "free" or "port"
	Misses      string  // of the cache: "lines" or "counters"
	Levels      []Level // the caches before the last one, first to last; none where the file gives one cache
	Composition string  // of the times of an iteration: "added", "transfers-added" or "overlapped"
	Vectorizes  string  // "nothing", "whole-counts", "loops" or "masked-loops"
	Sums        bool    // the compiler adds up in any order
	System      *Unit   // the whole machine, root of the tree of system units
	Compute     *Unit   // the unit that runs the program's processes
	Array       *Array  // measured array operations, nil for a machine without them: then it has no components

	shape *Machine // see Shape; nil: itself
}

// Number returns a number of the compute unit by its path, for instance
// "processing.real_add_s" or "communication.segments.1.startup_s".
func (m *Machine) Number(name string) (Number, bool) {
	c, key, _ := strings.Cut(name, ".")
	if m.Array != nil && c == "array" {
		return m.Array.number(key)
	}
	if comp := m.Compute.component(c); comp != nil {
		return comp.Number(key)
	}
	return Number{}, false
}

// Names returns the paths of all numbers of the compute unit, sorted.
func (m *Machine) Names() []string {
	var names []string
	for _, kind := range componentKinds {
		if comp := m.Compute.component(kind); comp != nil {
			for _, key := range comp.Names() {
				names = append(names, kind+"."+key)
			}
		}
	}
	if m.Array != nil {
		names = append(names, m.Array.numbers()...)
	}
	sort.Strings(names)
	return names
}

// Optimized returns the machine with a compiler that does these optimizations and
// no others.
func (m *Machine) Optimized(names []string) *Machine {
	out := *m
	out.Scheme = m.Scheme.Optimized(names)
	return &out
}

// Segment is the linear cost of point-to-point messages of up to UpToBytes:
// Startup + bytes*PerByte + hops*PerHop seconds, where neighbours are one hop
// apart.
type Segment struct {
	UpToBytes                float64 // +Inf for the last
	Startup, PerByte, PerHop Number
}

// Segments returns the cost of point-to-point messages by ascending size. The
// last segment has no upper end.
func (m *Machine) Segments() []Segment {
	return append([]Segment(nil), m.Compute.Communication.Segments...)
}

// Segment returns the one that messages of the size belong to.
func (m *Machine) Segment(bytes float64) Segment {
	all := m.Compute.Communication.Segments
	i := sort.Search(len(all)-1, func(i int) bool { return bytes <= all[i].UpToBytes })
	return all[i]
}

// Collective returns the algorithm of a collective operation, for instance
// "binomial" for "broadcast"; "" for an operation the format does not know.
func (m *Machine) Collective(op string) string {
	return m.Compute.Communication.Collectives[op]
}

// Unit is a system unit (SAU): a part of the machine with four components and a
// library, each nil where it does not apply, and the parts it decomposes into.
type Unit struct {
	Name, Title                           string
	Processing, Memory, Communication, IO *Component
	Library                               *Component // measured routines
	Parts                                 []*Unit    // in the order of the file
}

func (u *Unit) component(kind string) *Component {
	switch kind {
	case "processing":
		return u.Processing
	case "memory":
		return u.Memory
	case "communication":
		return u.Communication
	case "io":
		return u.IO
	case "library":
		return u.Library
	}
	return nil
}

// Component is what a system unit exports about one side of itself. One
// without numbers is there, but nothing is known of it.
type Component struct {
	Title                                 string
	Topology                              string            // of a communication component
	Sends                                 string            // of a communication component
	Links                                 string            // of a communication component
	Misses                                string            // of a memory component
	Levels                                []Level           // of a memory component
	Composition, Vectorizes, Reassociates string            // of a processing component
	Extents                               []int             // of a communication component's mesh or torus
	Segments                              []Segment         // of a communication component
	Collectives                           map[string]string // of a communication component
	Measured                              []Measurement     // of a communication component, in the order of the file
	numbers                               map[string]Number
}

// Number returns the number with the key, which is "segments.N.key" with N
// from 1 for one of a message segment, and "collectives.measured.N.time_s" for
// one of a measured operation.
func (c *Component) Number(key string) (Number, bool) {
	if rest, ok := strings.CutPrefix(key, "segments."); ok {
		return c.segmentNumber(rest)
	}
	if rest, ok := strings.CutPrefix(key, "levels."); ok {
		return c.levelNumber(rest)
	}
	for _, m := range c.Measured {
		if m.Name() == "communication."+key {
			return m.Time, true
		}
	}
	n, ok := c.numbers[key]
	return n, ok
}

func (c *Component) segmentNumber(rest string) (Number, bool) {
	index, key, _ := strings.Cut(rest, ".")
	i, err := strconv.Atoi(index)
	if err != nil || i < 1 || i > len(c.Segments) || index != strconv.Itoa(i) {
		return Number{}, false
	}
	switch s := c.Segments[i-1]; key {
	case "startup_s":
		return s.Startup, true
	case "per_byte_s":
		return s.PerByte, true
	case "per_hop_s":
		return s.PerHop, true
	}
	return Number{}, false
}

// Names returns the keys of all numbers, sorted.
func (c *Component) Names() []string {
	var names []string
	for key := range c.numbers {
		names = append(names, key)
	}
	for i := range c.Segments {
		for _, key := range segmentKeys {
			names = append(names, "segments."+strconv.Itoa(i+1)+"."+key.Name)
		}
	}
	names = append(names, c.levelNames()...)
	for _, m := range c.Measured {
		names = append(names, strings.TrimPrefix(m.Name(), "communication."))
	}
	sort.Strings(names)
	return names
}
