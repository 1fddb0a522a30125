package events

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
func (x *meeting) ready(p int) bool {
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
			if x.called[q] < 0 {
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
func (x *meeting) leave(p int) float64 {
	a, at := x.parts[p], x.called[p]
	if a.all {
		return x.adjourn(p)
	}
	if a.comes && len(a.from) == 0 { // from nobody that is known
		at += a.message
	}
	if a.comes {
		for _, q := range a.from {
			at = max(at, x.arrival(q, p))
		}
	}
	for _, q := range x.to[p] {
		if x.parts[q].held {
			at = max(at, x.arrival(p, q))
		}
	}
	return at
}

// arrival is when p has what q has sent.
func (x *meeting) arrival(q, p int) float64 {
	a := x.parts[p]
	if a.early {
		return x.called[q] + a.queued + a.message
	}
	return max(x.called[q], x.called[p]) + a.queued + a.message
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
