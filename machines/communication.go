package machines

import (
	"math"

	"github.com/parlens/parlens/internal/tomltree"
)

// communication reads what only a communication component has: the topology,
// the cost of messages by size, the algorithms of the collective operations.
func (r *reader) communication(table *tomltree.Node, c *Component, defaults Number, required bool) {
	c.Topology = r.Choice(table, "topology", topologies)
	c.Extents = r.extents(table)
	c.Sends = r.Choice(table, "sends", sends)
	c.Links = r.Choice(table, "links", links)
	r.buffers(table, c)
	c.Segments = r.segments(table, defaults, required)
	c.Collectives = r.collectives(table, required)
	c.Measured = r.measured(table, defaults)
}

// buffers warns about limits of buffers that nothing goes through.
func (r *reader) buffers(table *tomltree.Node, c *Component) {
	limit := func(key string, matters bool, why string) {
		if f := table.Get(key); f != nil && !matters {
			r.Warnf(f.Span, "no-effect", "%s has no effect without %s", key, why)
		}
	}
	limit("buffer_bytes", c.Sends == "asynchronous", `sends = "asynchronous"`)
	limit("static_buffer_bytes", table.Get("buffer_bytes") != nil, "buffer_bytes")
}

// maxExtent bounds the extents of a mesh or torus.
const maxExtent = 1024

// extents reads the nodes along each dimension.
func (r *reader) extents(table *tomltree.Node) []int {
	f := table.Get("extents")
	if f == nil {
		return nil
	}
	if f.Value.Kind != tomltree.Array || len(f.Value.Items) == 0 || len(f.Value.Items) > 8 {
		r.Errorf(f.Value.Span, "wrong-type", "extents must be an array of 1 to 8 numbers")
		return nil
	}
	var extents []int
	for _, item := range f.Value.Items {
		v, ok := r.number(item, "an extent", count)
		if ok && v > maxExtent {
			r.Errorf(item.Span, "out-of-range", "an extent is %v; more than %d are not supported", v, maxExtent)
			return nil
		}
		extents = append(extents, max(1, int(v)))
	}
	return extents
}

// covers checks that the extents hold the nodes of the machine.
func (r *reader) covers(root *tomltree.Node, m *Machine) {
	size := 1
	for _, n := range m.Extents {
		if size *= n; size >= m.Nodes {
			return
		}
	}
	if m.Extents != nil {
		r.Errorf(valueSpan(root, "nodes"), "out-of-range", "nodes is %d; the extents of the %s hold %d", m.Nodes, m.Topology, size)
	}
}

func (r *reader) segments(table *tomltree.Node, defaults Number, required bool) []Segment {
	f := table.Get("segments")
	switch {
	case f == nil && required:
		r.missing(table, "segments", "communication")
		return nil
	case f == nil:
		return nil
	case f.Value.Kind != tomltree.Array || len(f.Value.Items) == 0:
		r.Errorf(f.Value.Span, "wrong-type", "segments must be an array of one or more tables")
		return nil
	}
	var segments []Segment
	below := 0.0
	for i, item := range f.Value.Items {
		if item.Kind != tomltree.Table {
			r.WrongType(item, "a segment", "a table")
			continue
		}
		s := r.segment(item, defaults, i == len(f.Value.Items)-1)
		if s.UpToBytes <= below {
			r.Errorf(valueSpan(item, "up_to_bytes"), "not-ascending", "this segment ends at %v bytes; the one before it ends at %v", s.UpToBytes, below)
		}
		if !math.IsInf(s.UpToBytes, 1) {
			below = s.UpToBytes
		}
		segments = append(segments, s)
	}
	return segments
}

func (r *reader) segment(item *tomltree.Node, defaults Number, last bool) Segment {
	defaults = r.origin(item, defaults)
	s := Segment{UpToBytes: r.upTo(item, last)}
	s.Startup, _ = r.parameter(item, segmentKeys[0], defaults)
	s.PerByte, _ = r.parameter(item, segmentKeys[1], defaults)
	s.PerHop, _ = r.parameter(item, segmentKeys[2], defaults)
	r.require(item, "a segment", segmentKeys)
	r.Unknown(item, names([]tomltree.Key{upToKey}, described(segmentKeys), originKeys))
	return s
}

// upTo reads the upper end of a segment: the last has none, the others must
// give theirs.
func (r *reader) upTo(item *tomltree.Node, last bool) float64 {
	f := item.Get("up_to_bytes")
	switch {
	case f == nil && !last:
		r.missing(item, "up_to_bytes", "a segment before the last")
	case f != nil && last:
		if v, ok := f.Value.Number(); !ok || !math.IsInf(v, 1) {
			r.Errorf(f.Value.Span, "bounded-segments", "the last segment must hold for messages of any size: leave up_to_bytes out")
		}
	case f != nil:
		if v, ok := r.number(f.Value, "up_to_bytes", amount); ok {
			return v
		}
	}
	return math.Inf(1)
}

// collectives reads the algorithms; an operation that is not named takes the
// first of its list.
func (r *reader) collectives(table *tomltree.Node, required bool) map[string]string {
	f := table.Get("collectives")
	if f == nil && !required {
		return nil
	}
	section := &tomltree.Node{Span: table.Span}
	if f != nil {
		section = f.Value
		if section.Kind != tomltree.Table {
			r.WrongType(section, "collectives", "a table")
			return nil
		}
	}
	chosen := map[string]string{}
	for _, op := range operations {
		chosen[op] = r.Choice(section, op, collectives[op])
	}
	r.Unknown(section, append(names(collectiveKeys()), measuredKey.Name))
	return chosen
}
