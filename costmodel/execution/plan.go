package execution

// Segment is a part of a program whose time is known for each technique, and how
// many data items go from it to the next.
type Segment struct {
	Line  int                   // where it begins
	Costs map[Technique]float64 // a technique that is missing cannot be applied
	Items float64
}

// Change is the cost of a change of technique between two segments for so many
// items: the results are collected and dealt out again, every item received and sent
// by every processor twice. Nothing moves where the technique stays.
func Change(from, to Technique, items float64) float64 {
	if from == to {
		return 0
	}
	return 4 * items
}

// Plan chooses a technique for each segment so that all segments and the changes
// between them take the least; false where a segment has no technique. Segments
// follow one another, so that what is best up to a segment with each technique is
// all that counts behind it.
func Plan(segments []Segment, change func(from, to Technique, items float64) float64) (chosen []Technique, total float64, ok bool) {
	type state struct {
		cost float64
		from int // of the technique before; -1 at the start
	}
	techniques := []Technique{Block, Interleaved, Pipelined, Function}
	table := make([][]state, len(segments))
	for i, s := range segments {
		table[i] = make([]state, len(techniques))
		for j, t := range techniques {
			cost, applies := s.Costs[t]
			table[i][j] = state{-1, -1}
			if !applies {
				continue
			}
			if i == 0 {
				table[i][j].cost = cost
				continue
			}
			for k, before := range techniques {
				if table[i-1][k].cost < 0 {
					continue
				}
				sum := table[i-1][k].cost + change(before, t, segments[i-1].Items) + cost
				if table[i][j].cost < 0 || sum < table[i][j].cost {
					table[i][j] = state{sum, k}
				}
			}
		}
	}
	if len(segments) == 0 {
		return nil, 0, true
	}
	last := -1
	for j, s := range table[len(segments)-1] {
		if s.cost >= 0 && (last < 0 || s.cost < table[len(segments)-1][last].cost) {
			last = j
		}
	}
	if last < 0 {
		return nil, 0, false
	}
	total = table[len(segments)-1][last].cost
	chosen = make([]Technique, len(segments))
	for i := len(segments) - 1; i >= 0; i-- {
		chosen[i] = techniques[last]
		last = table[i][last].from
	}
	return chosen, total, true
}
