package aag

// units holds units, some of them at a time.
type units struct {
	blocks [][]AAU
	used   int
}

const blockSize = 16 // units in a block

// next returns a unit to overwrite.
func (r *units) next() *AAU {
	if r.used == len(r.blocks)*blockSize {
		r.blocks = append(r.blocks, make([]AAU, blockSize))
	}
	u := &r.blocks[r.used/blockSize][r.used%blockSize]
	r.used++
	return u
}
