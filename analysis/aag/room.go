package aag

// room holds units, some of them at a time.
type room struct {
	blocks [][]AAU
	used   int
}

const roomy = 16 // units in a block

// next returns a unit to overwrite.
func (r *room) next() *AAU {
	if r.used == len(r.blocks)*roomy {
		r.blocks = append(r.blocks, make([]AAU, roomy))
	}
	u := &r.blocks[r.used/roomy][r.used%roomy]
	r.used++
	return u
}
