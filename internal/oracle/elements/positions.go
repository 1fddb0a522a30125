package elements

// positions calls visit for every position of a shape, the first dimension
// fastest; once with none for a scalar.
func positions(shape []int64, visit func([]int64)) {
	if len(shape) == 0 {
		visit(nil)
		return
	}
	for last := range shape[len(shape)-1] {
		positions(shape[:len(shape)-1], func(rest []int64) {
			visit(append(append([]int64(nil), rest...), last))
		})
	}
}

// volume returns the number of positions of a shape.
func volume(shape []int64) int64 {
	n := int64(1)
	for _, extent := range shape {
		n *= extent
	}
	return n
}

// placeOf returns how many positions come before one; positionOf is its
// inverse.
func placeOf(position, shape []int64) int64 {
	place, stride := int64(0), int64(1)
	for d, x := range position {
		place += x * stride
		stride *= shape[d]
	}
	return place
}

func positionOf(place int64, shape []int64) []int64 {
	position := make([]int64, len(shape))
	for d, n := range shape {
		position[d] = place % n
		place /= n
	}
	return position
}
