package process

import "math"

// exchange goes through the messages one by one: from every processor in the
// range of another that something comes for.
func (m *simulation) exchange(x *Exchange, weights []float64) {
	type message struct {
		from, to int
		time     float64
	}
	var table []message
	parts := make([]float64, len(m.clock)) // of what sending takes, by sender
	link := make([]float64, len(m.clock))  // what each has sent already
	delay := make([]float64, len(m.clock)) // of the messages of each
	for p := range m.clock {
		senders := m.senders(x, p)
		ahead := 0.0 // at the sender with most before this one
		for _, q := range senders {
			ahead = max(ahead, link[q])
			link[q] += m.valueOr(x.Follows, p, 0) * m.amount(x.Message, p) / float64(len(senders))
		}
		for _, q := range senders {
			table = append(table, message{q, p, ahead + m.amount(x.Message, p)})
			parts[q] += m.amount(x.Call, p) / float64(len(senders))
		}
		if delay[p] = ahead; len(x.From) == 0 {
			delay[p] = 0
		}
		if len(x.From) == 0 && m.valueOr(x.Receives, p, 1) > 0 {
			parts[p] = m.amount(x.Call, p)
		}
	}
	for p, t := range parts {
		m.spend(p, t, weights)
	}
	called := append([]float64(nil), m.clock...)
	leave := append([]float64(nil), m.clock...)
	meet := m.barrier || len(x.From) == 0
	if m.barrier && len(x.From) > 0 && !m.anything(x) {
		meet = false
	}
	if meet {
		for p := range leave {
			leave[p] = largest(called)
		}
		x = &Exchange{Message: x.Message, Cost: x.Cost, Receives: x.Receives, Sends: x.Sends, Fits: x.Fits}
	}
	for p := range leave {
		if !meet && len(m.senders(x, p)) == 0 && m.valueOr(x.Receives, p, 1) > 0 { // from nobody that is known
			leave[p] += m.amount(x.Message, p)
		}
	}
	for _, s := range table {
		if meet {
			break
		}
		early := x.Sends == Asynchronous && m.valueOr(x.Fits, s.to, 1) != 0
		switch {
		case early:
			leave[s.to] = max(leave[s.to], called[s.from]+s.time)
		case x.Sends == Matched:
			leave[s.to] = max(leave[s.to], max(called[s.from], called[s.to])+s.time)
		default:
			done := max(called[s.from], called[s.to]) + s.time
			leave[s.to], leave[s.from] = max(leave[s.to], done), max(leave[s.from], done)
		}
	}
	if meet {
		m.deliver(x, leave, delay)
	}
	for p, t := range leave {
		m.hold(p, t-called[p], weights)
	}
	for _, l := range x.Cost {
		m.exec(l, weights)
	}
}

// deliver adds the messages of processors that have all met.
func (m *simulation) deliver(x *Exchange, leave, delay []float64) {
	longest := 0.0
	for p := range leave {
		if m.valueOr(x.Receives, p, 1) > 0 && (x.Sends == Blocking || x.Sends == Asynchronous && m.valueOr(x.Fits, p, 1) == 0) {
			longest = max(longest, delay[p]+m.amount(x.Message, p))
		}
	}
	for p := range leave {
		if m.valueOr(x.Receives, p, 1) > 0 {
			leave[p] += max(longest, delay[p]+m.amount(x.Message, p))
		} else {
			leave[p] += longest
		}
	}
}

// anything reports whether a message comes to anybody.
func (m *simulation) anything(x *Exchange) bool {
	for p := range m.clock {
		if m.valueOr(x.Receives, p, 1) > 0 {
			return true
		}
	}
	return false
}

func (m *simulation) amount(l *Delay, p int) float64 {
	if l == nil {
		return 0
	}
	return m.valueOr(l.Amount, p, 0)
}

// senders are the others in the range of p, when something comes.
func (m *simulation) senders(x *Exchange, p int) []int {
	var all []int
	if len(x.From) == 0 || m.valueOr(x.Receives, p, 1) <= 0 {
		return nil
	}
	lo, hi := make([]float64, len(x.From)), make([]float64, len(x.From))
	for d, r := range x.From {
		lo[d], hi[d] = m.valueOr(r.Lo, p, 0), m.valueOr(r.Hi, p, math.Inf(1))
	}
	for q := range m.clock {
		in := q != p
		for d := range x.From {
			c := float64(m.coords[q][d])
			in = in && c >= lo[d] && c <= hi[d]
		}
		if in {
			all = append(all, q)
		}
	}
	return all
}
