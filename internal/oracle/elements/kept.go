package elements

// Which messages a compiler leaves out because an earlier one brought the same
// elements is its decision, and given (Options.Kept). Whether the elements are
// there is seen here: those that are not, or that were stored since, are
// fetched all the same and counted.

// keeps reports whether the reference's elements are taken from earlier
// messages where they are there.
func (it *interpreter) keeps(read access) bool {
	return !read.routine && it.keeping != nil && it.keeping.Kept != nil && it.keeping.Kept(read.ref.Span().Start, it.part())
}

// Keeping tells of a unit, as it is called, where its references begin that find
// what an earlier message brought (see Options.Kept), and the same of the
// procedure that the call at an offset runs.
type Keeping struct {
	Kept   func(at int, part string) bool
	Inside func(call int) *Keeping
}

// sent notes that a processor has a copy of an element until it is stored.
func (v *variable) sent(offset, processor int) {
	if v.copies == nil {
		v.copies = map[int]map[int]bool{}
	}
	if v.copies[offset] == nil {
		v.copies[offset] = map[int]bool{}
	}
	v.copies[offset][processor] = true
}

// lacking is an element that a reference takes from an earlier message, and
// that had not come when it was read: it comes with a message for the same
// nest, or has to be fetched.
type lacking struct {
	reader reader
	key    trackKey
	read   access
	pair   Pair
}

// fetchLacking fetches what no message of the frame has brought.
func (it *interpreter) fetchLacking(f *frame) {
	late := f.late
	f.late = nil
	for _, l := range late {
		if !l.read.array.copies[l.read.offset][l.pair.Receiver] {
			it.want(f, l.reader, l.key, l.read.ref, l.pair, l.read.offset)
		}
	}
}
