package events

import "math"

// meeting is one exchange: the parts of all, and when each has called.
type meeting struct {
	parts  []*part
	to     [][]int   // whom each sends to
	spends []float64 // what its calls take
	called []float64 // minus one: not yet
}

func (m *machine) newMeeting() meeting {
	x := meeting{parts: make([]*part, m.count), to: make([][]int, m.count), spends: make([]float64, m.count), called: make([]float64, m.count)}
	for p := range x.called {
		x.called[p] = -1
	}
	return x
}

// address finds the receivers of each and what sending takes.
func (x *meeting) address(m *machine) {
	link := make([]float64, m.count) // what each has sent already
	for p, a := range x.parts {
		switch {
		case !a.comes:
		case a.all:
			x.spends[p] = a.call
		default:
			for _, q := range a.from {
				a.queued = max(a.queued, link[q])
			}
			for _, q := range a.from {
				m.messages++
				link[q] += a.follows * a.message / float64(len(a.from))
				x.to[q] = append(x.to[q], p)
				x.spends[q] += a.call / float64(len(a.from))
			}
		}
	}
}

// ready reports whether all have called that p waits for.
func (x *meeting) ready(m *machine, p int) bool {
	if x.called[p] < 0 {
		return false
	}
	a := x.parts[p]
	if a.all {
		for _, at := range x.called {
			if at < 0 {
				return false
			}
		}
		return true
	}
	if a.comes {
		for _, q := range a.from {
			if x.sent(m, q) < 0 {
				return false
			}
		}
	}
	for _, q := range x.to[p] {
		if x.parts[q].held && x.called[q] < 0 {
			return false
		}
	}
	return true
}

// leave is when p goes on.
func (x *meeting) leave(m *machine, p int) float64 {
	a, at := x.parts[p], x.called[p]
	if a.behind < 0 {
		m.link[p] = math.Inf(-1)
	}
	if a.all {
		return x.adjourn(p)
	}
	if a.comes && len(a.from) == 0 { // from nobody that is known
		at += a.message
	}
	if a.comes {
		for _, q := range a.from {
			at = max(at, x.arrival(m, q, p))
		}
		if a.early {
			m.link[p] = max(m.link[p], x.came(m, p))
		}
	}
	for _, q := range x.to[p] {
		if x.parts[q].held {
			at = max(at, x.arrival(m, p, q))
		}
	}
	return at
}

// arrival is when p has what q has sent.
func (x *meeting) arrival(m *machine, q, p int) float64 {
	a, sent := x.parts[p], x.sent(m, q)
	if a.early {
		at := sent + a.queued + a.message
		if x.parts[q].left > 0 && a.behind >= 0 {
			at = max(at, max(m.link[p], sent)+a.behind*a.message)
		}
		return at
	}
	return max(sent, x.called[p]) + a.queued + a.message
}

// sent is when what q sends has left: at a mark, or when it calls.
func (x *meeting) sent(m *machine, q int) float64 {
	if n := x.parts[q].left; n > 0 {
		if len(m.sent[q]) < n {
			return -1
		}
		return m.sent[q][n-1]
	}
	return x.called[q]
}

// came is when the last message has come to p.
func (x *meeting) came(m *machine, p int) float64 {
	last := math.Inf(-1)
	for _, q := range x.parts[p].from {
		last = max(last, x.arrival(m, q, p))
	}
	return last
}

// adjourn is when p leaves a meeting of all: those whose messages others wait
// for keep everybody.
func (x *meeting) adjourn(p int) float64 {
	latest, longest := 0.0, 0.0
	for q, a := range x.parts {
		latest = max(latest, x.called[q])
		if a.comes && a.held {
			longest = max(longest, a.message)
		}
	}
	if x.parts[p].comes {
		longest = max(longest, x.parts[p].message)
	}
	return latest + longest
}
