package process

// mark notes when each processor comes to a Mark: the communication structure of
// paper 003, section 2.3, which keeps the time at which a message has left its
// sender.
type mark struct {
	slot     int
	messages bound // how many leave
}

// markSlot returns where the clocks of a mark are kept.
func (c *compiler) markSlot(id int) int {
	if c.marks == nil {
		c.marks = map[int]int{}
	}
	slot, known := c.marks[id]
	if !known {
		slot = len(c.marks)
		c.marks[id] = slot
		c.p.marks = slot + 1
	}
	return slot
}

func (m *mark) run(r *run) error {
	if err := r.step(1 + len(r.clock)/atOnce); err != nil {
		return err
	}
	at := r.marks[m.slot]
	if at == nil {
		at = make([]float64, len(r.clock))
		copy(at, r.clock)
		r.marks[m.slot] = at
	}
	for p, c := range r.clock {
		if r.mask == nil || r.mask[p] > 0 {
			at[p] = c
		}
	}
	return nil
}

// left returns the clocks at which the messages of others have left: those at
// the mark, or now.
func (t *transfer) left(now []float64) []float64 {
	if t.sent != nil {
		return t.sent
	}
	return now
}
