package microbench

import "slices"

// SharedCell is the stream that all cores run at once to tell what the memory of a node
// gives them together: one element of each line.
const SharedCell = "stream-lines@memory"

// SharedBytes is the memory that one process takes to run SharedCell, in bytes: four
// arrays of reals and one of integers.
func SharedBytes(caches []Cache) float64 {
	sizes := Sizes(caches)
	return (4*8 + 4) / 8.0 * float64(sizes[len(sizes)-1].Bytes)
}

// LineInterval is the seconds between two lines, of so many bytes, that the memory of a
// node gives to processes which all ask for lines, from what each of them measured
// meanwhile: the time of a line for the median of them, shared by all. It is 0 where one
// of them measured nothing.
func LineInterval(rounds []Round, line int) float64 {
	var each []float64
	for _, r := range rounds {
		if r[SharedCell] <= 0 {
			return 0
		}
		each = append(each, r[SharedCell])
	}
	if len(each) == 0 {
		return 0
	}
	slices.Sort(each)
	return float64(line) / 8 * each[len(each)/2] / float64(len(each))
}
