package process

// tracing is a trace that is asked for.
type tracing struct {
	Tracing
	each int
}

// tracer notes slices while a run goes on; nil notes nothing.
type tracer struct {
	tracing
	off    int // above 0 nothing is noted
	count  int // slices and ends of arrows
	lanes  []traced
	lane   []int // of each processor; -1: none
	arrows []Arrow
}

// traced is a lane as far as it is noted.
type traced struct {
	p      int
	slices []Slice
	open   []int // containers
}

func (t *tracer) on() bool { return t != nil && t.off == 0 }

func (t *tracer) full() bool { return t != nil && t.count > t.Slices }

// spend adds a slice that contains no others to a lane, where it takes time.
func (t *tracer) spend(lane int, s Slice) {
	l := &t.lanes[lane]
	s.Depth = len(l.open)
	if s.End <= s.Start {
		return
	}
	if n := len(l.slices) - 1; n >= 0 && s.What == Work {
		if last := &l.slices[n]; last.What == Work && last.Depth == s.Depth && last.Span == s.Span && last.Kind == s.Kind && last.Tag == s.Tag {
			last.End = s.End
			return
		}
	}
	l.slices = append(l.slices, s)
	t.count++
}

// open begins a container in all lanes.
func (t *tracer) open(r *run, s Slice) {
	for i := range t.lanes {
		l := &t.lanes[i]
		s.Start, s.Depth = r.at(l.p), len(l.open)
		l.open = append(l.open, len(l.slices))
		l.slices = append(l.slices, s)
		t.count++
	}
}

// close ends the container that was opened last; of one that takes a lane no time
// nothing stays.
func (t *tracer) close(r *run) {
	for i := range t.lanes {
		l := &t.lanes[i]
		at := l.open[len(l.open)-1]
		l.open = l.open[:len(l.open)-1]
		l.slices[at].End = r.at(l.p)
		if at == len(l.slices)-1 && l.slices[at].End <= l.slices[at].Start {
			l.slices = l.slices[:at]
			t.count--
		}
	}
}

// work notes the delays of a segment, from the given times on.
func (t *tracer) work(r *run, s *segment, st *segmentState, from func(p int) float64) {
	for i, l := range t.lanes {
		at := from(l.p)
		u, e := s.uniform.items, s.each.items
		for a, b := 0, 0; a < len(u) || b < len(e); {
			var item int
			var time float64
			if b == len(e) || a < len(u) && u[a] < e[b] {
				item, time = u[a], st.uniform[a]
				a++
			} else {
				item, time = e[b], st.each[b][l.p]
				b++
			}
			it := r.p.items[item]
			t.spend(i, it.slice(Work, at, at+time))
			at += time
		}
	}
}

// exchange notes what an exchange takes the lanes, and its messages.
func (t *tracer) exchange(m *entry) {
	for _, a := range m.arrows {
		from, to := t.lane[a.From], t.lane[a.To]
		if from < 0 || to < 0 {
			continue
		}
		v := m.Visits[a.To]
		a.From, a.To, a.Tag, a.Came = from, to, m.Tag, min(v.Leaves, max(a.Left, v.Leaves-v.Transmission))
		t.arrows = append(t.arrows, a)
		t.count += 2
	}
	for i, l := range t.lanes {
		v := m.Visits[l.p]
		t.spend(i, m.called.slice(Send, v.Arrives, v.Calls))
		t.spend(i, Slice{What: Waiting, Kind: Wait, Span: m.Span, Tag: m.Tag, Start: v.Calls, End: v.Leaves - v.Transmission})
		t.spend(i, m.sent.slice(Receive, v.Leaves-v.Transmission, v.Leaves))
	}
}

// slice is a stretch of time that is charged to the item.
func (it item) slice(what What, start, end float64) Slice {
	return Slice{What: what, Span: it.span, Tag: it.tag, Kind: it.kind, Start: start, End: end}
}

// result ends the trace.
func (t *tracer) result(r *run) *Trace {
	out := &Trace{Arrows: t.arrows, Each: t.each}
	for _, l := range t.lanes {
		out.Processors = append(out.Processors, r.grid.processor(l.p))
		out.Lanes, out.Ends = append(out.Lanes, l.slices), append(out.Ends, r.clock[l.p])
		out.Stands = append(out.Stands, r.grid.share(l.p))
	}
	return out
}
